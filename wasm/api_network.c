// Networks as files: what one holds, and a state as weights or as ONNX.
#include <string.h>
#include "api_internal.h"
#include "run/net/onnx.h"
#include "run/files/weights.h"

// What the file says of itself, and where it says nothing, the link.
static cal_status look(cal_weights_about *about, cal_spec *spec, cal_arena *arena, const cal_file *file,
                       const char *link, size_t length, cal_error *err) {
    cal_status status = cal_weights_look(about, arena, file, err);
    if (status) return status;
    if (!length && about->link) {
        link = about->link;
        length = strlen(link);
    }
    status = cal_spec_parse(spec, link, length, err);
    if (status) return status;
    cal_weights_about data = {.k = 0};
    cal_weights_take_data(&data, &spec->data);
    if (!about->model.entry) about->model = spec->model;
    if (about->k && about->k != data.k)
        return cal_fail(err, CAL_FAILED, "%s knows %d classes, and data %s has %d", file->name, about->k,
                        spec->data.entry->id, data.k);
    if (about->c && about->c != data.c)
        return cal_fail(err, CAL_FAILED, "%s takes %d channels, and data %s has %d", file->name, about->c,
                        spec->data.entry->id, data.c);
    cal_weights_normalise(&spec->data, about);
    about->k = data.k, about->c = data.c, about->h = data.h, about->w = data.w;
    about->pixels = data.pixels;
    spec->model = about->model;
    return CAL_OK;
}

static void write_bytes(cal_text *json, const cal_text *bytes) {
    cal_json_open(json, '{');
    cal_api_member_address(json, "at", bytes->data);
    cal_api_member_number(json, "size", bytes->length);
    cal_json_close(json, '}');
}

const char *cal_api_network(cal_api *api, const char *name, size_t name_length, const uint8_t *bytes,
                            size_t size, const char *link, size_t length) {
    cal_text *json = cal_api_begin(api), text = {0};
    cal_arena arena = {0};
    cal_weights weights = {.net = NULL};
    cal_weights_about about;
    cal_spec spec;
    const char *called = cal_arena_text(&arena, name, name_length);
    const cal_file file = {called ? called : "the file", bytes, size};
    cal_status status = look(&about, &spec, &arena, &file, link, length, &api->error);
    if (!status) status = cal_weights_open(&weights, &about, &file, &api->error);
    const bool fits = !status;
    if (weights.naming.row) { // what did not fit is told tensor by tensor
        cal_spec_write(&text, &spec);
        cal_json_open(json, '{');
        cal_json_key(json, "fits");
        cal_json_bool(json, fits);
        cal_api_member_text(json, "why", fits ? "" : api->error.text);
        cal_api_member_text(json, "evaluate", text.data);
        cal_json_key(json, "about");
        cal_weights_describe(json, &about, &weights);
        cal_json_close(json, '}');
        status = CAL_OK;
    }
    cal_text_free(&text);
    cal_weights_free(&weights);
    cal_arena_free(&arena);
    return cal_api_end(api, status);
}

const char *cal_api_network_save(cal_api *api, const char *link, size_t length, const uint8_t *bytes,
                                 size_t size, double temperature) {
    cal_text *json = cal_api_begin(api);
    cal_arena arena = {0};
    cal_weights weights = {.net = NULL};
    cal_weights_about about;
    cal_spec spec;
    const cal_file file = {"the saved state", bytes, size};
    cal_text_free(&api->state);
    cal_status status = look(&about, &spec, &arena, &file, link, length, &api->error);
    if (!status) status = cal_weights_open(&weights, &about, &file, &api->error);
    if (!status && temperature > 0)
        status = cal_onnx_write(&api->state, &about, weights.net, weights.flat, temperature, &api->error);
    else if (!status) cal_weights_write(&api->state, &about, weights.net, weights.flat);
    if (!status && api->state.refused)
        status = cal_fail(&api->error, CAL_MEMORY, "memory for the network's file was refused");
    if (!status) write_bytes(json, &api->state);
    cal_weights_free(&weights);
    cal_arena_free(&arena);
    return cal_api_end(api, status);
}
