// Measures the time of each step of a plan.
#ifndef CAL_AD_PLAN_PROFILE_H
#define CAL_AD_PLAN_PROFILE_H
#include "ad/plan/piece_times.h"
#include "base/memory.h"

typedef struct cal_profile {
    cal_piece_times pieces;
    double *seconds, *serial; // [steps]
    int *runs;                // [steps]
} cal_profile;

// Returns false if memory was refused.
bool cal_profile_begin(cal_profile *out, cal_arena *arena, int steps, int workers, double (*now)(void));
// Executes a fusion of `count` steps and adds their times. `first`: the number of its first step.
void cal_profile_fusion(cal_profile *profile, const cal_step *step, int first, int count, const cal_env *env);

#endif
