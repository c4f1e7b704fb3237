// The table of a view, column by column.
#include "api_internal.h"
#include "run/report/view.h"

static void write(cal_text *json, const cal_choice *choice, const cal_table *table, const cal_api_cells *c) {
    cal_text view = {0};
    cal_choice_write(&view, choice);
    json->refused |= view.refused;
    cal_json_open(json, '{');
    cal_json_member_string(json, "view", view.data);
    cal_json_member_number(json, "rows", c->rows);
    cal_json_key(json, "columns");
    cal_view_write_columns(json, cal_view_of(choice));
    cal_json_key(json, "facts");
    cal_view_write_facts(json, table);
    cal_api_member_address(json, "cells", c->cell);
    cal_json_close(json, '}');
    cal_text_free(&view);
}

const char *cal_api_view(cal_api *api, const char *view, size_t length, const float *logits,
                         const int32_t *labels, const double *posterior, int n, int k, double temperature,
                         const float *val_logits, const int32_t *val_labels, int val_n,
                         const float *ood_logits, int ood_n) {
    cal_choice choice;
    cal_text *json = cal_api_begin(api);
    cal_status status = cal_choice_parse(&choice, "view", view, length, &api->error);
    if (status) return cal_api_end(api, status);
    cal_api_cells c = {.columns = cal_view_columns(cal_view_of(&choice))};
    cal_table table = cal_api_table(&c);
    const cal_view_request request = {.choice = &choice,
                                      .logits = logits,
                                      .labels = labels,
                                      .posterior = posterior,
                                      .n = n,
                                      .k = k,
                                      .temperature = temperature,
                                      .val_logits = val_logits,
                                      .val_labels = val_labels,
                                      .val_n = val_n,
                                      .ood_logits = ood_logits,
                                      .ood_n = ood_n};
    status = cal_view_make(&table, &request, &api->error);
    status = cal_api_table_keep(api, &c, status);
    if (!status) write(json, &choice, &table, &c);
    return cal_api_end(api, status);
}
