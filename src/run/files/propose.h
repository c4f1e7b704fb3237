// Which network a file of weights is of, where it does not say it: the presets that its tensors fit.
#ifndef CAL_RUN_PROPOSE_H
#define CAL_RUN_PROPOSE_H
#include "run/files/weights.h"

enum { CAL_PROPOSALS_MAX = 8 };

typedef struct cal_proposal {
    cal_choice model;
    int k, c, h, w; // as `about` said, or where it did not, as the tensors have it
    bool by_name;   // every tensor is called as the lab calls it
} cal_proposal;

// The presets, with the parameters that published networks have, whose every tensor the file holds and which
// have a place for each of the file's; best first: by name, then the fewest parameters that are not the
// preset's. Of presets that are the same network the first one alone. None is no error: `count` is 0. `out`
// is in `arena`.
cal_status cal_weights_propose(cal_proposal **out, int *count, cal_arena *arena,
                               const cal_weights_about *about, const cal_file *file, cal_error *err);
// "resnet20:shortcut=pad or wrn:depth=16"
void cal_proposals_write(cal_text *out, const cal_proposal *proposal, int count);

#endif
