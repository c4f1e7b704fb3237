#include "base/maths/maths.h"
#include "catalog/metric/metric.h"
#include "catalog/scores/binary/tail.h"
#include "catalog/scores/figures.h"

// Rows of one case depend on each other in an unknown way. Whatever the dependence, the variance of their sum
// is at most the square of the sum of their standard deviations (Cauchy and Schwarz).
static double variance_of_cases(cal_arena *arena, const cal_scores *s) {
    double *sd = cal_arena_alloc(arena, (size_t)s->case_count * sizeof *sd), sum = 0;
    for (int i = 0; sd && i < s->n; i++) {
        const double p = s->confidence[i];
        sd[s->cases[i]] += __builtin_fabs(1 - 2 * p) * cal_sqrt(p * (1 - p));
    }
    for (int c = 0; sd && c < s->case_count; c++) sum += sd[c] * sd[c];
    return sum;
}

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    (void)choice;
    double sum = 0, variance = 0;
    for (int i = 0; i < s->n; i++) {
        const double p = s->confidence[i], tilt = 1 - 2 * p;
        sum += (s->correct[i] - p) * tilt;
        variance += tilt * tilt * p * (1 - p);
    }
    if (s->clustered) variance = variance_of_cases(arena, s);
    *out = (cal_figure){.value = variance > 0 ? sum / cal_sqrt(variance) : __builtin_nan("")};
    if (s->clustered)
        out->note =
            "by the largest variance that rows of one case can have together, so that p is at most this";
    cal_figure_part(out, "p_value", cal_normal_beyond(out->value));
}

const cal_metric cal_metric_spiegelhalter = {
    .entry = {.id = "spiegelhalter",
              .label = "Spiegelhalter's z",
              .tex =
                  "z = \\frac{\\sum_i (y_i - p_i)(1 - 2 p_i)}{\\sqrt{\\sum_i (1 - 2 p_i)^2 p_i (1 - p_i)}}",
              .source = "Spiegelhalter 1986; of cases with several rows a conservative variance",
              .help =
                  "Whether the Brier score is further from its expected value than chance allows, if the "
                  "probabilities are right: a standard normal z, with a two-sided p value. Where cases have "
                  "several rows, by the largest variance that these can have together"},
    .kind = CAL_TEST,
    .needs = CAL_NEEDS_BINARY,
    .two_sided = true,
    .compute = compute,
};
