// Cumulative differences between outcomes and confidences, with their tests of calibration. Also decomposes
// the Brier score of the same samples.
#include "catalog/scores/binary/cumulative.h"
#include "catalog/scores/binary/decomposition.h"
#include "catalog/scores/figures.h"
#include "catalog/view/view.h"

// Ends of runs of equal confidences.
static int count_runs(const cal_scores *s) {
    int runs = 0;
    for (int at = 0; at < s->n; at++)
        runs += at + 1 == s->n || s->confidence[s->order[at + 1]] != s->confidence[s->order[at]];
    return runs;
}

static void write_rows(cal_table *out, const cal_scores *s) {
    const double total = cal_scores_total(s);
    double sum = 0, seen = 0;
    for (int at = 0; at < s->n; at++) {
        const int i = s->order[at];
        const double weight = cal_scores_weight(s, i) / total;
        seen += weight, sum += weight * (s->correct[i] - s->confidence[i]);
        if (at + 1 < s->n && s->confidence[s->order[at + 1]] == s->confidence[i]) continue;
        out->row(out->to, (double[]){seen, s->confidence[i], sum});
    }
}

static void add_test(cal_table *out, const cal_scores *s, const char *name, const char *p_name,
                     const char *critical_name, const char *detectable_name,
                     const cal_cumulative_test *test) {
    const cal_cumulative range = cal_cumulative_of(s);
    cal_figure figure = {.value = test->value(&range)};
    double p = __builtin_nan(""), critical = p, detectable = p;
    cal_cumulative_parts(&figure, test, s);
    if (figure.parts == 3)
        p = figure.part[0].value, critical = figure.part[1].value, detectable = figure.part[2].value;
    cal_table_fact(out, name, figure.value);
    cal_table_fact(out, p_name, p);
    cal_table_fact(out, critical_name, critical);
    cal_table_fact(out, detectable_name, detectable);
}

static void build(cal_table *out, cal_arena *arena, const cal_view_input *in, const cal_choice *choice) {
    const cal_scores *s = in->scores;
    cal_isotonic_level *level = cal_arena_alloc(arena, (size_t)s->n * sizeof *level);
    cal_corp corp;
    (void)choice;
    if (!level) return;
    cal_corp_of(&corp, level, s, s->order, s->n, false);
    out->begin(out->to, count_runs(s));
    write_rows(out, s);
    add_test(out, s, "ks", "ks_p", "ks_critical", "ks_detectable", &cal_cumulative_ks);
    add_test(out, s, "kuiper", "kuiper_p", "kuiper_critical", "kuiper_detectable", &cal_cumulative_kuiper);
    cal_table_fact(out, "score", corp.score);
    cal_table_fact(out, "miscalibration", cal_corp_value(&corp));
    cal_table_fact(out, "discrimination", corp.uncertainty - corp.recalibrated);
    cal_table_fact(out, "uncertainty", corp.uncertainty);
}

const cal_view cal_view_cumulative = {
    .entry = {.id = "cumulative",
              .label = "Cumulative differences",
              .tex = "\\frac1n \\sum_{i \\le m} (a_i - c_i),\\quad c_1 \\le c_2 \\le \\dots \\le c_n",
              .source = "Arrieta-Ibarra et al. 2022; the decomposition by Dimitriadis, Gneiting and Jordan "
                        "2021",
              .help = "Outcomes minus confidences, summed from the least confident on, with the tests ks and "
                      "kuiper, and the decomposition of the Brier score of being right",
              .params = (const cal_param[]){{.name = NULL}}},
    .columns = (const cal_column[]){{"share", "Samples so far", "%"},
                                    {"confidence", "Confidence", "%"},
                                    {"difference", "Cumulative difference", "%"},
                                    {NULL}},
    .needs = CAL_VIEW_NEEDS_TOP,
    .each_label = true,
    .weighted = true,
    .build = build,
};
