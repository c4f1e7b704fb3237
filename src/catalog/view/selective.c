#include "catalog/scores/figures.h"
#include "catalog/scores/certainty/selective.h"
#include "catalog/scores/sort.h"
#include "catalog/view/view.h"

// Fills risk[m] with the least error that any model can have on m + 1 samples. It answers those whose
// likeliest class is most probable by the true posterior.
static bool fill_optimal(double *risk, cal_arena *arena, const cal_scores *s) {
    const size_t n = (size_t)s->n;
    double *key = cal_arena_alloc(arena, n * sizeof *key), sum = 0;
    int32_t *order = cal_arena_alloc(arena, n * sizeof *order),
            *scratch = cal_arena_alloc(arena, n * sizeof *order);
    if (arena->refused) return false;
    for (int i = 0; i < s->n; i++) {
        double most = 0;
        for (int j = 0; j < s->k; j++) {
            const double p = s->posterior[(size_t)i * (size_t)s->k + (size_t)j];
            if (p > most) most = p;
        }
        key[i] = 1 - most;
    }
    cal_sort_order(order, scratch, key, s->n);
    for (int m = 0; m < s->n; m++) sum += key[order[m]], risk[m] = sum / (m + 1);
    return true;
}

static double mean(const double *value, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += value[i];
    return sum / n;
}

static void add_facts(cal_table *out, const cal_selective *curve, const cal_choice *choice) {
    cal_table_fact(out, "aurc", cal_selective_aurc(curve));
    cal_table_fact(out, "augrc", cal_selective_augrc(curve));
    cal_table_fact(out, "coverage_at_risk", cal_selective_coverage(curve, cal_choice_number(choice, "risk")));
    cal_table_fact(out, "accuracy_at_10", cal_selective_accuracy(curve, 0.1));
}

// Writes the samples, the most certain first. Those with equal scores have the same coverage and risk.
static void write_rows(cal_table *out, const cal_selective *curve, const cal_scores *s,
                       const double *optimal) {
    double seen = 0, wrong = 0, sure = 0;
    for (int g = 0, at = 0; g < curve->groups; g++) {
        const int end = at + curve->tied[g].count;
        seen += curve->tied[g].count, wrong += curve->tied[g].wrong;
        for (int m = at; m < end; m++) sure += s->confidence[curve->order[m]];
        for (; at < end; at++) {
            const int i = curve->order[at];
            out->row(out->to, (double[]){i, s->labels[i], s->predicted[i], cal_scores_right(s, i),
                                         curve->score[i], seen / s->n, wrong / seen, sure / seen,
                                         optimal ? optimal[end - 1] : __builtin_nan("")});
        }
    }
}

static cal_status check(const cal_view_input *in, const cal_choice *choice, cal_error *err) {
    const cal_certainty kind = (cal_certainty)cal_choice_integer(choice, "score");
    if (kind == CAL_CERTAINTY_ENERGY && !in->scores->logits)
        return cal_fail(err, CAL_USAGE, "view selective: score=energy needs logits");
    if (cal_selective_lacks(in->scores, choice))
        return cal_fail(err, CAL_USAGE, "view selective: score=column needs a column: columns score=NAME");
    if (kind != CAL_CERTAINTY_CONFIDENCE && kind != CAL_CERTAINTY_COLUMN && !in->scores->fill)
        return cal_fail(err, CAL_USAGE,
                        "view selective: a confidence alone has only score=confidence and score=column");
    return CAL_OK;
}

static void build(cal_table *out, cal_arena *arena, const cal_view_input *in, const cal_choice *choice) {
    const cal_scores *s = in->scores;
    cal_selective curve;
    double *optimal = s->posterior ? cal_arena_alloc(arena, (size_t)s->n * sizeof *optimal) : NULL;
    if (arena->refused || (optimal && !fill_optimal(optimal, arena, s))) return;
    if (!cal_selective_of(&curve, arena, s, choice)) {
        arena->refused = true;
        return;
    }
    out->begin(out->to, s->n);
    write_rows(out, &curve, s, optimal);
    add_facts(out, &curve, choice);
    if (optimal) cal_table_fact(out, "optimal_aurc", mean(optimal, s->n));
}

const cal_view cal_view_selective = {
    .entry = {.id = "selective",
              .label = "Risk over coverage",
              .tex = "\\Bigl(\\frac mn,\\ \\frac1m\\sum_{i \\le m} \\mathbf 1[\\hat y_i \\ne y_i]\\Bigr)",
              .source = "El-Yaniv and Wiener 2010; the best curve by the true posterior: Chow 1970",
              .help = "The samples by certainty, with the error of each one and all that are more certain",
              .params = (const cal_param[]){CAL_CERTAINTY_PARAM, CAL_RISK_PARAM, {.name = NULL}}},
    .columns = (const cal_column[]){{"row", "Row", ""},
                                    {"label", "True class", ""},
                                    {"predicted", "Predicted class", ""},
                                    {"right", "Right", ""},
                                    {"score", "Certainty", ""},
                                    {"coverage", "Answered", "%"},
                                    {"risk", "Error of those answered", "%"},
                                    {"confidence", "Their mean confidence", "%"},
                                    {"optimal", "Least possible error, by the true posterior", "%"},
                                    {NULL}},
    .needs = CAL_VIEW_NEEDS_TOP,
    .check = check,
    .build = build,
};
