#include "run/report/intervals/mean.h"
#include "base/maths/maths.h"
#include "catalog/scores/variance.h"

double cal_mean_variance(cal_arena *arena, cal_mean_term *term, const cal_choice *choice, const cal_scores *s,
                         const cal_scores *other, double mean) {
    const int units = cal_scores_units(s);
    const double total = cal_scores_total(s);
    double *residual = cal_arena_alloc(arena, (size_t)units * sizeof *residual);
    if (!residual || units < 2) return __builtin_nan("");
    for (int i = 0; i < s->n; i++) {
        const double own = term(s, i, choice), x = other ? own - term(other, i, choice) : own;
        residual[cal_scores_unit(s, i)] += cal_scores_weight(s, i) / total * (x - mean);
    }
    return cal_units_variance(residual, units);
}

bool cal_mean_interval(double *low, double *high, cal_arena *arena, const cal_metric *metric,
                       const cal_choice *choice, const cal_scores *s, double mean, double fits) {
    const int units = cal_scores_units(s);
    const double variance = cal_mean_variance(arena, metric->term, choice, s, NULL, mean);
    if (!(cal_sqrt(variance) > 1e-12 * mean)) return false;
    const double reach = cal_units_reach(variance + fits, units);
    *low = mean > reach ? mean - reach : 0;
    *high = mean + reach;
    return true;
}
