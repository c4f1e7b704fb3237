// Makes a report and writes its JSON.
#include "run/report/print/json.h"
#include "run/report/report.h"

static inline cal_status report_text(cal_text *json, const cal_report_request *request, cal_error *err) {
    cal_report_value report;
    const cal_status status = cal_report_make(&report, request, err);
    if (status) return status;
    cal_json_open(json, '{');
    cal_report_write(json, &report);
    cal_json_close(json, '}');
    cal_report_value_free(&report);
    return CAL_OK;
}
