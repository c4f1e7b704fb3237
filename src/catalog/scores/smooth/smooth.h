// Values at the samples' confidences, smoothed over [0,1] by a Gaussian that is reflected at both ends: K(t,
// c) is the sum of its densities at t - c - 2j and t + c - 2j over all whole j. So every sample has mass 1,
// wherever it lies (Blasiok and Nakkiran 2023, section 3). The variant of their package is in relplot.h.
#ifndef CAL_CATALOG_SCORES_SMOOTH_SMOOTH_H
#define CAL_CATALOG_SCORES_SMOOTH_SMOOTH_H
#include "base/memory.h"
#include "catalog/entry.h"
#include "catalog/scores/scores.h"

// The error at a width, and the width.
typedef struct cal_smooth_ece {
    double value, sigma;
} cal_smooth_ece;

// The integral over [0,1] of |(1/n) sum_i (c_i - right_i) K(t, c_i)|. Against direct sums the largest
// error was 8e-8, with 1 to 8,000 samples, drawn and of real networks, and widths from 0.001 to 1. Of
// one of many draws (scores->is_draw) it is good to one percent. sigma is at least 1e-6. Memory
// refused: arena->refused, and NaN.
cal_smooth_ece cal_smooth_error(cal_arena *arena, const cal_scores *scores, double sigma);
// The same at the width that agrees with it, |value - sigma| < 1e-8, or at 1e-6 where both are below that;
// of a draw within half a percent of the width.
cal_smooth_ece cal_smooth_agreed(cal_arena *arena, const cal_scores *scores);

typedef struct cal_smoothed {
    double right, count; // sums of K over the samples that are right, and over all
    double weight;       // how many samples lying just here would have that sum
    double samples;      // how many count here: (sum K)^2 / sum K^2, but fewer where all are far away
} cal_smoothed;

// At i/(places-1), i = 0 .. places-1, within 1e-6 of the direct sums.
void cal_smooth_curve(cal_smoothed *out, int places, cal_arena *arena, const cal_scores *scores,
                      double sigma);

// Where a value at x can be read from points 0, 1, 2 ..., or be put on them: weight[6] of those from
// floor(x) - 2 on, polynomials of degree 5 through them. x >= -4.
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
