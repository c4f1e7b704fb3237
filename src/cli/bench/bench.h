// What `calib bench` measures of a model.
#ifndef CAL_CLI_BENCH_H
#define CAL_CLI_BENCH_H
#include "base/parallel.h"
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
    cal_bench_rates rate;     // of batches
    size_t parameters, bytes; // bytes: of memory, as planned
    int64_t multiply_adds;    // of one sample, forward
} cal_bench_answer;

// Steps of training on shapes10, batches put together and weights updated as in any run.
cal_status cal_bench_train(cal_bench_answer *out, const char *model, const cal_bench_request *request,
                           cal_error *err);
// Logits of one and the same batch again and again, in eval mode.
cal_status cal_bench_infer(cal_bench_answer *out, const char *model, const cal_bench_request *request,
                           cal_error *err);

typedef struct cal_bench_hv_answer {
    double hv, gradient; // seconds: of a product, of a gradient step
    size_t bytes;        // of memory that the product's plan takes
} cal_bench_hv_answer;

// A Hessian-vector product of the mean loss over all parameters, batch norm over the batch, and the plan of a
// training step of the same batch, in turns.
cal_status cal_bench_hv(cal_bench_hv_answer *out, const char *model, const cal_bench_request *request,
                        cal_error *err);

// Reports on `n` rows of random logits of `k` classes, in one thread: every metric and the four temperatures,
// or `all`, with the other calibrators, floors and intervals.
cal_status cal_bench_report(cal_bench_rates *out, cal_pool *pool, int n, int k, bool all, double seconds,
                            cal_error *err);

#endif
