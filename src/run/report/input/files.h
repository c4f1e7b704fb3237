// Reports on files in memory, for `calib report` and for the page.
#ifndef CAL_RUN_REPORT_INPUT_FILES_H
#define CAL_RUN_REPORT_INPUT_FILES_H
#include "run/report/input/inputs.h"
#include "run/report/request.h"

// Writes the whole report, an object, with the notes on how the files were read under "notes". Errors name
// the file, or the option.
cal_status cal_report_of_files(cal_text *json, const cal_report_files *files,
                               const cal_report_options *options, cal_error *err);

// Makes the request for cal_report_write on outputs in memory, without `spec`. `validation` may be null.
cal_status cal_report_of_outputs(cal_report_request *request, const cal_outputs *test,
                                 const cal_outputs *validation, const cal_report_options *options,
                                 cal_error *err);

#endif
