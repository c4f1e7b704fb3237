// Repeats of a step, timed.
#ifndef CAL_CLI_BENCH_MEASURE_H
#define CAL_CLI_BENCH_MEASURE_H
#include "base/status.h"

typedef cal_status cal_bench_step(void *context, cal_error *err);

typedef struct cal_bench_rates { // steps a second, of short samples
    double median, low, high;
} cal_bench_rates;

// Samples for about `seconds`, three at least (one of a step that takes seconds by itself), after warming up
// for a quarter of that and one step at least.
cal_status cal_bench_measure(cal_bench_rates *out, cal_bench_step *step, void *context, double seconds,
                             cal_error *err);

#endif
