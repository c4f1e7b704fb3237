// Times the pieces of a fusion for a profile. Separate from fusion.h, which chains and batches do not need.
#ifndef CAL_AD_PLAN_PIECE_TIMES_H
#define CAL_AD_PLAN_PIECE_TIMES_H
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

#endif
