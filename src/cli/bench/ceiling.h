// Measures the processor's peak: multiplications and additions in registers of the current width, and memory
// bandwidth.
#ifndef CAL_CLI_BENCH_CEILING_H
#define CAL_CLI_BENCH_CEILING_H
#include "base/simd_width.h"

enum { CAL_CEILING_CHAINS = 13, CAL_CEILING_STEPS = 100000 };

// Each chunk performs cal_bench_ceiling_flop() operations and writes 16 separate floats to the context, a
// float array.
#define CAL_CEILING_OF_WIDTH(width)                                                                          \
    void cal_bench_ceiling_##width(void *floats, int chunk, int worker);                                     \
    void cal_bench_stream_##width(void *job, int chunk, int worker);
CAL_EACH_WIDTH(CAL_CEILING_OF_WIDTH)
#undef CAL_CEILING_OF_WIDTH
static inline double cal_bench_ceiling_flop(void) {
    static const double lanes[] = {4, 8, 16};
    return 2 * lanes[cal_simd_width()] * CAL_CEILING_CHAINS * CAL_CEILING_STEPS;
}

// Each chunk writes CAL_STREAM_CHUNK sums y = a + b, three floats of memory each.
enum { CAL_STREAM_CHUNK = 1 << 16 };
typedef struct cal_bench_streams {
    float *y;
    const float *a, *b;
} cal_bench_streams;

#endif
