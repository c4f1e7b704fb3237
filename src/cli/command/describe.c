#include "cli/cli.h"
#include "run/describe/describe.h"

static const cal_option options[] = {
    {"--commands", NULL, "Instead: the commands of calib, with their arguments and options", false},
    {NULL, NULL, NULL, false},
};

static void write_options(cal_text *json, const cal_option *option) {
    cal_json_open(json, '[');
    for (; option && option->name; option++) {
        cal_json_open(json, '{');
        cal_json_member_string(json, "name", option->name);
        cal_json_member_string(json, "value", option->value);
        cal_json_member_string(json, "help", option->help);
        cal_json_member_bool(json, "repeats", option->repeats);
        cal_json_close(json, '}');
    }
    cal_json_close(json, ']');
}

static void write_commands(cal_text *json) {
    cal_json_open(json, '[');
    for (const cal_command *c = cal_command_after(NULL); c; c = cal_command_after(c)) {
        cal_json_open(json, '{');
        cal_json_member_string(json, "name", c->name);
        cal_json_member_string(json, "group", cal_group_title(c->group));
        cal_json_member_string(json, "operand", c->operand);
        cal_json_member_string(json, "second", c->second);
        cal_json_member_string(json, "summary", c->summary);
        cal_json_key(json, "options");
        write_options(json, c->options);
        cal_json_close(json, '}');
    }
    cal_json_close(json, ']');
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    cal_text json = {0};
    if (cal_argument(arguments, "--commands")) write_commands(&json);
    else cal_describe(&json);
    return cal_print_json(&json, err);
}

const cal_command cal_command_describe = {
    .name = "describe",
    .group = CAL_GROUP_LOOK,
    .rank = 1,
    .summary = "All choices of a link as JSON: data, models, losses, metrics and their parameters.",
    .options = options,
    .run = run,
};
