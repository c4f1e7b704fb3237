// Operands: a command that takes a link also takes a file with one, and a command that examines what a link
// trains also takes a trained network.
#include <string.h>
#include "cli/cli.h"
#include "run/files/weights.h"
#include "run/link/file.h"

static bool ends(const char *text, const char *ending) {
    const size_t length = strlen(text), tail = strlen(ending);
    return length > tail && strcmp(text + length - tail, ending) == 0;
}

static cal_status load_network(const char **operand, cal_arguments *arguments, cal_error *err) {
    cal_file file;
    cal_weights_about about;
    cal_status status = cal_file_load(&file, &arguments->arena, *operand, err);
    if (!status) status = cal_weights_inspect(&about, &arguments->arena, &file, err);
    if (status) return status;
    if (!about.link)
        return cal_fail(
            err, CAL_USAGE,
            "%s does not say which link trained it: give the link, and --init %s if the command has "
            "that option",
            file.name, file.name);
    arguments->network = *operand;
    *operand = about.link;
    return CAL_OK;
}

static cal_status load(const char **operand, const char *name, cal_arguments *arguments, cal_error *err) {
    cal_arena *arena = &arguments->arena;
    if (!*operand || !strstr(name, "LINK")) return CAL_OK;
    if (strstr(name, "W.safetensors") && ends(*operand, ".safetensors"))
        return load_network(operand, arguments, err);
    if (!ends(*operand, ".json")) return CAL_OK;
    cal_file file;
    cal_slice link;
    cal_status status = cal_file_load(&file, arena, *operand, err);
    if (!status) status = cal_link_file_read(&link, arena, &file, err);
    if (status) return status;
    *operand = cal_arena_text(arena, link.at, (size_t)link.length);
    return *operand ? CAL_OK : cal_refuse_memory(err, "the link");
}

cal_status cal_operands_load(cal_arguments *arguments, const cal_command *command, cal_error *err) {
    cal_status status = CAL_OK;
    if (command->operand) status = load(&arguments->operand, command->operand, arguments, err);
    if (!status && command->second) status = load(&arguments->second, command->second, arguments, err);
    return status;
}
