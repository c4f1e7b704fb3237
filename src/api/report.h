// Definition of cal_report: its text, and the figures recorded while the engine wrote it.
#ifndef CAL_API_REPORT_H
#define CAL_API_REPORT_H
#include "api/handles.h"
#include "run/outputs/notes.h"
#include "run/report/figures.h"

// The figures of one set of scores.
typedef struct cal_report_group {
    cal_report_fit fit;
    int metrics;
    const cal_report_metric *metric; // [metrics]
} cal_report_group;

struct cal_report {
    cal_text json;
    cal_arena arena; // memory of everything that groups point to
    int groups, capacity;
    cal_report_group *group; // the outputs as given, then each fit
    cal_figures_listener listener;
    cal_notes notes;
};

// Records figures: the listener of cal_report.
cal_status cal_report_take(void *report, const cal_figures_origin *origin, const cal_figures *figures,
                           cal_resampling chance, cal_error *err);

#endif
