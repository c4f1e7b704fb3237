#include "cli/cli.h"
#include "run/describe/describe.h"

static cal_status run(cal_arguments *arguments, cal_error *err) {
    (void)arguments;
    cal_text json = {0};
    cal_describe(&json);
    return cal_print_json(&json, err);
}

const cal_command cal_command_describe = {
    .name = "describe",
    .group = CAL_GROUP_LOOK,
    .rank = 1,
    .summary =
        "Everything that a link can choose, as JSON: data, models, losses, metrics and their parameters.",
    .run = run,
};
