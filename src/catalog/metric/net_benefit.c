#include "catalog/metric/metric.h"
#include "catalog/scores/figures.h"

// Fractions of all samples that are acted upon at a threshold, from weights.
typedef struct acted {
    double right, wrong, positives; // true and false positives; all positives
} acted;

static acted act(const cal_scores *s, double threshold) {
    const double total = cal_scores_total(s);
    acted a = {0, 0, 0};
    for (int i = 0; i < s->n; i++) {
        const double weight = cal_scores_weight(s, i) / total;
        if (s->correct[i]) a.positives += weight;
        if (s->confidence[i] >= threshold) *(s->correct[i] ? &a.right : &a.wrong) += weight;
    }
    return a;
}

static double benefit(double right, double wrong, double threshold) {
    return right - wrong * (threshold / (1 - threshold));
}

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    const double threshold = cal_choice_number(choice, "threshold");
    const acted a = act(s, threshold);
    (void)arena;
    *out = (cal_figure){.value = benefit(a.right, a.wrong, threshold)};
    cal_figure_part(out, "treat_all", benefit(a.positives, 1 - a.positives, threshold));
    cal_figure_part(out, "standardised", a.positives > 0 ? out->value / a.positives : __builtin_nan(""));
    cal_figure_part(out, "true_positives", a.right);
    cal_figure_part(out, "false_positives", a.wrong);
}

// The decision curve.
static void detail(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    enum { POINTS = 99 };
    double *x = cal_arena_alloc(arena, POINTS * sizeof *x), *y = cal_arena_alloc(arena, POINTS * sizeof *y);
    (void)choice;
    if (!x || !y) return;
    for (int i = 0; i < POINTS; i++) {
        x[i] = (i + 1) / (POINTS + 1.0);
        const acted a = act(s, x[i]);
        y[i] = benefit(a.right, a.wrong, x[i]);
    }
    out->curve = (cal_curve){"threshold", "net_benefit", POINTS, x, y};
}

const cal_metric cal_metric_net_benefit = {
    .entry = {.id = "net_benefit",
              .label = "Net benefit",
              .tex = "\\frac{TP}{n} - \\frac{FP}{n}\\,\\frac{t}{1 - t}",
              .source = "Vickers and Elkin 2006; positive from p = t on",
              .help =
                  "What acting from a threshold on is worth, in true positives per sample: a false positive "
                  "costs t / (1 - t) of one. To treat nobody is worth 0; the curve is the decision curve",
              .params = (const cal_param[]){{.name = "threshold",
                                             .help = "Probability from which on one acts",
                                             .unit = "",
                                             .type = CAL_REAL,
                                             .value = 0.5,
                                             .min = 0.001,
                                             .max = 0.999},
                                            {.name = NULL}}},
    .kind = CAL_SCORE,
    .needs = CAL_NEEDS_BINARY,
    .on_request = true,
    .larger_is_better = true,
    .weighted = true,
    .compute = compute,
    .detail = detail,
};
