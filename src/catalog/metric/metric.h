// A metric turns scores into one figure, with the per-bin data behind it.
#ifndef CAL_CATALOG_METRIC_METRIC_H
#define CAL_CATALOG_METRIC_METRIC_H
#include "catalog/entry.h"
#include "catalog/scores/figure.h"
#include "catalog/scores/scores.h"

// What a figure is, and so what may stand beside it.
typedef enum cal_figure_kind {
    CAL_SCORE,       // a mean over the samples: a bootstrap interval
    CAL_PROPORTION,  // a share of the samples: Wilson's interval
    CAL_CALIBRATION, // an error of calibration, with bins or without: its noise floor and a bootstrap
                     // interval
} cal_figure_kind;

// The least that a metric must know of a set.
typedef enum cal_needs {
    CAL_NEEDS_TOP,       // of each sample the confidence and whether it is right
    CAL_NEEDS_ROWS,      // the probabilities of all classes, or sums over them
    CAL_NEEDS_POSTERIOR, // the true probabilities too: left out where the data does not know them
    CAL_NEEDS_ELSEWHERE, // a second set, from elsewhere
} cal_needs;

// Many sets that are drawn from one: either each sample comes more or less often, or labels are new.
typedef struct cal_draws {
    int first, count;      // among all the draws that there are
    const uint8_t *weight; // [n][count] how often a sample is in each of them, or null: once
    const int32_t *label;  // [n][count] or null: the labels that there are
} cal_draws;

typedef struct cal_metric {
    cal_entry entry;
    const char *unit; // "%" for fractions that are shown as percent, a word, or null for a pure number
    cal_figure_kind kind;
    cal_needs needs;
    bool headline;   // shown at first; the others on demand
    bool each_epoch; // recorded in every epoch of a run: only what costs little more than a pass over samples
    bool larger_is_better;
    // Reads only what `needs` promises.
    void (*compute)(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice);
    // The figures of many draws, where that is much cheaper together than one by one; may be null.
    void (*draws)(double *value, cal_arena *arena, const cal_scores *scores, const cal_choice *choice,
                  const cal_draws *draws);
    // Of an error of calibration: the groups whose magnitudes it adds up. Returns how many; 0 where it is
    // another norm of the residuals, as without this; CAL_NO_TRUTH where it is neither, and nothing is said
    // about the true one.
    int (*gaps)(cal_gap **out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice);
    // Adds parts that are too slow for every epoch and every draw; may be null.
    void (*detail)(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice);
} cal_metric;

CAL_REGISTRY(cal_metric, cal_metrics)

#endif
