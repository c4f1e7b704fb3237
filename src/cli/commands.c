// Lists the commands, which the build collects from the files in src/cli/command.
#include <string.h>
#include "cli/cli.h"

#define CAL_ENTRY(symbol) extern const cal_command symbol;
#include "command.inc"
#undef CAL_ENTRY
#define CAL_ENTRY(symbol) &symbol,
static const cal_command *const commands[] = {
#include "command.inc"
};
#undef CAL_ENTRY
enum { COMMANDS = sizeof commands / sizeof *commands };

const cal_command *cal_command_find(const char *name) {
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i]->name, name) == 0) return commands[i];
    return NULL;
}

static bool comes_before(const cal_command *a, const cal_command *b) {
    if (a->group != b->group) return a->group < b->group;
    if (a->rank != b->rank) return a->rank < b->rank;
    return strcmp(a->name, b->name) < 0;
}

const cal_command *cal_command_after(const cal_command *last) {
    const cal_command *next = NULL;
    for (int i = 0; i < COMMANDS; i++)
        if ((!last || comes_before(last, commands[i])) && (!next || comes_before(commands[i], next)))
            next = commands[i];
    return next;
}

const char *cal_group_title(cal_command_group group) {
    static const char *const title[CAL_GROUPS] = {"Train", "Measure", "Look", "Share", "Machine"};
    return title[group];
}
