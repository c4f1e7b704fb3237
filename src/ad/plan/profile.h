// Measures the groups of a plan.
#ifndef CAL_AD_PLAN_PROFILE_H
#define CAL_AD_PLAN_PROFILE_H
#include "ad/plan/group.h"
#include "base/memory.h"

typedef struct cal_profile {
    cal_piece_times pieces;
    double *seconds, *serial; // [steps]
    int *runs;                // [steps]
} cal_profile;

// False if memory was refused.
bool cal_profile_begin(cal_profile *out, cal_arena *arena, int steps, int workers, double (*now)(void));
// Executes a group, whose first step is step number `first`.
void cal_profile_group(cal_profile *profile, const cal_step *step, int first, int count, const cal_env *env);

#endif
