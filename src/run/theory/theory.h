// A loss as a function of one output, without a network or data, in the f64 interpreter.
//
// The outputs are q for one class and (1 - q)/(k - 1) for each of the others, from the logits log(q/(1-q)) +
// log(k-1) and 0. Losses that couple the samples of a batch are refused, as are losses that depend on a
// network's weights.
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
    double *factor; // slope divided by cross-entropy's slope, q - 1
    double *by_q;   // d loss / d q, along this line through the simplex
} cal_loss_curve;
// The caller keeps q; the other arrays are in `arena`. `single` makes each output a separate batch and leaves
// out a term of the weights, so that no loss is refused.
cal_status cal_loss_curve_make(cal_loss_curve *out, cal_arena *arena, const cal_choice *loss, int k,
                               const double *q, int count, bool single, cal_error *err);

// The minimiser of the expected loss if the true probabilities are p for one class and (1 - p)/(k - 1) for
// each of the others. It minimises the risk p L(q) + (1 - p) L(label is another class). The search takes the
// best of 4,001 logits in [-40, 40] and refines it to where the risk's derivative is 0. A proper loss has q =
// p.
typedef struct cal_loss_optimum {
    double *q;    // [count]
    double *risk; // [count], least risk
    bool *bound;  // [count], true if it is at an end of the grid
} cal_loss_optimum;
cal_status cal_loss_optimum_find(cal_loss_optimum *out, cal_arena *arena, const cal_choice *loss, int k,
                                 const double *p, int count, cal_error *err);

#endif
