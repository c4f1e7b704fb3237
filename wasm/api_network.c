// Networks as files: what one holds, and a state as weights or as ONNX.
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

static cal_status write_network(cal_text *json, const cal_network *n, cal_error *err) {
    const cal_network_info info = cal_network_about(n);
    cal_bytes link = {0}, about;
    cal_status status = cal_network_json(&about, n, err);
    if (!status && n->data) status = cal_network_link(&link, n, err);
    if (!status) {
        cal_json_open(json, '{');
        cal_json_member_bool(json, "fits", !info.misfit);
        cal_json_member_string(json, "why", info.misfit ? info.misfit : "");
        cal_json_member_string(json, "evaluate", link.data ? link.data : "");
        write_proposals(json, n);
        cal_json_member_bool(json, "guesses", info.guessed);
        cal_json_key(json, "about");
        cal_json_written(json, about.data);
        cal_json_close(json, '}');
    }
    cal_bytes_free(&link);
    cal_bytes_free(&about);
    return status;
}

// A network as the page's links and files have it. The name and the link end without a zero.
static cal_status define(cal_network_def *out, cal_arena *arena, const char *name, size_t name_length,
                         const char *link, size_t length, cal_error *err) {
    *out = cal_default_network();
    out->name = cal_arena_text(arena, name, name_length);
    out->link = cal_arena_text(arena, link, length);
    out->best_fit = true;
    return arena->refused ? cal_refuse_memory(err, "a name") : CAL_OK;
}

const char *cal_api_network(cal_api *api, const char *name, size_t name_length, const uint8_t *bytes,
                            size_t size, const char *link, size_t length) {
    cal_text *json = cal_api_begin(api);
    cal_arena arena = {0};
    cal_network_def def;
    cal_network *n = NULL;
    cal_status status = define(&def, &arena, name, name_length, link, length, &api->error);
    def.bytes = bytes, def.size = size;
    if (!status) status = cal_network_examine(&n, &def, &api->error);
    if (!status) status = write_network(json, n, &api->error);
    cal_network_free(n);
    cal_arena_free(&arena);
    return cal_api_end(api, status);
}

const char *cal_api_network_save(cal_api *api, const char *link, size_t length, const uint8_t *bytes,
                                 size_t size, double temperature) {
    static const char name[] = "the saved state";
    cal_text *json = cal_api_begin(api);
    cal_arena arena = {0};
    cal_network_def def;
    cal_network *n = NULL;
    cal_text_free(&api->state); // one of the two at a time
    cal_bytes_free(&api->saved);
    cal_status status = define(&def, &arena, name, sizeof name - 1, link, length, &api->error);
    def.bytes = bytes, def.size = size;
    if (!status) status = cal_network_open(&n, &def, &api->error);
    if (!status) status = cal_network_save(&api->saved, n, temperature > 0 ? temperature : 0, &api->error);
    if (!status) {
        cal_json_open(json, '{');
        cal_api_member_address(json, "at", api->saved.data);
        cal_json_member_number(json, "size", (double)api->saved.size);
        cal_json_close(json, '}');
    }
    cal_network_free(n);
    cal_arena_free(&arena);
    return cal_api_end(api, status);
}
