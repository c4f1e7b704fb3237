// Measures how much calibrated figures depend on the validation set (half-sampling). Each calibrator is
// fitted again on random halves of it and measured on the test set as before. A half drawn without
// replacement differs from the whole as much on average as the whole differs from the population. So the
// variance of the figures is that of a new set of the same size. Drawing with replacement would repeat
// samples, which isotonic steps and the bins of a grid take for certainty.
#ifndef CAL_RUN_REFIT_H
#define CAL_RUN_REFIT_H
#include "run/report/figures.h"
#include "catalog/calibrator/calibrator.h"

// Returns the default number of refits, from the sizes of validation and test set. It is 20, or fewer, at
// least 5, for large sets whose refits would take longer than the draws.
int cal_refits_default(int val_n, int n, int k);

// A calibrator's fits, for which cal_refit fills out[count]; `fit` and `test` do not change.
typedef struct cal_refit_of {
    const cal_calibrator *calibrator;
    const cal_choice *choice;
    const cal_fit *fit; // [count]
    int count;
    const cal_scores *test, *fitted_on;
    const cal_metric_request *metrics; // the metrics
} cal_refit_of;
cal_status cal_refit(cal_refits *out, cal_arena *arena, const cal_refit_of *of, int refits, cal_error *err);

// Returns true if two fits are the same map, as temperatures of a grid often are.
bool cal_fits_equal(const cal_fit *a, const cal_fit *b);

#endif
