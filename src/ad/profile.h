// Measures the time of a plan's runs, step by step.
#ifndef CAL_AD_PROFILE_H
#define CAL_AD_PROFILE_H
#include "ad/plan.h"

// A step of the plan, and the work and time of its runs so far.
typedef struct cal_plan_part {
    const char *op, *kernel; // "CONV", as in ad/graph.h; the kernel, if the op has several, or null
    cal_kind kind;           // kind of its result
    cal_shape shape;
    bool follows;  // fused with the part before it
    bool overlaps; // runs concurrently with the last part before it that does not overlap; not while measured
    double multiply_adds; // by the product's definition, in one run; else 0
    double bytes;         // read and written in one run, without worker-local results
    int runs;
    double seconds, serial; // over all runs; serial: outside of loops that workers share (cal_pool_measure)
} cal_plan_part;

// Measures later runs with `now`, a monotonic clock in seconds, and discards earlier measurements. A fusion
// is timed as a whole; its time is divided among its parts in proportion to every seventh plane, tile or
// matrix.
cal_status cal_plan_measure(cal_plan *plan, double (*now)(void), cal_error *err);
int cal_plan_parts(const cal_plan *plan);
cal_plan_part cal_plan_part_at(const cal_plan *plan, int part); // in execution order

#endif
