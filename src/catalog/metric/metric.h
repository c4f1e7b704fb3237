// A metric computes one figure from scores, with the bins or the curve behind it.
#ifndef CAL_CATALOG_METRIC_METRIC_H
#define CAL_CATALOG_METRIC_METRIC_H
#include "catalog/entry.h"
#include "catalog/scores/figure.h"
#include "catalog/scores/scores.h"

// The kind of a figure, which decides its interval.
typedef enum cal_figure_kind {
    CAL_SCORE,       // a mean over the samples: bootstrap interval
    CAL_PROPORTION,  // a fraction of the samples: Wilson's interval
    CAL_CALIBRATION, // a calibration error, with bins or without: noise floor and bootstrap interval
    CAL_TEST,        // a test statistic, with a p value instead of an interval
} cal_figure_kind;

// Minimum information that a metric needs about a set.
typedef enum cal_needs {
    CAL_NEEDS_TOP,       // for each sample the confidence, and if it is right
    CAL_NEEDS_ROWS,      // the probabilities of all classes, or sums over them
    CAL_NEEDS_POSTERIOR, // also the true probabilities: left out if the data does not have them
    CAL_NEEDS_OOD,       // a second, out-of-distribution set
    CAL_NEEDS_CLASSES, // rows with equivalent classes: left out of a binary task, which has a separate figure
    CAL_NEEDS_BINARY,  // a binary task: the probability of class 1, and if it is the label
    CAL_NEEDS_ANSWER,  // as CAL_NEEDS_TOP, but left out of a binary task, which has a separate figure
} cal_needs;

// Resamples of one set: bootstrap weights for the samples, or new labels.
typedef struct cal_draws {
    int first, count;      // range among all draws
    const uint8_t *weight; // [n][count] occurrences of a sample in each draw, or null: once
    const int32_t *label;  // [n][count] or null: the original labels
} cal_draws;

typedef struct cal_metric {
    cal_entry entry;
    const char *unit; // "%" for fractions that are shown as percent, a word, or null for a pure number
    cal_figure_kind kind;
    cal_needs needs;
    bool headline;   // shown by default; the others on demand
    bool each_epoch; // recorded in every epoch of a run: must cost little more than a pass over samples
    bool larger_is_better;
    bool
        // neither larger nor smaller is better, such as a slope whose ideal is 1: no row is the best
        two_sided;
    bool of_options; // with CAL_NEEDS_CLASSES: also for questions, whose options differ
    bool on_request; // only if named, and for questions with options
    bool weighted;   // uses the samples' weights; without it the metric is left out of a weighted set
    // Reads only what `needs` names.
    void (*compute)(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice);
    // The figures of many draws, if that is much cheaper than one by one; may be null.
    void (*draws)(double *value, cal_arena *arena, const cal_scores *scores, const cal_choice *choice,
                  const cal_draws *draws);
    // For calibration errors: the gaps whose magnitudes it sums. Returns their number; 0 if it is another
    // norm of the residuals, as without this function. CAL_NO_TRUTH if it is neither, and the true error is
    // not estimated.
    int (*gaps)(cal_gap **out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice);
    // The value is the sum of the gaps' magnitudes minus its bias, so both estimate the same true error.
    bool debiased;
    // A 95 % interval of the true calibration error that replaces the one by gaps (intervals/truth.h); NaN if
    // there is none. May be null.
    void (*truth)(double *low, double *high, cal_arena *arena, const cal_scores *scores,
                  const cal_choice *choice);
    // The non-negative term of sample i, if the value is the mean of such terms; may be null. Paired tests of
    // two models compare these terms.
    double (*term)(const cal_scores *scores, int i, const cal_choice *choice);
    // A 95 % interval that replaces the bootstrap's; may be null.
    void (*interval)(double *low, double *high, cal_arena *arena, const cal_scores *scores,
                     const cal_choice *choice);
    // Returns what the choice needs and the scores lack, for an error; null: nothing. May be null.
    const char *(*lacks)(const cal_scores *scores, const cal_choice *choice);
    // Adds parts that are too slow for every epoch and every draw; may be null.
    void (*detail)(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice);
} cal_metric;

CAL_REGISTRY(cal_metric, cal_metrics)

#endif
