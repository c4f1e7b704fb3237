// Writes a net as JSON, and its largest layer as a sentence.
#include "run/net/net.h"
#include "run/net/parts.h"
#include <stdio.h>

static void describe_extent(cal_text *json, const char *key, cal_extent extent) {
    cal_json_key(json, key);
    cal_json_open(json, '[');
    cal_json_integer(json, extent.c);
    if (extent.form != CAL_FEATURES) cal_json_integer(json, extent.h);
    if (extent.form == CAL_PICTURE) cal_json_integer(json, extent.w);
    cal_json_close(json, ']');
}

static void describe_layer(cal_text *json, const cal_net *net, const cal_layer *layer) {
    char token[64];
    cal_layer_token(token, sizeof token, net->text, layer);
    cal_json_open(json, '{');
    cal_json_member_string(json, "path", layer->path);
    cal_json_member_string(json, "token", token);
    describe_extent(json, "output", layer->out);
    cal_json_member_integer(json, "parameters", layer->parameters);
    cal_json_member_integer(json, "multiply_adds", layer->multiply_adds);
    cal_json_member_integer(json, "activation_bytes", cal_extent_bytes(layer->out));
    cal_json_close(json, '}');
}

void cal_net_describe(const cal_net *net, cal_text *json) {
    cal_json_open(json, '{');
    cal_json_member_string(json, "text", net->text);
    cal_json_member_integer(json, "parameters", (int64_t)net->parameters);
    cal_json_member_integer(json, "multiply_adds", cal_net_multiply_adds(net));
    describe_extent(json, "input", net->in);
    cal_json_key(json, "layers");
    cal_json_open(json, '[');
    for (int i = 0; i < net->layers; i++) describe_layer(json, net, &net->layer[i]);
    cal_json_close(json, ']');
    cal_json_close(json, '}');
}

static int64_t results(const cal_layer *layer, int batch) {
    return batch * (cal_extent_bytes(layer->out) + layer->held);
}

void cal_net_describe_largest(char out[CAL_LARGEST], const cal_net *net, int batch) {
    int64_t most = -1;
    const cal_layer *largest = net->layer;
    for (int i = 0; i < net->layers; i++) {
        const cal_layer *layer = &net->layer[i];
        int64_t bytes = 4 * layer->parameters + results(layer, batch);
        if (bytes > most) most = bytes, largest = layer;
    }
    char token[64];
    cal_layer_token(token, sizeof token, net->text, largest);
    snprintf(out, CAL_LARGEST, "layer %s '%s' is the largest, with %.1f MB of weights and %.1f MB of results",
             largest->path, token, 4e-6 * (double)largest->parameters,
             1e-6 * (double)results(largest, batch));
}
