// Floor 3. Confidence bins, which the calibration figures share.
//
// Equal width: (i/M, (i+1)/M], confidence 0 in the first bin. Equal mass: samples sorted by confidence (equal
// ones stay in their order) and cut into M runs, the first n mod M of them one longer.
#ifndef CAL_ZOO_BINS_H
#define CAL_ZOO_BINS_H
#include <stdint.h>
#include "zoo/metric.h"

// The `bins` parameter of the figures.
#define CAL_BINS_PARAM                                                                                       \
    {.name = "bins",                                                                                         \
     .help = "How many groups of confidence",                                                                \
     .unit = "bins",                                                                                         \
     .type = CAL_INTEGER,                                                                                    \
     .value = 15,                                                                                            \
     .min = 1,                                                                                               \
     .max = 1000}

// How samples fall into bins. `outcome` is what each confidence is compared with: 1 or 0 for right or wrong,
// or the true probability of being right.
typedef struct cal_binning {
    int bins, n;
    const double *confidence, *outcome; // [n]
    const int32_t *order;               // [n] ascending by confidence; equal mass only
} cal_binning;

int cal_bin_index(double confidence, int bins); // equal width
void cal_bins_equal_width(cal_bin *out, const cal_binning *in);
void cal_bins_equal_mass(cal_bin *out, const cal_binning *in);
double cal_bins_mean_gap(const cal_bin *bin, int bins, int n); // sum n_b/n |confidence_b - accuracy_b|
double cal_bins_largest_gap(const cal_bin *bin, int bins);     // over non-empty bins
// Stable, ascending.
void cal_sort_order(int32_t *order, int32_t *scratch, const double *key, int n);

// A whole figure with its bins, without its value. False, and no bins, if memory was refused.
bool cal_figure_equal_width(cal_figure *out, cal_arena *arena, const cal_scores *scores, int bins);
bool cal_figure_equal_mass(cal_figure *out, cal_arena *arena, const cal_scores *scores, const double *outcome,
                           int bins);
double *cal_outcomes(cal_arena *arena, const cal_scores *scores); // correct as numbers; null when refused

#endif
