// A matrix and a shift, softmax(A x + b), by maximum likelihood with penalties.
#ifndef CAL_CATALOG_CALIBRATOR_SHARED_AFFINE_H
#define CAL_CATALOG_CALIBRATOR_SHARED_AFFINE_H
#include "catalog/calibrator/shared/fit.h"
#include "catalog/calibrator/shared/lbfgs.h"

enum { CAL_AFFINE_CLASSES = 200 }; // most classes

typedef struct cal_affine {
    int n, k;
    const float *rows;     // [n,k]
    const int32_t *labels; // [n]
    const double *soft;    // [n,k] label distributions in place of these, or null
    cal_pool *pool;
    float unit;                // rows are multiplied by it: a power of two, 1 except for enormous ones
    double diagonal;           // penalty of (A_jj - 1)^2
    double off;                // penalty of A_jl^2
    double intercept;          // penalty of b_j^2
    double curvature;          // mean of p (1 - p) over rows and classes, about
    cal_lbfgs search;          // x and gradient are A[k,k], then b[k], in units of the rows
    float *matrix;             // [k,k], A transposed
    float *input, *output;     // [rows of a chunk][k]
    float *sum;                // [k,k] sum over a chunk of (p - onehot) x
    double *lost;              // [rows of a chunk] -log p_y
    double *inverse, *product; // [k+1,k+1] of the approximate Hessian of a class, [k+1]
    double *square;            // [k] mean square of the rows
} cal_affine;

// Allocates for k classes; check arena->refused.
cal_affine cal_affine_take(cal_arena *arena, int k);
// The same with rows that are computed.
typedef struct cal_affine_rows {
    cal_affine affine;
    float *rows;     // [n,k]
    double *scratch; // [k]
} cal_affine_rows;
cal_affine_rows cal_affine_rows_take(cal_arena *arena, int n, int k);
// Counts these and the numbers of a fit: a calibrator's `counts`.
size_t cal_affine_rows_counts(cal_arena *kept, const cal_choice *choice, int n, int k, int workers);
// Minimises the mean of -log p_y plus the penalties, from A = 1, b = 0, for the labels of `scores`. Returns
// the largest remaining derivative, in units of the rows' size if that is above 1. The fit begins with
// "matrix" and "shift", for rows without a unit. It has "steps" and "gradient" from found[last] on.
double cal_affine_fit(cal_fit *out, int last, cal_arena *arena, cal_affine *q, const cal_scores *scores);
// A derivative up to this is as good as none.
static const double cal_affine_close = 1e-6;

// Writes the reason why a set with too many classes has no fit.
void cal_affine_left_out(cal_text *why, int fits, const cal_scores *scores);
// Counts the numbers of a fit.
void cal_affine_count(cal_arena *counted, int k);
// A calibrator's `by_name` for searches that may take all of their steps.
bool cal_affine_by_name(int n, int k);
// Returns true if the fit is restored for at most CAL_AFFINE_CLASSES classes, which `apply` has room for.
bool cal_affine_restore(cal_fit *fit, cal_arena *arena, int k);
// Lists that such a fit is saved as.
#define CAL_AFFINE_SAVED                                                                                     \
    {"matrix", CAL_SAVED_MATRIX, -CAL_SAVED_MOST, CAL_SAVED_MOST}, {                                         \
        "shift", CAL_SAVED_CLASSES, -CAL_SAVED_MOST, CAL_SAVED_MOST                                          \
    }
// y[k] = A x + b of such a fit.
void cal_affine_map(double *y, const cal_fit *fit, const double *x, int k);

#endif
