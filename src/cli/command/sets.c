// `calib sets`: conformal sets of outputs, or of a link's network.
#include <string.h>
#include "cli/report.h"
#include "cli/session.h"

static const cal_option options[] = {
    {"--score", "S", "How badly a class fits: lac, aps, raps or topk, with parameters, raps:lambda=0.1 (aps)",
     false},
    {"--alpha", "A", "Fraction of sets that may miss the true class (0.1)", false},
    {"--by", "class|group", "A quantile for each class, or for each group of a table (one for all)", false},
    {"--empty", "allow|top", "Whether a set may be empty, or gets the most probable class (allow)", false},
    {"--calibrator", "C",
     "Fit a calibrator on one half of the validation set, and take the quantile from the other", false},
    {"--temperature", "T", "Divide the logits by T (1)", false},
    {"--seed", "N", "Seed of the halves and of the random numbers (1)", false},
    {"--out", "F.npy|F.csv", "Write the sets: an array of 0 and 1, or a table", false},
    {.options = cal_option_sets},
    CAL_SESSION_OPTIONS,
    {NULL, NULL, NULL, false},
};

static cal_status read_number(double *out, const cal_arguments *arguments, const char *option,
                              cal_error *err) {
    const char *text = cal_argument(arguments, option);
    if (!text || cal_number_parse(out, (cal_slice){text, (int)strlen(text)})) return CAL_OK;
    return cal_fail(err, CAL_USAGE, "%s %.48s is not a number", option, text);
}

static cal_status read_def(cal_sets_def *out, cal_arguments *arguments, cal_error *err) {
    const char *score = cal_argument(arguments, "--score");
    int seed;
    *out = cal_default_sets();
    out->naming = CAL_NAMES_COMMAND;
    if (score) out->score = score;
    out->by = cal_argument(arguments, "--by");
    out->empty = cal_argument(arguments, "--empty");
    out->calibrator = cal_argument(arguments, "--calibrator");
    cal_status status = cal_argument_integer(&seed, arguments, "--seed", 1, 0, INT32_MAX, err);
    if (!status) out->seed = (uint32_t)seed;
    if (!status) status = read_number(&out->alpha, arguments, "--alpha", err);
    return status ? status : read_number(&out->temperature, arguments, "--temperature", err);
}

static cal_status sets_of_files(cal_sets **out, cal_arguments *arguments, const cal_sets_def *def,
                                cal_error *err) {
    cal_report_selection selection;
    cal_lab *lab = NULL;
    cal_status status = cal_report_select(&selection, arguments, err);
    if (!status) status = cal_report_load(&selection, arguments, err);
    if (!status) status = cal_session_lab(&lab, arguments, err);
    if (!status) status = cal_sets_read(out, lab, def, &selection.inputs, err);
    cal_lab_free(lab);
    return status;
}

static cal_status sets_of_link(cal_sets **out, cal_arguments *arguments, const cal_sets_def *def,
                               cal_error *err) {
    static const char calibrator[] = "--calibrator-file";
    const char *path = cal_argument(arguments, calibrator);
    cal_sets_def own = *def;
    cal_session session;
    cal_option option;
    cal_file file;
    for (int i = 0; cal_option_sets(&option, i); i++)
        if (strcmp(option.name, calibrator) != 0 && cal_argument(arguments, option.name))
            return cal_fail(err, CAL_USAGE, "sets: %s goes with files of outputs, not with a link",
                            option.name);
    cal_status status = path ? cal_file_load(&file, &arguments->arena, path, err) : CAL_OK;
    if (!status && path) own.calibrator_file = (cal_input){file.name, file.bytes, file.size};
    if (!status) status = cal_session_open(&session, arguments, err);
    if (status) return status;
    status = cal_session_train(&session, 0, err);
    if (!status) status = cal_sets_training(out, session.training, &own, err);
    cal_session_close(&session);
    return status;
}

// Returns the format that a file's name asks for, or null.
static const char *format_of(const char *path) {
    const size_t length = strlen(path);
    const char *end = length > 4 ? path + length - 4 : "";
    return strcmp(end, ".npy") == 0 || strcmp(end, ".csv") == 0 ? end + 1 : NULL;
}

static cal_status save(const cal_sets *sets, const char *path, cal_error *err) {
    cal_bytes bytes = {0};
    if (!path) return CAL_OK;
    cal_status status = cal_sets_save(&bytes, sets, format_of(path), err);
    if (!status) status = cal_bytes_save(NULL, path, &bytes, err);
    cal_bytes_free(&bytes);
    return status;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    const char *path = cal_argument(arguments, "--out"), *note;
    cal_sets *sets = NULL;
    cal_sets_def def;
    cal_bytes json = {0};
    if (path && !format_of(path))
        return cal_fail(err, CAL_USAGE, "--out %.200s ends neither in .npy nor in .csv", path);
    cal_status status = read_def(&def, arguments, err);
    if (!status)
        status = arguments->operand ? sets_of_link(&sets, arguments, &def, err)
                                    : sets_of_files(&sets, arguments, &def, err);
    if (!status) status = save(sets, path, err);
    if (!status) status = cal_sets_json(&json, sets, err);
    for (int i = 0; !status && (note = cal_sets_note(sets, i)); i++) cal_remark("calib: note: %s", note);
    if (!status) status = cal_print_line(&json, err);
    cal_bytes_free(&json);
    cal_sets_free(sets);
    return status;
}

const cal_command cal_command_sets = {
    .name = "sets",
    .group = CAL_GROUP_MEASURE,
    .rank = 4,
    .operand = "[LINK|W.safetensors]",
    .summary = "Conformal sets: the classes that are still possible for each sample, at a promised coverage.",
    .options = options,
    .run = run,
};
