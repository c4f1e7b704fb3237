// Multi-label outputs: independent labels with one probability each; or classes, one-hot or as soft labels (a
// distribution of annotators).
#ifndef CAL_RUN_TABLES_MULTI_LABEL_H
#define CAL_RUN_TABLES_MULTI_LABEL_H
#include "run/tables/table.h"

typedef struct cal_multi_label {
    const char *name, *labels_name; // file names, for errors and notes
    int rows, labels;
    double *label, *output;         // [rows, labels]; NaN: missing label
    char (*title)[CAL_BINARY_WORD]; // [labels]
    cal_row_columns samples;        // weights and cases of the samples
    const cal_columns_read *read;   // names of a table's outputs, or null
} cal_multi_label;

typedef enum cal_multi_label_kind {
    CAL_MULTI_LABEL_INDEPENDENT, // 0, 1 or missing
    CAL_MULTI_LABEL_ONE_HOT,
    CAL_MULTI_LABEL_SHARES, // from 0 to 1, each row summing to 1
    CAL_MULTI_LABEL_NEITHER,
} cal_multi_label_kind;
// Returns the kind of the labels: one-hot if every row is.
cal_multi_label_kind cal_multi_label_kind_of(const cal_multi_label *many);

// Converts independent labels to a binary task with a row for each known label. Its group is the label, its
// case the sample. CAL_FAILED names a label that is not 0, 1 or missing (-1, empty), and outputs that are
// neither probabilities nor log odds.
cal_status cal_multi_label_as_binary(cal_table_outputs *out, cal_arena *arena, const cal_multi_label *many,
                                     const cal_outputs_options *reading, cal_error *err);
// Converts one-hot or soft labels to outputs with class labels, the largest share (the first of equal ones).
// Keeps the shares, too.
cal_status cal_multi_label_as_outputs(cal_outputs *out, cal_arena *arena, const cal_multi_label *many,
                                      cal_multi_label_kind kind, const cal_outputs_options *reading,
                                      cal_error *err);

// Returns true if the names of columns make at least two pairs.
bool cal_multi_label_named(const cal_frame *frame);
// Reads pairs of columns: edema and edema_prob, y_0 and p_0, true_cat and pred_cat. *found is false with
// fewer than two.
cal_status cal_multi_label_of_frame(cal_multi_label *out, bool *found, cal_arena *arena,
                                    const cal_frame *frame, cal_error *err);
// Reads arrays: outputs [n, k] with labels [n, k].
cal_status cal_multi_label_of_arrays(cal_multi_label *out, cal_arena *arena, const cal_file *outputs,
                                     const cal_file *labels, cal_error *err);
// Names the labels of arrays, one a line. CAL_FAILED: another number of names, or an empty or repeated one.
cal_status cal_multi_label_names(cal_multi_label *many, const char *names, cal_error *err);
// Reads a binary task in arrays: outputs of the positive class [n] or [n, 1], or of both [n, 2], and labels
// [n].
cal_status cal_binary_of_arrays(cal_outputs *out, cal_arena *arena, const cal_file *outputs,
                                const cal_file *labels, const cal_outputs_options *reading, cal_error *err);

#endif
