// Metrics of one set of scores: choosing them, their values, floors and intervals, and the JSON of all these.
#ifndef CAL_RUN_FIGURES_H
#define CAL_RUN_FIGURES_H
#include "base/text.h"
#include "run/report/intervals/resampling.h"

struct cal_calibrator;
struct cal_fit;

typedef struct cal_figures {
    int count;
    cal_measured *measured; // [count]
    char **key;             // [count], an id, or the metric's text if several have this id
} cal_figures;

// The source of the scores: the outputs as they are, with a null calibrator, or a fit applied to them.
typedef struct cal_figures_origin {
    const struct cal_calibrator *calibrator;
    const struct cal_fit *fit;
    int changed; // samples whose predicted class the fit changes
    const char
        // name of an earlier fit of the calibrator with the same results; or null
        *same_as;
} cal_figures_origin;

// Receives a report's figures as numbers, in addition to the JSON. They stay valid during the call; null if
// they equal those of origin->same_as.
typedef struct cal_figures_listener {
    cal_status (*take)(void *to, const cal_figures_origin *origin, const cal_figures *figures,
                       cal_resampling chance, cal_error *err);
    void *to;
} cal_figures_listener;

// The requested metrics and options.
typedef struct cal_metric_request {
    const char *const *metric; // [count] texts, "ece:edges=left,bins=10"; every metric if count is 0
    int count;
    int bins;                    // number of bins if a metric's text does not give it
    bool strict;                 // a metric that needs more than the scores have is an error, not left out
    bool headline;               // only metrics that are marked as headlines
    cal_resampling chance;       // {0, 0}: no floors and no intervals
    const cal_refits *refits;    // refits of the calibrator that made the scores, or null
    cal_progress_range progress; // receives the progress
    const cal_figures_listener *listener; // or null
    cal_figures_origin origin;            // for the listener
} cal_metric_request;

// Chooses the requested metrics, without values. Leaves out those that need more than the scores have.
cal_status cal_figures_choose(cal_figures *out, cal_arena *arena, const cal_scores *scores,
                              const cal_metric_request *request, cal_error *err);
// Computes their values, floors and intervals.
cal_status cal_figures_measure(cal_figures *figures, cal_arena *arena, const cal_scores *scores,
                               const cal_metric_request *request, cal_error *err);
// Chooses, measures and writes {"ece": {"text": "ece", "value": 0.05, "floor": 0.01, "interval": [0.04,
// 0.06], "true_interval": [0.03, 0.05], "outside": 0, "bins": [{low, high, count, confidence, accuracy,
// interval}]}, ...}. Draws are needed for the floor and the intervals.
// "interval" is the spread of the estimate; "true_interval" is that of the true calibration error, null if
// unknown (intervals/truth.h). "draws" are the bootstrap's first draws minus the value, in millionths. A
// metric with a curve has "curve": {name of x: [...], name of y: [...]}. With a band around it, it also has
// "band": {name of x: [...], "low": [...], "high": [...]}.
cal_status cal_metrics_write(cal_text *json, const cal_scores *scores, const cal_metric_request *request,
                             cal_error *err);
// Returns the value of a metric by id, with default parameters except `bins`. NaN if it has none, or if
// memory is refused, which sets arena->refused.
double cal_metric_value(cal_arena *arena, const char *id, const cal_scores *scores, int bins);

// Returns an upper bound of the temporary bytes of a metric of n samples, in addition to an arena's first
// block.
size_t cal_metric_row_bytes(int n);
// Returns true if the scores have what the metric needs.
bool cal_metric_is_known(const cal_metric *metric, const cal_scores *scores);

// Writes the entry's defaults, with this number of bins if it has a parameter for it.
void cal_choice_with_bins(cal_choice *out, const cal_entry *entry, int bins);

#endif
