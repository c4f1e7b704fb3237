// Computes what several figures of a binary task share. The scores' `positive` must be set.
#ifndef CAL_CATALOG_SCORES_BINARY_BINARY_H
#define CAL_CATALOG_SCORES_BINARY_BINARY_H
#include "catalog/scores/scores.h"

// Results that several figures of the same scores share; the first one computes them. For one thread.
typedef struct cal_binary_memo {
    double cox[2]; // with its slope
    int left_out;
    double *errors; // [count], or null: nobody has asked
    int count;
    bool fitted;
    cal_arena arena;
} cal_binary_memo;
void cal_binary_memo_free(cal_binary_memo *memo); // what it holds

// Cox's recalibration model, logit P(y = 1) = intercept + slope logit(p), fitted together (b[0], b[1]); with
// `large` the slope is 1 and only b[0] is fitted, calibration-in-the-large. NaN where there is no maximum.
// Samples with p exactly 0 or 1 have no log odds and are left out; returns how many.
int cal_binary_cox(double b[2], cal_arena *arena, const cal_scores *scores, bool large);
// The reason for a coefficient `value` of NaN; null for a number.
const char *cal_binary_cox_note(double value, const cal_scores *scores, bool large);

// Ascending distances |p - lowess(p)| [*count] of the samples (of groups of neighbours, in a draw among many) from their smoothed outcomes, R's lowess(p, y, iter = 0)
// as rms::val.prob takes it; null when refused. They are the memo's where the scores have one, else of `arena`.
const double *cal_binary_smooth_errors(int *count, cal_arena *arena, const cal_scores *scores);
// The quantile of sorted values, type 7 of R and numpy's.
double cal_sorted_quantile(const double *sorted, int n, double fraction);

// Area under the ROC curve and the variance of its estimate (DeLong, DeLong, Clarke-Pearson 1988), by midranks
// (Sun and Xu 2014); n log n. NaN with one outcome alone;
// of weighted samples there is no variance.
typedef struct cal_roc_area {
    double area, variance;
} cal_roc_area;
cal_roc_area cal_binary_roc(const cal_scores *scores);

#endif
