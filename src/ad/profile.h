// Where the time of a plan's runs goes, part by part.
#ifndef CAL_AD_PROFILE_H
#define CAL_AD_PROFILE_H
#include "ad/plan.h"

// A node of the plan, as fusion left it, and what it took so far.
typedef struct cal_plan_part {
    const char *op, *kernel; // "CONV", as in ad/graph.h, and which of several kernels runs it, or null
    cal_kind kind;           // of its result
    cal_shape shape;
    bool follows; // it runs together with the part before it, plane by plane or tile by tile
    bool beside;  // it runs at the same time as the last part before it that is not, unless it is measured
    double multiply_adds; // of a product's definition in one run, else 0
    double
        bytes; // of what it reads and writes in one run; what it hands to parts that it runs with is not counted
    int runs;
    double seconds, serial; // of all runs; serial: outside of loops that threads share (cal_pool_measure)
} cal_plan_part;

// Measures the runs from now on by `now`, seconds of a steady clock, and forgets earlier ones. Parts that run together are
// told apart by every seventh of their planes or tiles; what they take together is measured whole.
cal_status cal_plan_measure(cal_plan *plan, double (*now)(void), cal_error *err);
int cal_plan_parts(const cal_plan *plan);
cal_plan_part cal_plan_part_at(const cal_plan *plan, int part); // in the order in which they run

#endif
