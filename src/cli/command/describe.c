#include "cli/cli.h"

static const cal_option options[] = {
    {"--commands", NULL, "Instead: the commands of calib, with their arguments and options", false},
    {NULL, NULL, NULL, false},
};

static void write_options(cal_text *json, const cal_command *command) {
    cal_json_open(json, '[');
    for (cal_option_list list = {command->options}; cal_option_next(&list);) {
        cal_json_open(json, '{');
        cal_json_member_string(json, "name", list.now.name);
        cal_json_member_string(json, "value", list.now.value);
        cal_json_member_string(json, "help", list.now.help);
        cal_json_member_bool(json, "repeats", list.now.repeats);
        cal_json_member_bool(json, "required", list.now.required);
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
        write_options(json, c);
        cal_json_close(json, '}');
    }
    cal_json_close(json, ']');
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    cal_text commands = {0};
    cal_bytes json;
    if (cal_argument(arguments, "--commands")) {
        write_commands(&commands);
        return cal_print_json(&commands, err);
    }
    cal_status status = cal_catalog_json(&json, err);
    if (!status) status = cal_print_line(&json, err);
    cal_bytes_free(&json);
    return status;
}

const cal_command cal_command_describe = {
    .name = "describe",
    .group = CAL_GROUP_LOOK,
    .rank = 1,
    .summary = "All choices of a link as JSON: data, models, losses, metrics and their parameters.",
    .options = options,
    .run = run,
};
