// Identifies the network of a file of weights without a model: the presets that its tensors fit.
#ifndef CAL_RUN_WEIGHTS_MODEL_GUESS_H
#define CAL_RUN_WEIGHTS_MODEL_GUESS_H
#include "run/weights/weights.h"

enum { CAL_PROPOSALS_MAX = 8 };

typedef struct cal_proposal {
    cal_choice model;
    int k, c, h, w; // classes and input size, from `about` or else from the tensors
    bool by_name;   // every tensor has the lab's name
} cal_proposal;

// Finds the presets, with parameters of published networks, whose tensors are exactly those of the file.
// Matches by name come first, then those with the fewest parameters that differ from the defaults. Only the
// first of several presets for the same network is kept. If there are none, `count` is 0, which is not an
// error. `out` is in `arena`.
cal_status cal_weights_propose(cal_proposal **out, int *count, cal_arena *arena,
                               const cal_weights_about *about, const cal_file *file, cal_error *err);
// Writes "resnet20:shortcut=pad or wrn:depth=16".
void cal_proposals_write(cal_text *out, const cal_proposal *proposal, int count);

#endif
