// Where a command takes a link it takes a file with one, too.
#include <string.h>
#include "cli/cli.h"
#include "run/link/link_file.h"

static cal_status load(const char **operand, const char *name, cal_arena *arena, cal_error *err) {
    const size_t length = *operand ? strlen(*operand) : 0, ending = strlen(".json");
    if (length < ending || strcmp(*operand + length - ending, ".json") != 0 || !strstr(name, "LINK"))
        return CAL_OK;
    cal_file file;
    cal_slice link;
    cal_status status = cal_file_load(&file, arena, *operand, err);
    if (!status) status = cal_link_file_read(&link, arena, &file, err);
    if (status) return status;
    *operand = cal_arena_text(arena, link.at, (size_t)link.length);
    return *operand ? CAL_OK : cal_fail(err, CAL_MEMORY, "memory for the link was refused");
}

cal_status cal_operands_load(cal_arguments *arguments, const cal_command *command, cal_error *err) {
    cal_status status = CAL_OK;
    if (command->operand) status = load(&arguments->operand, command->operand, &arguments->arena, err);
    if (!status && command->second)
        status = load(&arguments->second, command->second, &arguments->arena, err);
    return status;
}
