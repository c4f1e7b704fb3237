// The one run of a module.
#include "api_internal.h"

static cal_status run_open(cal_api *api, const cal_spec *spec, int workers) {
    cal_dataset data;
    cal_status status = cal_data_load(&data, &spec->data, api->file, api->files, &api->error);
    cal_api_files_drop(api);
    if (status) return status;
    status = cal_pool_create(&api->pool, workers, &api->error);
    if (status) {
        cal_dataset_free(&data);
        return status;
    }
    status = cal_run_create(&api->run, spec, CAL_RUN_TRAIN, &data, NULL, api->pool, &api->error);
    if (status) {
        cal_pool_free(api->pool);
        api->pool = NULL;
    }
    return status;
}

static void write_ready(cal_text *json, cal_api *api) {
    const cal_dataset *data = cal_run_data(api->run);
    cal_text spec = {0};
    cal_spec_write(&spec, cal_run_spec(api->run));
    cal_json_open(json, '{');
    cal_json_member_string(json, "spec", spec.data);
    cal_json_member_string(json, "hash", data->hash);
    cal_json_member_number(json, "threads", cal_pool_workers(api->pool));
    cal_json_member_number(json, "n_test", data->test.n);
    cal_json_member_number(json, "n_val", data->val.n);
    cal_json_member_number(json, "k", data->k);
    cal_api_member_address(json, "testLabels", data->test.labels);
    cal_api_member_address(json, "valLabels", data->val.labels);
    cal_api_member_address(json, "testPosterior", data->test.posterior);
    cal_api_member_classes(json, data);
    cal_json_close(json, '}');
    json->refused |= spec.refused;
    cal_text_free(&spec);
}

const char *cal_api_run_open(cal_api *api, const char *link, size_t length, int workers) {
    cal_text *json = cal_api_begin(api);
    cal_spec spec;
    cal_status status = cal_spec_parse(&spec, link, length, &api->error);
    if (!status && api->run) status = cal_fail(&api->error, CAL_USAGE, "this module has its run already");
    if (!status) status = run_open(api, &spec, workers);
    if (!status) write_ready(json, api);
    return cal_api_end(api, status);
}

const char *cal_api_run_save(cal_api *api) {
    cal_text *json = cal_api_begin(api);
    cal_bytes_free(&api->saved);
    // Reserves the largest state at once and reuses the memory: freeing and allocating again would fragment it.
    cal_text_reserve(&api->state, cal_run_state_bytes(api->run));
    api->state.length = 0;
    cal_status status = cal_run_save(&api->state, api->run, &api->error);
    if (!status) {
        cal_json_open(json, '{');
        cal_api_member_address(json, "at", api->state.data);
        cal_json_member_number(json, "size", api->state.length);
        cal_json_close(json, '}');
    } else cal_text_free(&api->state);
    return cal_api_end(api, status);
}

const char *cal_api_run_resume(cal_api *api, const uint8_t *bytes, size_t size) {
    cal_text *json = cal_api_begin(api);
    const cal_file file = {"the saved state", bytes, size};
    cal_status status = cal_run_resume(api->run, &file, &api->error);
    if (!status) {
        cal_json_open(json, '{');
        cal_json_member_number(json, "step", cal_run_steps_done(api->run));
        cal_json_member_bool(json, "over", cal_run_over(api->run));
        cal_json_key(json, "history");
        cal_json_open(json, '[');
        for (int i = 0; i < cal_run_epochs_done(api->run); i++) cal_run_write_epoch(api->run, i, json);
        cal_json_close(json, ']');
        cal_json_close(json, '}');
    }
    return cal_api_end(api, status);
}

int cal_api_run_step(cal_api *api) {
    cal_progress progress;
    api->error = (cal_error){0};
    return cal_run_step(&progress, api->run, &api->error) ? -1 : (int)progress;
}

double cal_api_run_loss(cal_api *api) { return cal_run_loss(api->run); }

const char *cal_api_run_epoch(cal_api *api) {
    cal_text *json = cal_api_begin(api);
    cal_run_write_epoch(api->run, cal_run_epochs_done(api->run) - 1, json);
    return cal_api_end(api, CAL_OK);
}

const char *cal_api_run_report(cal_api *api) {
    cal_text *json = cal_api_begin(api);
    return cal_api_end(api, cal_run_report(api->run, json, &api->error));
}

const float *cal_api_run_test_logits(cal_api *api) { return cal_run_test_logits(api->run); }

const float *cal_api_run_val_logits(cal_api *api) { return cal_run_val_logits(api->run); }
