// Every metric of given outputs.
#include "cli/report.h"
#include "cli/session.h"

static const cal_option options[] = {
    {"--logits", "L.npy", "Outputs of the model before softmax, [n, classes], float16, float32 or float64",
     false},
    {"--labels", "Y.npy", "Labels: [n], whole numbers from 0, or one-hot, [n, classes]", false},
    {"--val-logits", "L.npy", "Validation outputs, on which calibrators are fitted", false},
    {"--val-labels", "Y.npy", "Validation labels", false},
    CAL_SAID_OPTIONS,
    {"--csv", "F.csv",
     "A table instead: columns label, pred and conf (metrics that need more are left out), or a column for "
     "each class and one named label",
     false},
    {"--val-csv", "F.csv", "Validation outputs in such a table", false},
    {"--ood-logits", "L.npy", "Outputs of out-of-distribution samples, [m, classes]: adds auroc", false},
    CAL_REPORT_OPTIONS,
    {"--threads", "N", "Threads (as many as there are processors); the result is the same", false},
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
        {"--val-csv", &files->val_csv},
    };
    cal_status status = CAL_OK;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted && !status; i++) {
        const char *path = cal_argument(arguments, wanted[i].option);
        if (path) status = cal_file_load(wanted[i].file, &arguments->arena, path, err);
    }
    return status;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    cal_format format;
    cal_report_files files = {0};
    cal_notes notes = {0};
    cal_report_options given = {.notes = &notes};
    cal_text json = {0};
    cal_lab *lab = NULL;
    cal_status status = cal_report_asked(&given, &format, arguments, err);
    if (!status) status = load(&files, arguments, err);
    if (!status) status = cal_session_lab(&lab, arguments, err);
    if (!status) given.pool = lab->pool;
    if (!status) status = cal_report_of_files(&json, &files, &given, err);
    cal_lab_free(lab);
    if (!status) cal_notes_print(&notes);
    if (!status) return cal_report_print(&json, format, err);
    cal_text_free(&json);
    return status;
}

const cal_command cal_command_report = {
    .name = "report",
    .group = CAL_GROUP_MEASURE,
    .rank = 1,
    .summary =
        "Every metric of given outputs, with noise floor and intervals, before and after every calibrator.",
    .options = options,
    .run = run,
};
