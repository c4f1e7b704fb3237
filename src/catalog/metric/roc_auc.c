#include "base/maths/maths.h"
#include "catalog/metric/metric.h"
#include "catalog/scores/binary/binary.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    (void)arena, (void)choice;
    *out = (cal_figure){.value = cal_binary_roc(s).area};
}

static const double NORMAL_975 = 1.959963984540054;

// Bound of the score interval with Hanley and McNeil's variance (Newcombe 2006, method 5). It is the theta
// between the area and `end` from which the area is 1.96 standard deviations away.
static double score_bound(double area, double end, double positives, double negatives) {
    const double others = (positives + negatives) / 2 - 1;
    double near = area, far = end;
    for (int i = 0; i < 60; i++) {
        const double theta = (near + far) / 2;
        const double variance = theta * (1 - theta) / (positives * negatives) *
                                (1 + others * ((1 - theta) / (2 - theta) + theta / (1 + theta)));
        if (__builtin_fabs(area - theta) < NORMAL_975 * cal_sqrt(variance)) near = theta;
        else far = theta;
    }
    return (near + far) / 2;
}

// DeLong's interval if it has a width and stays within 0 and 1, else the score interval.
static void interval(double *low, double *high, cal_arena *arena, const cal_scores *s,
                     const cal_choice *choice) {
    const cal_roc_area roc = cal_binary_roc(s);
    const double reach = NORMAL_975 * cal_sqrt(roc.variance);
    double positives = 0;
    (void)arena, (void)choice;
    *low = roc.area - reach, *high = roc.area + reach;
    if (roc.area != roc.area || (reach > 0 && *low > 0 && *high < 1)) return;
    for (int i = 0; i < s->n; i++) positives += s->correct[i];
    *low = score_bound(roc.area, 0, positives, s->n - positives);
    *high = score_bound(roc.area, 1, positives, s->n - positives);
}

const cal_metric cal_metric_roc_auc = {
    .entry = {.id = "roc_auc",
              .label = "Area under the ROC curve",
              .tex = "P(p^+ > p^-) + \\tfrac12 P(p^+ = p^-)",
              .source = "Hanley and McNeil 1982; interval as DeLong, DeLong and Clarke-Pearson 1988, "
                        "near 0 and 1 as Newcombe 2006, method 5",
              .help =
                  "How often a positive sample gets a higher probability than a negative one, ties half: 50 "
                  "% is guessing. It says nothing about calibration"},
    .unit = "%",
    .kind = CAL_SCORE,
    .needs = CAL_NEEDS_BINARY,
    .headline = true,
    .larger_is_better = true,
    .weighted = true,
    .compute = compute,
    .interval = interval,
};
