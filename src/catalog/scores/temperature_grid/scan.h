// The single-precision scan of the temperature grid (grid.h).
#ifndef CAL_CATALOG_SCORES_TEMPERATURE_GRID_SCAN_H
#define CAL_CATALOG_SCORES_TEMPERATURE_GRID_SCAN_H
#include "catalog/scores/scores.h"

// Scratch memory of a thread. The caller fills in the n numbers of s.
typedef struct cal_grid_worker {
    float *s;                   // [n + pads], padded with copies of the last one
    int pads;                   // number of padding elements
    uint32_t first;             // bits of the smallest s
    int cells, shift;           // number of cells, each of 2^shift bits
    int32_t *place;             // the cell of each sample
    struct cal_grid_cell *cell; // [cells]
    int32_t *torn;              // [n] samples of torn cells
    uint64_t *key, *key_to;     // [n] keys of samples in cells torn by mass
    int32_t *key_end;           // [bins] end of the keys of each of these cells
    int64_t *width_sum;         // [bins]
} cal_grid_worker;

// State that all temperatures share.
typedef struct cal_grid_scan {
    int n, bins, cells;      // cells: at most
    const float *right;      // [n] 1 or 0
    const uint32_t *edge;    // [bins][2] the bits of s around the lower edge of each bin but the first
    cal_grid_worker *worker; // [workers]
} cal_grid_scan;

typedef struct cal_grid_found {
    double log_all; // the mean of log(1 + s)
    double ece, adaece;
    int near_width, near_mass; // samples whose bin may be wrong
} cal_grid_found;

// Allocates in `arena`; false if memory was refused.
bool cal_grid_scan_begin(cal_grid_scan *out, cal_arena *arena, const cal_scores *scores, int bins,
                         int workers);
cal_grid_found cal_grid_scan_run(cal_grid_worker *worker, const cal_grid_scan *scan);

#endif
