#include <string.h>
#include "cli/session.h"
#include "cli/table_print.h"
#include "run/files/outputs.h"
#include "run/report/view.h"
#include "catalog/corruption/corruption.h"

static const cal_option options[] = {
    {"--logits", "L.npy", "Outputs of a model before softmax, [n, classes]", false},
    {"--labels", "Y.npy", "Labels: [n], whole numbers from 0, or one-hot, [n, classes]", false},
    CAL_SAID_OPTIONS,
    {"--posterior", "Q.npy", "The true probabilities, [n, classes], if they are known", false},
    {"--val-logits", "L.npy", "Validation outputs, on which temperatures are fitted", false},
    {"--val-labels", "Y.npy", "Validation labels", false},
    {"--ood-logits", "L.npy", "Outputs of out-of-distribution samples, [m, classes]", false},
    {"--corruption", "C", "With a LINK: take its corrupted test set, blur:severity=3, as second set", false},
    {"--temperature", "T", "Divide the logits by T (1)", false},
    CAL_SESSION_OPTIONS,
    {"--resume", "STATE", "With a LINK: resume training from this state (train --save)", false},
    {"--format", "json|csv|table|markdown", "Output format (json)", false},
    {NULL, NULL, NULL, false},
};

static cal_status read_temperature(double *out, const cal_arguments *arguments, cal_error *err) {
    const char *text = cal_argument(arguments, "--temperature");
    *out = 1;
    if (text && (strlen(text) > 40 || !cal_number_parse(out, (cal_slice){text, (int)strlen(text)})))
        return cal_fail(err, CAL_USAGE, "--temperature %.48s is not a number", text);
    return CAL_OK;
}

typedef struct asked {
    const cal_view_request *request;
    const char *link; // or null
} asked;

static const cal_view *view_of(const asked *a) { return cal_view_of(a->request->choice); }

static void write_id(cal_text *out, const void *of, int column) {
    cal_text_add(out, "%s", view_of(of)->columns[column].id);
}

static void write_head(cal_text *json, const void *of) {
    const asked *a = of;
    cal_json_member_choice(json, "view", a->request->choice);
    if (a->link) cal_json_member_string(json, "spec", a->link);
    cal_json_member_integer(json, "n", a->request->n);
    cal_json_member_integer(json, "k", a->request->k);
    cal_json_member_number(json, "temperature", a->request->temperature);
    cal_json_key(json, "columns");
    cal_view_write_columns(json, view_of(a));
}

static cal_status print(const cal_view_request *request, cal_table_format format, const char *link,
                        cal_error *err) {
    const asked a = {request, link};
    cal_table_printer printer;
    cal_table table;
    cal_table_print_open(
        &printer, &table, format,
        &(cal_table_about){
            .columns = cal_view_columns(view_of(&a)), .id = write_id, .head = write_head, .of = &a});
    cal_status status = cal_view_make(&table, request, err);
    return cal_table_print_close(&printer, &table, status, err);
}

// ---- files

typedef struct input {
    cal_outputs test, validation, ood, posterior;
} input;

static cal_status read_outputs(cal_outputs *out, cal_arguments *arguments, const char *logits,
                               const char *labels, const cal_outputs_options *reading, cal_error *err) {
    const char *z = cal_argument(arguments, logits), *y = labels ? cal_argument(arguments, labels) : NULL;
    if (!z && !y) return CAL_OK;
    if (!z || (labels && !y))
        return cal_fail(err, CAL_USAGE, "view: %s and %s belong together; %s is missing", logits, labels,
                        z ? labels : logits);
    return cal_outputs_load(out, &arguments->arena, z, y, reading, err);
}

static cal_status check_shape(const cal_outputs *given, const cal_outputs *test, bool rows, const char *what,
                              cal_error *err) {
    if (given->k && given->k != test->k)
        return cal_fail(err, CAL_FAILED, "%s have %d classes, but the logits have %d", what, given->k,
                        test->k);
    if (given->k && rows && given->n != test->n)
        return cal_fail(err, CAL_FAILED, "%s have %d rows, but the logits have %d", what, given->n, test->n);
    return CAL_OK;
}

