// Quantiles of conformal sets, and the halves of the validation set.
#include <stdlib.h>
#include "base/random/random.h"
#include "catalog/sets/sets.h"

static void find(cal_conformal *out, const cal_ranked_rows *rows, const double *score, const int32_t *of,
                 int g, double alpha, double *own, int32_t *order) {
    *out = (cal_conformal){.n = 0};
    for (int i = 0; i < rows->scores->n; i++)
        if (!of || of[i] == g) own[out->n++] = score[i];
    out->rank = cal_conformal_rank(out->n, alpha);
    if (out->rank <= out->n) out->quantile = cal_conformal_quantile(own, out->n, alpha, order);
}

cal_status cal_conformal_find(cal_conformal *out, int count, const cal_ranked_rows *rows,
                              const cal_conformity_rule *rule, const int32_t *of, double alpha,
                              cal_error *err) {
    const size_t n = (size_t)rows->scores->n;
    cal_arena arena = {0};
    double *score = cal_arena_alloc(&arena, n * sizeof *score),
           *own = cal_arena_alloc(&arena, n * sizeof *own);
    int32_t *order = cal_arena_alloc(&arena, 2 * n * sizeof *order);
    cal_status status = arena.refused ? cal_refuse_memory(err, "the quantiles")
                                      : cal_conformity_of_labels(score, rows, rule, err);
    for (int g = 0; !status && g < count; g++) find(&out[g], rows, score, of, g, alpha, own, order);
    cal_arena_free(&arena);
    return status;
}

static int ascending(const void *a, const void *b) {
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

int cal_conformal_halves(int32_t *order, int n, uint64_t seed) {
    const int half = n / 2;
    cal_random_order(order, n, seed, CAL_STREAM_HALVES, 0);
    qsort(order, (size_t)half, sizeof *order, ascending);
    qsort(order + half, (size_t)(n - half), sizeof *order, ascending);
    return half;
}
