// Computes values that several figures of a binary task share. The scores' `positive` must be set.
#ifndef CAL_CATALOG_SCORES_BINARY_BINARY_H
#define CAL_CATALOG_SCORES_BINARY_BINARY_H
#include "catalog/scores/scores.h"

// Results that several figures of the same scores share; the first one computes them. For one thread.
typedef struct cal_binary_memo {
    double cox[2]; // with the slope fitted
    int left_out;
    double *errors; // [count], or null: not computed yet
    int count;
    bool fitted;
    cal_arena arena;
} cal_binary_memo;
void cal_binary_memo_free(cal_binary_memo *memo); // frees its contents

// Cox's recalibration model, logit P(y = 1) = intercept + slope logit(p), fitted together (b[0], b[1]). With
// `large` the slope is 1 and only b[0] is fitted, calibration-in-the-large. NaN without a maximum. Samples
// with p exactly 0 or 1 have no log odds and are left out. Returns their number.
int cal_binary_cox(double b[2], cal_arena *arena, const cal_scores *scores, bool large);
// The reason for a coefficient `value` of NaN; null for a number.
const char *cal_binary_cox_note(double value, const cal_scores *scores, bool large);

// Distances |p - lowess(p)| [*count] of samples from their smoothed outcomes, ascending, by R's lowess(p, y,
// iter = 0) as in rms::val.prob. In a draw of many samples, of runs of neighbours. Stored in the memo if the
// scores have one, else in `arena`. Null if memory was refused.
const double *cal_binary_smooth_errors(int *count, cal_arena *arena, const cal_scores *scores);
// The quantile of sorted values, type 7 of R and numpy.
double cal_sorted_quantile(const double *sorted, int n, double fraction);

// Area under the ROC curve and the variance of its estimate (DeLong, DeLong, Clarke-Pearson 1988), by
// midranks (Sun and Xu 2014); n log n. NaN if all outcomes are equal. With weighted samples the variance is
// NaN.
typedef struct cal_roc_area {
    double area, variance;
} cal_roc_area;
cal_roc_area cal_binary_roc(const cal_scores *scores);

#endif
