// Confidence bins, which the calibration figures share.
#ifndef CAL_CATALOG_SCORES_BINS_H
#define CAL_CATALOG_SCORES_BINS_H
#include <stdint.h>
#include "catalog/entry.h"
#include "catalog/scores/figure.h"

// The `bins` parameter of the figures.
#define CAL_BINS_PARAM                                                                                       \
    {.name = "bins",                                                                                         \
     .help = "Number of confidence bins",                                                                    \
     .unit = "bins",                                                                                         \
     .type = CAL_INTEGER,                                                                                    \
     .value = 15,                                                                                            \
     .min = 1,                                                                                               \
     .max = 1000}

// The closed edge of bins of equal width.
typedef enum cal_edges {
    CAL_EDGES_RIGHT, // (i/M, (i+1)/M], 0 in the first
    CAL_EDGES_LEFT,  // [i/M, (i+1)/M), 1 in the last: numpy, netcal, caltrain
    CAL_EDGES_EXTRA, // [i/M, (i+1)/M) and one more bin for 1 alone: torchmetrics
} cal_edges;
#define CAL_EDGES_PARAM                                                                                      \
    {.name = "edges",                                                                                        \
     .help = "Which bin an edge belongs to: the one below, the one above, or above with a bin of its own "   \
             "for confidence 1",                                                                             \
     .type = CAL_CHOICE,                                                                                     \
     .choices = "right/left/torchmetrics"}

// Bins of equal mass, cut from the samples in the order of their confidence.
typedef enum cal_mass {
    CAL_MASS_SPLIT,    // runs as numpy.array_split: the first n mod M are one longer
    CAL_MASS_FLOOR,    // runs that begin at floor(b n / M)
    CAL_MASS_CEIL,     // at ceil(b n / M): caltrain
    CAL_MASS_MUKHOTI,  // edges at b n / M interpolated on the confidences, (lo,hi]: the smallest is in no bin
    CAL_MASS_QUANTILE, // edges as numpy.quantile, (lo,hi], the smallest in the first bin
    CAL_MASS_TIES,     // as array_split, but equal confidences stay together, with the lower ones
} cal_mass;
#define CAL_MASS_PARAM                                                                                       \
    {.name = "edges",                                                                                        \
     .help = "How the sorted confidences are cut: into runs of equal length, with the rounding of other "    \
             "libraries, at quantiles, or so that equal ones stay together",                                 \
     .type = CAL_CHOICE,                                                                                     \
     .choices = "array-split/floor/ceil/mukhoti/quantile/ties"}

// The norm that turns the gaps of the bins into one figure.
typedef enum cal_norm {
    CAL_NORM_1,   // sum n_b/n |confidence_b - accuracy_b|
    CAL_NORM_2,   // the root of sum n_b/n (confidence_b - accuracy_b)^2
    CAL_NORM_MAX, // the largest gap of a non-empty bin
} cal_norm;
#define CAL_NORM_PARAM                                                                                       \
    {.name = "norm",                                                                                         \
     .help = "The mean gap, the root of the mean squared gap, or the largest gap",                           \
     .type = CAL_CHOICE,                                                                                     \
     .choices = "1/2/max"}

// Input of binning. `outcome`: the value that each confidence is compared with, the true probability of being
// right. If it is null, `correct` is used.
typedef struct cal_binning {
    int bins, n;
    const double *confidence; // [n]
    const double *outcome;    // [n] or null
    const uint8_t *correct;   // [n], read where outcome is null
    const double *weight;     // [n] or null
    const int32_t *order;     // [n] ascending by confidence; equal mass only
    double low;               // equal width: the bins cover [low, 1]
    cal_edges edges;
    cal_mass mass;
} cal_binning;

// Equal widths: the edges of `bins` bins (with CAL_EDGES_EXTRA the last of them is the extra one), and the
// bin of a confidence.
void cal_bins_lay(cal_bin *out, int bins, cal_edges edges);
static inline int cal_bins_find(const cal_bin *bin, int bins, cal_edges edges, double confidence) {
    if (confidence < bin[0].high) return 0; // the most frequent case with many classes
    int last = bins - 1 - (edges == CAL_EDGES_EXTRA), i = (int)(confidence * (last + 1));
    if (i > last) i = last;
    // The product is rounded; the edges decide.
    if (edges == CAL_EDGES_RIGHT) {
        while (i > 0 && confidence <= bin[i].low) i--;
        while (i < last && confidence > bin[i].high) i++;
        return i;
    }
    if (edges == CAL_EDGES_EXTRA && confidence >= 1) return bins - 1;
    while (i > 0 && confidence < bin[i].low) i--;
    while (i < last && confidence >= bin[i].high) i++;
    return i;
}
// The same for CAL_EDGES_RIGHT without precomputed edges.
static inline int cal_bin_index(double confidence, int bins) {
    int i = (int)(confidence * bins);
    if (i > bins - 1) i = bins - 1;
    while (i > 0 && confidence <= (double)i / bins) i--;
    while (i < bins - 1 && confidence > (double)(i + 1) / bins) i++;
    return i;
}
// Fill out[bins] and return the number of bins; the rest are empty. Equal mass with ties may have fewer.
// CAL_EDGES_EXTRA: `bins` includes the extra one
int cal_bins_equal_width(cal_bin *out, const cal_binning *in);
int cal_bins_equal_mass(cal_bin *out, const cal_binning *in);

double cal_bins_gap(const cal_bin *bin); // |confidence - accuracy|
// Samples of a bin, or the sum of their weights.
static inline double cal_bins_mass(const cal_bin *bin) { return bin->weight > 0 ? bin->weight : bin->count; }
double cal_bins_mean_gap(const cal_bin *bin, int bins, double n); // sum n_b/n |confidence_b - accuracy_b|
double cal_bins_norm(const cal_bin *bin, int bins, double n, cal_norm norm);

// Adds a sample to a gap (catalog/scores/figure.h).
static inline void cal_gap_add(cal_gap *gap, double p, bool happened, double unit) {
    gap->residual += (p - happened) * unit;
    gap->size += unit;
    gap->variance += p * (1 - p) * unit * unit;
    gap->lean += (2 * p - 1) * unit * unit;
    gap->square += unit * unit;
}

#endif
