// Reads operands. A command that takes a link also takes a file with one. A command that examines what a link
// trains also takes a trained network.
#include <string.h>
#include "cli/cli.h"

static bool ends(const char *text, const char *ending) {
    const size_t length = strlen(text), tail = strlen(ending);
    return length > tail && strcmp(text + length - tail, ending) == 0;
}

static cal_status load(const char **operand, const char *name, cal_arguments *arguments, cal_error *err) {
    cal_file file;
    cal_bytes link;
    if (!*operand || !strstr(name, "LINK")) return CAL_OK;
    const bool network = strstr(name, "W.safetensors") && ends(*operand, ".safetensors");
    if (!network && !ends(*operand, ".json")) return CAL_OK;
    cal_status status = cal_file_load(&file, &arguments->arena, *operand, err);
    if (!status) status = cal_link_from_file(&link, file.name, file.bytes, file.size, err);
    if (status) return status;
    if (network && !link.size)
        status =
            cal_fail(err, CAL_USAGE,
                     "%s does not say which link trained it: give the link, and --init %s if the command "
                     "has that option",
                     file.name, file.name);
    else {
        if (network) arguments->network = *operand;
        *operand = cal_arena_text(&arguments->arena, link.data, link.size);
        if (!*operand) status = cal_refuse_memory(err, "the link");
    }
    cal_bytes_free(&link);
    return status;
}

cal_status cal_operands_load(cal_arguments *arguments, const cal_command *command, cal_error *err) {
    cal_status status = CAL_OK;
    if (command->operand) status = load(&arguments->operand, command->operand, arguments, err);
    if (!status && command->second) status = load(&arguments->second, command->second, arguments, err);
    return status;
}
