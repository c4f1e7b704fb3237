// Metrics of one set of scores: which of them, their values, what chance says, and all that as JSON.
#ifndef CAL_RUN_FIGURES_H
#define CAL_RUN_FIGURES_H
#include "base/text.h"
#include "run/report/chance.h"

// Which figures, and what beside them.
typedef struct cal_metric_request {
    const char *const *metric; // [count] texts, "ece:edges=left,bins=10"; with none of them every metric
    int count;
    int bins;                 // where a metric bins and its text does not say into how many
    bool strict;              // a metric that the scores do not know enough for is an error, not left out
    bool headline;            // of every metric only those marked so
    cal_chance chance;        // {0, 0}: no floors and no intervals
    const cal_refits *refits; // of the calibrator that made the scores, or null
    cal_share share;          // how far it is
} cal_metric_request;

typedef struct cal_figures {
    int count;
    cal_measured *measured; // [count]
    char **key;             // [count] an id, or the metric's text where an id is there more than once
} cal_figures;

// What is asked for, without values. What the scores do not know enough for is left out.
cal_status cal_figures_choose(cal_figures *out, cal_arena *arena, const cal_scores *scores,
                              const cal_metric_request *asked, cal_error *err);
// Their values, and what chance says about them.
cal_status cal_figures_measure(cal_figures *figures, cal_arena *arena, const cal_scores *scores,
                               const cal_metric_request *asked, cal_error *err);
// {"ece": {"text": "ece", "value": 0.05, "floor": 0.01, "interval": [0.04, 0.06], "true_interval": [0.03,
// 0.05],
//  "outside": 0, "bins": [{low, high, count, confidence, accuracy, interval}]}, ...}; without draws no floor
// and no intervals. "interval" is the spread of the estimate; "true_interval", of an error of calibration,
// that of the true one, or null where none is known (run/report/truth.h); "draws" are the first of the
// bootstrap's less the value, in millionths. A metric with a curve has "curve":
// {what x is: [...], what y is: [...]}.
void cal_figures_write(cal_text *json, const cal_figures *figures, cal_chance chance);

// All of it: chosen, measured, written.
cal_status cal_metrics_write(cal_text *json, const cal_scores *scores, const cal_metric_request *asked,
                             cal_error *err);
// One figure by id, with default parameters except `bins`; NaN if it has none, or if memory was refused,
// which `arena` then says.
double cal_metric_value(cal_arena *arena, const char *id, const cal_scores *scores, int bins);

// Do the scores know what the metric must?
bool cal_metric_is_known(const cal_metric *metric, const cal_scores *scores);

// The entry's defaults, with this number of bins where it bins at all.
void cal_choice_with_bins(cal_choice *out, const cal_entry *entry, int bins);

#endif
