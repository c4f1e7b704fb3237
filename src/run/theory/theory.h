// A loss by itself, without a network and without data, in the f64 interpreter.
//
// The outputs are q for one class and (1 - q)/(k - 1) for each of the others, given by the
// logits log(q/(1-q)) + log(k-1) and 0. Losses that couple the samples of a batch have no such
// curve and are refused, as are those of a network's weights.
#ifndef CAL_RUN_THEORY_H
#define CAL_RUN_THEORY_H
#include "base/memory.h"
#include "catalog/entry.h"

// The loss of one sample whose class has probability q.
typedef struct cal_loss_curve {
    int count;
    const double *q; // [count] in (0, 1)
    double *loss;
    double *slope;  // d loss / d logit of the class
    double *factor; // slope divided by cross-entropy's, q - 1
    double *by_q;   // d loss / d q, along this line through the simplex
} cal_loss_curve;
// q stays the caller's; the other arrays are in `arena`. `single`: each output is a batch by itself, and a term of
// the weights is left out, so that no loss is refused.
cal_status cal_loss_curve_make(cal_loss_curve *out, cal_arena *arena, const cal_choice *loss, int k,
                               const double *q, int count, bool single, cal_error *err);

// The minimiser of the expected loss if the true probabilities are p for one class and (1 - p)/(k - 1) for
// the others: the q of least risk p L(q) + (1 - p) L(label is another class), found on a grid of 4,001 logits
// in [-40, 40] and refined to where the risk's derivative is 0. A proper loss has q = p.
typedef struct cal_loss_optimum {
    double *q;    // [count]
    double *risk; // [count] the least risk
    bool *bound;  // [count] whether it lies at an end of the grid
} cal_loss_optimum;
cal_status cal_loss_optimum_find(cal_loss_optimum *out, cal_arena *arena, const cal_choice *loss, int k,
                                 const double *p, int count, cal_error *err);

#endif
