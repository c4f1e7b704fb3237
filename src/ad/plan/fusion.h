// Runs the steps of one fusion of a schedule, and times them for a profile.
#ifndef CAL_AD_PLAN_FUSION_H
#define CAL_AD_PLAN_FUSION_H
#include "ad/op/descriptor.h"
#include "ad/plan/schedule.h"

// Times of single steps, taken on every seventh piece (plane, tile or matrix) of a fusion.
typedef struct cal_piece_times {
    double (*now)(void);
    double clock_cost; // seconds that one call of `now` takes
    int workers;
    double (*seconds)[CAL_FUSION_MAX]; // [workers][step] of the measured pieces
    int pieces;                        // number of measured pieces; set by the fusion
    double scale;                      // all pieces / measured pieces; set by the fusion
} cal_piece_times;

enum { CAL_PIECES_EVERY = 7 }; // odd, because the channels of planes come in powers of two
static inline void cal_piece_scale(cal_piece_times *times, int pieces) {
    if (!times) return;
    times->pieces = (pieces + CAL_PIECES_EVERY - 1) / CAL_PIECES_EVERY;
    times->scale = (double)pieces / times->pieces;
}
// Adds the time since `*before` to step i, and sets `*before` to now.
static inline void cal_piece_time(const cal_piece_times *times, double *before, int i, int worker) {
    const double now = times->now();
    times->seconds[worker][i] += now - *before - times->clock_cost;
    *before = now;
}

// Bytes of scratch that `count` fused steps need.
size_t cal_fusion_scratch(const cal_step *step, int count, int workers);
// Executes the fused steps. `times` (may be null) receives the time of each step.
void cal_fusion_execute(const cal_step *step, int count, const cal_env *env, cal_piece_times *times);
// Bytes of one piece of a worker-local result: a plane, a tile of a chain, or a matrix.
size_t cal_local_bytes(const cal_step *step);

#endif
