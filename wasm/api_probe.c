// Probes the network of a saved state.
#include <emscripten.h>
#include "api.h"
#include "api_internal.h"

const char *cal_api_probe_need(cal_api *api, const char *link, size_t link_length, const char *probe,
                               size_t probe_length, int other_n, int workers) {
    cal_text *json = cal_api_begin(api);
    cal_probe_def def = cal_default_probe();
    cal_probe_memory need;
    const cal_sample_set other = {.n = other_n};
    def.probe = cal_api_text(api, probe, probe_length);
    if (other_n) def.other = &other;
    cal_status status = cal_api_link(&def.link, api, link, link_length);
    if (!status) status = cal_probe_plan(&need, NULL, &def, workers < 1 ? 1 : workers, &api->error);
    if (!status) {
        cal_json_open(json, '{');
        cal_json_member_number(json, "bytes", (double)need.bytes);
        cal_json_member_string(json, "largest", need.largest);
        cal_json_close(json, '}');
    }
    return cal_api_end(api, status);
}

// Reports the progress of a probe to the module's `onRows`.
EM_JS(void, report_rows, (int done, int rows), {
    if (Module['onRows']) Module['onRows'](done, rows);
})

static void tell(void *context, int done, int rows) {
    (void)context;
    report_rows(done, rows);
}

// Drops the data files before the run allocates its memory, as planned.
static void loaded(void *context) {
    cal_api *api = context;
    api->probed = true;
    cal_lab_drop_files(api->crew);
    cal_api_files_drop(api);
}

static cal_status look(cal_api *api, const cal_probe_def *def, int workers) {
    cal_status status = CAL_OK;
    if (api->run || api->probed)
        status = cal_fail(&api->error, CAL_USAGE,
                          "this module has a run already; open another module for another run");
    if (!status) status = cal_api_crew(api, workers < 1 ? 1 : workers);
    if (!status) status = cal_api_lend_files(api, api->crew);
    cal_result_free(api->table);
    api->table = NULL;
    return status ? status : cal_probe_table(&api->table, api->crew, def, &api->error);
}

const char *cal_api_probe(cal_api *api, const char *link, size_t link_length, const uint8_t *state,
                          size_t size, const char *probe, size_t probe_length, const uint8_t *pixels,
                          const float *features, int other_n, int c, int h, int w, int workers) {
    cal_text *json = cal_api_begin(api);
    cal_probe_def def = cal_default_probe();
    def.probe = cal_api_text(api, probe, probe_length);
    def.state = state, def.state_size = size, def.state_name = "the saved state";
    def.keep_link = def.by_column = true;
    def.loaded = loaded, def.listener = tell, def.context = api;
    const cal_sample_set other = {
        .n = other_n, .c = c, .h = h, .w = w, .pixels = pixels, .features = features};
    if (other_n) def.other = &other;
    cal_status status = cal_api_link(&def.link, api, link, link_length);
    if (!status) status = look(api, &def, workers);
    if (!status) {
        const cal_result_info about = cal_result_about(api->table);
        cal_json_open(json, '{');
        cal_json_member_string(json, "probe", about.choice);
        cal_json_member_number(json, "epoch", about.epoch);
        cal_json_member_number(json, "rows", about.rows);
        cal_api_member_columns(json, &about);
        cal_api_member_facts(json, &about);
        cal_json_member_number(json, "classes", about.classes);
        cal_api_member_address(json, "cells", about.cell);
        cal_json_close(json, '}');
    }
    return cal_api_end(api, status);
}
