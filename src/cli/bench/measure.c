#include "cli/bench/measure.h"
#include "cli/cli.h"

enum { SAMPLES_MIN = 3, SAMPLES_MAX = 101 };
static const double SAMPLE = 0.02; // seconds: far above the clock's resolution in a browser
static const double LONG = 2;      // seconds: a longer step is sampled once

static void sort(double *value, int count) {
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && value[j - 1] > value[j]; j--) {
            double swap = value[j];
            value[j] = value[j - 1];
            value[j - 1] = swap;
        }
}

static cal_status repeat(double *rate, cal_bench_step *step, void *context, double seconds, cal_error *err) {
    double begin = cal_seconds(), spent;
    int steps = 0;
    do {
        cal_status status = step(context, err);
        if (status) return status;
        steps++;
        spent = cal_seconds() - begin;
    } while (spent < seconds);
    *rate = steps / spent;
    return CAL_OK;
}

cal_status cal_bench_measure(cal_bench_rates *out, cal_bench_step *step, void *context, double seconds,
                             cal_error *err) {
    double rate[SAMPLES_MAX], warm;
    int samples = 0;
    cal_status status = repeat(&warm, step, context, seconds / 4, err);
    double begin = cal_seconds(), span = seconds / SAMPLES_MAX > SAMPLE ? seconds / SAMPLES_MAX : SAMPLE;
    int least = !status && 1 / warm > LONG ? 1 : SAMPLES_MIN;
    while (!status && samples < SAMPLES_MAX && (samples < least || cal_seconds() - begin < seconds))
        status = repeat(&rate[samples++], step, context, span, err);
    if (status) return status;
    sort(rate, samples);
    *out = (cal_bench_rates){rate[samples / 2], rate[0], rate[samples - 1]};
    return CAL_OK;
}
