// A report's figures as tables to read or to print.
#ifndef CAL_RUN_REPORT_TABLE_H
#define CAL_RUN_REPORT_TABLE_H
#include "base/text.h"
#include "base/status.h"

typedef enum cal_format { CAL_JSON, CAL_TABLE, CAL_CSV, CAL_LATEX, CAL_MARKDOWN } cal_format;

// False for a word that names none.
bool cal_format_parse(cal_format *out, const char *word);
// From a report's JSON: of the test set each metric with its floor, the spread of its estimate and the
// interval of the true one, then a line for each calibrator with all metrics after it, then other libraries'
// figures. Shares as percent, but in CSV, which has one line a figure, as they are.
cal_status cal_report_format(cal_text *out, const cal_text *json, cal_format format, cal_error *err);

#endif
