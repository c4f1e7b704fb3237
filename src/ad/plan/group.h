// A group of a schedule, ready to run.
#ifndef CAL_AD_PLAN_GROUP_H
#define CAL_AD_PLAN_GROUP_H
#include "ad/op/descriptor.h"
#include "ad/plan/schedule.h"

// What the steps of a group took on some of its planes or tiles, for a profile.
typedef struct cal_piece_times {
    double (*now)(void);
    double asking; // seconds that a question for the time takes
    int workers;
    double (*seconds)[CAL_GROUP_MAX]; // [workers], of the pieces that were measured
    int pieces;                       // that were measured: set by the group
    double scale;                     // by which they are fewer than all: set by the group
} cal_piece_times;

enum { CAL_PIECES_EVERY = 7 }; // one of so many is measured: planes' channels come in powers of two
static inline void cal_piece_scale(cal_piece_times *times, int pieces) {
    if (!times) return;
    times->pieces = (pieces + CAL_PIECES_EVERY - 1) / CAL_PIECES_EVERY;
    times->scale = (double)pieces / times->pieces;
}
// Adds what step i has taken since `*before`, and sets that to now.
static inline void cal_piece_time(const cal_piece_times *times, double *before, int i, int worker) {
    const double now = times->now();
    times->seconds[worker][i] += now - *before - times->asking;
    *before = now;
}

// Bytes that `count` steps that run together need beside their results.
size_t cal_group_scratch(const cal_step *step, int count, int workers);
// `times`: null, or where to add what the steps take, one by one.
void cal_group_execute(const cal_step *step, int count, const cal_env *env, cal_piece_times *times);
// Bytes of the piece of a result that a thread works on: a plane of an image or of pool indices, a tile of a chain.
size_t cal_local_bytes(const cal_step *step);

#endif
