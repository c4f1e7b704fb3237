// A model's outputs as files: logits or probabilities [n, k], and labels [n].
#ifndef CAL_RUN_FILES_OUTPUTS_H
#define CAL_RUN_FILES_OUTPUTS_H
#include "base/bytes/safetensors.h"
#include "run/files/notes.h"
#include "run/files/option_names.h"

typedef enum cal_width { CAL_WIDTH_SINGLE, CAL_WIDTH_DOUBLE, CAL_WIDTH_BOTH } cal_width;

// The kind of outputs that the user gives.
typedef enum cal_output_kind {
    CAL_OUTPUT_UNKNOWN,
    CAL_OUTPUT_LOGITS,
    CAL_OUTPUT_PROBABILITIES
} cal_output_kind;

typedef struct cal_outputs_options {
    cal_width width;
    cal_output_kind kind;
    // with CAL_OUTPUT_UNKNOWN, probabilities are recognised as such; then only `wide` is filled
    bool recognise;
    const char *otherwise;   // for the error about probabilities: what to do instead; null: say that they are
    cal_naming naming;       // how errors spell options
    cal_notes *notes;        // or null
    const char *task;        // "binary", "classes", "multilabel", or null: decided by the files
    const char *columns;     // roles of a table's columns (run/files/binary.h), or null: guessed
    const char *label_names; // multi-label arrays: names, one a line; or null
} cal_outputs_options;

typedef struct cal_outputs {
    float *logits; // [n, k] in single precision, or null
    double *wide;  // [n, k] in the file's precision, or null; the request decides which of the two are filled
    int32_t *labels; // [n], or null if none were given
    double *shares;  // [n, k], soft labels, each row summing to 1, or null
    int n, k;
} cal_outputs;

// Reads .npy files; `labels` may be null. The result is in `arena` or in the files' own bytes, which must
// live as long. Probabilities are renormalised (run/files/probabilities.h); in single precision, `logits` are
// their logarithms. CAL_USAGE if they look like probabilities, the user did not give their kind, and the
// request does not `recognise` them.
cal_status cal_outputs_read(cal_outputs *out, cal_arena *arena, const cal_file *logits,
                            const cal_file *labels, const cal_outputs_options *reading, cal_error *err);
// Does the last step of that, for readers of other files: renormalises, and makes labels that count from 1
// count from 0.
cal_status cal_outputs_settle(cal_outputs *out, cal_arena *arena, const char *name, const char *labels,
                              const cal_outputs_options *reading, cal_error *err);
// Converts probabilities [count] to logits: log p, with p at least 1e-40.
float *cal_outputs_logs(cal_arena *arena, const double *p, size_t count);

// Describes a file, so that the user can choose its role: {"kind": "npy", "type": "f4", "shape": [n, k]}.
// - Floats have "least", "most" and "rows_sum_to_1" (if false, they are not probabilities), and "farthest",
//   the largest distance of a row's sum from 1.
// - Possible labels (run/files/labels.h) have "least", "most" and "one_hot". Their "classes" is the number of
//   different ones, or null if they are too large for classes.
// - Rows of 0, 1 and missing are multi-label, with "labels" per sample.
// - A table of predictions is {"kind": "csv", "rows", "classes"}; one of outputs also has "shape", "least",
//   "most", "rows_sum_to_1" and "farthest".
cal_status cal_file_inspect(cal_text *json, const cal_file *file, cal_error *err);

#endif
