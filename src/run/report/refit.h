// What the choice of the validation set does to calibrated figures: each calibrator is fitted again
// on random halves of it and measured on the test set as before. A half drawn without repetition differs from
// the whole on average as much as the whole does from the truth, so that the figures' variance is that of a
// set of the same size drawn anew, without samples that are there twice, which isotonic steps and the bins of
// a grid take for certainty.
#ifndef CAL_RUN_REFIT_H
#define CAL_RUN_REFIT_H
#include "run/report/figures.h"
#include "catalog/calibrator/calibrator.h"

// How often, by the sizes of validation and test set alone: 20 times, and less for sets so large that it
// would take longer than the draws; never less than 5.
int cal_refits_usual(int val_n, int n, int k);

// Of fits[count] of a calibrator, out[count]; all members of `fit` and `test` stay as they are.
typedef struct cal_refit_of {
    const cal_calibrator *calibrator;
    const cal_choice *choice;
    const cal_fit *fit; // [count]
    int count;
    const cal_scores *test, *fitted_on;
    const cal_metric_request *asked; // the figures
} cal_refit_of;
cal_status cal_refit(cal_refits *out, cal_arena *arena, const cal_refit_of *of, int refits, cal_error *err);

// Whether both fits make the same of everything: temperatures of a grid often agree.
bool cal_fits_alike(const cal_fit *a, const cal_fit *b);

#endif
