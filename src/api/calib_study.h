// What can be studied of a link's parts by themselves: the third part of calib.h, which includes it.
#ifndef CAL_API_CALIB_STUDY_H
#define CAL_API_CALIB_STUDY_H
#include "calib.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- theory: a loss without a network and without data, in double precision

// An output has the probability p of one class and (1 - p)/(k - 1) of each of the others.
typedef struct cal_theory_def {
    uint32_t cookie;
    const char *loss; // "focal:gamma=3"
    const double *p;  // [n] in (0, 1); read during the call alone
    int n, k;         // at most 10000 probabilities; classes, 2 (the default) to 1000
    // Every output is a batch by itself, and a term of the weights is left out: so each loss has a curve. Otherwise
    // losses that couple the samples of a batch, or are of a network's weights, are refused.
    bool single;
} cal_theory_def;
CAL_API cal_theory_def cal_default_theory(void);
// The loss of an output whose class is the one with p, in nats; `slope` with respect to that class's logit; `factor`, the
// slope divided by that of cross-entropy, p - 1; `by_p`, with respect to p. Each [n], or null. CAL_USAGE: no such
// loss, one that has no curve, or a p outside.
CAL_API cal_status cal_theory_curve(double *loss, double *slope, double *factor, double *by_p,
                                    const cal_theory_def *def, cal_error *err);
// The output of least expected loss where the true probabilities are p and (1 - p)/(k - 1): its probability q of the
// class, which is p for a proper loss; its risk; and whether it lies at an end of what is searched, logits from -40 to
// 40. Each [n], or null. Errors as of cal_theory_curve; `single` is not looked at.
CAL_API cal_status cal_theory_optimum(double *q, double *risk, bool *at_bound, const cal_theory_def *def,
                                      cal_error *err);
// The least gamma whose focal loss has nowhere above p0 a larger gradient than cross-entropy (Mukhoti et al. 2020,
// Proposition 2); NaN unless 0 < p0 < 1/2.
CAL_API double cal_theory_gamma(double p0);

#ifdef __cplusplus
}
#endif
#endif
