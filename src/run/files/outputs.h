// What a model said, as files: an array of numbers [n,k] and the right classes [n].
#ifndef CAL_RUN_FILES_OUTPUTS_H
#define CAL_RUN_FILES_OUTPUTS_H
#include "run/files/safetensors.h"
#include "run/files/notes.h"

typedef enum cal_width { CAL_WIDTH_SINGLE, CAL_WIDTH_DOUBLE, CAL_WIDTH_BOTH } cal_width;

// What the user said that the numbers are.
typedef enum cal_said { CAL_SAID_NOTHING, CAL_SAID_LOGITS, CAL_SAID_PROBABILITIES } cal_said;

typedef struct cal_reading {
    cal_width width;
    cal_said said;
    const char *otherwise; // what is to be done with probabilities, in the words of an error; null: --probs
    cal_notes *notes;      // or null
} cal_reading;

typedef struct cal_outputs {
    float *logits;   // [n,k] in single precision, or
    double *wide;    // as they are in the file; whichever is asked for, the other null
    int32_t *labels; // [n], or null where none were given
    int n, k;
} cal_outputs;

// From .npy files; `labels` may be null. In `arena` or in the files' own bytes, which must stay as long.
// CAL_USAGE: nothing was said, and they look like probabilities. Those are evened out, as run/files/shares.h
// says, and where single precision is asked for, `logits` are their logarithms.
cal_status cal_outputs_read(cal_outputs *out, cal_arena *arena, const cal_file *logits,
                            const cal_file *labels, const cal_reading *reading, cal_error *err);
// The last step of it, for readers of other files; labels counted from 1 are counted from 0.
cal_status cal_outputs_settle(cal_outputs *out, cal_arena *arena, const char *name, const char *labels,
                              const cal_reading *reading, cal_error *err);
// Probabilities as logits, for what takes no others: log p, and of 0 what is as good as 0.
float *cal_outputs_logs(cal_arena *arena, const double *p, size_t count);

// What a file holds, so that a user can say what it is: {"kind": "npy", "type": "f4", "shape": [n,k]}. Of
// floats "least", "most" and "rows_sum_to_1", without which they are no probabilities, and "farthest", the
// most that a sum is off. Of what can be labels (run/files/labels.h) the "least" and "most" of them,
// "classes", how many different ones there are (null: too large to be classes), and "one_hot". A table of
// predictions is
// {"kind": "csv", "rows", "classes"}; one of outputs has "shape", "least", "most", "rows_sum_to_1" and
// "farthest" as well.
cal_status cal_file_look(cal_text *json, const cal_file *file, cal_error *err);

#endif
