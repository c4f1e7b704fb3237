// Floor 3. A metric turns scores into one figure, with the per-bin data behind it.
#ifndef CAL_ZOO_METRIC_H
#define CAL_ZOO_METRIC_H
#include "zoo/entry.h"
#include "zoo/scores.h"

typedef struct cal_bin {
    double low, high;            // edges
    int count;                   // samples
    double confidence, accuracy; // means; 0 where count is 0
} cal_bin;

typedef struct cal_figure {
    double
        value; // a fraction, never percent; NaN where the metric has no value (true_ce without a posterior)
    int bins;  // 0 for metrics that do not bin
    cal_bin *bin; // [bins], in the arena
    int outside;  // samples in no bin; must be 0 for our own definitions
} cal_figure;

typedef struct cal_metric {
    cal_entry entry;
    const char *unit;     // "%" for fractions that are shown as percent, a word, or null for a pure number
    bool needs_posterior; // left out where the data does not know the truth
    bool larger_is_better;
    void (*compute)(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice);
} cal_metric;

extern const cal_metric *const cal_metrics[]; // ends with null

#endif
