#include <string.h>
#include "cli/session.h"
#include "run/chance.h"
#include "run/report_files.h"
#include "run/report_table.h"

static const cal_option options[] = {
    {"--logits", "L.npy", "Outputs of the model before softmax, [n, classes], float16, float32 or float64",
     false},
    {"--labels", "Y.npy", "The right classes, [n], whole numbers", false},
    {"--val-logits", "L.npy", "Validation outputs, on which calibrators are fitted", false},
    {"--val-labels", "Y.npy", "Validation classes", false},
    {"--probs", NULL, "The files hold probabilities, not logits; each row sums to 1", false},
    {"--csv", "F.csv",
     "Instead: columns true_label, pred_label, confidence; metrics that need more are left out", false},
    {"--metric", "M", "A metric, ece:edges=left,bins=10 (all of them, each as the lab defines it)", true},
    {"--match", "LIBRARY",
     "The conventions of focal_calibration, netcal, torchmetrics, caltrain, relplot or verified_calibration, "
     "or "
     "all of them beside the lab's",
     false},
    {"--ood-logits", "L.npy", "Outputs for samples from elsewhere, [m, classes]: adds auroc", false},
    {"--calibrator", "C", "A calibrator, spline:knots=8 (all of them, which takes long for many classes)",
     true},
    {"--bins", "M", "Bins of the calibration figures (15)", false},
    {"--draws", "N",
     "Resamples behind an interval, half as many behind a floor; 0: neither (200, fewer of large sets)",
     false},
    {"--fit-on-test", NULL, "Fit calibrators on the test set itself; the report says so", false},
    {"--threads", "N", "Threads (as many as there are processors); the result is the same", false},
    {"--format", "json|table|csv|latex|markdown", "How it is printed (json)", false},
    {NULL, NULL, NULL, false},
};

static cal_status load(cal_report_files *files, cal_arguments *arguments, cal_error *err) {
    const struct {
        const char *option;
        cal_file *file;
    } wanted[] = {
        {"--logits", &files->logits},         {"--labels", &files->labels},
        {"--val-logits", &files->val_logits}, {"--val-labels", &files->val_labels},
        {"--ood-logits", &files->ood_logits}, {"--csv", &files->csv},
    };
    cal_status status = CAL_OK;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted && !status; i++) {
        const char *path = cal_argument(arguments, wanted[i].option);
        if (path) status = cal_file_load(wanted[i].file, &arguments->arena, path, err);
    }
    return status;
}

static void collect(const char **text, const cal_arguments *arguments, const char *option) {
    for (int i = 0; i < arguments->count; i++)
        if (strcmp(arguments->given[i].option->name, option) == 0) *text++ = arguments->given[i].value;
}

static cal_status choose(cal_report_options *out, const cal_arguments *arguments, cal_error *err) {
    cal_status status = cal_argument_integer(&out->bins, arguments, "--bins", 15, 1, 1000, err);
    out->draws = -1;
    if (!status && cal_argument(arguments, "--draws"))
        status = cal_argument_integer(&out->draws, arguments, "--draws", 0, 0, CAL_DRAWS_MAX, err);
    out->probabilities = cal_argument(arguments, "--probs") != NULL;
    out->fit_on_test = cal_argument(arguments, "--fit-on-test") != NULL;
    out->match = cal_argument(arguments, "--match");
    collect(out->metric, arguments, "--metric");
    collect(out->calibrator, arguments, "--calibrator");
    return status;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    const char *word = cal_argument(arguments, "--format");
    cal_format format = CAL_JSON;
    cal_report_files files = {0};
    cal_report_options options_given = {0};
    cal_text json = {0}, table = {0};
    if (word && !cal_format_parse(&format, word))
        return cal_fail(err, CAL_USAGE, "--format %.48s is not json, table, csv, latex or markdown", word);
    cal_status status = choose(&options_given, arguments, err);
    if (!status) status = load(&files, arguments, err);
    if (!status) status = cal_session_pool(&options_given.pool, arguments, err);
    if (!status) status = cal_report_of_files(&json, &files, &options_given, err);
    cal_pool_free(options_given.pool);
    if (!status && format == CAL_JSON) return cal_print_json(&json, err);
    if (!status) status = cal_report_format(&table, &json, format, err);
    cal_text_free(&json);
    if (!status) status = cal_print_text(&table, err);
    cal_text_free(&table);
    return status;
}

const cal_command cal_command_report = {
    .name = "report",
    .summary =
        "Every metric of given outputs, with what chance says of it, before and after every calibrator.",
    .options = options,
    .run = run,
};
