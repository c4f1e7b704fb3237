// A calibrator fitted on one set of outputs, to be kept as a file and applied to others.
#ifndef CAL_RUN_CALIBRATION_FITTED_H
#define CAL_RUN_CALIBRATION_FITTED_H
#include "run/calibration/groups.h"

// A calibrator with its fits, and what it was fitted on. It owns its memory.
typedef struct cal_fitted {
    cal_arena arena;
    cal_choice choice;
    const cal_calibrator *calibrator;
    int ways;
    cal_fit fit[CAL_FITS_MAX]; // [ways]
    cal_task task;             // classes, binary or multi-label
    bool probabilities;        // fitted on probabilities, else on logits or log odds
    int k;                     // classes, 2 of a binary task; multi-label: labels of a sample
    const char *positive;      // binary: the positive class, or null
    int columns;               // number of columns, 0: fitted on arrays
    const char *const *column; // names of the table's output columns, in the order of the classes or labels
    int n;                     // samples
    char hash[65];             // SHA-256 of outputs and labels (cal_fitted_write)
    char engine[16];           // version of the engine that fitted it
    cal_fitted_groups *groups; // corrections of groups, or null; then there is one fit
} cal_fitted;

// Fits a calibrator, such as "temperature:by=nll", on outputs with labels. CAL_FAILED: too few samples, or
// outputs that determine no fit. CAL_USAGE: a task that the calibrator does not have.
cal_status cal_fitted_make(cal_fitted *out, const cal_outputs *outputs, const char *calibrator,
                           cal_pool *pool, cal_error *err);
// Fits it on validation files: val_logits and val_labels, or val_csv. options->notes receives the notes.
// "temperature:group=sex" also corrects the groups of a column.
cal_status cal_fitted_of_files(cal_fitted *out, const char *calibrator, const cal_report_files *files,
                               const cal_report_options *options, cal_error *err);
void cal_fitted_free(cal_fitted *fitted);
// Writes the hash of outputs and labels (cal_fitted_write).
void cal_fitted_hash(char hex[65], const cal_outputs *outputs);
// Returns the calibrator of a file as a request names it.
cal_ready_fit cal_fitted_ready(const cal_fitted *fitted, const char *name);
// Returns the fit that is saved if the user names none: by_nll if there is one, else the first.
int cal_fitted_usual(const cal_fitted *fitted);

// Calibrated outputs of n samples.
typedef struct cal_calibrated {
    double *probabilities; // [n,k]; null: the calibrator maps only confidences
    double *low, *high;    // [n,k] the probabilities' intervals, if requested
    const double *confidence;
    const int32_t *predicted;
} cal_calibrated;
// Applies fit `way` to outputs of its task; labels are not read and may be null. The result is in `arena`.
// `intervals` needs a calibrator that has them. A calibrator with groups needs of[n,columns] (groups.h).
// Outputs of a multi-label task are those of a binary one, a row for each label of each sample. CAL_FAILED
// names a row that gets no finite probability.
cal_status cal_fitted_apply(cal_calibrated *out, cal_arena *arena, const cal_fitted *fitted, int way,
                            const cal_outputs *outputs, const int32_t *of, bool intervals, cal_pool *pool,
                            cal_error *err);

// Makes the calibrated scores alone. They refer to `before`, which this makes, too. Labels may be null.
cal_status cal_fitted_scores(cal_scores *out, cal_scores *before, cal_arena *arena, const cal_fitted *fitted,
                             int way, const cal_outputs *outputs, const int32_t *of, cal_pool *pool,
                             cal_error *err);

// Writes a fit as JSON, a member a line:
// - "format": "calib calibrator", "version": 1, or 2 with groups, "engine";
// - "calibrator": its text in a link's grammar, and "way": "by_nll";
// - "task": "classes", "binary" or "multilabel"; "outputs": "logits" or "probabilities"; "k"; "positive";
//   "columns": [...] of a table;
// - "fitted_on": {"n", "sha256"}, the hash of the outputs and then of the labels as int32, little-endian.
//   The outputs are float32 logits or float64 probabilities [n,k]. Binary and multi-label tasks have one
//   float64 a row. Soft labels, float64 [n,k], follow the labels;
// - "parameters": {"T": 1.7, ...}, the calibrator's lists;
// - "groups": {"by": ["sex"], "names": ["F", "M"], "n": [120, 98], "steps": [{"group": "F", "weight": 0.8,
//   "parameters": {...}}], "remaining": {"group", "n", "difference", "low", "high"}}, if it has groups.
void cal_fitted_write(cal_text *json, const cal_fitted *fitted, int way);
// Reads such a file. CAL_FAILED names the file and what is wrong: another format, a newer version, or lists
// that do not fit.
cal_status cal_fitted_read(cal_fitted *out, const cal_file *file, cal_error *err);

#endif
