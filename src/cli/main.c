// The `calib` command: finds the command, reads its arguments and prints its error.
#include <stdio.h>
#include <string.h>
#include "cli/cli.h"
#ifdef __wasi__
#include <stdlib.h>
#include <unistd.h>
#endif

static void print_usage(FILE *to) {
    fprintf(
        to,
        "calib COMMAND [ARGUMENTS]: train networks and measure whether their confidence can be trusted\n");
    const cal_command *last = NULL;
    for (const cal_command *c = cal_command_after(NULL); c; last = c, c = cal_command_after(c)) {
        if (!last || last->group != c->group) fprintf(to, "\n%s\n", cal_group_title(c->group));
        fprintf(to, "  %-10s %s\n", c->name, c->summary);
    }
    fprintf(to, "\n`calib COMMAND --help` explains a command.\n"
                "Results are JSON on stdout (`model` prints a table by default). Exit status: 0 done, 1 "
                "failed or different from the link's promise, 2 invalid request.\n");
}

static bool asks_help(const char *argument) {
    return strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0;
}

static cal_status run(const cal_command *command, int count, char **argument, cal_error *err) {
    for (int i = 0; i < count; i++)
        if (asks_help(argument[i])) {
            cal_help_print(command);
            return CAL_OK;
        }
    cal_arguments arguments = {0};
    cal_status status = cal_arguments_read(&arguments, command, count, argument, err);
    if (!status) status = cal_operands_load(&arguments, command, err);
    if (!status) status = command->run(&arguments, err);
    cal_arena_free(&arguments.arena);
    return status;
}

// Enters $PWD, if the host passes it and opens it: WASI has no working directory, so file names are relative
// to the host's open folders.
static void enter_working_directory(void) {
#ifdef __wasi__
    const char *at = getenv("PWD");
    if (at) (void)chdir(at);
#endif
}

int main(int argc, char **argv) {
    enter_working_directory();
    cal_error err = {0};
    cal_status status = CAL_USAGE;
    cal_mem_return_large();
    if (argc < 2) {
        print_usage(stderr);
        return CAL_USAGE;
    }
    if (asks_help(argv[1]) || strcmp(argv[1], "help") == 0) {
        print_usage(stdout);
        return 0;
    }
    const cal_command *command = cal_command_find(argv[1]);
    if (command) status = run(command, argc - 2, argv + 2, &err);
    else cal_fail(&err, status, "no command '%.48s'; `calib --help` lists them", argv[1]);
    if (status) fprintf(stderr, "calib: %s\n", err.text);
    return status == CAL_MEMORY ? CAL_FAILED : (int)status;
}
