// Floor 4. What a model said, as files: an array of numbers [n,k] and the right classes [n].
#ifndef CAL_RUN_OUTPUTS_H
#define CAL_RUN_OUTPUTS_H
#include "run/files/files.h"

typedef enum cal_width { CAL_WIDTH_SINGLE, CAL_WIDTH_DOUBLE, CAL_WIDTH_BOTH } cal_width;

typedef struct cal_outputs {
    float *logits;   // [n,k] in single precision, or
    double *wide;    // as they are in the file; whichever is asked for, the other null
    int32_t *labels; // [n], or null where none were given
    int n, k;
} cal_outputs;

// From .npy files; `labels` may be null. In `arena` or in the files' own bytes, which must stay as long.
cal_status cal_outputs_read(cal_outputs *out, cal_arena *arena, const cal_file *logits,
                            const cal_file *labels, cal_width width, cal_error *err);

// What a file holds, so that a user can say what it is: {"kind": "npy", "type": "f4", "shape": [n,k]}; of
// floats "least" and "most" and "rows_sum_to_1", without which they are no probabilities; of whole numbers
// those two and "classes", how many different ones there are (null: too large to be classes). A table of
// predictions is {"kind": "csv", "rows", "classes"}; one of outputs has "shape", "least", "most" and
// "rows_sum_to_1" as well.
cal_status cal_file_look(cal_text *json, const cal_file *file, cal_error *err);

#endif
