// The measurements of `calib bench`.
#ifndef CAL_CLI_BENCH_H
#define CAL_CLI_BENCH_H
#include "api/calib.h"
#include "base/parallel.h"
#include "base/text.h"
#include "cli/bench/measure.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cal_bench_request {
    cal_pool *pool;
    int batch;
    double seconds;
    bool infer;
} cal_bench_request;

typedef struct cal_bench_answer {
    cal_bench_rates rate;     // batches a second
    size_t parameters, bytes; // bytes: planned memory
    int64_t multiply_adds;    // for a forward pass of one sample
} cal_bench_answer;

// Returns a lab's pool.
cal_pool *cal_bench_pool(const cal_lab *lab);

// Measures training steps on shapes10, with assembling batches and updating weights as in any run. If the
// request says infer, measures the logits of the same batch in eval mode.
cal_status cal_bench_model(cal_bench_answer *out, const char *model, const cal_bench_request *request,
                           cal_error *err);
// Adds a breakdown of the time of such steps to *out: the value of a member, or a table.
cal_status cal_bench_profile(cal_text *out, bool table, const char *model, const cal_bench_request *request,
                             cal_error *err);

enum { CAL_BENCH_COUNTS_MAX = 16 };
// Adds the speed-up of such steps for `count` numbers of threads, and the serial fraction of a step. At most
// CAL_BENCH_COUNTS_MAX numbers, each 1 to 256. Measures, in turns, numbers up to the machine's processors,
// and projects larger ones from one thread's loops. Ignores the request's pool.
cal_status cal_bench_scale(cal_text *out, bool table, const char *model, const cal_bench_request *request,
                           const int *threads, int count, cal_error *err);

typedef struct cal_bench_hv_answer {
    double hv, gradient; // seconds of a product, and of a gradient step
    size_t bytes;        // memory of the product's plan
} cal_bench_hv_answer;

// Measures alternately a training step and a Hessian-vector product of the mean loss over all parameters, on
// the same batch. Batch norm is in training mode.
cal_status cal_bench_hv(cal_bench_hv_answer *out, const char *model, const cal_bench_request *request,
                        cal_error *err);

// Measures reports on `n` rows of random logits of `k` classes, in one thread: every metric and the four
// temperatures. With `all`, also the other calibrators, noise floors and intervals.
cal_status cal_bench_report(cal_bench_rates *out, cal_pool *pool, int n, int k, bool all, double seconds,
                            cal_error *err);

#endif
