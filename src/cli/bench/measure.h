// Times repetitions of a step.
#ifndef CAL_CLI_BENCH_MEASURE_H
#define CAL_CLI_BENCH_MEASURE_H
#include "base/status.h"

typedef cal_status cal_bench_step(void *context, cal_error *err);

typedef struct cal_bench_rates { // steps a second, over short samples
    double median, low, high;
} cal_bench_rates;

// Warms up for a quarter of `seconds` and at least one step. Then measures for about `seconds` and at least
// three samples, or one sample if a step takes seconds.
cal_status cal_bench_measure(cal_bench_rates *out, cal_bench_step *step, void *context, double seconds,
                             cal_error *err);

#endif
