// What the processor can do at most: multiplications and additions in registers of the width in use.
#ifndef CAL_CLI_CEILING_H
#define CAL_CLI_CEILING_H
#include "base/parallel.h"
#include "base/simd_width.h"

enum { CAL_CEILING_CHAINS = 13, CAL_CEILING_STEPS = 100000 };

// Each chunk writes sixteen floats of its own at the context, a float array; it takes so many operations.
CAL_EACH_WIDTH_OF(cal_chunk_run, cal_bench_ceiling);
static inline double cal_bench_ceiling_flop(void) {
    static const double lanes[] = {4, 4, 8, 16};
    return 2 * lanes[cal_simd_width()] * CAL_CEILING_CHAINS * CAL_CEILING_STEPS;
}

#endif
