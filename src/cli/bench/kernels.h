// The speed of the kernels, relative to the machine's peak.
#ifndef CAL_CLI_BENCH_KERNELS_H
#define CAL_CLI_BENCH_KERNELS_H
#include "base/parallel.h"
#include "base/text.h"

// Adds an array of {name, gflops, ms_median, ms_min, ms_max, share_of_ceiling} to *json. The ceiling is the
// rate of alternating multiplications and additions in registers, over all workers. Other programs can only
// make a sample slower, so gflops and share_of_ceiling are from the fastest one. Convolutions count the
// multiplications of their definition, so Winograd's can exceed the ceiling. Measures only cases whose name
// contains `only` ("" for all); `quick` takes a fraction of the time. Returns 0, or 1 if memory was refused.
int cal_bench_kernels(cal_text *json, cal_pool *pool, const char *only, int quick);

#endif
