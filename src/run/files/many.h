// Several labels a sample: independent ones, each with a probability of its own; or the classes of one, one-hot or as
// shares (a distribution of annotators).
#ifndef CAL_RUN_FILES_MANY_H
#define CAL_RUN_FILES_MANY_H
#include "run/files/binary.h"

typedef struct cal_many {
    const char *name, *labels_name; // of the files, for errors and notes
    int rows, labels;
    double *label, *output;         // [rows, labels]; a label that is missing is NaN
    char (*title)[CAL_BINARY_WORD]; // [labels]
    cal_slice *cases;               // [rows], or null
    double *weight;                 // [rows], their mean 1, or null
    char case_name[CAL_BINARY_WORD], weight_name[CAL_BINARY_WORD];
} cal_many;

typedef enum cal_many_kind {
    CAL_MANY_INDEPENDENT, // 0, 1 or missing
    CAL_MANY_ONE_HOT,
    CAL_MANY_SHARES, // from 0 to 1, each row summing to 1
    CAL_MANY_NEITHER,
} cal_many_kind;
// What the labels are: one-hot where every row is.
cal_many_kind cal_many_kind_of(const cal_many *many);

// Independent labels as a binary task with a row for each that is known: its group is the label, its case the sample.
// CAL_FAILED names a label that is not 0, 1 or missing (-1, empty), and outputs that are neither probabilities nor
// log odds.
cal_status cal_many_as_binary(cal_binary *out, cal_arena *arena, const cal_many *many,
                              const cal_outputs_options *reading, cal_error *err);
// One-hot labels or shares as outputs with labels, the largest share (the first of equal ones); shares too.
cal_status cal_many_as_outputs(cal_outputs *out, cal_arena *arena, const cal_many *many, cal_many_kind kind,
                               const cal_outputs_options *reading, cal_error *err);

// Whether a column's name says that it holds outputs, and of what: "p_edema", "Edema prob", ".pred_edema"; *stem is the
// name itself where it does not say.
bool cal_output_stem(cal_slice *stem, cal_slice name);
// Whether the names of columns make at least two pairs.
bool cal_many_named(const cal_frame *frame);
// Pairs of columns: edema and edema_prob, y_0 and p_0, true_cat and pred_cat. *found is false with fewer than two.
cal_status cal_many_of_frame(cal_many *out, bool *found, cal_arena *arena, const cal_frame *frame,
                             cal_error *err);
// Arrays: outputs [n, k] with labels [n, k].
cal_status cal_many_of_arrays(cal_many *out, cal_arena *arena, const cal_file *outputs,
                              const cal_file *labels, cal_error *err);
// Names the labels of arrays, one a line. CAL_FAILED: not as many, or one that is empty or twice there.
cal_status cal_many_names(cal_many *many, const char *names, cal_error *err);
// A binary task in arrays: outputs of the positive class [n] or [n, 1], or of both [n, 2], and labels [n].
cal_status cal_binary_of_arrays(cal_binary *out, cal_arena *arena, const cal_file *outputs,
                                const cal_file *labels, const cal_outputs_options *reading, cal_error *err);

#endif
