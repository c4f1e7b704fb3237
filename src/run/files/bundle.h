// Arrays in one file: NumPy's .npz, and tensors that torch.save wrote. Which of them is what follows from their names.
#ifndef CAL_RUN_FILES_BUNDLE_H
#define CAL_RUN_FILES_BUNDLE_H
#include "base/bytes/file.h"
#include "base/memory.h"
#include "base/status.h"

// As they were given; one without bytes is not there.
typedef struct cal_bundle_files {
    cal_file *outputs, *labels, *val_outputs, *val_labels, *ood, *against;
    cal_file *weights; // or null: nobody asks for them
    bool alone;        // no validation set is to be taken that was not given
} cal_bundle_files;

// Each of them that holds several arrays becomes the one that it was given as: "logits" of {"logits", "labels"}, named
// FILE/logits.npy; it lies in `arena` or in the file's bytes. What was not given is taken from the file of the outputs,
// if it is there: labels, as many weights as there are samples, the outputs and labels of a validation set where both are, and out-of-distribution outputs.
// CAL_FAILED says which arrays there are where none or several could be it.
cal_status cal_bundle_open(const cal_bundle_files *files, cal_arena *arena, cal_error *err);

#endif
