// Measures reports on random logits.
#include "base/memory.h"
#include "base/random/random.h"
#include "cli/bench/bench.h"
#include "run/report/print/json.h"
#include "run/report/report.h"

enum { SEED = 1 };
static const double SPREAD = 2,
                    HINT = 4; // added to the label's logit, so that about half of the predictions are right

typedef struct scored {
    cal_report_request request;
    size_t bytes; // memory of the report
} scored;

static cal_status write(void *context, cal_error *err) {
    scored *s = context;
    cal_text json = {0};
    cal_report_value report;
    const cal_status status = cal_report_make(&report, &s->request, err);
    if (status) return status;
    cal_json_open(&json, '{');
    cal_report_write(&json, &report);
    cal_json_close(&json, '}');
    cal_report_value_free(&report);
    s->bytes = (size_t)json.length;
    cal_text_free(&json);
    return status;
}

static void fill(float *logits, int32_t *labels, int n, int k) {
    for (int i = 0; i < n; i++) {
        float *z = logits + (size_t)i * k;
        for (int j = 0; j < k; j++)
            z[j] = (float)(SPREAD * cal_random_normal(SEED, CAL_STREAM_PROBE, (uint64_t)i, (uint64_t)j));
        labels[i] = i % k;
        z[labels[i]] += (float)HINT;
    }
}

cal_status cal_bench_report(cal_bench_rates *out, cal_pool *pool, int n, int k, bool all, double seconds,
                            cal_error *err) {
    static const char *const temperature[] = {"temperature", NULL};
    cal_arena own = {0};
    float *logits = cal_arena_alloc(&own, (size_t)n * k * sizeof *logits);
    int32_t *labels = cal_arena_alloc(&own, (size_t)n * sizeof *labels);
    cal_status status = own.refused ? cal_refuse_memory(err, "%d x %d logits", n, k) : CAL_OK;
    if (!status) {
        fill(logits, labels, n, k);
        scored s = {.request = {.test = {.n = n, .k = k, .logits = logits, .labels = labels},
                                .pool = pool,
                                .fit_on_test = true,
                                .calibrators = all ? NULL : temperature,
                                .metrics = {.bins = 15}}};
        if (all) s.request.metrics.chance = cal_resampling_default(n, k);
        status = cal_bench_measure(out, write, &s, seconds, err);
    }
    cal_arena_free(&own);
    return status;
}
