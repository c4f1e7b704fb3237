// The table of calibrators: which of the fits helps, by paired differences to the outputs as given.
#ifndef CAL_RUN_REPORT_HELPS_H
#define CAL_RUN_REPORT_HELPS_H
#include "run/report/value.h"

// The test set as it is measured without a calibrator.
typedef struct cal_helps_base {
    const cal_scores *scores;
    const cal_figures *figures;
} cal_helps_base;

// Fills the cells of a fit: `after` are the scores after it, which `figures` are of.
//
// The difference of two means over the samples has Student's interval of the paired terms. That of two
// calibration errors has the standard deviation of the differences of paired draws. Noise makes such an error
// too large, by at most its floor. So the floors widen the interval as in a comparison of two models
// (against.h). `refits` (may be null) add the variance of the fit, as to the figures themselves.
void cal_helps_measure(cal_help_row *out, cal_arena *arena, const cal_helps_base *base,
                       const cal_scores *after, const cal_figures *figures, const cal_refits *refits);

// Collects the fits of a report in its table, judges their differences, and writes the advice.
//
// - A difference is beyond noise if its interval excludes 0 and Holm's procedure (1979) rejects equality, at
//   5 % for all different fits together.
// - The score is the log loss; the Brier score if the log loss is infinite without a calibrator, or not
//   measured.
// - The best row has the lowest score, and its differences to all others are beyond noise, in the same way.
// - The advised fit surely lowers the score and is not surely worse than the lowest. It has the
//   fewest parameters of such fits; among equals, a fit by likelihood comes first, then the lowest score.
cal_status cal_helps_make(cal_report_value *out, const cal_scores *base, cal_error *err);

#endif
