// A scale and a shift for each class, softmax(s z + t), by maximum likelihood.
#ifndef CAL_CATALOG_CALIBRATOR_SHARED_SCALING_H
#define CAL_CATALOG_CALIBRATOR_SHARED_SCALING_H
#include "catalog/calibrator/shared/lbfgs.h"
#include "catalog/scores/scores.h"

typedef struct cal_scaling {
    int n, k;
    const float *rows;     // [n,k]
    const int32_t *labels; // [n]
    const double *soft;    // [n,k] label distributions in place of these, or null
    float unit;            // rows are multiplied by it: a power of two, 1 except for enormous ones
    double penalty;        // factor of (s - 1)^2 + t^2; 0: none
    double curvature;      // with a penalty: mean of p (1 - p), about
    cal_lbfgs search;      // x and gradient are scales, then shifts, in units of the rows
    int wide;              // k rounded up to 4
    float *scale, *shift;  // [wide]
    float *row, *z;        // [wide]
    float *sum;            // [2][wide] sums over a chunk: of p and of p z
    double *square, *mean; // [k] mean square and mean of the rows
} cal_scaling;

// Allocates for k classes; check arena->refused.
cal_scaling cal_scaling_take(cal_arena *arena, int k);
// Minimises the mean of -log p_y plus the penalty, from s = 1, t = 0. Returns the largest remaining
// derivative, in units of the rows' size if that is above 1.
double cal_scaling_fit(cal_scaling *q);
// A derivative up to this is as good as none.
static const double cal_scaling_close = 1e-6;

// Returns a power of two that scales logits down to at most `most`; 1 except for enormous logits. Single
// precision then has room for their sums.
float cal_scaling_unit(const cal_scores *scores, float most);
// Returns true if class j's logit alone separates its rows from all others. A class without rows is
// separated.
bool cal_scaling_separates(const cal_scores *scores, int j);

#endif
