// Minimises a smooth convex function by L-BFGS (Liu and Nocedal 1989).
#ifndef CAL_CATALOG_CALIBRATOR_SHARED_LBFGS_H
#define CAL_CATALOG_CALIBRATOR_SHARED_LBFGS_H
#include "base/memory.h"

typedef struct cal_lbfgs_function {
    void *context;
    // The function at x; fills its gradient.
    double (*value)(double *gradient, void *context, const double *x);
    // Multiplies x by an approximate inverse of the Hessian, up to a factor that the steps tell.
    void (*precondition)(double *x, const void *context);
    // The size of a gradient. The search ends when it is at most `close`.
    double (*steepness)(const double *gradient, const void *context);
    double close;
} cal_lbfgs_function;

typedef struct cal_lbfgs {
    int n;                                    // variables
    double *x, *gradient;                     // [n] the start, then the minimum; the remaining gradient there
    int steps;                                // steps taken
    int count;                                // pairs seen
    double *direction, *next, *next_gradient; // [n]
    double *step, *change;                    // [newest pairs][n]
} cal_lbfgs;

// Allocates for n variables; check arena->refused. Zeroed, so that x starts at 0.
cal_lbfgs cal_lbfgs_take(cal_arena *arena, int n);
// Minimises from x. A step is halved until the function does not rise by more than rounding in single
// precision. Ends when the gradient is small, after 200 steps, or when no step helps.
void cal_lbfgs_run(cal_lbfgs *m, const cal_lbfgs_function *f);

#endif
