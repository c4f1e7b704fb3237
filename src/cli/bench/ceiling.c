#include "cli/bench/ceiling.h"
#include "base/simd_wide.h"
#include "kernel/loops.h"

// Computes x = x m + c: nothing can be hoisted out of the loop. Thirteen independent chains hide the latency
// of both operations within the fifteen registers that V8 leaves.
void CAL_WIDE(cal_bench_ceiling)(void *context, int chunk, int worker) {
    cal_wide x[CAL_CEILING_CHAINS], m = cal_wide_splat(0.75f), c = cal_wide_splat(0.5f),
                                    sum = cal_wide_splat(0);
    (void)worker;
    CAL_UNROLLED
    for (int i = 0; i < CAL_CEILING_CHAINS; i++) x[i] = cal_wide_splat((float)i);
    CAL_ROLLED
    for (int step = 0; step < CAL_CEILING_STEPS; step++) {
        CAL_UNROLLED
        for (int i = 0; i < CAL_CEILING_CHAINS; i++) x[i] = cal_wide_muladd(x[i], m, c);
    }
    CAL_UNROLLED
    for (int i = 0; i < CAL_CEILING_CHAINS; i++) sum = cal_wide_add(sum, x[i]);
    cal_wide_store((float *)context + chunk * 16, sum); // keeps the compiler from removing the loop
}

void CAL_WIDE(cal_bench_stream)(void *job, int chunk, int worker) {
    const cal_bench_streams *s = job;
    const size_t begin = (size_t)chunk * CAL_STREAM_CHUNK;
    (void)worker;
    for (size_t i = begin; i < begin + CAL_STREAM_CHUNK; i += CAL_LANES)
        cal_wide_store(s->y + i, cal_wide_add(cal_wide_load(s->a + i), cal_wide_load(s->b + i)));
}
