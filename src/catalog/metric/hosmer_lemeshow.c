#include "catalog/metric/metric.h"
#include "catalog/scores/binary/tail.h"
#include "catalog/scores/bins.h"
#include "catalog/scores/figures.h"

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    double sum = 0, impossible = 0;
    int groups = 0;
    if (!cal_figure_equal_mass(out, arena, s, NULL, cal_choice_integer(choice, "groups"), CAL_MASS_QUANTILE))
        return;
    for (int b = 0; b < out->bins; b++) {
        const cal_bin *bin = &out->bin[b];
        if (!bin->count) continue;
        const double gap = bin->accuracy - bin->confidence, p = bin->confidence;
        groups++;
        if (gap == 0) continue;
        const double term = bin->count * (gap * gap) / (p * (1 - p));
        sum += term;
        // Predicted with certainty, but some outcomes differ.
        if (term == __builtin_inf()) impossible += (int)(bin->count * __builtin_fabs(gap) + 0.5);
    }
    const int degrees = groups - (cal_choice_integer(choice, "on") ? 2 : 0);
    out->value = sum;
    cal_figure_part(out, "degrees", degrees);
    // The distribution of the statistic depends on how the rows of a case depend on each other.
    const bool known = degrees > 0 && !s->clustered;
    cal_figure_part(out, "p_value", known ? cal_chi2_above(sum, degrees) : __builtin_nan(""));
    if (s->clustered) out->note = "no p value, since rows of one case are not independent";
    if (impossible > 0) cal_figure_part(out, CAL_IMPOSSIBLE, impossible);
}

const cal_metric cal_metric_hosmer_lemeshow = {
    .entry = {.id = "hosmer_lemeshow",
              .label = "Hosmer-Lemeshow statistic",
              .tex = "\\sum_{g} \\frac{(O_g - n_g \\bar p_g)^2}{n_g \\bar p_g (1 - \\bar p_g)}",
              .source =
                  "Hosmer and Lemeshow 1980; groups at the quantiles of p, (low, high]. As many degrees of "
                  "freedom as groups for predictions of new data, two fewer for the data they were fitted on",
              .help =
                  "Chi-squared statistic of the observed against the expected outcomes in groups of equal "
                  "size, with its p value unless a case has several rows; it depends on the number of groups "
                  "and of samples",
              .params = (const cal_param[]){{.name = "groups",
                                             .help = "Number of groups",
                                             .unit = "groups",
                                             .type = CAL_INTEGER,
                                             .value = 10,
                                             .min = 2,
                                             .max = 1000},
                                            {.name = "on",
                                             .help = "New data, or those that the model was fitted on",
                                             .type = CAL_CHOICE,
                                             .choices = "new/fitted",
                                             .max = 1},
                                            {.name = NULL}}},
    .kind = CAL_TEST,
    .needs = CAL_NEEDS_BINARY,
    .compute = compute,
};
