// `calib report`: measures given outputs with every metric.
#include <string.h>
#include "cli/report.h"
#include "cli/session.h"

static const cal_option options[] = {
    {"--logits", "L.npy",
     "Outputs of the model before softmax, [n, classes], float16, float32 or float64; an .npz, or a .pt that "
     "torch.save "
     "wrote, has them by their names, with labels and validation set",
     false},
    {"--labels", "Y.npy",
     "Labels: [n], whole numbers from 0, or one-hot, [n, classes]; or a table of them, with groups, a case "
     "and weights: with --csv joined by a column of both, else row by row",
     false},
    {"--val-logits", "L.npy", "Validation outputs, on which calibrators are fitted", false},
    {"--val-labels", "Y.npy", "Validation labels", false},
    CAL_PROBS_OPTIONS,
    {"--csv", "F.csv",
     "A table (CSV, TSV or JSON lines) instead: a label and the probability p of one class; or columns "
     "label, pred and "
     "conf (metrics that need more are left out); or a column for each class and one named label, where rows "
     "that sum to 1 are taken for probabilities, which is said",
     false},
    {"--val-csv", "F.csv", "Validation outputs in such a table", false},
    {"--weights", "W.npy", "A weight above 0 for each sample of --logits; a table has a column named weight",
     false},
    {"--task", "T",
     "What the outputs are of: binary (one class: [n], [n, 1], or [n, 2]), classes, or multilabel (each "
     "label with its "
     "own probability); as the files look, if it is left out",
     false},
    {"--columns", "C",
     "What the columns of a table are, by name or number (guessed, and said): group=sex for figures of each "
     "group (again for further columns), case=patient for rows that belong together, weight=w; of a binary "
     "task label=died,p=risk (or logit=), positive= the label that p is the probability of",
     false},
    {"--label-names", "N.txt", "Names of multi-label --labels, one per line", false},
    {"--posterior", "Q.npy",
     "The true probabilities of --logits, [n, classes] or [n, labels], if they are known: adds true_ce, "
     "truth_gap and truth_kl",
     false},
    {"--against", "F.npy|F.csv",
     "Another model's outputs of the same samples: each figure's difference to it, with a paired interval",
     false},
    {"--shards", "F...",
     "What calib reduce made of outputs, any number of shards in their order, in the place of --logits",
     true},
    {"--ood-logits", "L.npy", "Outputs of out-of-distribution samples, [m, classes]: adds auroc", false},
    CAL_REPORT_OPTIONS,
    {"--threads", "N", "Threads (as many as there are processors); the result is the same", false},
    {NULL, NULL, NULL, false},
};

static cal_status load(cal_report_inputs *inputs, cal_arguments *arguments, cal_error *err) {
    const struct {
        const char *option;
        cal_input *input;
    } wanted[] = {
        {"--logits", &inputs->logits},         {"--labels", &inputs->labels},
        {"--val-logits", &inputs->val_logits}, {"--val-labels", &inputs->val_labels},
        {"--ood-logits", &inputs->ood_logits}, {"--csv", &inputs->csv},
        {"--val-csv", &inputs->val_csv},       {"--against", &inputs->against},
        {"--weights", &inputs->weights},       {"--posterior", &inputs->posterior},
    };
    cal_status status = CAL_OK;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted && !status; i++) {
        const char *path = cal_argument(arguments, wanted[i].option);
        cal_file file;
        if (!path) continue;
        status = cal_file_fits(
            path,
            "calib reduce takes such outputs in one pass, as .npy (calib reduce --help), and calib "
            "report --shards makes the report",
            err);
        if (!status) status = cal_file_load(&file, &arguments->arena, path, err);
        *wanted[i].input = (cal_input){file.name, file.bytes, file.size};
    }
    return status;
}

static cal_status load_names(const char **out, cal_arguments *arguments, cal_error *err) {
    const char *path = cal_argument(arguments, "--label-names");
    cal_file file;
    if (!path) return CAL_OK;
    const cal_status status = cal_file_load(&file, &arguments->arena, path, err);
    if (status) return status;
    if (memchr(file.bytes, 0, file.size)) return cal_fail(err, CAL_FAILED, "%s: it is not a text file", path);
    *out = cal_arena_text(&arguments->arena, (const char *)file.bytes, file.size);
    return *out ? CAL_OK : cal_refuse_memory(err, "the names");
}

// Loads the shards that --shards names; `out` has room for all.
static cal_status load_shards(cal_input *out, int *count, cal_arguments *arguments, cal_error *err) {
    static const char *const others[] = {"--logits",      "--labels",  "--val-logits", "--val-labels",
                                         "--csv",         "--val-csv", "--columns",    "--against",
                                         "--ood-logits",  "--probs",   "--as-logits",  "--posterior",
                                         "--label-names", NULL};
    const char *path, *other = cal_argument_any(arguments, others);
    cal_status status = CAL_OK;
    for (int i = 0; !status && (path = cal_argument_next(arguments, "--shards", &i));) {
        cal_file file;
        if (other)
            return cal_fail(err, CAL_USAGE, "report: --shards and %s exclude each other; give one", other);
        status = cal_file_load(&file, &arguments->arena, path, err);
        if (!status) out[(*count)++] = (cal_input){file.name, file.bytes, file.size};
    }
    return status;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    cal_report_selection selection;
    cal_report_inputs inputs = {.probs = cal_argument(arguments, "--probs") != NULL,
                                .as_logits = cal_argument(arguments, "--as-logits") != NULL,
                                .task = cal_argument(arguments, "--task"),
                                .columns = cal_argument(arguments, "--columns")};
    cal_input shards[CAL_GIVEN_MAX];
    int shard_count = 0;
    cal_lab *lab = NULL;
    cal_report *report = NULL;
    cal_status status = cal_report_select(&selection, arguments, err);
    if (!status) status = load_shards(shards, &shard_count, arguments, err);
    if (!status && !shard_count) status = load(&inputs, arguments, err);
    if (!status && !shard_count) status = load_names(&inputs.label_names, arguments, err);
    if (!status) status = cal_session_lab(&lab, arguments, err);
    if (!status)
        status = shard_count ? cal_report_shards(&report, lab, &selection.def, shards, shard_count, err)
                             : cal_report_read(&report, lab, &selection.def, &inputs, err);
    if (!status) status = cal_report_print(report, selection.format, err);
    cal_report_free(report);
    cal_lab_free(lab);
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
