#include "catalog/scores/certainty/roc.h"
#include "base/maths/exp_row.h"
#include "base/maths/maths.h"
#include "catalog/scores/bins.h"
#include "catalog/scores/sort.h"

// Goes from the largest score to the smallest, with a corner at each distinct one.
static void walk(cal_roc *out, const double *score, const int32_t *order, int negatives, int positives) {
    const double little = 1.0 / 256;
    double area = 0; // in units of pairs
    int n = negatives + positives, false_count = 0, true_count = 0;
    out->points = 1; // (0, 0)
    for (int i = n; i > 0;) {
        double at = score[order[i - 1]];
        int false_before = false_count, true_before = true_count;
        for (; i > 0 && score[order[i - 1]] == at; i--)
            if (order[i - 1] < negatives) false_count++;
            else true_count++;
        area += (false_count - false_before) * ((double)true_before + true_count) / 2;
        double x = (double)false_count / negatives, y = (double)true_count / positives;
        int last = out->points - 1;
        if (i == 0 || x - out->false_positives[last] >= little || y - out->true_positives[last] >= little) {
            out->false_positives[out->points] = x;
            out->true_positives[out->points++] = y;
        }
    }
    out->area = area / negatives / positives;
}

void cal_roc_make(cal_roc *out, cal_arena *arena, const double *negative, int negatives,
                  const double *positive, int positives) {
    cal_arena own = {0};
    size_t n = (size_t)negatives + (size_t)positives;
    double *score = cal_arena_alloc(&own, n * sizeof *score);
    int32_t *order = cal_arena_alloc(&own, n * sizeof *order);
    int32_t *scratch = cal_arena_alloc(&own, n * sizeof *scratch);
    *out = (cal_roc){.area = __builtin_nan("")};
    out->false_positives = cal_arena_alloc(arena, (CAL_ROC_POINTS + 1) * sizeof(double));
    out->true_positives = cal_arena_alloc(arena, (CAL_ROC_POINTS + 1) * sizeof(double));
    if (own.refused) arena->refused = true;
    if (!arena->refused && negatives > 0 && positives > 0) {
        for (int i = 0; i < negatives; i++) score[i] = negative[i];
        for (int i = 0; i < positives; i++) score[negatives + i] = positive[i];
        cal_sort_order(order, scratch, score, (int)n);
        walk(out, score, order, negatives, positives);
    }
    cal_arena_free(&own);
}

static double entropy(const double *p, int k) {
    double sum = 0;
    for (int j = 0; j < k; j++)
        if (p[j] > 0) sum -= p[j] * cal_log(p[j]);
    return (double)(int64_t)(sum * 1e9 + 0.5) / 1e9;
}

static double energy(const float *z, int k, float top, double temperature) {
    return -(double)top - temperature * cal_log(cal_exp_row(NULL, z, k, top, temperature));
}

bool cal_ood_score_of(double *out, cal_arena *arena, const cal_scores *s, cal_ood_score kind) {
    bool needs_logits = kind == CAL_OOD_ENERGY || kind == CAL_OOD_LOGIT;
    if ((needs_logits && !s->logits) || (kind == CAL_OOD_ENTROPY && !s->fill)) return false;
    double *p = cal_arena_alloc(arena, (size_t)s->k * sizeof *p);
    if (!p) return false;
    for (int i = 0; i < s->n; i++) {
        const float *z = needs_logits ? s->logits + (size_t)(s->from ? s->from[i] : i) * s->k : NULL;
        float top = z ? z[s->predicted[i]] : 0;
        if (kind == CAL_OOD_ENTROPY) cal_scores_row(p, s, i);
        out[i] = kind == CAL_OOD_ENTROPY      ? entropy(p, s->k)
                 : kind == CAL_OOD_CONFIDENCE ? 1 - s->confidence[i]
                 : kind == CAL_OOD_ENERGY     ? energy(z, s->k, top, s->temperature)
                                              : -(double)top;
    }
    return true;
}
