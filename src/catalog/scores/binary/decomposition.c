#include "catalog/scores/binary/decomposition.h"
#include "base/maths/maths.h"
#include "catalog/scores/figures.h"

// Expected log score of a probability that is right.
static double entropy(double p) { return p > 0 && p < 1 ? -p * cal_log(p) - (1 - p) * cal_log1p(-p) : 0; }

static double expected(double p, bool log) { return log ? entropy(p) : p * (1 - p); }

static double score_of(const cal_scores *s, int i, bool log) {
    const double p = s->confidence[i], gap = p - s->correct[i];
    return !log ? gap * gap : s->correct[i] ? -cal_log(p) : -cal_log1p(-p);
}

void cal_corp_of(cal_corp *out, cal_isotonic_level *level, const cal_scores *s, const int32_t *order,
                 int used, bool log) {
    const double total = cal_scores_total(s);
    double rate = 0;
    *out = (cal_corp){.level = level};
    out->levels = cal_isotonic_pool(level, s->confidence, order, NULL, 1, s->correct, s->weight, used);
    for (int i = 0; i < s->n; i++) {
        const double weight = cal_scores_weight(s, i);
        if (!(weight > 0)) continue;
        const double score = score_of(s, i, log);
        out->score += weight * score, rate += weight * s->correct[i];
        out->impossible += score == __builtin_inf();
    }
    for (int l = 0; l < out->levels; l++) {
        const double height = cal_isotonic_height(&level[l]);
        out->recalibrated += level[l].count * expected(height, log);
        if (!(height > 0 && height < 1)) out->certain += level[l].count / total;
    }
    rate /= total;
    out->score /= total, out->recalibrated /= total, out->uncertainty = expected(rate, log);
}

double cal_corp_value(const cal_corp *corp) {
    const double value = corp->score - corp->recalibrated;
    return value > 0 ? value : 0; // below due to rounding
}

void cal_corp_parts(cal_figure *out, const cal_corp *corp, bool log) {
    cal_figure_part(out, "discrimination", corp->uncertainty - corp->recalibrated);
    cal_figure_part(out, "uncertainty", corp->uncertainty);
    if (!log) return;
    if (corp->impossible > 0) cal_figure_part(out, CAL_IMPOSSIBLE, corp->impossible);
    cal_figure_part(out, "certain", corp->certain);
    if (corp->certain > 0)
        out->note = "the isotonic fit has levels of 0 or 1, whose log score on other data may be infinite";
}
