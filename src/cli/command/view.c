#include <string.h>
#include "base/slice.h"
#include "cli/input/outputs.h"
#include "cli/report.h"
#include "cli/session.h"
#include "cli/table_print.h"

static const cal_option options[] = {
    {"--logits", "L.npy",
     "Outputs of a model before softmax, [n, classes]; an .npz, or a .pt that torch.save wrote, has them by "
     "their "
     "names, with labels",
     false},
    {"--labels", "Y.npy",
     "Labels: [n], whole numbers from 0, or one-hot, [n, classes]; with --head sigmoid [n, labels] of 0, 1 "
     "and "
     "-1 (unknown)",
     false},
    CAL_HEAD_OPTION,
    CAL_PROBS_OPTIONS,
    {"--posterior", "Q.npy", "The true probabilities, [n, classes], if they are known", false},
    {"--val-logits", "L.npy", "Validation outputs, on which temperatures are fitted", false},
    {"--val-labels", "Y.npy", "Validation labels", false},
    {"--ood-logits", "L.npy", "Outputs of out-of-distribution samples, [m, classes]", false},
    {"--corruption", "C", "With a LINK: take its corrupted test set, blur:severity=3, as second set", false},
    CAL_OTHER_OPTIONS,
    {"--set", "train|val|test", "With a LINK: the samples that the view is about (test)", false},
    {"--temperature", "T", "Divide the logits by T (1)", false},
    CAL_SESSION_OPTIONS,
    {"--resume", "STATE", "With a LINK: resume training from this state (train --save)", false},
    {.options = cal_option_view},
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

static cal_status print(const cal_view_def *def, cal_table_format format, const char *link, cal_error *err) {
    cal_result *result;
    cal_text json = {0};
    cal_status status = cal_view_table(&result, def, err);
    if (status) return status;
    cal_json_open(&json, '{');
    cal_json_member_string(&json, "view", cal_result_about(result).choice);
    if (link) cal_json_member_string(&json, "spec", link);
    cal_json_member_integer(&json, "n", def->test.n);
    cal_json_member_integer(&json, "k", def->test.k);
    cal_json_member_number(&json, "temperature", def->temperature);
    status = cal_table_print(&json, result, format, err);
    cal_result_free(result);
    return status;
}

// ---- files

typedef struct input {
    cal_file_outputs *test, *validation, *ood, *posterior;
} input;

static cal_status read_outputs(cal_file_outputs **out, cal_arguments *arguments, const char *logits,
                               const char *labels, const cal_file_outputs_def *reading, cal_error *err) {
    const char *z = cal_argument(arguments, logits), *y = labels ? cal_argument(arguments, labels) : NULL;
    if (!z && y)
        return cal_fail(err, CAL_USAGE, "view: %s and %s belong together; %s is missing", logits, labels,
                        logits);
    const cal_status status = cal_outputs_input(out, arguments, z, y, reading, err);
    // A file of several arrays includes labels.
    if (status || !labels || !z || cal_file_outputs_of(*out).labels) return status;
    return cal_fail(err, CAL_USAGE, "view: %s and %s belong together; %s is missing", logits, labels, labels);
}

static cal_status check_shape(const cal_file_outputs *outputs, const cal_logit_set *test, bool rows,
                              const char *what, cal_error *err) {
    const cal_logit_set given = cal_file_outputs_of(outputs);
    if (given.k && given.k != test->k)
        return cal_fail(err, CAL_FAILED, "%s have %d classes, but the logits have %d", what, given.k,
                        test->k);
    if (given.k && rows && given.n != test->n)
        return cal_fail(err, CAL_FAILED, "%s have %d rows, but the logits have %d", what, given.n, test->n);
    return CAL_OK;
}

static cal_status read_input(input *in, cal_arguments *arguments, cal_error *err) {
    cal_file_outputs_def reading = cal_default_file_outputs(), truth = reading, val, ood;
    const char *needed;
    reading.probs = cal_argument(arguments, "--probs");
    reading.as_logits = cal_argument(arguments, "--as-logits");
    truth.probs = truth.wide = true;
    cal_status status = cal_head_input(&reading.several, arguments, err);
    if (status) return status;
    val = ood = reading, val.set = "val", ood.set = "ood";
    if (reading.several && reading.probs)
        return cal_fail(err, CAL_USAGE,
                        "view: with --head sigmoid the outputs are log odds; --probs exclude "
                        "it");
    if (reading.probs && reading.as_logits)
        return cal_fail(err, CAL_USAGE, "view: --probs and --as-logits exclude each other; give one");
    status = cal_argument_required(&needed, arguments, "--logits", err);
    if (!status) status = read_outputs(&in->test, arguments, "--logits", "--labels", &reading, err);
    if (!status) status = read_outputs(&in->validation, arguments, "--val-logits", "--val-labels", &val, err);
    if (!status) status = read_outputs(&in->ood, arguments, "--ood-logits", NULL, &ood, err);
    if (!status) status = read_outputs(&in->posterior, arguments, "--posterior", NULL, &truth, err);
    const cal_logit_set test = cal_file_outputs_of(in->test);
    if (!status) status = check_shape(in->validation, &test, false, "validation logits", err);
    if (!status) status = check_shape(in->ood, &test, false, "out-of-distribution logits", err);
    if (!status) status = check_shape(in->posterior, &test, true, "true probabilities", err);
    return status;
}

static cal_status view_files(cal_view_def *def, cal_arguments *arguments, cal_table_format format,
                             cal_error *err) {
    input in = {NULL};
    cal_status status = read_input(&in, arguments, err);
    cal_file_outputs *const all[] = {in.test, in.validation, in.ood, in.posterior};
    if (!status) {
        for (int i = 0; i < 4; i++) cal_outputs_say(all[i]);
        const cal_logit_set ood = cal_file_outputs_of(in.ood);
        def->test = cal_file_outputs_of(in.test);
        def->test.posterior = cal_file_outputs_wide(in.posterior);
        def->validation = cal_file_outputs_of(in.validation);
        def->ood_logits = ood.logits, def->ood_n = ood.n;
        status = print(def, format, NULL, err);
    }
    for (int i = 0; i < 4; i++) cal_file_outputs_free(all[i]);
    return status;
}

// ---- a link

static cal_status corrupt(cal_view_def *def, cal_arguments *arguments, cal_training *training,
                          cal_error *err) {
    const char *text = cal_argument(arguments, "--corruption");
    cal_sample_set test = cal_training_samples(training, CAL_SET_TEST);
    const size_t n = (size_t)test.n, values = (size_t)test.c * (size_t)test.h * (size_t)test.w;
    if (!text) return CAL_OK;
    uint8_t *pixels = cal_arena_alloc(&arguments->arena, n * values);
    float *logits = cal_arena_alloc(&arguments->arena, n * (size_t)test.k * sizeof *logits);
    if (!pixels || !logits) return cal_refuse_memory(err, "the corrupted set");
    cal_status status = cal_corrupt_pixels(pixels, &test, cal_argument_value("corruption", text), err);
    if (status) return status;
    test.pixels = pixels;
    status = cal_training_outputs(logits, training, &test, err);
    def->ood_logits = logits, def->ood_n = test.n;
    return status;
}

static cal_status compare(cal_view_def *def, cal_arguments *arguments, cal_training *training,
                          const cal_sample_set *other, cal_error *err) {
    const size_t n = (size_t)other->n, k = (size_t)cal_training_samples(training, CAL_SET_TEST).k;
    if (!n) return CAL_OK;
    float *logits = cal_arena_alloc(&arguments->arena, n * k * sizeof *logits);
    if (!logits) return cal_refuse_memory(err, "the other set");
    def->ood_logits = logits, def->ood_n = other->n;
    return cal_training_outputs(logits, training, other, err);
}

// Evaluates a set without augmentation, the training set too. Nothing is fitted on the set itself.
static cal_status take_set(cal_view_def *def, cal_arguments *arguments, cal_training *training, cal_set set,
                           cal_error *err) {
    def->test = cal_session_outputs(training, set);
    if (set != CAL_SET_VALIDATION) def->validation = cal_session_outputs(training, CAL_SET_VALIDATION);
    if (set != CAL_SET_TRAIN) return CAL_OK;
    const cal_sample_set samples = cal_training_samples(training, set);
    float *logits =
        cal_arena_alloc(&arguments->arena, (size_t)samples.n * (size_t)samples.k * sizeof *logits);
    if (!logits) return cal_refuse_memory(err, "the outputs");
    def->test.logits = logits;
    return cal_training_outputs(logits, training, &samples, err);
}

static cal_status view_trained(cal_view_def *def, cal_arguments *arguments, cal_table_format format,
                               const cal_sample_set *other, cal_error *err) {
    cal_session session;
    cal_status status = cal_session_open(&session, arguments, err);
    if (status) return status;
    const cal_sample_set own = cal_training_samples(session.training, CAL_SET_TEST);
    const char *name = cal_argument(arguments, "--set");
    cal_set set = CAL_SET_TEST;
    if (name) status = cal_session_set(&set, session.training, name, err);
    if (!status && other->n) status = cal_session_other_fits(other, &own, err);
    if (!status) status = cal_session_train(&session, 0, err);
    if (!status) status = take_set(def, arguments, session.training, set, err);
    if (!status) status = corrupt(def, arguments, session.training, err);
    if (!status) status = compare(def, arguments, session.training, other, err);
    if (!status) status = print(def, format, session.link.data, err);
    cal_session_close(&session);
    return status;
}

// ---- tables, and the arrays of binary tasks

// Options of files that a report reads, without which arrays are of classes.
static const char *const of_tables[] = {"--csv",     "--val-csv", "--against", "--task",
                                        "--columns", "--weights", "--strict",  NULL};

static cal_status view_tables(const cal_view_def *def, cal_arguments *arguments, cal_table_format format,
                              cal_error *err) {
    cal_report_selection selection = {.def = cal_default_report()};
    cal_lab *lab = NULL;
    cal_result *result = NULL;
    cal_text json = {0};
    const char *note;
    cal_status status = cal_report_choose(&selection, arguments, err);
    if (!status) status = cal_report_load(&selection, arguments, err);
    if (!status) status = cal_session_lab(&lab, arguments, err);
    if (!status) status = cal_view_read(&result, lab, def, &selection.inputs, CAL_NAMES_COMMAND, err);
    for (int i = 0; !status && (note = cal_result_note(result, i)); i++) cal_remark("calib: note: %s", note);
    if (!status) {
        cal_json_open(&json, '{');
        cal_json_member_string(&json, "view", cal_result_about(result).choice);
        status = cal_table_print(&json, result, format, err);
    }
    cal_result_free(result);
    cal_lab_free(lab);
    return status;
}

static cal_status view_run(cal_view_def *def, cal_arguments *arguments, cal_table_format format,
                           cal_error *err) {
    cal_other_data other;
    if (cal_argument(arguments, "--other") && cal_argument(arguments, "--corruption"))
        return cal_fail(err, CAL_USAGE, "view: --other and --corruption exclude each other; give one");
    cal_status status = cal_session_other(&other, arguments, err);
    if (!status) status = view_trained(def, arguments, format, &other.test, err);
    cal_session_other_free(&other);
    return status;
}

static const char *const of_files[] = {
    "--logits",    "--labels", "--posterior", "--probs",   "--val-logits", "--val-labels", "--ood-logits",
    "--as-logits", "--head",   "--csv",       "--val-csv", "--against",    "--task",       "--columns",
    "--weights",   "--strict", NULL};
static const char *const of_link[] = {"--corruption", "--other", "--other-data", "--set", "--data",
                                      "--threads",    "--init",  "--resume",     NULL};

static cal_status refuse(const cal_arguments *arguments, const char *const *those, const char *why,
                         cal_error *err) {
    const char *wrong = cal_argument_any(arguments, those);
    return wrong ? cal_fail(err, CAL_USAGE, "view: %s %s", wrong, why) : CAL_OK;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    const char *word = cal_argument(arguments, "--format");
    cal_table_format format = CAL_TABLE_JSON;
    cal_view_def def = cal_default_view();
    if (word && !cal_table_format_parse(&format, word))
        return cal_fail(err, CAL_USAGE, "--format %.48s is not one of json, csv, table and markdown", word);
    def.view = cal_argument_value("view", arguments->operand);
    cal_status status = cal_catalog_check("view", def.view, err);
    if (!status) status = read_temperature(&def.temperature, arguments, err);
    if (!status && arguments->second)
        status = refuse(arguments, of_files, "and a link exclude each other; give one", err);
    else if (!status) status = refuse(arguments, of_link, "needs a link", err);
    if (status) return status;
    arguments->operand = arguments->second; // the session trains this link
    if (arguments->second) return view_run(&def, arguments, format, err);
    return cal_argument_any(arguments, of_tables) ? view_tables(&def, arguments, format, err)
                                                  : view_files(&def, arguments, format, err);
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
