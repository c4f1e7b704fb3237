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
