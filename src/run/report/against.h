// Compares two models on the same samples by paired differences of their figures.
#ifndef CAL_RUN_REPORT_AGAINST_H
#define CAL_RUN_REPORT_AGAINST_H
#include "run/report/value.h"

// Compares with another model, of this name. Its outputs have the labels, weights and cases of the test set.
// The interval of a difference is that of its row alone; within_noise is corrected for the tested rows.
// Means over samples also have the two-sided p value of a sign-flip test (Fisher's randomisation of paired
// differences). It has 1999 seeded flips and is uncorrected.
cal_status cal_against_make(const cal_comparison **out, cal_arena *kept, const char *name,
                            const cal_outputs *other, const cal_scores *test,
                            const cal_metric_request *metrics, cal_error *err);

// A figure's difference to another model's on the same samples.
//
// The interval has the percentiles of the paired draws' differences (Efron and Tibshirani 1993, section 8.3).
// They are moved so that their mean is the difference of the figures. Noise makes a calibration error too
// large, by at most its floor. The lower bound is therefore reduced by the floor of this model's figure, the
// upper one raised by the other's. So the interval is about the difference of the true errors, whichever
// groups have these.
typedef struct cal_difference {
    double value, low, high;
    double
        // p value that the true figures are equal: two-sided, normal, from the standard deviation of the
        // draws and the same bias
        p;
    bool within_noise, judged;
} cal_difference;

// `draw` is scratch memory for the draws [draws] of both. Returns false without an interval.
bool cal_difference_make(cal_difference *out, double *draw, const cal_measured *mine,
                         const cal_measured *other, int draws);
// Sets within_noise of all. A difference is beyond noise if its interval excludes 0 and Holm's procedure
// (1979) rejects equality, at 5 % in all.
void cal_differences_judge(cal_difference *of, int count);

#endif
