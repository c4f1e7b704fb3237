// Inside a report: its text, and the figures that the engine reported while it wrote the text.
#ifndef CAL_API_REPORT_H
#define CAL_API_REPORT_H
#include "api/handles.h"
#include "run/files/notes.h"
#include "run/report/figures.h"

// The figures of one set of scores.
typedef struct cal_report_group {
    cal_report_fit fit;
    int metrics;
    const cal_report_metric *metric; // [metrics]
} cal_report_group;

struct cal_report {
    cal_text json;
    cal_arena arena; // of all that groups point to
    int groups, capacity;
    cal_report_group *group; // the outputs as they are, then each fit
    cal_figures_listener listener;
    cal_notes notes;
};

// What its listener does.
cal_status cal_report_take(void *report, const cal_figures_origin *origin, const cal_figures *figures,
                           cal_resampling chance, cal_error *err);

#endif
