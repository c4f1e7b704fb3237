#include "catalog/scores/figures.h"
#include <assert.h>
#include "catalog/scores/class_bins.h"

const cal_bin *cal_class_bins(int *bins, cal_arena *arena, const cal_scores *scores, cal_edges edges) {
    cal_class_table *known = scores->classes;
    *bins += edges == CAL_EDGES_EXTRA;
    if (known && known->bin && known->bins == *bins && known->edges == (int)edges) return known->bin;
    if (!scores->fill) return NULL; // no rows to count
    cal_arena passing = {0}, *keeper = known ? known->arena : arena;
    cal_class_count count;
    int batch = cal_scores_batch(scores), n = scores->n;
    cal_bin *table = cal_arena_alloc(keeper, (size_t)scores->k * (size_t)*bins * sizeof *table);
    double *p = cal_arena_alloc(&passing, (size_t)batch * (size_t)scores->k * sizeof *p);
    if (!cal_class_count_begin(&count, &passing, scores->k, *bins, edges) || !table) arena->refused = true;
    else {
        for (int first = 0; first < n; first += batch) {
            int rows = n - first < batch ? n - first : batch;
            cal_scores_rows(p, scores, first, rows);
            cal_class_count_add(&count, scores->how.pool, p, scores->labels + first, rows);
        }
        cal_class_count_finish(table, &count, n);
        if (known) known->bin = table, known->bins = *bins, known->edges = (int)edges;
    }
    cal_arena_free(&passing);
    return arena->refused ? NULL : table;
}

bool cal_figure_equal_width(cal_figure *out, cal_arena *arena, const cal_scores *scores, int bins,
                            cal_edges edges) {
    cal_binning in = {.bins = bins + (edges == CAL_EDGES_EXTRA),
                      .n = scores->n,
                      .confidence = scores->confidence,
                      .correct = scores->correct,
                      .weight = scores->weight,
                      .edges = edges};
    *out = (cal_figure){.value = __builtin_nan("")};
    out->bin = cal_arena_alloc(arena, (size_t)in.bins * sizeof *out->bin);
    if (!out->bin) return false;
    out->bins = cal_bins_equal_width(out->bin, &in);
    return true;
}

bool cal_figure_equal_mass(cal_figure *out, cal_arena *arena, const cal_scores *scores, const double *outcome,
                           int bins, cal_mass mass) {
    cal_binning in = {.bins = bins,
                      .n = scores->n,
                      .confidence = scores->confidence,
                      .outcome = outcome,
                      .correct = scores->correct,
                      .order = scores->order,
                      .mass = mass};
    *out = (cal_figure){.value = __builtin_nan("")};
    out->bin = cal_arena_alloc(arena, (size_t)bins * sizeof *out->bin);
    if (!out->bin) return false;
    out->bins = cal_bins_equal_mass(out->bin, &in);
    out->outside = scores->n;
    for (int b = 0; b < out->bins; b++) out->outside -= out->bin[b].count;
    return true;
}

// Every kind of bin cuts the samples in the order of their confidence; those in no bin come first.
int cal_figure_gaps(cal_gap **out, cal_arena *arena, const cal_figure *figure, const cal_scores *scores,
                    cal_norm norm) {
    if (norm != CAL_NORM_1) return CAL_NO_TRUTH;
    const double total = cal_scores_total(scores);
    cal_gap *gap = *out = cal_arena_alloc(arena, (size_t)figure->bins * sizeof **out);
    if (!gap) return 0;
    int at = figure->outside;
    for (int b = 0; b < figure->bins; b++)
        for (int end = at + figure->bin[b].count; at < end; at++) {
            int i = scores->order[at];
            cal_gap_add(&gap[b], scores->confidence[i], scores->correct[i],
                        cal_scores_weight(scores, i) / total);
        }
    return figure->bins;
}

int cal_figure_no_gaps(cal_gap **out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    (void)out, (void)arena, (void)scores, (void)choice;
    return CAL_NO_TRUTH;
}

const double *cal_truth_row(const cal_scores *scores, int i) {
    size_t row = (size_t)(scores->from ? scores->from[i] : i);
    return scores->posterior + row * (size_t)scores->k;
}

double cal_truth_right(const cal_scores *scores, int i) {
    return cal_truth_row(scores, i)[scores->predicted[i]];
}

void cal_figure_part(cal_figure *figure, const char *name, double value) {
    assert(figure->parts < CAL_PARTS_MAX);
    figure->part[figure->parts++] = (cal_part){name, value};
}
