#include <string.h>
#include "cli/cli.h"
#include "cli/report_table.h"
#include "run/csv.h"
#include "run/match.h"
#include "run/report.h"

static const cal_option options[] = {
    {"--logits", "L.npy", "Outputs of the model before softmax, [n, classes], float32 or float64", false},
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
    {"--format", "json|table|csv|latex|markdown", "How it is printed (json)", false},
    {NULL, NULL, NULL, false},
};

typedef struct input {
    cal_pair test, validation;
    cal_predictions predictions;
} input;

// What was fitted on a set and is measured on it looks better than it is: only --fit-on-test gives that.
static cal_status check_apart(const cal_pair *a, const cal_pair *b, cal_error *err) {
    size_t numbers = (size_t)a->n * (size_t)a->k;
    bool same = a->n == b->n && (a->wide ? memcmp(a->wide, b->wide, numbers * sizeof *a->wide)
                                         : memcmp(a->logits, b->logits, numbers * sizeof *a->logits)) == 0;
    if (!same) return CAL_OK;
    return cal_fail(err, CAL_USAGE,
                    "the validation logits are the test logits: a calibrator is not measured on the set it "
                    "was fitted on, unless --fit-on-test asks for it instead");
}

static cal_status load_validation(cal_pair *out, cal_arguments *arguments, const cal_pair *test,
                                  cal_width width, cal_error *err) {
    const char *logits = cal_argument(arguments, "--val-logits");
    const char *labels = cal_argument(arguments, "--val-labels");
    if (!logits && !labels) return CAL_OK;
    if (!logits || !labels)
        return cal_fail(err, CAL_USAGE,
                        "report: --val-logits and --val-labels belong together; %s is missing",
                        logits ? "--val-labels" : "--val-logits");
    if (cal_argument(arguments, "--fit-on-test"))
        return cal_fail(err, CAL_USAGE, "report: --fit-on-test contradicts --val-logits");
    cal_status status = cal_pair_load(out, &arguments->arena, logits, labels, width, err);
    if (!status && out->k != test->k)
        return cal_fail(err, CAL_FAILED, "validation logits have %d classes, test logits %d", out->k,
                        test->k);
    return status ? status : check_apart(test, out, err);
}

static cal_status load_csv(cal_predictions *out, cal_arguments *arguments, const char *path, cal_error *err) {
    static const char *const others[] = {"--logits", "--labels",      "--val-logits", "--val-labels",
                                         "--probs",  "--fit-on-test", "--ood-logits"};
    cal_file file;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (cal_argument(arguments, others[i]))
            return cal_fail(err, CAL_USAGE, "report: --csv goes without %s", others[i]);
    cal_status status = cal_file_load(&file, &arguments->arena, path, err);
    return status ? status : cal_csv_read(out, &arguments->arena, &file, err);
}

static cal_status load(input *in, cal_arguments *arguments, cal_error *err) {
    const char *csv = cal_argument(arguments, "--csv"), *logits, *labels;
    cal_width width = cal_argument(arguments, "--probs") ? CAL_PAIR_DOUBLE : CAL_PAIR_SINGLE;
    if (csv) return load_csv(&in->predictions, arguments, csv, err);
    cal_status status = cal_argument_required(&logits, arguments, "--logits", err);
    if (!status) status = cal_argument_required(&labels, arguments, "--labels", err);
    if (!status) status = cal_pair_load(&in->test, &arguments->arena, logits, labels, width, err);
    return status ? status : load_validation(&in->validation, arguments, &in->test, width, err);
}

static cal_status load_elsewhere(cal_report_request *request, cal_arguments *arguments, cal_error *err) {
    const char *path = cal_argument(arguments, "--ood-logits");
    cal_file file;
    cal_array z;
    float *logits = NULL;
    double *probabilities = NULL;
    if (!path) return CAL_OK;
    cal_status status = cal_file_load(&file, &arguments->arena, path, err);
    if (!status) status = cal_npy_read(&z, &file, err);
    if (!status && (z.ndim != 2 || z.dim[1] != request->k))
        status =
            cal_fail(err, CAL_FAILED, "%s: out-of-distribution outputs are [samples, %d], like the others",
                     file.name, request->k);
    if (!status && request->probabilities) {
        status = cal_npy_doubles(&probabilities, &arguments->arena, &z, file.name, err);
        request->ood_probabilities = probabilities;
    } else if (!status) {
        status = cal_npy_floats(&logits, &arguments->arena, &z, file.name, err);
        request->ood_logits = logits;
    }
    if (!status) request->ood_n = z.dim[0];
    return status;
}

