// Reports on files in memory, for `calib report` and for the page.
#ifndef CAL_RUN_REPORT_INPUT_FILES_H
#define CAL_RUN_REPORT_INPUT_FILES_H
#include "run/report/input/inputs.h"
#include "run/report/request.h"
#include "run/report/value.h"

// Makes the report of files; options->notes receives the notes on how they were read. Errors name the file,
// or the option.
cal_status cal_report_of_files(cal_report_value *out, const cal_report_files *files,
                               const cal_report_options *options, cal_error *err);

// Makes the request for cal_report_make on outputs in memory, without `spec`. `validation` may be null.
cal_status cal_report_of_outputs(cal_report_request *request, const cal_outputs *test,
                                 const cal_outputs *validation, const cal_report_options *options,
                                 cal_error *err);

#endif
