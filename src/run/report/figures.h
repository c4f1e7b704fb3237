// Metrics of one set of scores: choosing them, their values, floors and intervals.
#ifndef CAL_RUN_FIGURES_H
#define CAL_RUN_FIGURES_H
#include "run/report/intervals/resampling.h"

typedef struct cal_figures {
    int count;
    cal_resampling chance;  // draws of the floors and intervals
    cal_measured *measured; // [count]
    const char **key;       // [count], an id, or the metric's text if several have this id
    const char **text;      // [count], the metric's text with its parameters
    cal_choice *choice;     // [count], or null in figures that were kept
} cal_figures;

// Is notified before and after a calibrator is fitted.
typedef struct cal_fit_watch {
    void (*report)(void *context, const char *calibrator, bool fitted); // null: nobody is notified
    void *context;
} cal_fit_watch;

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
    cal_fit_watch fitting;       // for reports with calibrators
} cal_metric_request;

// Chooses the requested metrics, without values. Leaves out those that need more than the scores have.
cal_status cal_figures_choose(cal_figures *out, cal_arena *arena, const cal_scores *scores,
                              const cal_metric_request *request, cal_error *err);
// Computes their values, floors and intervals.
cal_status cal_figures_measure(cal_figures *figures, cal_arena *arena, const cal_scores *scores,
                               const cal_metric_request *request, cal_error *err);
// Copies figures into another arena, without choices and with at most CAL_DRAWS_REPORTED draws.
void cal_figures_keep(cal_figures *out, cal_arena *arena, const cal_figures *figures);
// Chooses and measures in temporary memory, and keeps the figures in the arena.
cal_status cal_figures_make(cal_figures *out, cal_arena *arena, const cal_scores *scores,
                            const cal_metric_request *request, cal_error *err);
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
