// Fits calibrators on files, and applies them to files of outputs in pieces.
#include <string.h>
#include "api.h"
#include "api_internal.h"

const char *cal_api_calibrator(cal_api *api, const char *options, size_t length) {
    cal_api_request w;
    cal_calibration *c = NULL;
    cal_bytes json = {0};
    cal_api_begin(api);
    cal_status status = cal_api_read_options(&w, api, options, length);
    const char *const *chosen = status ? NULL : w.def.calibrators;
    if (!status && !(chosen && chosen[0] && !chosen[1]))
        status = cal_fail(&api->error, CAL_USAGE, "one calibrator is needed");
    if (!status)
        status = cal_calibration_fit_files(&c, api->lab, chosen[0], &w.inputs, w.def.naming, &api->error);
    if (!status) status = cal_calibration_save(&json, c, cal_calibration_usual(c), &api->error);
    cal_calibration_free(c);
    return cal_api_end_json(api, &json, status);
}

static void close_apply(cal_api *api) {
    cal_apply_free(api->apply);
    cal_calibration_free(api->calibration);
    api->apply = NULL, api->calibration = NULL;
}

const char *cal_api_apply_open(cal_api *api, const char *json, size_t size, const char *json_name,
                               size_t json_name_length, const char *name, size_t name_length,
                               const char *format, size_t format_length, const char *columns,
                               size_t columns_length, int kind) {
    cal_apply_def def = cal_default_apply();
    close_apply(api);
    cal_text *reply = cal_api_begin(api);
    const cal_input file = {cal_api_text(api, json_name, json_name_length), json, size};
    def.name = cal_api_text(api, name, name_length);
    def.format = format_length ? cal_api_text(api, format, format_length) : NULL;
    def.columns = columns_length ? cal_api_text(api, columns, columns_length) : NULL;
    def.probs = kind == CAL_API_PROBABILITIES, def.as_logits = kind == CAL_API_LOGITS;
    def.naming = CAL_NAMES_PAGE;
    cal_status status = cal_calibration_load(&api->calibration, api->lab, &file, &api->error);
    def.calibration = api->calibration;
    if (!status) status = cal_apply_open(&api->apply, &def, &api->error);
    cal_json_open(reply, '{');
    cal_json_close(reply, '}');
    return cal_api_end(api, status);
}

const char *cal_api_apply_bytes(cal_api *api, const void *bytes, size_t size, int last) {
    cal_text *json = cal_api_begin(api);
    cal_bytes out, note = {0};
    if (!api->apply) return cal_api_end(api, cal_fail(&api->error, CAL_USAGE, "no calibrator is applied"));
    cal_status status = cal_apply_bytes(&out, api->apply, bytes, size, last, &api->error);
    if (!status && last) status = cal_apply_note(&note, api->apply, &api->error);
    if (status) return cal_api_end(api, status);
    cal_json_open(json, '{');
    cal_api_member_address(json, "at", out.data);
    cal_json_member_integer(json, "size", (int64_t)out.size);
    cal_json_member_string(json, "note", note.size ? note.data : NULL);
    cal_json_close(json, '}');
    cal_bytes_free(&note);
    return cal_api_end(api, CAL_OK);
}

void cal_api_apply_close(cal_api *api) { close_apply(api); }
