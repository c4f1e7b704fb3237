// Networks as files: what one holds, and a state as weights or as ONNX.
#include <string.h>
#include "api_internal.h"
#include "run/files/onnx/onnx.h"
#include "run/files/propose.h"
#include "run/link/link.h"

// What is known of a file, and of what else.
typedef struct network {
    cal_weights_about about;
    cal_spec spec;
    cal_proposal *fit; // where the file says no model
    int fits;
    bool data;    // somebody says which data it is evaluated on
    bool guesses; // nobody says how pixels are normalised
} network;

// Whether the link has an entry of that key.
static bool has(const char *link, size_t length, const char *key) {
    cal_slice rest = {link, (int)length};
    while (rest.at) {
        cal_slice value = cal_slice_cut(&rest, '&');
        if (cal_slice_is(cal_slice_cut(&value, '='), key)) return true;
    }
    return false;
}

static cal_status propose(network *n, cal_arena *arena, const cal_file *file, cal_error *err) {
    const cal_weights_about about = n->about;
    return cal_weights_propose(&n->fit, &n->fits, arena, &about, file, err);
}

// The shape that the tensors have, where no data says it.
static cal_status take_shape(network *n, const cal_file *file, cal_error *err) {
    if (!n->fits)
        return cal_fail(err, CAL_USAGE, "%s does not say which data it is of, and no preset fits its tensors",
                        file->name);
    const cal_proposal *first = &n->fit[0];
    n->about.k = first->k, n->about.c = first->c, n->about.h = first->h, n->about.w = first->w;
    n->about.pixels = first->h > 1 || first->w > 1;
    return CAL_OK;
}

static cal_status take_data(network *n, const cal_file *file, cal_error *err) {
    cal_weights_about data = {.k = 0}, *about = &n->about;
    cal_weights_take_data(&data, &n->spec.data);
    if (about->k && about->k != data.k)
        return cal_fail(err, CAL_FAILED, "%s knows %d classes, and data %s has %d", file->name, about->k,
                        n->spec.data.entry->id, data.k);
    if (about->c && about->c != data.c)
        return cal_fail(err, CAL_FAILED, "%s takes %d channels, and data %s has %d", file->name, about->c,
                        n->spec.data.entry->id, data.c);
    n->guesses = cal_weights_guesses(&n->spec.data, about);
    cal_weights_normalise(&n->spec.data, about);
    about->k = data.k, about->c = data.c, about->h = data.h, about->w = data.w;
    about->pixels = data.pixels;
    return CAL_OK;
}

// What the file says of itself, and where it says nothing, the link, or the tensors.
static cal_status look(network *n, cal_arena *arena, const cal_file *file, const char *link, size_t length,
                       cal_error *err) {
    cal_status status = cal_weights_look(&n->about, arena, file, err);
    if (status) return status;
    if (n->about.link && (!length || !has(link, length, "data"))) {
        link = n->about.link;
        length = strlen(link);
    }
    n->data = has(link, length, "data") || n->about.link;
    const bool own = n->about.model.entry, named = has(link, length, "model");
    if (length) status = cal_spec_parse(&n->spec, link, length, err);
    else cal_spec_default(&n->spec);
    if (!status && n->data) status = take_data(n, file, err);
    if (!status && !own) status = propose(n, arena, file, err);
    if (!status && !n->data && !n->about.c) status = take_shape(n, file, err);
    if (status) return status;
    if (!own && named) n->about.model = n->spec.model;
    else if (!own && n->fits) n->about.model = n->fit[0].model;
    else if (!own)
        return cal_fail(
            err, CAL_USAGE,
            "%s does not say which network it belongs to, and no preset fits its tensors%s%s: name the "
            "model",
            file->name, n->data ? " with data " : "", n->data ? n->spec.data.entry->id : "");
    n->spec.model = n->about.model;
    return CAL_OK;
}

static void write_bytes(cal_text *json, const cal_text *bytes) {
    cal_json_open(json, '{');
    cal_api_member_address(json, "at", bytes->data);
    cal_api_member_number(json, "size", bytes->length);
    cal_json_close(json, '}');
}

static void write_proposals(cal_text *json, const network *n) {
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

const char *cal_api_network(cal_api *api, const char *name, size_t name_length, const uint8_t *bytes,
                            size_t size, const char *link, size_t length) {
    cal_text *json = cal_api_begin(api), text = {0};
    cal_arena arena = {0};
    cal_weights weights = {.net = NULL};
    network *n = cal_arena_alloc(&arena, sizeof *n);
    const char *called = cal_arena_text(&arena, name, name_length);
    const cal_file file = {called ? called : "the file", bytes, size};
    cal_status status = n ? look(n, &arena, &file, link, length, &api->error)
                          : cal_fail(&api->error, CAL_MEMORY, "memory for the network was refused");
    if (!status) status = cal_weights_open(&weights, &n->about, &file, &api->error);
    const bool fits = !status;
    if (weights.naming.row) { // what did not fit is told tensor by tensor
        if (n->data) cal_spec_write(&text, &n->spec);
        cal_json_open(json, '{');
        cal_json_key(json, "fits");
        cal_json_bool(json, fits);
        cal_api_member_text(json, "why", fits ? "" : api->error.text);
        cal_api_member_text(json, "evaluate", n->data ? text.data : "");
        write_proposals(json, n);
        cal_json_key(json, "guesses");
        cal_json_bool(json, n->guesses);
        cal_json_key(json, "about");
        cal_weights_describe(json, &n->about, &weights);
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
    network *n = cal_arena_alloc(&arena, sizeof *n);
    const cal_file file = {"the saved state", bytes, size};
    cal_text_free(&api->state);
    cal_status status = n ? look(n, &arena, &file, link, length, &api->error)
                          : cal_fail(&api->error, CAL_MEMORY, "memory for the network was refused");
    if (!status) status = cal_weights_open(&weights, &n->about, &file, &api->error);
    if (!status && temperature > 0)
        status = cal_onnx_write(&api->state, &n->about, weights.net, weights.flat, temperature, &api->error);
    else if (!status) cal_weights_write(&api->state, &n->about, weights.net, weights.flat);
    if (!status && api->state.refused)
        status = cal_fail(&api->error, CAL_MEMORY, "memory for the network's file was refused");
    if (!status) write_bytes(json, &api->state);
    cal_weights_free(&weights);
    cal_arena_free(&arena);
    return cal_api_end(api, status);
}
