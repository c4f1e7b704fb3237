// The bins of every class's probability, accumulated from rows of probabilities.
#ifndef CAL_CATALOG_SCORES_CLASS_BINS_H
#define CAL_CATALOG_SCORES_CLASS_BINS_H
#include "base/memory.h"
#include "base/parallel.h"
#include "catalog/scores/bins.h"

// Sums so far, bin by bin. Nearly all probabilities are in the first bin, whose sums are contiguous.
typedef struct cal_class_count {
    int k, bins; // bins includes the extra one of CAL_EDGES_EXTRA
    cal_edges edges;
    cal_bin *edge;          // [bins]
    double *confidence;     // [bins][k]
    int32_t *count, *right; // [bins][k]; the first bin counts the samples that are in no other
} cal_class_count;

// Starts with empty counts; false if memory was refused.
bool cal_class_count_begin(cal_class_count *out, cal_arena *arena, int k, int bins, cal_edges edges);
// Adds p[rows][k] with labels[rows]. Classes are divided among threads, so that every sum is in the order of
// the rows.
void cal_class_count_add(const cal_class_count *count, cal_pool *pool, const double *p, const int32_t *labels,
                         int rows);
// Fills table[k][bins] for the n rows that were added.
void cal_class_count_finish(cal_bin *table, const cal_class_count *count, int n);

#endif
