#include "run/report/mean_interval.h"
#include "base/maths/maths.h"

double cal_student_quantile(int degrees) {
    static const double first[] = {12.706204736174698, 4.302652729749464, 3.182446305283708,
                                   2.776445105197793};
    const double z = 1.959963984540054, z2 = z * z, n = degrees;
    if (degrees <= 4) return first[degrees < 1 ? 0 : degrees - 1];
    // Abramowitz and Stegun 26.7.5, good to 3e-4 from 5 degrees on.
    return z + z * (z2 + 1) / (4 * n) + z * ((5 * z2 + 16) * z2 + 3) / (96 * n * n) +
           z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * n * n * n) +
           z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / (92160 * n * n * n * n);
}

bool cal_mean_interval(double *low, double *high, cal_arena *arena, const cal_metric *metric,
                       const cal_choice *choice, const cal_scores *s, double mean, double fits) {
    const int units = s->clustered ? s->case_count : s->n;
    const double total = cal_scores_total(s);
    double *residual = cal_arena_alloc(arena, (size_t)units * sizeof *residual);
    double variance = 0;
    if (!residual || units < 2) return false;
    for (int i = 0; i < s->n; i++)
        residual[s->clustered ? s->cases[i] : i] +=
            cal_scores_weight(s, i) / total * (metric->term(s, i, choice) - mean);
    for (int u = 0; u < units; u++) variance += residual[u] * residual[u];
    variance *= units / (units - 1.0);
    if (!(cal_sqrt(variance) > 1e-12 * mean)) return false;
    const double reach = cal_student_quantile(units - 1) * cal_sqrt(variance + fits);
    *low = mean > reach ? mean - reach : 0;
    *high = mean + reach;
    return true;
}
