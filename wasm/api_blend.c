// Makes blends, one picture in many versions, and computes a network's logits for them and for other
// pictures.
#include "api.h"
#include "api_internal.h"

enum { OUTPUTS_MAX = 4096 }; // pictures of a call

static void forget_network(cal_api *api) {
    cal_network_free(api->blend_network);
    cal_mem_free(api->blend_state);
    api->blend_network = NULL;
    api->blend_state = NULL;
}

const char *cal_api_blend_network(cal_api *api, const char *link, size_t length, uint8_t *state,
                                  size_t size) {
    cal_text *json = cal_api_begin(api);
    cal_network_def def = cal_default_network();
    cal_status status = CAL_OK;
    forget_network(api);
    api->blend_state = state;
    def.name = "the saved state";
    def.bytes = state, def.size = size, def.naming = CAL_NAMES_PAGE;
    if (size && length) status = cal_api_link(&def.link, api, link, length);
    if (!status && size) status = cal_network_open(&api->blend_network, &def, &api->error);
    if (status || !size) forget_network(api);
    if (!status) {
        cal_json_open(json, '{');
        cal_json_close(json, '}');
    }
    return cal_api_end(api, status);
}

static cal_status look(cal_api *api, const cal_sample_set *blends) {
    const size_t numbers = (size_t)blends->n * (size_t)blends->k;
    if (!api->blend_network) return CAL_OK;
    if (cal_network_about(api->blend_network).k != blends->k)
        return cal_fail(&api->error, CAL_USAGE, "the network has %d classes, and the blends have %d",
                        cal_network_about(api->blend_network).k, blends->k);
    api->blend_logits = cal_mem_alloc(numbers * sizeof *api->blend_logits);
    if (!api->blend_logits) return cal_refuse_memory(&api->error, "logits");
    return cal_network_logits(api->blend_logits, api->blend_network, api->lab, blends, &api->error);
}

const char *cal_api_blend(cal_api *api, const char *link, size_t length, int split, int index, int first,
                          int second, const double *fraction, int count) {
    cal_text *json = cal_api_begin(api);
    cal_blend_def def = cal_default_blend();
    def.set = (cal_set)split; // the enumerators have the same order
    def.index = index, def.first = first, def.second = second;
    def.fraction = fraction, def.n = count;
    cal_mem_free(api->blend_logits);
    api->blend_logits = NULL;
    cal_samples_free(api->blends);
    api->blends = NULL;
    cal_status status = cal_api_link(&def.link, api, link, length);
    if (!status) status = cal_samples_blend(&api->blends, &def, &api->error);
    if (!status) {
        const cal_sample_set blends = cal_samples_of(api->blends, CAL_SET_TEST);
        status = look(api, &blends);
    }
    if (!status) {
        cal_api_open_samples(json, api->blends, CAL_SET_TEST, count, 0, count, NULL);
        cal_api_member_address(json, "logits", api->blend_logits);
        cal_json_close(json, '}');
    }
    return cal_api_end(api, status);
}

const char *cal_api_outputs(cal_api *api, const uint8_t *pixels, int n, int c, int h, int w) {
    cal_text *json = cal_api_begin(api);
    const cal_sample_set set = {.n = n, .c = c, .h = h, .w = w, .pixels = pixels};
    int k = 0;
    cal_status status = CAL_OK;
    cal_mem_free(api->blend_logits);
    api->blend_logits = NULL;
    if (!api->blend_network)
        status = cal_fail(&api->error, CAL_USAGE, "no network is open for these pictures");
    else if (n < 1 || n > OUTPUTS_MAX)
        status = cal_fail(&api->error, CAL_USAGE, "%d pictures: 1 to %d are allowed", n, OUTPUTS_MAX);
    else {
        k = cal_network_about(api->blend_network).k;
        api->blend_logits = cal_mem_alloc((size_t)n * (size_t)k * sizeof *api->blend_logits);
        if (!api->blend_logits) status = cal_refuse_memory(&api->error, "logits");
    }
    if (!status)
        status = cal_network_logits(api->blend_logits, api->blend_network, api->lab, &set, &api->error);
    if (!status) {
        cal_json_open(json, '{');
        cal_json_member_number(json, "k", k);
        cal_api_member_address(json, "logits", api->blend_logits);
        cal_json_close(json, '}');
    }
    return cal_api_end(api, status);
}
