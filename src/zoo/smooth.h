// Floor 3. What is known at the samples' confidences, smoothed over [0,1] by a Gaussian that is reflected at
// both ends (Blasiok and Nakkiran 2023). The mesh, the cut and the search for the width are those of their
// published code, relplot.
#ifndef CAL_ZOO_SMOOTH_H
#define CAL_ZOO_SMOOTH_H
#include "base/memory.h"
#include "zoo/entry.h"
#include "zoo/scores.h"

typedef struct cal_smoothing {
    double sigma;   // width of the Gaussian, above 0
    bool cut;       // at a distance of one half, as published; or whole
    bool residuals; // of the confidence minus right or wrong; otherwise of right or wrong alone
} cal_smoothing;

// Sums over the samples, each weighed with the Gaussian's density at its distance.
typedef struct cal_smoothed {
    double value, count;
} cal_smoothed;

// At i/(places-1), i = 0 .. places-1; of one of many draws (scores->is_draw) on a coarser mesh. Memory
// refused: arena->refused, and nothing written.
void cal_smooth(cal_smoothed *out, int places, cal_arena *arena, const cal_scores *scores,
                const cal_smoothing *how);

// Mean of the absolute smoothed residual where there are samples: sum |R| / sum (D + 1e-4), D being 1
// smoothed like the residuals.
double cal_smooth_error(cal_arena *arena, const cal_scores *scores, double sigma, bool cut);
// The sigma at which that error is sigma.
double cal_smooth_width(cal_arena *arena, const cal_scores *scores, bool cut);

// The parameter `kernel` of an entry.
#define CAL_SMOOTH_KERNEL                                                                                    \
    {.name = "kernel",                                                                                       \
     .help = "Cut at a distance of one half, as published, or whole",                                        \
     .type = CAL_CHOICE,                                                                                     \
     .choices = "cut/exact"}

// The parameter `sigma` of an entry: 0, or wide enough for the mesh (cal_entry.check).
cal_status cal_smooth_check(const cal_choice *choice, cal_error *err);

#endif
