// Computes the table of a view, column by column, of arrays or of files.
#include "api.h"
#include "api_internal.h"

// Describes the handle's table.
static const char *end(cal_api *api, cal_status status) {
    cal_text *json = &api->reply;
    if (!status) {
        const cal_result_info about = cal_result_about(api->table);
        cal_json_open(json, '{');
        cal_json_member_string(json, "view", about.choice);
        cal_json_member_number(json, "rows", about.rows);
        cal_api_member_columns(json, &about);
        cal_api_member_facts(json, &about);
        cal_api_member_address(json, "cells", about.cell);
        cal_json_close(json, '}');
    }
    return cal_api_end(api, status);
}

const char *cal_api_view(cal_api *api, const char *view, size_t length, const float *logits,
                         const int32_t *labels, const double *posterior, int n, int k, int labelling,
                         double temperature, const float *val_logits, const int32_t *val_labels, int val_n,
                         const float *ood_logits, int ood_n) {
    cal_api_begin(api);
    cal_view_def def = cal_default_view();
    def.view = cal_api_text(api, view, length);
    def.test = cal_api_logits(logits, labels, posterior, n, k, labelling);
    def.validation = cal_api_logits(val_logits, val_labels, NULL, val_n, k, labelling);
    def.ood_logits = ood_logits, def.ood_n = ood_n;
    def.temperature = temperature;
    def.by_column = true;
    cal_result_free(api->table);
    return end(api, cal_view_table(&api->table, &def, &api->error));
}

const char *cal_api_view_files(cal_api *api, const char *view, size_t view_length, const char *options,
                               size_t length) {
    cal_api_request w;
    cal_view_def def = cal_default_view();
    cal_api_begin(api);
    cal_result_free(api->table);
    api->table = NULL;
    cal_status status = cal_api_read_options(&w, api, options, length);
    def.view = cal_api_text(api, view, view_length);
    def.by_column = true;
    if (!status) status = cal_view_read(&api->table, api->lab, &def, &w.inputs, CAL_NAMES_PAGE, &api->error);
    return end(api, status);
}
