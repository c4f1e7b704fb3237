// Floor 3. What calibrators share.
#ifndef CAL_ZOO_CALIBRATOR_PARTS_H
#define CAL_ZOO_CALIBRATOR_PARTS_H
#include "zoo/calibrator.h"

// One number as what was found, in the arena.
cal_found cal_found_number(cal_arena *arena, const char *name, double value);

// Fills p[k] with what the fit makes of logits z[k].
typedef void cal_fit_row(double *p, const cal_fit *fit, const float *z, int k);
// Scores whose rows `row` makes of the set's logits.
cal_status cal_fit_apply_rows(cal_scores *out, cal_arena *arena, cal_fit_row *row, const cal_fit *fit,
                              const cal_scores *scores, cal_error *err);
// Scores of which no more is known than the confidence, mapped by `top`: the same predictions, in a new
// order.
typedef double cal_fit_top(const cal_fit *fit, double confidence);
cal_status cal_fit_apply_top(cal_scores *out, cal_arena *arena, cal_fit_top *top, const cal_fit *fit,
                             const cal_scores *scores, cal_error *err);

// p = softmax(b z), in double; returns log of the sum of e^(b (z_j - max z)).
double cal_probabilities(double *p, const float *z, int k, double b);

#endif
