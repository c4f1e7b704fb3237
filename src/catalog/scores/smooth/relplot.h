// The smooth calibration error as computed by relplot, the package of Blasiok and Nakkiran 2023. To reproduce
// its figures, this file uses its mesh, its ends and its ten bisections. Its Gaussian is truncated at a
// distance of one half. Its reflection does not double the mesh's end points, so samples with a confidence of
// 0 or 1 keep half of their mass. The figure of a confident network is up to 1.5 times that of the paper's
// definition (smooth.h).
#ifndef CAL_CATALOG_SCORES_SMOOTH_RELPLOT_H
#define CAL_CATALOG_SCORES_SMOOTH_RELPLOT_H
#include "base/memory.h"
#include "catalog/scores/scores.h"

// Sums over the samples, each weighted by the Gaussian's density at its distance.
typedef struct cal_relplot_sums {
    double value, count;
} cal_relplot_sums;

// At i/(places-1), i = 0 .. places-1. value: sum of confidence minus right or wrong, or of right or wrong
// alone. A draw (scores->is_draw) uses a coarser mesh. If memory is refused: arena->refused, and nothing is
// written.
void cal_relplot_smooth(cal_relplot_sums *out, int places, cal_arena *arena, const cal_scores *scores,
                        double sigma, bool residuals);

// sum |R| / sum (D + 1e-4) over the places, where R is the smoothed residual and D a smoothed 1.
double cal_relplot_error(cal_arena *arena, const cal_scores *scores, double sigma);
// The sigma at which that error is sigma, to 2^-10.
double cal_relplot_width(cal_arena *arena, const cal_scores *scores);

#endif
