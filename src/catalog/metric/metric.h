// A metric computes one figure from scores, with the bins or the curve behind it.
#ifndef CAL_CATALOG_METRIC_METRIC_H
#define CAL_CATALOG_METRIC_METRIC_H
#include "catalog/entry.h"
#include "catalog/scores/figure.h"
#include "catalog/scores/scores.h"

// The kind of a figure, which decides its interval.
typedef enum cal_figure_kind {
    CAL_SCORE,       // a mean over the samples: a bootstrap interval
    CAL_PROPORTION,  // a fraction of the samples: Wilson's interval
    CAL_CALIBRATION, // a calibration error, with bins or without: its noise floor and a bootstrap interval
    CAL_TEST,        // a test statistic, which has a p value instead of an interval
} cal_figure_kind;

// What a metric needs to know of a set, at least.
typedef enum cal_needs {
    CAL_NEEDS_TOP,       // of each sample the confidence and whether it is right
    CAL_NEEDS_ROWS,      // the probabilities of all classes, or sums over them
    CAL_NEEDS_POSTERIOR, // the true probabilities too: left out if the data does not have them
    CAL_NEEDS_OOD,       // a second, out-of-distribution set
    CAL_NEEDS_CLASSES, // rows whose classes are all alike: left out of a binary task, which has its own figure
    CAL_NEEDS_BINARY,  // a binary task: the probability of class 1, and whether it is the label
} cal_needs;

// Many resamples of one set: bootstrap weights for the samples, or new labels.
typedef struct cal_draws {
    int first, count;      // of all draws
    const uint8_t *weight; // [n][count] how often a sample is in each of them, or null: once
    const int32_t *label;  // [n][count] or null: the original labels
} cal_draws;

typedef struct cal_metric {
    cal_entry entry;
    const char *unit; // "%" for fractions that are shown as percent, a word, or null for a pure number
    cal_figure_kind kind;
    cal_needs needs;
    bool headline;   // shown at first; the others on demand
    bool each_epoch; // recorded in every epoch of a run: only what costs little more than a pass over samples
    bool larger_is_better;
    bool
        two_sided; // neither larger nor smaller is better, such as a slope whose ideal is 1: no row is the best
    bool of_options; // of CAL_NEEDS_CLASSES: of questions, too, whose options differ
    bool on_request; // only where it is named, and of questions with options
    bool
        weighted; // has a weighted form, and takes the samples' weights; left out of a weighted set without it
    // Reads only what `needs` names.
    void (*compute)(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice);
    // The figures of many draws, if that is much cheaper together than one by one; may be null.
    void (*draws)(double *value, cal_arena *arena, const cal_scores *scores, const cal_choice *choice,
                  const cal_draws *draws);
    // For calibration errors: the groups whose magnitudes it sums. Returns how many; 0 if it is
    // another norm of the residuals, as without this function; CAL_NO_TRUTH if it is neither, and
    // the true error is not estimated.
    int (*gaps)(cal_gap **out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice);
    // The value is the sum of the groups' magnitudes minus its bias, so both estimate the same true error.
    bool debiased;
    // The non-negative term of sample i, of a value that is their mean; may be null.
    double (*term)(const cal_scores *scores, int i, const cal_choice *choice);
    // Another 95 % interval than the bootstrap's; may be null.
    void (*interval)(double *low, double *high, cal_arena *arena, const cal_scores *scores,
                     const cal_choice *choice);
    // Adds parts that are too slow for every epoch and every draw; may be null.
    void (*detail)(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice);
} cal_metric;

CAL_REGISTRY(cal_metric, cal_metrics)

#endif
