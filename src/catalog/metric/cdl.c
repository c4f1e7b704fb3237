// Calibration decision loss. A decision between two actions changes at a threshold t of the probability. All
// decisions with payoffs in [0, 1] are mixtures of these, of weights w(t) with sum (1 - t) w(t) <= 1 and
// sum t w(t) <= 1. Isotonic regression is the best non-decreasing recalibration for each of them.
//
// Let f(t) be what recalibration gains at t. Any line above f, from (0, a) to (1, b), bounds sum f(t) w(t) by
// a + b. By duality, the maximum is twice the least concave majorant of f at 1/2.
#include "catalog/metric/metric.h"
#include "catalog/scores/binary/isotonic.h"
#include "catalog/scores/figures.h"

typedef struct point {
    double at, gain;
} point;

// Sums of weights of samples, by outcome.
typedef struct sums {
    double right, wrong;
} sums;

// Regret of acting on all other samples at a threshold t. A right one that is left out costs 1 - t, and a
// wrong one that is acted on costs t.
static double regret(sums left_out, sums all, double t) {
    return (1 - t) * left_out.right + t * (all.wrong - left_out.wrong);
}

// Adds a point to the upper hull of points with ascending thresholds. Returns the new length.
static int add(point *hull, int n, point next) {
    if (n && hull[n - 1].at == next.at) {
        if (hull[n - 1].gain >= next.gain) return n;
        n--;
    }
    for (; n > 1; n--) {
        const point *a = &hull[n - 2], *b = &hull[n - 1];
        if ((b->gain - a->gain) * (next.at - a->at) > (next.gain - a->gain) * (b->at - a->at)) break;
    }
    hull[n] = next;
    return n + 1;
}

static double at_half(const point *hull, int n) {
    int i = 1;
    while (i + 1 < n && hull[i].at < 0.5) i++;
    const point *a = &hull[i - 1], *b = &hull[i];
    return (a->gain * (b->at - 0.5) + b->gain * (0.5 - a->at)) / (b->at - a->at);
}

static sums add_sample(sums to, const cal_scores *s, int i) {
    const double weight = cal_scores_weight(s, i);
    return s->correct[i] ? (sums){to.right + weight, to.wrong} : (sums){to.right, to.wrong + weight};
}

// Between probabilities the gain is convex, so that the hull needs it only there, on either side.
static int build(point *hull, const cal_scores *s, const cal_isotonic_level *level, int levels, sums all) {
    sums below = {0, 0}, lower = {0, 0};
    int n = add(hull, 0, (point){0, 0});
    for (int i = 0, l = 0; i < s->n;) {
        const double t = s->confidence[s->order[i]];
        sums up_to = below;
        for (; i < s->n && s->confidence[s->order[i]] == t; i++) up_to = add_sample(up_to, s, s->order[i]);
        for (; l < levels && cal_isotonic_height(&level[l]) <= t; l++)
            lower.right += level[l].sum, lower.wrong += level[l].count - level[l].sum;
        const double acting = regret(below, all, t), leaving = regret(up_to, all, t);
        n = add(hull, n, (point){t, (acting > leaving ? acting : leaving) - regret(lower, all, t)});
        below = up_to;
    }
    return add(hull, n, (point){1, 0});
}

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    (void)choice;
    const size_t n = (size_t)s->n;
    cal_isotonic_level *level = cal_arena_alloc(arena, n * sizeof *level);
    point *hull = cal_arena_alloc(arena, (n + 2) * sizeof *hull);
    sums all = {0, 0};
    *out = (cal_figure){.value = __builtin_nan("")};
    if (!level || !hull) return;
    for (int i = 0; i < s->n; i++) all = add_sample(all, s, i);
    const int levels =
        cal_isotonic_pool(level, s->confidence, s->order, NULL, 1, s->correct, s->weight, s->n);
    const int points = build(hull, s, level, levels, all);
    const double value = 2 * at_half(hull, points) / (all.right + all.wrong);
    out->value = value > 0 ? value : 0; // below due to rounding
}

const cal_metric cal_metric_cdl = {
    .entry = {.id = "cdl",
              .label = "Calibration decision loss",
              .tex = "\\max_{0 \\le u \\le 1}\\ \\max_{\\kappa \\nearrow}\\ \\frac1n\\sum_i "
                     "u(\\kappa(c_i), a_i) - u(c_i, a_i)",
              .source = "Hu and Wu 2024, over all decisions with payoffs u from 0 to 1; recalibration by "
                        "non-decreasing maps as in Gopalan et al. 2025",
              .help = "The most payoff that acting on these probabilities loses against isotonic "
                      "recalibration of the same samples, in any decision with payoffs from 0 to 1"},
    .unit = "%",
    .kind = CAL_CALIBRATION,
    .needs = CAL_NEEDS_TOP,
    .on_request = true,
    .weighted = true,
    .compute = compute,
    .gaps = cal_figure_no_gaps,
};