static cal_status view_files(cal_view_request *request, cal_arguments *arguments, cal_table_format format,
                             cal_error *err) {
    input in = {0};
    cal_notes notes = {0};
    const char *needed;
    const bool probs = cal_argument(arguments, "--probs"), logits = cal_argument(arguments, "--as-logits");
    const cal_outputs_options reading = {.width = CAL_WIDTH_SINGLE,
                                         .said = probs    ? CAL_OUTPUT_PROBABILITIES
                                                 : logits ? CAL_OUTPUT_LOGITS
                                                          : CAL_OUTPUT_UNKNOWN,
                                         .notes = &notes};
    const cal_outputs_options truth = {
        .width = CAL_WIDTH_DOUBLE, .said = CAL_OUTPUT_PROBABILITIES, .notes = &notes};
    if (probs && logits)
        return cal_fail(err, CAL_USAGE, "view: --probs and --as-logits exclude each other; give one");
    cal_status status = cal_argument_required(&needed, arguments, "--logits", err);
    if (!status) status = cal_argument_required(&needed, arguments, "--labels", err);
    if (!status) status = read_outputs(&in.test, arguments, "--logits", "--labels", &reading, err);
    if (!status)
        status = read_outputs(&in.validation, arguments, "--val-logits", "--val-labels", &reading, err);
    if (!status) status = read_outputs(&in.ood, arguments, "--ood-logits", NULL, &reading, err);
    if (!status) status = read_outputs(&in.posterior, arguments, "--posterior", NULL, &truth, err);
    if (!status) status = check_shape(&in.validation, &in.test, false, "validation logits", err);
    if (!status) status = check_shape(&in.ood, &in.test, false, "out-of-distribution logits", err);
    if (!status) status = check_shape(&in.posterior, &in.test, true, "true probabilities", err);
    if (status) return status;
    cal_notes_print(&notes);
    request->logits = in.test.logits, request->labels = in.test.labels;
    request->n = in.test.n, request->k = in.test.k;
    request->posterior = in.posterior.wide;
    request->val_logits = in.validation.logits, request->val_labels = in.validation.labels;
    request->val_n = in.validation.n;
    request->ood_logits = in.ood.logits, request->ood_n = in.ood.n;
    return print(request, format, NULL, err);
}

// ---- a link

static cal_status corrupt(cal_view_request *request, cal_arguments *arguments, cal_run *run, cal_error *err) {
    const char *text = cal_argument(arguments, "--corruption");
    const cal_dataset *data = cal_run_data(run);
    cal_choice corruption;
    cal_split split;
    if (!text) return CAL_OK;
    cal_status status = cal_argument_choice(&corruption, "corruption", text, err);
    if (!status) status = cal_split_corrupt(&split, &arguments->arena, data, &data->test, &corruption, err);
    if (status) return status;
    float *logits = cal_arena_alloc(&arguments->arena, (size_t)split.n * (size_t)data->k * sizeof *logits);
    if (!logits) return cal_refuse_memory(err, "the corrupted set");
    cal_run_outputs(logits, run, &split);
    request->ood_logits = logits, request->ood_n = split.n;
    return CAL_OK;
}

static cal_status view_run(cal_view_request *request, cal_arguments *arguments, cal_table_format format,
                           cal_error *err) {
    cal_session session;
    cal_status status = cal_session_open(&session, arguments, err);
    if (status) return status;
    cal_run *run = session.training->run;
    const cal_dataset *data = cal_run_data(run);
    status = cal_session_train(&session, 0, err);
    request->logits = cal_run_test_logits(run), request->labels = data->test.labels;
    request->posterior = data->test.posterior;
    request->n = data->test.n, request->k = data->k;
    if (data->val.n) request->val_logits = cal_run_val_logits(run), request->val_labels = data->val.labels;
    request->val_n = data->val.n;
    if (!status) status = corrupt(request, arguments, run, err);
    if (!status) status = print(request, format, session.link.data, err);
    cal_session_close(&session);
    return status;
}

static const char *const of_files[] = {"--logits",     "--labels",     "--posterior",
                                       "--probs",      "--val-logits", "--val-labels",
                                       "--ood-logits", "--as-logits",  NULL};
static const char *const of_link[] = {"--corruption", "--data", "--threads", "--init", "--resume", NULL};

static cal_status refuse(const cal_arguments *arguments, const char *const *those, const char *why,
                         cal_error *err) {
    const char *wrong = cal_argument_any(arguments, those);
    return wrong ? cal_fail(err, CAL_USAGE, "view: %s %s", wrong, why) : CAL_OK;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    static cal_choice choice; // too large for a stack
    const char *word = cal_argument(arguments, "--format");
    cal_table_format format = CAL_TABLE_JSON;
    cal_view_request request = {.choice = &choice};
    if (word && !cal_table_format_parse(&format, word))
        return cal_fail(err, CAL_USAGE, "--format %.48s is not one of json, csv, table and markdown", word);
    cal_status status = cal_argument_choice(&choice, "view", arguments->operand, err);
    if (!status) status = read_temperature(&request.temperature, arguments, err);
    if (!status && arguments->second)
        status = refuse(arguments, of_files, "and a link exclude each other; give one", err);
    else if (!status) status = refuse(arguments, of_link, "needs a link", err);
    if (status) return status;
    arguments->operand = arguments->second; // the link that a session trains
    return arguments->second ? view_run(&request, arguments, format, err)
                             : view_files(&request, arguments, format, err);
}

const cal_command cal_command_view = {
    .name = "view",
    .group = CAL_GROUP_LOOK,
    .rank = 5,
    .operand = "VIEW",
    .second = "[LINK|W.safetensors]",
    .summary = "The table behind a diagram, of given logits or of a network that a link trains: confusion, "
               "samples, ...",
    .options = options,
    .run = run,
};
