// `calib apply`: applies a fitted calibrator to outputs of any size, which pass through.
#include <stdio.h>
#include <string.h>
#include "cli/report.h"
#include "cli/session.h"

static const cal_option options[] = {
    {"--logits", "L.npy", "Outputs to calibrate, as the validation outputs were; - for a pipe", false},
    {"--csv", "F.csv", "A table of outputs instead, which is copied with columns of probabilities", false},
    {"--out", "P", "The file to write: .npy, .npz or .csv; - for a pipe, in the format of the input", false,
     true},
    {"--columns", "C",
     "The table's outputs, if they are not named as those of the fit: class=A,class=B, classes=p*, p=risk or "
     "logit=z",
     false},
    {"--groups", "G.csv",
     "The groups of each row of --logits, for a calibrator that corrects groups: a table with its columns",
     false},
    CAL_PROBS_OPTIONS,
    {"--intervals", NULL, "Also write p0 and p1 of Venn-Abers, as columns _low and _high", false},
    {"--float32", NULL, "Write arrays of single precision (double)", false},
    {"--threads", "N", "Threads (default: one per processor); the result is the same", false},
    {NULL, NULL, NULL, false},
};

enum { PIECE = 1 << 20 };

static cal_status load(cal_calibration **out, cal_lab *lab, cal_arguments *arguments, cal_error *err) {
    cal_file file;
    const cal_status status = cal_file_load(&file, &arguments->arena, arguments->operand, err);
    return status ? status
                  : cal_calibration_load(out, lab, &(cal_input){file.name, file.bytes, file.size}, err);
}

// Reads pieces, and writes what becomes of them.
static cal_status pass(FILE *to, const char *to_name, cal_apply *a, FILE *from, const char *from_name,
                       cal_arena *arena, cal_error *err) {
    uint8_t *bytes = cal_arena_alloc(arena, PIECE);
    if (!bytes) return cal_refuse_memory(err, "a piece of the outputs");
    cal_status status = CAL_OK;
    for (bool last = false; !status && !last;) {
        cal_bytes out = {0};
        const size_t size = fread(bytes, 1, PIECE, from);
        last = size < PIECE;
        if (ferror(from)) return cal_fail(err, CAL_FAILED, "%.300s cannot be read", from_name);
        status = cal_apply_bytes(&out, a, bytes, size, last, err);
        if (!status && fwrite(out.data, 1, out.size, to) < out.size)
            status = cal_fail(err, CAL_FAILED, "%.300s cannot be written", to_name);
    }
    return status;
}

static cal_status apply(cal_apply *a, const char *path, const char *to, cal_arguments *arguments,
                        cal_error *err) {
    const bool piped = strcmp(path, "-") == 0;
    FILE *from = piped ? stdin : fopen(path, "rb");
    cal_draft draft;
    cal_bytes note = {0};
    if (!from) return cal_fail(err, CAL_FAILED, "%.300s cannot be opened", path);
    cal_status status = cal_draft_open(&draft, to, err);
    if (!status) {
        status = pass(draft.file, to, a, from, path, &arguments->arena, err);
        status = cal_draft_close(&draft, status, err);
    }
    if (!piped) fclose(from);
    if (!status) status = cal_apply_note(&note, a, err);
    if (!status && note.size) cal_remark("calib: note: %.*s", (int)note.size, note.data);
    cal_bytes_free(&note);
    return status;
}

// Finds the format in the ending of the file to write.
static const char *format_of(const char *to) {
    static const char *const formats[] = {"npy", "npz", "csv"};
    const char *ending = strrchr(to, '.');
    for (size_t i = 0; ending && i < sizeof formats / sizeof *formats; i++)
        if (strcmp(ending + 1, formats[i]) == 0) return formats[i];
    return NULL;
}

static cal_status run(cal_arguments *arguments, cal_error *err) {
    const char *array = cal_argument(arguments, "--logits"), *table = cal_argument(arguments, "--csv");
    const char *to = cal_argument(arguments, "--out"), *path = array ? array : table;
    cal_apply_def def = cal_default_apply();
    cal_lab *lab = NULL;
    cal_calibration *calibration = NULL;
    cal_apply *a = NULL;
    if (!path) return cal_fail(err, CAL_USAGE, "--logits or --csv is missing");
    if (array && table) return cal_fail(err, CAL_USAGE, "--logits and --csv exclude each other; give one");
    cal_status status = cal_session_lab(&lab, arguments, err);
    if (!status) status = load(&calibration, lab, arguments, err);
    def.calibration = calibration, def.naming = CAL_NAMES_COMMAND;
    def.name = strcmp(path, "-") == 0 ? "the standard input" : path;
    def.columns = cal_argument(arguments, "--columns"), def.format = format_of(to);
    def.probs = cal_argument(arguments, "--probs") != NULL;
    def.as_logits = cal_argument(arguments, "--as-logits") != NULL;
    def.intervals = cal_argument(arguments, "--intervals") != NULL;
    def.single = cal_argument(arguments, "--float32") != NULL;
    cal_file groups;
    const char *rows = cal_argument(arguments, "--groups");
    if (!status && rows) status = cal_file_load(&groups, &arguments->arena, rows, err);
    if (!status && rows) def.groups = (cal_input){groups.name, groups.bytes, groups.size};
    if (!status) status = cal_apply_open(&a, &def, err);
    if (!status) status = apply(a, path, to, arguments, err);
    cal_apply_free(a);
    cal_calibration_free(calibration);
    cal_lab_free(lab);
    return status;
}

const cal_command cal_command_apply = {
    .name = "apply",
    .operand = "cal.json",
    .group = CAL_GROUP_MEASURE,
    .rank = 3,
    .summary = "Calibrated probabilities of outputs of any size, by a calibrator that calib fit wrote.",
    .options = options,
    .run = run,
};
