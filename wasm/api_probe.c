// Probes of the network of a saved state.
#include <emscripten.h>
#include "api_internal.h"
#include "run/probe/probe.h"
#include "run/report/view.h"

const char *cal_api_probe_need(cal_api *api, const char *link, size_t link_length, const char *probe,
                               size_t probe_length, int workers) {
    cal_text *json = cal_api_begin(api);
    cal_spec spec;
    cal_choice choice;
    cal_probe_need need;
    cal_status status = cal_spec_parse(&spec, link, link_length, &api->error);
    if (!status) status = cal_choice_parse_in(&choice, &cal_probe_registry, probe, probe_length, &api->error);
    if (!status) status = cal_probe_needs(&need, &spec, &choice, workers, &api->error);
    if (!status) {
        cal_json_open(json, '{');
        cal_json_member_number(json, "bytes", (double)need.bytes);
        cal_json_member_string(json, "largest", need.largest);
        cal_json_close(json, '}');
    }
    return cal_api_end(api, status);
}

// Reports the progress of a probe to the module's `onRows`.
EM_JS(void, tell_rows, (int done, int rows), {
    if (Module['onRows']) Module['onRows'](done, rows);
})

static void row(void *to, const double *cell) {
    cal_api_cells *c = to;
    cal_api_cells_row(c, cell);
    tell_rows(c->at, c->rows);
}

// Opens the run of the module and restores the state.
static cal_status open_run(cal_api *api, const cal_spec *spec, const uint8_t *state, size_t size,
                           int workers) {
    const cal_file file = {"the saved state", state, size};
    cal_dataset data = {0};
    if (api->run) return cal_fail(&api->error, CAL_USAGE, "this module has its run already");
    cal_status status = cal_data_load(&data, &spec->data, api->file, api->files, &api->error);
    cal_api_files_drop(api);
    if (!status) status = cal_pool_create(&api->pool, workers, &api->error);
    if (!status)
        status = cal_run_create(&api->run, spec, CAL_RUN_INSPECT, &data, NULL, api->pool, &api->error);
    cal_dataset_free(&data); // empty if the run owns it now
    return status ? status : cal_run_resume(api->run, &file, &api->error);
}

static void write(cal_text *json, const cal_api *api, const cal_choice *choice, const cal_table *table,
                  const cal_api_cells *c) {
    const cal_dataset *data = cal_run_data(api->run);
    const cal_probe *probe = cal_probe_of(choice);
    cal_text text = {0};
    cal_choice_write(&text, choice);
    json->refused |= text.refused;
    cal_json_open(json, '{');
    cal_json_member_string(json, "probe", text.data);
    cal_json_member_number(json, "epoch", cal_run_epochs_done(api->run));
    cal_json_member_number(json, "rows", c->rows);
    cal_json_key(json, "columns");
    cal_probe_write_columns(json, probe, data->k, data->class_names);
    cal_json_key(json, "facts");
    cal_view_write_facts(json, table);
    cal_json_member_number(json, "classes", probe->each_class ? data->k : 0);
    cal_api_member_address(json, "cells", c->cell);
    cal_json_close(json, '}');
    cal_text_free(&text);
}

const char *cal_api_probe(cal_api *api, const char *link, size_t link_length, const uint8_t *state,
                          size_t size, const char *probe, size_t probe_length, int workers) {
    cal_text *json = cal_api_begin(api);
    cal_spec spec;
    cal_choice choice;
    cal_api_cells c = {.cell = NULL};
    cal_status status = cal_spec_parse(&spec, link, link_length, &api->error);
    if (!status) status = cal_choice_parse_in(&choice, &cal_probe_registry, probe, probe_length, &api->error);
    if (!status) status = open_run(api, &spec, state, size, workers);
    if (status) return cal_api_end(api, status);
    cal_table table = cal_api_table(&c);
    table.row = row;
    c.columns = cal_probe_columns(cal_probe_of(&choice), cal_run_data(api->run)->k);
    status = cal_probe_make(&table, api->run, &choice, &api->error);
    status = cal_api_table_keep(api, &c, status);
    if (!status) write(json, api, &choice, &table, &c);
    return cal_api_end(api, status);
}
