#include "cli/cli.h"
#include "run/report.h"

static const cal_option options[] = {
    {"--logits", "L.npy", "Outputs of the model before softmax, [n, classes]", false},
    {"--labels", "Y.npy", "The right classes, [n]", false},
    {"--val-logits", "L.npy", "Validation outputs, on which calibrators are fitted", false},
    {"--val-labels", "Y.npy", "Validation classes", false},
    {"--bins", "M", "Bins of the calibration figures (15)", false},
    {"--fit-on-test", NULL, "Fit calibrators on the test set itself; the report says so", false},
    {NULL, NULL, NULL, false},
};

static cal_status load_validation(cal_pair *out, cal_arguments *arguments, int k, cal_error *err) {
    const char *logits = cal_argument(arguments, "--val-logits");
    const char *labels = cal_argument(arguments, "--val-labels");
    if (!logits && !labels) return CAL_OK;
    if (!logits || !labels)
        return cal_fail(err, CAL_USAGE,
                        "report: --val-logits and --val-labels belong together; %s is missing",
                        logits ? "--val-labels" : "--val-logits");
    if (cal_argument(arguments, "--fit-on-test"))
        return cal_fail(err, CAL_USAGE, "report: --fit-on-test contradicts --val-logits");
    cal_status status = cal_pair_load(out, &arguments->arena, logits, labels, err);
    if (!status && out->k != k)
        return cal_fail(err, CAL_FAILED, "validation logits have %d classes, test logits %d", out->k, k);
    return status;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    const char *logits, *labels;
    cal_pair test = {0}, validation = {0};
    int bins = 15;
    cal_status status = cal_argument_required(&logits, arguments, "--logits", err);
    if (!status) status = cal_argument_required(&labels, arguments, "--labels", err);
    if (!status) status = cal_argument_integer(&bins, arguments, "--bins", 15, 1, 1000, err);
    if (!status) status = cal_pair_load(&test, &arguments->arena, logits, labels, err);
    if (!status) status = load_validation(&validation, arguments, test.k, err);
    if (status) return status;
    cal_report_request request = {
        .logits = test.logits,
        .labels = test.labels,
        .n = test.n,
        .k = test.k,
        .val_logits = validation.logits,
        .val_labels = validation.labels,
        .val_n = validation.n,
        .asked = {.bins = bins, .chance = cal_chance_usual(test.n, test.k)},
        .fit_on_test = cal_argument(arguments, "--fit-on-test") != NULL,
    };
    cal_text json = {0};
    cal_json_open(&json, '{');
    status = cal_report_write(&json, &request, err);
    if (status) return cal_text_free(&json), status;
    cal_json_close(&json, '}');
    return cal_print_json(&json, err);
}

const cal_command cal_command_report = {
    .name = "report",
    .summary = "Every metric of given logits, before and after every calibrator.",
    .options = options,
    .run = run,
};
