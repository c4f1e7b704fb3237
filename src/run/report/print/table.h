// A report's figures as tables.
#ifndef CAL_RUN_REPORT_PRINT_TABLE_H
#define CAL_RUN_REPORT_PRINT_TABLE_H
#include "base/text.h"
#include "base/status.h"
#include "run/report/print/format.h"

// Returns false for an unknown format.
bool cal_format_parse(cal_format *out, const char *word);
// Writes tables from a report's JSON. The first has each metric of the test set with its floor, its bootstrap
// interval and the interval of the true value. Then follow a line per calibrator with all metrics after it,
// and other libraries' figures. Fractions are in percent, except in CSV, which has one line for each figure.
cal_status cal_report_format(cal_text *out, const cal_text *json, cal_format format, cal_error *err);

#endif
