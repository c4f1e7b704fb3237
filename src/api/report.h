// Definition of cal_report: its value, its text, and the figures in the form of the C API.
#ifndef CAL_API_REPORT_H
#define CAL_API_REPORT_H
#include "api/handles.h"
#include "run/outputs/notes.h"
#include "run/report/value.h"

// The figures of one set of scores.
typedef struct cal_report_group {
    cal_report_fit fit;
    int metrics;
    const cal_report_metric *metric; // [metrics]
} cal_report_group;

struct cal_report {
    cal_report_value value;
    cal_text json;
    int groups;
    const cal_report_group *group; // [groups], in the value's memory: the outputs as given, then each fit
    const cal_report_row *table;   // the table of calibrators, likewise; or null
    cal_notes notes;
};

// Lists the value's figures as groups. Sets value.arena.refused if memory is refused.
void cal_report_list(cal_report *report);

#endif
