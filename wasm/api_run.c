// The only run of a module.
#include "api.h"
#include "api_internal.h"

static void loaded(void *context) {
    cal_api *api = context;
    cal_lab_drop_files(api->crew);
    cal_api_files_drop(api);
}

static cal_status run_open(cal_api *api, const cal_link *link, int workers) {
    cal_training_def def = cal_default_training();
    def.link = link;
    def.start_as = CAL_START_DEFERRED;
    def.keep_link = true;
    def.loaded = loaded, def.context = api;
    cal_status status = cal_api_crew(api, workers < 1 ? 1 : workers);
    if (!status) status = cal_api_lend_files(api, api->crew);
    return status ? status : cal_training_create(&api->run, api->crew, &def, &api->error);
}

static cal_status write_ready(cal_text *json, cal_api *api) {
    const cal_sample_set test = cal_training_samples(api->run, CAL_SET_TEST),
                         val = cal_training_samples(api->run, CAL_SET_VALIDATION);
    cal_bytes link;
    cal_status status = cal_training_link(&link, api->run, &api->error);
    if (status) return status;
    cal_json_open(json, '{');
    cal_json_member_string(json, "spec", link.data);
    cal_json_member_string(json, "hash", cal_training_hash(api->run));
    cal_json_member_number(json, "threads", cal_lab_threads(api->crew));
    cal_json_member_bool(json, "fused", cal_training_fused(api->run));
    cal_json_member_number(json, "n_test", test.n);
    cal_json_member_number(json, "n_val", val.n);
    cal_json_member_number(json, "k", test.k);
    cal_json_member_integer(json, "labelling", test.labelling);
    cal_api_member_address(json, "testLabels", test.labels);
    cal_api_member_address(json, "valLabels", val.labels);
    cal_api_member_address(json, "testPosterior", test.posterior);
    cal_json_key(json, "classNames");
    cal_json_open(json, '[');
    for (int i = 0; i < test.k; i++) cal_json_string(json, cal_training_class(api->run, i));
    cal_json_close(json, ']');
    cal_json_close(json, '}');
    cal_bytes_free(&link);
    return CAL_OK;
}

const char *cal_api_run_open(cal_api *api, const char *link, size_t length, int workers) {
    cal_text *json = cal_api_begin(api);
    const cal_link *of;
    cal_status status = cal_api_link(&of, api, link, length);
    if (!status && (api->run || api->probed))
        status = cal_fail(&api->error, CAL_USAGE,
                          "this module has a run already; open another module for another run");
    if (!status) status = run_open(api, of, workers);
    if (!status) status = write_ready(json, api);
    return cal_api_end(api, status);
}

const char *cal_api_run_save(cal_api *api) {
    cal_text *json = cal_api_begin(api);
    const void *bytes;
    size_t size;
    const cal_status status = cal_training_state_held(&bytes, &size, api->run, &api->error);
    if (!status) {
        cal_json_open(json, '{');
        cal_api_member_address(json, "at", bytes);
        cal_json_member_number(json, "size", (double)size);
        cal_json_close(json, '}');
    }
    return cal_api_end(api, status);
}

static cal_status write_resumed(cal_text *json, cal_api *api) {
    const cal_training_state now = cal_training_now(api->run);
    cal_status status = CAL_OK;
    cal_bytes epoch;
    cal_json_open(json, '{');
    cal_json_member_number(json, "step", now.step);
    cal_json_member_bool(json, "over", now.over);
    cal_json_member_bool(json, "fused", cal_training_fused(api->run));
    cal_json_key(json, "history");
    cal_json_open(json, '[');
    for (int i = 0; !status && i < now.epoch; i++) {
        status = cal_training_epoch_json(&epoch, api->run, i, &api->error);
        if (!status) cal_json_written(json, epoch.data);
        cal_bytes_free(&epoch);
    }
    cal_json_close(json, ']');
    cal_json_close(json, '}');
    return status;
}

const char *cal_api_run_resume(cal_api *api, const uint8_t *bytes, size_t size) {
    cal_text *json = cal_api_begin(api);
    cal_status status = cal_training_resume(api->run, "the saved state", bytes, size, &api->error);
    if (!status) status = write_resumed(json, api);
    return cal_api_end(api, status);
}

int cal_api_run_step(cal_api *api) {
    cal_training_event event = CAL_TRAINING_DONE; // same order as in instance.js
    api->error = (cal_error){0};
    if (cal_training_now(api->run).over) return (int)event;
    return cal_training_step(&event, api->run, &api->error) ? -1 : (int)event;
}

double cal_api_run_loss(cal_api *api) {
    const double loss = cal_training_now(api->run).loss;
    return loss == loss ? loss : 0; // no loss before the first step
}

const char *cal_api_run_epoch(cal_api *api) {
    const int done = cal_training_now(api->run).epoch;
    cal_bytes json;
    cal_api_begin(api);
    return cal_api_end_json(api, &json, cal_training_epoch_json(&json, api->run, done - 1, &api->error));
}

const char *cal_api_run_report(cal_api *api) {
    cal_report *report = NULL;
    cal_bytes json;
    cal_api_begin(api);
    cal_status status = cal_report_training(&report, api->run, &api->error);
    if (!status) status = cal_report_json(&json, report, &api->error);
    if (!status) json.data[--json.size] = 0; // removes the line feed
    cal_report_free(report);
    return cal_api_end_json(api, &json, status);
}

const float *cal_api_run_test_logits(cal_api *api) { return cal_training_logits(api->run, CAL_SET_TEST); }

const float *cal_api_run_val_logits(cal_api *api) {
    return cal_training_logits(api->run, CAL_SET_VALIDATION);
}
