// The single-precision scan of the temperature grid (grid.h).
#ifndef CAL_CATALOG_SCORES_TEMPERATURE_GRID_SCAN_H
#define CAL_CATALOG_SCORES_TEMPERATURE_GRID_SCAN_H
#include "catalog/scores/temperature_grid/grid.h"

// Scratch memory of a thread. The caller fills in the n numbers of s.
typedef struct cal_grid_worker {
    float *s;                   // [n, and room for a few more, which are the last one again]
    int pads;                   // so many more
    uint32_t first;             // bits of the smallest s
    int cells, shift;           // how many cells there are, each of 2^shift bits
    int32_t *place;             // the cell of each sample
    struct cal_grid_cell *cell; // [cells]
    int32_t *torn;              // [n] samples of torn cells
    uint64_t *key, *key_to;     // [n] of cells torn by mass
    int32_t *key_end;           // [bins] where the keys of each of these cells end
    int64_t *width_sum;         // [bins]
} cal_grid_worker;

// What all temperatures share.
typedef struct cal_grid_scan {
    int n, bins, cells;      // at most so many cells
    const float *right;      // [n] 1 or 0
    const uint32_t *edge;    // [bins][2] the bits of s around the lower edge of a bin, but for the first
    cal_grid_worker *worker; // [workers]
} cal_grid_scan;

typedef struct cal_grid_found {
    double log_all; // the mean of log(1 + s)
    double ece, adaece;
    int near_width, near_mass; // samples whose bin may be wrong
} cal_grid_found;

// In `arena`; false if memory was refused.
bool cal_grid_scan_begin(cal_grid_scan *out, cal_arena *arena, const cal_scores *scores, int bins,
                         int workers);
cal_grid_found cal_grid_scan_run(cal_grid_worker *worker, const cal_grid_scan *scan);

#endif
