#include "catalog/calibrator/calibrator.h"
#include "base/maths/maths.h"
#include "catalog/calibrator/shared/odds.h"
#include "catalog/scores/sort.h"

// The source of scores that a fit maps.
typedef struct mapped {
    const cal_calibrator *by;
    const cal_fit *fit;
    const cal_scores *scores;
} mapped;

static const float *logits_of(const mapped *m, int i) {
    return m->scores->logits + (size_t)i * (size_t)m->scores->k;
}

static void fill_row(double *p, const cal_scores *scores, int i) {
    const mapped *m = scores->source;
    m->by->row(p, m->fit, logits_of(m, i), scores->k);
}

static double log_row(const cal_scores *scores, int i, int j) {
    const mapped *m = scores->source;
    return m->by->log_label(m->fit, logits_of(m, i), scores->k, j);
}

static void fill_softmax(double *p, const cal_scores *scores, int i) {
    const mapped *m = scores->source;
    m->by->softmax(p, m->fit, logits_of(m, i), scores->k);
    cal_softmax_in_place(p, scores->k);
}

static double log_softmax(const cal_scores *scores, int i, int j) {
    const mapped *m = scores->source;
    double z[CAL_MAPPED_CLASSES];
    m->by->softmax(z, m->fit, logits_of(m, i), scores->k);
    const double at = z[j];
    return at - cal_softmax_in_place(z, scores->k);
}

static void fill_odds(double *p, const cal_scores *scores, int i) {
    const mapped *m = scores->source;
    const double z = m->by->odds(m->fit, cal_odds_at(m->scores, i));
    p[0] = cal_sigmoid(-z), p[1] = cal_sigmoid(z);
}

// Makes scores of mapped rows. With a null `log_p`, a probability of 0 stays 0.
static cal_status apply_rows(cal_scores *out, cal_arena *arena, cal_scores_fill *fill, cal_scores_log *log_p,
                             const mapped *rows, cal_error *err) {
    mapped *from = cal_arena_alloc(arena, sizeof *from);
    const cal_scores *scores = rows->scores;
    if (!from) return cal_refuse_memory(err, "calibrated scores");
    *from = *rows;
    cal_status status = cal_scores_make_filled(out, arena, scores->how, fill, from, scores->logits,
                                               scores->labels, scores->posterior, scores->n, scores->k, err);
    if (!status && log_p) out->log_p = log_p;
    for (int i = 0; !status && log_p && i < scores->n; i++)
        if (out->log_p_label[i] < -600) out->log_p_label[i] = log_p(out, i, scores->labels[i]);
    return status;
}

static cal_status apply_top(cal_scores *out, cal_arena *arena, cal_fit_top *top, const cal_fit *fit,
                            const cal_scores *scores, cal_error *err) {
    size_t rows = (size_t)scores->n;
    *out = (cal_scores){.n = scores->n,
                        .k = scores->k,
                        .how = scores->how,
                        .labels = scores->labels,
                        .posterior = scores->posterior,
                        .temperature = 1,
                        .predicted = scores->predicted,
                        .correct = scores->correct};
    out->confidence = cal_arena_alloc(arena, rows * sizeof *out->confidence);
    out->order = cal_arena_alloc(arena, rows * sizeof *out->order);
    int32_t *scratch = cal_arena_alloc(arena, rows * sizeof *scratch);
    if (arena->refused) return cal_refuse_memory(err, "calibrated scores");
    for (int i = 0; i < scores->n; i++) out->confidence[i] = top(fit, scores->confidence[i]);
    cal_sort_order(out->order, scratch, out->confidence, scores->n);
    return CAL_OK;
}

cal_status cal_calibrator_apply(cal_scores *out, cal_arena *arena, const cal_calibrator *by,
                                const cal_fit *fit, const cal_scores *scores, cal_error *err) {
    const mapped from = {by, fit, scores};
    if (by->apply) return by->apply(out, arena, fit, scores, err);
    if (by->top) return apply_top(out, arena, by->top, fit, scores, err);
    if (by->odds) return apply_rows(out, arena, fill_odds, NULL, &from, err);
    if (by->softmax) return apply_rows(out, arena, fill_softmax, log_softmax, &from, err);
    return apply_rows(out, arena, fill_row, by->log_label ? log_row : NULL, &from, err);
}
