// How fast the kernels are, beside what the machine could do.
#ifndef CAL_CLI_BENCH_KERNELS_H
#define CAL_CLI_BENCH_KERNELS_H
#include "base/parallel.h"
#include "base/text.h"

// Adds an array of {name, gflops, ms_median, ms_min, ms_max, share_of_ceiling} to *json. The ceiling is what
// all workers reach together with a multiplication and an addition each time and nothing but registers. gflops
// and the share are those of the fastest sample, because other programs only ever make a sample slower.
// Convolutions count the multiplications of their definition, so Winograd's go above the ceiling. Only cases
// with `only` in their name are measured ("": all); `quick` takes a fraction of the time. Returns 0, or 1
// when memory was refused.
int cal_bench_kernels(cal_text *json, cal_pool *pool, const char *only, int quick);

#endif
