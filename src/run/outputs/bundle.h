// Reads arrays from one file: NumPy's .npz, or tensors of torch.save. Their names tell their roles.
#ifndef CAL_RUN_OUTPUTS_BUNDLE_H
#define CAL_RUN_OUTPUTS_BUNDLE_H
#include "base/bytes/file.h"
#include "base/memory.h"
#include "base/status.h"

// The given files; a missing one has no bytes.
typedef struct cal_bundle_files {
    cal_file *outputs, *labels, *val_outputs, *val_labels, *ood, *against;
    cal_file *weights; // or null: not needed
    bool alone;        // a missing validation set stays missing
} cal_bundle_files;

// Replaces each file of several arrays by the array of its role: "logits" of {"logits", "labels"} becomes
// FILE/logits.npy, in `arena` or in the file's bytes. Then takes missing files from the file of the outputs,
// if it has them. These are labels, one weight per sample, a complete validation set, and out-of-distribution
// outputs. CAL_FAILED lists the arrays if none or several could have a role.
cal_status cal_bundle_open(const cal_bundle_files *files, cal_arena *arena, cal_error *err);

#endif
