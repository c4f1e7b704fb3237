// The parts of a run that only probes use.
#include "run/train/inspect.h"
#include "kernel/layout/layout.h"
#include "run/train/parts.h"

cal_pool *cal_run_pool(const cal_run *run) { return run->pool; }
const float *cal_run_pixels(const cal_run *run) { return run->pixel_table; }
float *cal_run_flat(cal_run *run) { return run->flat; }

void cal_run_normalise(cal_run *run, const float mean[4], const float sd[4]) {
    cal_kernel_pixel_table(run->pixel_table, run->data.c, mean, sd);
}

cal_dataset cal_run_data_sizes(const cal_spec *spec) {
    cal_sizes s;
    cal_run_sizes(&s, spec);
    return (cal_dataset){.k = s.k,
                         .c = s.c,
                         .h = s.h,
                         .w = s.w,
                         .train = {.n = s.train},
                         .val = {.n = s.val},
                         .test = {.n = s.test}};
}
