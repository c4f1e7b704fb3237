// Values at the samples' confidences, smoothed over [0,1] by a Gaussian that is reflected at both ends. K(t,
// c) is the sum of its densities at t - c - 2j and t + c - 2j over all whole j. So every sample has mass 1,
// wherever it is (Blasiok and Nakkiran 2023, section 3). The variant of their package is in relplot.h.
#ifndef CAL_CATALOG_SCORES_SMOOTH_SMOOTH_H
#define CAL_CATALOG_SCORES_SMOOTH_SMOOTH_H
#include "base/memory.h"
#include "catalog/entry.h"
#include "catalog/scores/scores.h"

// The error at a width, and the width.
typedef struct cal_smooth_ece {
    double value, sigma;
} cal_smooth_ece;

// The integral over [0,1] of |(1/n) sum_i (c_i - right_i) K(t, c_i)|. The largest error against direct sums
// was 8e-8. That was measured with 1 to 8,000 samples, drawn and of real networks, and widths from 0.001 to
// 1. A draw (scores->is_draw) is accurate to one percent. sigma is at least 1e-6. If memory is refused:
// arena->refused, and NaN.
cal_smooth_ece cal_smooth_error(cal_arena *arena, const cal_scores *scores, double sigma);
// The same at its fixed point, |value - sigma| < 1e-8, or at 1e-6 if both are below that. For a draw within
// half a percent of the width.
cal_smooth_ece cal_smooth_agreed(cal_arena *arena, const cal_scores *scores);

typedef struct cal_smoothed {
    double right, count; // sums of K over the samples that are right, and over all
    double weight;       // number of samples exactly here that would have that sum
    double samples;      // effective number of samples: (sum K)^2 / sum K^2, but smaller if all are far away
} cal_smoothed;

// At i/(places-1), i = 0 .. places-1, within 1e-6 of the direct sums.
void cal_smooth_curve(cal_smoothed *out, int places, cal_arena *arena, const cal_scores *scores,
                      double sigma);

// Interpolates at x from points 0, 1, 2 ..., or spreads a value onto them: weight[6] of the points from
// floor(x) - 2 on, by polynomials of degree 5. x >= -4.
int cal_smooth_stencil(double *weight, double x);

// The parameter `kernel` of an entry.
#define CAL_SMOOTH_KERNEL                                                                                    \
    {.name = "kernel",                                                                                       \
     .help = "Reflected at 0 and 1 so that every sample keeps its mass, or as the package relplot has it",   \
     .type = CAL_CHOICE,                                                                                     \
     .choices = "reflected/relplot"}

// The parameter `sigma` of an entry: 0, or wide enough for the mesh (cal_entry.check).
cal_status cal_smooth_check(const cal_choice *choice, cal_error *err);

#endif
