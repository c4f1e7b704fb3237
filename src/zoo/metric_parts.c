#include "zoo/metric_parts.h"
#include <assert.h>

static void bin_rows(cal_bin *table, double *p, const cal_scores *scores, int bins, cal_edges edges) {
    size_t k = (size_t)scores->k;
    for (size_t j = 0; j < k; j++) cal_bins_lay(table + j * (size_t)bins, bins, edges);
    for (int i = 0; i < scores->n; i++) {
        cal_scores_row(p, scores, i);
        cal_bin *bin = table;
        for (size_t j = 0; j < k; j++, bin += bins) {
            cal_bin *in = &bin[cal_bins_find(bin, bins, edges, p[j])];
            in->count++;
            in->confidence += p[j];
        }
        bin = table + (size_t)scores->labels[i] * (size_t)bins;
        bin[cal_bins_find(bin, bins, edges, p[scores->labels[i]])].accuracy++;
    }
    for (size_t b = 0; b < k * (size_t)bins; b++)
        if (table[b].count) {
            table[b].confidence /= table[b].count;
            table[b].accuracy /= table[b].count;
        }
}

const cal_bin *cal_class_bins(int *bins, cal_arena *arena, const cal_scores *scores, cal_edges edges) {
    cal_class_table *known = scores->classes;
    *bins += edges == CAL_EDGES_EXTRA;
    if (known && known->bin && known->bins == *bins && known->edges == (int)edges) return known->bin;
    cal_arena passing = {0}, *keeper = known ? known->arena : arena;
    cal_bin *table = cal_arena_alloc(keeper, (size_t)scores->k * (size_t)*bins * sizeof *table);
    double *p = cal_arena_alloc(&passing, (size_t)scores->k * sizeof *p);
    if (!table || !p) arena->refused = true;
    else {
        bin_rows(table, p, scores, *bins, edges);
        if (known) known->bin = table, known->bins = *bins, known->edges = (int)edges;
    }
    cal_arena_free(&passing);
    return arena->refused ? NULL : table;
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
