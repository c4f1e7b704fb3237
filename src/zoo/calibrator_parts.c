#include "zoo/calibrator_parts.h"
#include "base/maths.h"
#include "zoo/bins.h"

cal_found cal_found_number(cal_arena *arena, const char *name, double value) {
    double *number = cal_arena_alloc(arena, sizeof *number);
    if (!number) return (cal_found){.name = NULL};
    *number = value;
    return (cal_found){name, 1, number};
}

typedef struct mapped_rows {
    cal_fit_row *row;
    const cal_fit *fit;
    const cal_scores *scores;
} mapped_rows;

static void fill(double *p, const cal_scores *scores, int i) {
    const mapped_rows *from = scores->source;
    from->row(p, from->fit, from->scores->logits + (size_t)i * from->scores->k, scores->k);
}

cal_status cal_fit_apply_rows(cal_scores *out, cal_arena *arena, cal_fit_row *row, const cal_fit *fit,
                              const cal_scores *scores, cal_error *err) {
    mapped_rows *from = cal_arena_alloc(arena, sizeof *from);
    if (!from) return cal_fail(err, CAL_MEMORY, "memory for calibrated scores was refused");
    *from = (mapped_rows){row, fit, scores};
    return cal_scores_make_filled(out, arena, fill, from, scores->labels, scores->posterior, scores->n,
                                  scores->k, err);
}

cal_status cal_fit_apply_top(cal_scores *out, cal_arena *arena, cal_fit_top *top, const cal_fit *fit,
                             const cal_scores *scores, cal_error *err) {
    size_t rows = (size_t)scores->n;
    *out = (cal_scores){.n = scores->n,
                        .k = scores->k,
                        .labels = scores->labels,
                        .posterior = scores->posterior,
                        .temperature = 1,
                        .predicted = scores->predicted,
                        .correct = scores->correct};
    out->confidence = cal_arena_alloc(arena, rows * sizeof *out->confidence);
    out->order = cal_arena_alloc(arena, rows * sizeof *out->order);
    int32_t *scratch = cal_arena_alloc(arena, rows * sizeof *scratch);
    if (arena->refused) return cal_fail(err, CAL_MEMORY, "memory for calibrated scores was refused");
    for (int i = 0; i < scores->n; i++) out->confidence[i] = top(fit, scores->confidence[i]);
    cal_sort_order(out->order, scratch, out->confidence, scores->n);
    return CAL_OK;
}

double cal_probabilities(double *p, const float *z, int k, double b) {
    double top = z[0], sum = 0;
    for (int j = 1; j < k; j++)
        if (z[j] > top) top = z[j];
    for (int j = 0; j < k; j++) sum += p[j] = cal_exp(b * (z[j] - top));
    for (int j = 0; j < k; j++) p[j] /= sum;
    return cal_log(sum);
}