static cal_status choose_calibrators(cal_report_request *request, const char **text,
                                     const cal_arguments *arguments, cal_error *err) {
    static cal_choice choice; // too large for a stack
    const cal_entry *entry[CAL_GIVEN_MAX];
    cal_status status = CAL_OK;
    int count = 0;
    for (int i = 0; i < arguments->count && !status; i++) {
        if (strcmp(arguments->given[i].option->name, "--calibrator") != 0) continue;
        text[count] = arguments->given[i].value;
        status = cal_argument_choice(&choice, "calibrator", text[count], err);
        for (int j = 0; j < count && !status; j++)
            if (entry[j] == choice.entry)
                status = cal_fail(err, CAL_USAGE, "calibrator %s is asked for twice", choice.entry->id);
        entry[count++] = choice.entry;
    }
    text[count] = NULL;
    if (count) request->calibrators = text;
    return status;
}

static cal_status choose(cal_report_request *request, const char **metric, const cal_arguments *arguments,
                         cal_error *err) {
    int bins, draws;
    cal_chance usual = cal_chance_usual(request->n, request->k);
    cal_status status = cal_argument_integer(&bins, arguments, "--bins", 15, 1, 1000, err);
    if (!status)
        status = cal_argument_integer(&draws, arguments, "--draws", usual.interval, 0, CAL_DRAWS_MAX, err);
    if (status) return status;
    request->asked =
        (cal_asked){.metric = metric, .bins = bins, .strict = true, .chance = {(draws + 1) / 2, draws}};
    for (int i = 0; i < arguments->count; i++)
        if (strcmp(arguments->given[i].option->name, "--metric") == 0)
            metric[request->asked.count++] = arguments->given[i].value;
    request->match = cal_argument(arguments, "--match");
    if (!request->match) return CAL_OK;
    if (request->asked.count && strcmp(request->match, "all") != 0)
        return cal_fail(err, CAL_USAGE, "report: --metric and --match both say which metrics");
    if (strcmp(request->match, "all") == 0 || cal_library_find(request->match)) return CAL_OK;
    return cal_fail(err, CAL_USAGE,
                    "--match %.48s is not focal_calibration, netcal, torchmetrics, caltrain, relplot, "
                    "verified_calibration or all",
                    request->match);
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    const char *word = cal_argument(arguments, "--format"), *metric[CAL_GIVEN_MAX],
               *calibrator[CAL_GIVEN_MAX + 1];
    cal_format format = CAL_JSON;
    input in = {0};
    if (word && !cal_format_parse(&format, word))
        return cal_fail(err, CAL_USAGE, "--format %.48s is not json, table, csv, latex or markdown", word);
    cal_status status = load(&in, arguments, err);
    if (status) return status;
    bool csv = in.predictions.n > 0;
    cal_report_request request = {
        .logits = in.test.logits,
        .probabilities = in.test.wide,
        .confidence = in.predictions.confidence,
        .predicted = in.predictions.predicted,
        .labels = csv ? in.predictions.labels : in.test.labels,
        .n = csv ? in.predictions.n : in.test.n,
        .k = in.test.k,
        .val_logits = in.validation.logits,
        .val_probabilities = in.validation.wide,
        .val_labels = in.validation.labels,
        .val_n = in.validation.n,
        .fit_on_test = cal_argument(arguments, "--fit-on-test") != NULL,
    };
    status = choose(&request, metric, arguments, err);
    if (!status) status = choose_calibrators(&request, calibrator, arguments, err);
    if (!status) status = load_elsewhere(&request, arguments, err);
    if (status) return status;
    cal_text json = {0}, table = {0};
    cal_json_open(&json, '{');
    status = cal_report_write(&json, &request, err);
    if (status) return cal_text_free(&json), status;
    cal_json_close(&json, '}');
    if (format == CAL_JSON) return cal_print_json(&json, err);
    status = json.refused ? cal_fail(err, CAL_MEMORY, "memory for the report was refused")
                          : cal_report_format(&table, &json, format, err);
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
