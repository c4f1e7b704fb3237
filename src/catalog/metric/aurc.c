#include "catalog/metric/metric.h"

// Averages over all orders of samples with equal confidence. Let e of m be wrong: the j-th has met e j / m
// errors on average.
static void add_tied(double *sum, double *seen, double *wrong, double count, double errors) {
    for (double j = 1; j <= count; j++) *sum += (*wrong + errors * j / count) / (*seen + j);
    *seen += count, *wrong += errors;
}

// In a binary task the confidence is that of the more probable class, max(p, 1 - p): from both ends of the
// order.
static void compute(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    double sum = 0, seen = 0, wrong = 0;
    (void)arena, (void)choice;
    for (int low = 0, high = s->n - 1; low <= high;) {
        const double above = s->confidence[s->order[high]],
                     below = s->positive ? 1 - s->confidence[s->order[low]] : -1;
        const double top = above > below ? above : below;
        double count = 0, errors = 0;
        for (; high >= low && s->confidence[s->order[high]] == top; high--)
            count++, errors += !cal_scores_right(s, s->order[high]);
        for (; s->positive && low <= high && 1 - s->confidence[s->order[low]] == top; low++)
            count++, errors += !cal_scores_right(s, s->order[low]);
        add_tied(&sum, &seen, &wrong, count, errors);
    }
    *out = (cal_figure){.value = sum / s->n};
}

const cal_metric cal_metric_aurc = {
    .entry = {.id = "aurc",
              .label = "Area under the risk-coverage curve",
              .tex = "\\frac1n\\sum_{m=1}^n \\frac1m\\sum_{i \\le m} \\mathbf 1[\\hat y_i \\ne y_i],"
                     "\\quad c_1 \\ge c_2 \\ge \\dots \\ge c_n",
              .source = "Geifman, Uziel and El-Yaniv 2019; equal confidences in every order alike",
              .help = "Mean error of the most confident samples, over how many of them are answered: the "
                      "lower, the better "
                      "confidence says what to leave to others"},
    .unit = "%",
    .kind = CAL_SCORE,
    .needs = CAL_NEEDS_TOP,
    .on_request = true,
    .compute = compute,
};
