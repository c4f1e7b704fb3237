#include "cli/session.h"
#include "cli/table_print.h"

static const cal_option options[] = {
    CAL_SESSION_OPTIONS,
    {"--epoch", "E", "Train the link for E of its epochs (all of them)", false},
    {"--state", "STATE", "Take the network of this state (train --save) instead of training", false},
    CAL_OTHER_OPTIONS,
    {"--format", "json|csv|table|markdown", "Output format (json)", false},
    {NULL, NULL, NULL, false},
};

static cal_status print(const cal_result *result, cal_table_format format, cal_error *err) {
    const cal_result_info about = cal_result_about(result);
    cal_text json = {0};
    cal_json_open(&json, '{');
    cal_json_member_string(&json, "probe", about.choice);
    cal_json_member_string(&json, "spec", about.link);
    cal_json_member_integer(&json, "epoch", about.epoch);
    return cal_table_print(&json, result, format, err);
}

// Trains the link up to --epoch, and returns the state. Checks other data first, so that a misfit does not
// waste the training.
static cal_status train(cal_bytes *state, const cal_sample_set *other, cal_arguments *arguments,
                        cal_error *err) {
    cal_session session;
    cal_status status = cal_session_open(&session, arguments, err);
    if (status) return status;
    const cal_sample_set own = cal_training_samples(session.training, CAL_SET_TEST);
    if (other) status = cal_session_other_fits(other, &own, err);
    if (!status) status = cal_session_train_epochs(&session, arguments, err);
    if (!status) status = cal_training_save(state, session.training, err);
    cal_session_close(&session);
    return status;
}

static cal_status get_state(cal_probe_def *def, cal_bytes *trained, cal_arguments *arguments,
                            cal_error *err) {
    static const char *const of_training[] = {"--epoch", "--init", NULL};
    const char *path = cal_argument(arguments, "--state"), *wrong = cal_argument_any(arguments, of_training);
    cal_file file = {.name = "the trained state"};
    if (arguments->network && path)
        return cal_fail(err, CAL_USAGE, "probe: %s and --state both name a network; give one",
                        arguments->network);
    if (!path) path = arguments->network;
    if (path && wrong)
        return cal_fail(err, CAL_USAGE, "probe: %s is a trained network, which excludes %s", path, wrong);
    cal_status status = path ? cal_file_load(&file, &arguments->arena, path, err)
                             : train(trained, def->other, arguments, err);
    def->state_name = file.name;
    def->state = path ? (const void *)file.bytes : trained->data;
    def->state_size = path ? file.size : trained->size;
    return status;
}

static cal_status check(const cal_lab *lab, const cal_probe_def *def, cal_error *err) {
    cal_probe_memory need;
    cal_status status = cal_probe_plan(&need, lab, def, 1, err);
    return status ? status : cal_session_check_memory(need.bytes, "probe", need.largest, err);
}

typedef struct loading {
    cal_lab *lab;
    cal_arena files;
} loading;

static void drop_files(void *context) {
    loading *l = context;
    cal_lab_drop_files(l->lab);
    cal_arena_free(&l->files);
}

static cal_status look(cal_result **out, cal_probe_def *def, const cal_arguments *arguments, cal_error *err) {
    loading l = {.lab = NULL};
    def->loaded = drop_files, def->context = &l;
    cal_status status = cal_session_lab(&l.lab, arguments, err);
    if (!status) status = cal_session_files(l.lab, &l.files, def->link, arguments, err);
    if (!status) status = check(l.lab, def, err);
    if (!status) status = cal_probe_table(out, l.lab, def, err);
    cal_lab_free(l.lab);
    cal_arena_free(&l.files);
    return status;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    const char *word = cal_argument(arguments, "--format");
    cal_table_format format = CAL_TABLE_JSON;
    cal_probe_def def = cal_default_probe();
    cal_other_data other = {.samples = NULL};
    cal_link *link = NULL;
    cal_bytes trained = {0};
    cal_result *result = NULL;
    if (word && !cal_table_format_parse(&format, word))
        return cal_fail(err, CAL_USAGE, "--format %.48s is not one of json, csv, table and markdown", word);
    def.probe = cal_argument_value("probe", arguments->operand);
    arguments->operand = arguments->second; // the session trains this link
    cal_status status = cal_session_other(&other, arguments, err);
    if (!status) status = cal_link_parse(&link, arguments->operand, err);
    def.link = link;
    if (other.samples) def.other = &other.test;
    // checks before the training, so that an error does not waste it
    if (!status) status = check(NULL, &def, err);
    if (!status) status = get_state(&def, &trained, arguments, err);
    if (!status) status = look(&result, &def, arguments, err);
    cal_bytes_free(&trained);
    cal_session_other_free(&other);
    cal_link_free(link);
    if (!status) status = print(result, format, err);
    cal_result_free(result);
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
