// A model's outputs with their labels, and their files: logits or probabilities [n, k], and labels [n].
#ifndef CAL_RUN_OUTPUTS_OUTPUTS_H
#define CAL_RUN_OUTPUTS_OUTPUTS_H
#include "base/bytes/safetensors.h"
#include "run/outputs/notes.h"
#include "run/outputs/option_names.h"

typedef enum cal_width { CAL_WIDTH_SINGLE, CAL_WIDTH_DOUBLE, CAL_WIDTH_BOTH } cal_width;

// The kind of outputs that the user gives.
typedef enum cal_output_kind {
    CAL_OUTPUT_UNKNOWN,
    CAL_OUTPUT_LOGITS,
    CAL_OUTPUT_PROBABILITIES
} cal_output_kind;

enum { CAL_OFFER = 176, CAL_OFFERS_MAX = 4 };
// Values of `columns` that name the readings of an ambiguous table.
typedef struct cal_offers {
    int count;
    char text[CAL_OFFERS_MAX][CAL_OFFER];
} cal_offers;

typedef struct cal_outputs_options {
    cal_width width;
    cal_output_kind kind;
    // with CAL_OUTPUT_UNKNOWN, probabilities are recognised as such; then `logits` is null
    bool recognise;
    const char *otherwise;   // for the error about probabilities: what to do instead; null: say that they are
    cal_naming naming;       // how errors spell options
    cal_notes *notes;        // or null
    const char *task;        // "binary", "classes", "multilabel", or null: decided by the files
    const char *columns;     // roles of a table's columns (run/tables/binary.h), or null: guessed
    const char *label_names; // multi-label arrays: names, one a line; or null
    const char *normalise;   // questions: "none", "characters", ..., or null: as the file's own accuracy
    bool strict;             // refuses rows that would be left out
    cal_offers *offers;      // receives the readings of a table that is refused as ambiguous; or null
} cal_outputs_options;

// The kind of prediction, which decides the figures and calibrators.
typedef enum cal_task {
    CAL_TASK_CLASSES,     // one of k classes
    CAL_TASK_BINARY,      // class 1, the positive one, or not; k = 2
    CAL_TASK_MULTI_LABEL, // independent labels: a binary task with a row for each known label
    CAL_TASK_QUESTIONS,   // one of a question's own options, at most k
} cal_task;

// Groups of rows, in one column or several.
typedef struct cal_groups {
    const int32_t *of;       // [columns,n], index below `count`; null: no groups
    const int *column;       // [count], each group's column; null: the only one
    const char *by;          // the columns' names
    const char *const *name; // [count]
    const int *samples;      // multi-label: [count], samples of each group; else null
    int count;
} cal_groups;

// The columns of a table that were read, by name, and the rows that were left out.
typedef struct cal_columns_read {
    const char *label, *predicted, *confidence; // null: none
    int outputs, others;
    const char *const *output;  // [outputs], in the order of the classes; binary: the probability
    const char *const *other;   // [others], columns that are not read
    int missing, first_missing; // rows with missing values, and the line of the first
} cal_columns_read;

// Outputs of n rows, with all that is known of them. Arrays that are not known are null.
typedef struct cal_outputs {
    cal_task task;
    int n, k; // n = 0: no outputs
    // Logits [n,k], or probabilities [n,k], or the confidences and predicted classes [n] alone.
    // Probabilities count if there are both. Those of a binary task are 1 - p and p.
    const float *logits;
    const double *probabilities, *confidence;
    const int32_t *predicted;
    const double *odds;      // binary: [n], log odds as given, more precise than the probabilities
    const int32_t *labels;   // [n]
    const double *posterior; // [n,k], true probabilities, or soft labels with rows that sum to 1
    const double *soft;      // [n,k], soft labels, also in `posterior`
    const int32_t *options;  // questions: [n], number of options out of k
    const double *weight;    // [n], with mean 1
    const char *weight_name; // as in the file
    const double *score;     // [n], larger for more certain samples, from a column
    const int32_t *cases;    // [n], 0 to case_count - 1: rows of one case are resampled together
    int case_count;
    const char *positive; // binary: the file's name of the positive class
    cal_groups groups;    // each is measured separately; multi-label: the labels
    // Multi-label: number of samples, and of labels per sample; [n], a row's sample and label. Rows are
    // sorted by label.
    int samples, labels_each;
    const int32_t *sample_of, *label_of;
    cal_groups sample_groups;     // multi-label: groups of samples, each with means over the labels
    const cal_columns_read *read; // columns of a table, else null; multi-label: only those of the outputs
    const double *wide;           // [n,k], logits as in a file of double precision, if requested
} cal_outputs;

// Returns true if each row has a positive class with one probability.
static inline bool cal_outputs_are_binary(const cal_outputs *o) {
    return o->task == CAL_TASK_BINARY || o->task == CAL_TASK_MULTI_LABEL;
}

// Reads .npy files; `labels` may be null. The result is in `arena` or in the files' own bytes, which must
// live as long. Probabilities are renormalised (probabilities.h); in single precision, `logits` are
// their logarithms. CAL_USAGE if they look like probabilities, the user did not give their kind, and the
// request does not `recognise` them.
cal_status cal_outputs_read(cal_outputs *out, cal_arena *arena, const cal_file *logits,
                            const cal_file *labels, const cal_outputs_options *reading, cal_error *err);
// Does the last step of that for readers of other files, which give the numbers as `logits` and `wide`.
// Renormalises, and makes labels [n] that count from 1 count from 0; `labels` may be null.
cal_status cal_outputs_settle(cal_outputs *out, int32_t *labels, cal_arena *arena, const char *name,
                              const char *labels_name, const cal_outputs_options *reading, cal_error *err);
// Converts probabilities [count] to logits: log p, with p at least 1e-40.
float *cal_outputs_logs(cal_arena *arena, const double *p, size_t count);

#endif
