// Networks as files: describes one, and converts a state to weights or ONNX.
#include "api.h"
#include "api_internal.h"

static void write_proposals(cal_text *json, const cal_network *n) {
    const char *model;
    cal_json_key(json, "proposals");
    cal_json_open(json, '[');
    for (int i = 0; (model = cal_network_proposal(n, i)); i++) cal_json_string(json, model);
    cal_json_close(json, ']');
}

static cal_status write_network(cal_text *json, const cal_network *n, cal_error *err) {
    const cal_network_info info = cal_network_about(n);
    cal_bytes link = {0}, about;
    cal_status status = cal_network_json(&about, n, err);
    if (!status && info.of_data) status = cal_network_link(&link, n, err);
    if (!status) {
        cal_json_open(json, '{');
        cal_json_member_bool(json, "fits", !info.misfit);
        cal_json_member_string(json, "why", info.misfit ? info.misfit : "");
        cal_json_member_string(json, "evaluate", link.data ? link.data : "");
        write_proposals(json, n);
        cal_json_member_bool(json, "guesses", info.guessed);
        cal_api_member_json(json, "about", &about);
        cal_json_close(json, '}');
    }
    cal_bytes_free(&link);
    cal_bytes_free(&about);
    return status;
}

// Makes a definition from the page's links and files.
static cal_network_def define(const char *name, const uint8_t *bytes, size_t size) {
    cal_network_def def = cal_default_network();
    def.name = name, def.bytes = bytes, def.size = size;
    def.best_fit = true, def.naming = CAL_NAMES_PAGE;
    return def;
}

const char *cal_api_network(cal_api *api, const char *name, size_t name_length, const uint8_t *bytes,
                            size_t size, const char *link, size_t length) {
    cal_text *json = cal_api_begin(api);
    cal_network *n = NULL;
    cal_network_def def = define(cal_api_text(api, name, name_length), bytes, size);
    cal_status status = length ? cal_api_link(&def.link, api, link, length) : CAL_OK;
    if (!status) status = cal_network_examine(&n, &def, &api->error);
    if (!status) status = write_network(json, n, &api->error);
    cal_network_free(n);
    return cal_api_end(api, status);
}

// Saves ONNX with the calibrator of a file inside.
static cal_status save_calibrated(cal_api *api, const cal_network *n, const char *calibrator, size_t size) {
    const cal_input file = {"the calibrator", calibrator, size};
    cal_calibration *c = NULL;
    cal_status status = cal_calibration_load(&c, api->lab, &file, &api->error);
    if (!status) status = cal_network_save_calibrated(&api->saved, n, c, 0, &api->error);
    cal_calibration_free(c);
    return status;
}

const char *cal_api_network_save(cal_api *api, const char *link, size_t length, const uint8_t *bytes,
                                 size_t size, double temperature, const char *calibrator,
                                 size_t calibrator_size) {
    cal_text *json = cal_api_begin(api);
    cal_network *n = NULL;
    cal_bytes_free(&api->saved);
    cal_network_def def = define("the saved state", bytes, size);
    cal_status status = length ? cal_api_link(&def.link, api, link, length) : CAL_OK;
    if (!status) status = cal_network_open(&n, &def, &api->error);
    if (!status && calibrator_size) status = save_calibrated(api, n, calibrator, calibrator_size);
    else if (!status)
        status = cal_network_save(&api->saved, n, temperature > 0 ? temperature : 0, &api->error);
    if (!status) {
        cal_json_open(json, '{');
        cal_api_member_address(json, "at", api->saved.data);
        cal_json_member_number(json, "size", (double)api->saved.size);
        cal_json_close(json, '}');
    }
    cal_network_free(n);
    return cal_api_end(api, status);
}
