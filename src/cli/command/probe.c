#include <string.h>
#include "cli/session.h"
#include "cli/table_print.h"
#include "run/probe/probe.h"

static const cal_option options[] = {
    CAL_SESSION_OPTIONS,
    {"--epoch", "E", "Train the link for E of its epochs (all of them)", false},
    {"--state", "STATE", "Take the network of this state (train --save) instead of training", false},
    {"--format", "json|csv|table|markdown", "Output format (json)", false},
    {NULL, NULL, NULL, false},
};

typedef struct asked {
    const cal_choice *choice;
    const char *link;
    int epoch;
    const cal_dataset *data;
} asked;

static const cal_probe *probe_of(const asked *a) { return cal_probe_of(a->choice); }

static void write_id(cal_text *out, const void *of, int column) {
    cal_probe_write_id(out, probe_of(of), column);
}

static void write_head(cal_text *json, const void *of) {
    const asked *a = of;
    cal_json_member_choice(json, "probe", a->choice);
    cal_json_member_string(json, "spec", a->link);
    cal_json_member_integer(json, "epoch", a->epoch);
    cal_json_key(json, "columns");
    cal_probe_write_columns(json, probe_of(a), a->data->k, a->data->class_names);
}

static cal_status print(const asked *a, cal_run *run, cal_table_format format, cal_error *err) {
    cal_table_printer printer;
    cal_table table;
    cal_table_print_open(&printer, &table, format,
                         &(cal_table_about){.columns = cal_probe_columns(probe_of(a), a->data->k),
                                            .id = write_id,
                                            .head = write_head,
                                            .of = a});
    cal_status status = cal_probe_make(&table, run, a->choice, err);
    return cal_table_print_close(&printer, &table, status, err);
}

// Trains the link up to --epoch, and returns the state.
static cal_status train(cal_text *state, cal_arguments *arguments, cal_error *err) {
    cal_session session;
    cal_status status = cal_session_open(&session, arguments, err);
    if (status) return status;
    status = cal_session_train_epochs(&session, arguments, err);
    if (!status) status = cal_run_save(state, session.training->run, err);
    cal_session_close(&session);
    return status;
}

static cal_status get_state(cal_file *out, cal_text *trained, cal_arguments *arguments, cal_error *err) {
    static const char *const of_training[] = {"--epoch", "--init", NULL};
    const char *path = cal_argument(arguments, "--state"), *wrong = cal_argument_any(arguments, of_training);
    if (arguments->network && path)
        return cal_fail(err, CAL_USAGE, "probe: %s and --state both name a network; give one",
                        arguments->network);
    if (!path) path = arguments->network;
    if (path && wrong)
        return cal_fail(err, CAL_USAGE, "probe: %s is a trained network, which excludes %s", path, wrong);
    if (path) return cal_file_load(out, &arguments->arena, path, err);
    cal_status status = train(trained, arguments, err);
    *out = (cal_file){"the trained state", (const uint8_t *)trained->data, (size_t)trained->length};
    return status;
}

// Checked before the training, so that it is not lost.
static cal_status check(const cal_choice *probe, const cal_arguments *arguments, cal_error *err) {
    static cal_spec spec;
    cal_probe_need need;
    cal_status status = cal_spec_parse(&spec, arguments->operand, strlen(arguments->operand), err);
    if (!status) status = cal_probe_needs(&need, &spec, probe, 1, err);
    return status ? status : cal_session_check_memory(need.bytes, "probe", need.largest, err);
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    static cal_choice choice; // too large for a stack
    const char *word = cal_argument(arguments, "--format");
    cal_table_format format = CAL_TABLE_JSON;
    cal_session session = {.lab = NULL};
    cal_text trained = {0};
    cal_file state;
    if (word && !cal_table_format_parse(&format, word))
        return cal_fail(err, CAL_USAGE, "--format %.48s is not one of json, csv, table and markdown", word);
    cal_status status = cal_argument_choice_in(&choice, &cal_probe_registry, arguments->operand, err);
    arguments->operand = arguments->second; // the link that a session trains
    if (!status) status = check(&choice, arguments, err);
    if (!status) status = get_state(&state, &trained, arguments, err);
    if (!status) status = cal_session_inspect(&session, arguments, &state, err);
    cal_text_free(&trained);
    if (status) return status;
    cal_run *looked = session.training->run;
    const asked a = {&choice, session.link.data, cal_run_epochs_done(looked), cal_run_data(looked)};
    status = print(&a, looked, format, err);
    cal_session_close(&session);
    return status;
}

const cal_command cal_command_probe = {
    .name = "probe",
    .group = CAL_GROUP_LOOK,
    .rank = 6,
    .operand = "PROBE",
    .second = "LINK|W.safetensors",
    .summary = "Examine a network that a link trains: loss landscape, decision boundary, Grad-CAM, ...",
    .options = options,
    .run = run,
};
