// Networks as files: what one holds, and a state as weights or as ONNX.
#include <string.h>
#include "api_internal.h"
#include "api/network.h"
#include "run/link/link.h"

static void write_proposals(cal_text *json, const cal_network *n) {
    cal_json_key(json, "proposals");
    cal_json_open(json, '[');
    for (int i = 0; i < n->fits; i++) {
        cal_text model = {0};
        cal_choice_write(&model, &n->fit[i].model);
        cal_json_string(json, model.data ? model.data : "");
        json->refused |= model.refused;
        cal_text_free(&model);
    }
    cal_json_close(json, ']');
}

static void write_network(cal_text *json, const cal_network *n, const char *why) {
    cal_text text = {0};
    if (n->data) cal_spec_write(&text, &n->spec);
    json->refused |= text.refused;
    cal_json_open(json, '{');
    cal_json_member_bool(json, "fits", !*why);
    cal_json_member_string(json, "why", why);
    cal_json_member_string(json, "evaluate", n->data ? text.data : "");
    write_proposals(json, n);
    cal_json_member_bool(json, "guesses", n->guesses);
    cal_json_key(json, "about");
    cal_weights_describe(json, &n->about, &n->weights);
    cal_json_close(json, '}');
    cal_text_free(&text);
}

// A network from a file and a link.
static cal_status open(cal_network **out, const cal_file *file, const char *link, size_t length,
                       cal_error *err) {
    cal_status status = cal_make_handle(out, sizeof **out, err);
    return status ? status : cal_network_read(*out, file, link, length, true, err);
}

const char *cal_api_network(cal_api *api, const char *name, size_t name_length, const uint8_t *bytes,
                            size_t size, const char *link, size_t length) {
    cal_text *json = cal_api_begin(api);
    cal_arena arena = {0};
    cal_network *n = NULL;
    const char *called = cal_arena_text(&arena, name, name_length);
    const cal_file file = {called ? called : "the file", bytes, size};
    cal_status status = open(&n, &file, link, length, &api->error);
    if (n && n->weights.naming.row) { // lists the tensors that did not fit
        write_network(json, n, status ? api->error.text : "");
        status = CAL_OK;
    }
    cal_network_free(n);
    cal_arena_free(&arena);
    return cal_api_end(api, status);
}

const char *cal_api_network_save(cal_api *api, const char *link, size_t length, const uint8_t *bytes,
                                 size_t size, double temperature) {
    cal_text *json = cal_api_begin(api);
    cal_network *n = NULL;
    const cal_file file = {"the saved state", bytes, size};
    cal_text_free(&api->state); // the module keeps one of the two
    cal_bytes_free(&api->saved);
    cal_status status = open(&n, &file, link, length, &api->error);
    if (!status) status = cal_network_save(&api->saved, n, temperature > 0 ? temperature : 0, &api->error);
    if (!status) {
        cal_json_open(json, '{');
        cal_api_member_address(json, "at", api->saved.data);
        cal_json_member_number(json, "size", (double)api->saved.size);
        cal_json_close(json, '}');
    }
    cal_network_free(n);
    return cal_api_end(api, status);
}
