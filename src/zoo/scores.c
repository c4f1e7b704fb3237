#include "zoo/scores.h"
#include <assert.h>
#include "base/maths.h"

cal_status cal_scores_check(const float *logits, const int32_t *labels, int n, int k, cal_error *err) {
    if (n < 1) return cal_fail(err, CAL_FAILED, "logits: no rows; at least one is needed");
    if (k < 2) return cal_fail(err, CAL_FAILED, "logits: %d column; at least 2 classes are needed", k);
    for (int i = 0; i < n; i++) {
        const float *z = logits + (size_t)i * k;
        for (int j = 0; j < k; j++)
            if (!(z[j] - z[j] == 0))
                return cal_fail(err, CAL_FAILED, "logits: row %d, column %d is %s", i, j,
                                z[j] != z[j] ? "not a number" : "infinite");
        if (labels[i] < 0 || labels[i] >= k)
            return cal_fail(err, CAL_FAILED, "labels: row %d is %d, which is not one of the classes 0 to %d",
                            i, labels[i], k - 1);
    }
    return CAL_OK;
}

// p = softmax(z/T), in double. The differences to the maximum are exact or nearly so before they are divided,
// so that large logits cost no accuracy, and the largest term is e^0 = 1.
static void score_row(cal_scores *s, int i) {
    const float *z = s->logits + (size_t)i * s->k;
    double *p = s->p + (size_t)i * s->k, sum = 0;
    int best = 0, label = s->labels[i];
    for (int j = 1; j < s->k; j++)
        if (z[j] > z[best]) best = j;
    for (int j = 0; j < s->k; j++) sum += p[j] = cal_exp(((double)z[j] - z[best]) / s->temperature);
    for (int j = 0; j < s->k; j++) p[j] /= sum;
    s->log_p_label[i] = ((double)z[label] - z[best]) / s->temperature - cal_log(sum);
    s->confidence[i] = p[best];
    s->predicted[i] = best;
    s->correct[i] = best == label;
}

cal_status cal_scores_make(cal_scores *out, cal_arena *arena, const float *logits, const int32_t *labels,
                           const double *posterior, int n, int k, double temperature, cal_error *err) {
    assert(temperature > 0);
    cal_status status = cal_scores_check(logits, labels, n, k, err);
    if (status) return status;
    *out = (cal_scores){.n = n,
                        .k = k,
                        .logits = logits,
                        .labels = labels,
                        .posterior = posterior,
                        .temperature = temperature};
    size_t rows = (size_t)n;
    out->p = cal_arena_alloc(arena, rows * k * sizeof(double));
    out->log_p_label = cal_arena_alloc(arena, rows * sizeof(double));
    out->confidence = cal_arena_alloc(arena, rows * sizeof(double));
    out->predicted = cal_arena_alloc(arena, rows * sizeof(int32_t));
    out->correct = cal_arena_alloc(arena, rows);
    if (arena->refused)
        return cal_fail(err, CAL_MEMORY, "memory for the probabilities of %d rows and %d classes was refused",
                        n, k);
    for (int i = 0; i < n; i++) score_row(out, i);
    return CAL_OK;
}
