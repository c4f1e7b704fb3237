#include "catalog/metric/metric.h"
#include "catalog/scores/binary/isotonic.h"
#include "catalog/scores/bins.h"
#include "catalog/scores/figures.h"

typedef struct parts {
    double brier, recalibrated, uncertainty;
    int levels;
    cal_isotonic_level *level;
} parts;

static bool take(parts *out, cal_arena *arena, const cal_scores *s) {
    double rate = 0;
    *out = (parts){.level = cal_arena_alloc(arena, (size_t)s->n * sizeof *out->level)};
    if (!out->level) return false;
    out->levels =
        cal_isotonic_pool(out->level, s->confidence, s->order, NULL, 1, s->correct, s->weight, s->n);
    const double total = cal_scores_total(s);
    for (int i = 0; i < s->n; i++) {
        const double gap = s->confidence[i] - s->correct[i], weight = cal_scores_weight(s, i);
        out->brier += weight * (gap * gap), rate += weight * s->correct[i];
    }
    for (int l = 0; l < out->levels; l++) {
        const double height = cal_isotonic_height(&out->level[l]);
        out->recalibrated += out->level[l].count * height * (1 - height);
    }
    rate /= total;
    out->brier /= total, out->recalibrated /= total, out->uncertainty = rate * (1 - rate);
    return true;
}

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    parts p;
    (void)choice;
    *out = (cal_figure){.value = __builtin_nan("")};
    if (take(&p, arena, s)) out->value = p.brier - p.recalibrated;
}

// The curve runs level over each run of samples, from its first probability to its last.
static void detail(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    parts p;
    (void)choice;
    if (!take(&p, arena, s)) return;
    double *x = cal_arena_alloc(arena, 2 * (size_t)p.levels * sizeof *x);
    double *y = cal_arena_alloc(arena, 2 * (size_t)p.levels * sizeof *y);
    if (!x || !y) return;
    for (int l = 0; l < p.levels; l++) {
        x[2 * l] = p.level[l].first, x[2 * l + 1] = p.level[l].last;
        y[2 * l] = y[2 * l + 1] = cal_isotonic_height(&p.level[l]);
    }
    out->curve = (cal_curve){"probability", "rate", 2 * p.levels, x, y};
    cal_figure_part(out, "discrimination", p.uncertainty - p.recalibrated);
    cal_figure_part(out, "uncertainty", p.uncertainty);
}

const cal_metric cal_metric_corp = {
    .entry = {.id = "corp",
              .label = "Miscalibration (CORP)",
              .tex = "\\mathrm{MCB} = \\frac1n\\sum_i (p_i - y_i)^2 - \\frac1n\\sum_i (\\hat p_i - y_i)^2",
              .source = "Dimitriadis, Gneiting and Jordan 2021: the Brier score is MCB - DSC + UNC, with p "
                        "recalibrated by isotonic regression (pooled adjacent violators)",
              .help =
                  "By how much isotonic recalibration of these samples would lower their Brier score; the "
                  "curve is the reliability diagram without bins"},
    .kind = CAL_CALIBRATION,
    .needs = CAL_NEEDS_BINARY,
    .headline = true,
    .weighted = true,
    .compute = compute,
    .detail = detail,
    .gaps = cal_figure_no_gaps,
};
