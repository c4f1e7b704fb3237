// The parser of the layer language: turns text into checked layers with shapes and named tensors.
// catalog/layer/layer.h has the grammar.
#include <stdio.h>
#include <string.h>
#include "run/net/net.h"
#include "run/net/parts.h"

typedef struct parser {
    cal_net *net;
    cal_layer_site site;
    int at;
} parser;

// Limits of counts and descriptions. Only planning shows whether a network fits into memory.
static const int64_t PARAMETERS_MAX = 1000 * 1000 * 1000, VALUES_MAX = 1 << 28;

static const char *rest(const parser *p) { return p->net->text + p->at; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool ends_layer(char c) { return c == 0 || c == '-' || c == ')'; }

static bool take(parser *p, char c) {
    if (*rest(p) != c) return false;
    p->at++;
    return true;
}

// Reads a number of up to 6 digits.
static bool take_number(parser *p, int *value) {
    if (!is_digit(*rest(p))) return false;
    *value = 0;
    for (int digits = 0; is_digit(*rest(p)) && digits < 6; digits++)
        *value = *value * 10 + p->net->text[p->at++] - '0';
    return true;
}

// Fails with the names of all layers and the letters of their parameters: "ap bn c.k.s fc relu ...".
static cal_status no_such_layer(const parser *p, const cal_layer *layer) {
    cal_text known = {0};
    for (int i = 0; cal_layer_kinds[i]; i++) cal_text_add(&known, " %s", cal_layer_kinds[i]->entry.id);
    cal_status status =
        cal_layer_fail(&p->site, layer, "no such layer; the layers are%s", known.data ? known.data : "");
    cal_text_free(&known);
    return status;
}

static int param_of(const cal_layer_kind *kind, char letter) { // letter 'n': the number after the name
    for (int i = 0; kind->entry.params && kind->entry.params[i].name; i++)
        if (kind->entry.params[i].name[0] == letter) return i;
    return -1;
}

// Reads the numbers after a layer's name.
static cal_status take_numbers(parser *p, cal_layer *layer) {
    const cal_param *params = layer->kind->entry.params;
    bool given[CAL_LAYER_NUMBERS] = {false};
    for (int i = 0; params && params[i].name; i++) layer->number[i] = (int)params[i].value;
    for (bool first = true; !ends_layer(*rest(p)) && *rest(p) != '('; first = false) {
        char letter = first && is_digit(*rest(p)) ? 'n' : *rest(p);
        int param = param_of(layer->kind, letter), value;
        if (!is_digit(*rest(p))) p->at++;
        if (param < 0 || given[param] || !take_number(p, &value)) {
            while (!ends_layer(*rest(p))) p->at++;
            layer->text_length = p->at - layer->text_at;
            return param >= 0 && given[param]
                       ? cal_layer_fail(&p->site, layer, "the %s is given twice", params[param].help)
                       : no_such_layer(p, layer);
        }
        layer->number[param] = value;
        given[param] = true;
    }
    layer->text_length = p->at - layer->text_at;
    for (int i = 0; params && params[i].name; i++) {
        int value = layer->number[i], low = (int)params[i].min, high = (int)params[i].max;
        if (!given[i] && value < 0) continue; // the layer decides
        if (value < low || value > high)
            return cal_layer_fail(&p->site, layer, "the %s %d is not from %d to %d", params[i].help, value,
                                  low, high);
    }
    return CAL_OK;
}

static cal_status take_sequence(parser *p, cal_extent *extent, const char *prefix, int depth);

static cal_status take_body(parser *p, cal_layer *layer, int depth) {
    if (!take(p, '(')) return cal_layer_fail(&p->site, layer, "it needs layers in brackets");
    layer->text_length++;
    if (depth >= CAL_NET_DEPTH) return cal_layer_fail(&p->site, layer, "blocks are nested too deeply");
    char prefix[CAL_PREFIX + 1]; // leaves room for ".body."
    snprintf(prefix, sizeof prefix, "%.*s.body.", CAL_PREFIX - 6, layer->path);
    int before = p->net->layers;
    cal_status status = take_sequence(p, &layer->out, prefix, depth + 1);
    if (status) return status;
    layer->text_length = p->at - layer->text_at;
    if (!take(p, ')')) return cal_layer_fail(&p->site, layer, "its bracket is not closed");
    layer->text_length++;
    layer->span = p->net->layers - before;
    return CAL_OK;
}

static bool norm_follows(const parser *p) { // immediately after this layer
    int length;
    const cal_layer_kind *next = *rest(p) == '-' ? cal_layer_find(&length, rest(p) + 1) : NULL;
    return next && !strcmp(next->entry.id, "bn");
}

static cal_status take_layer(parser *p, cal_layer *layer, int depth) {
    int length;
    layer->text_at = p->at;
    layer->kind = cal_layer_find(&length, rest(p));
    p->at += length;
    if (!layer->kind) {
        while (!ends_layer(*rest(p))) p->at++;
        layer->text_length = p->at - layer->text_at;
        return no_such_layer(p, layer);
    }
    cal_status status = take_numbers(p, layer);
    if (!status && layer->kind->body) status = take_body(p, layer, depth);
    if (!status && !ends_layer(*rest(p)))
        status = cal_layer_fail(&p->site, layer, "an unexpected '%.16s' follows", rest(p));
    layer->norm_follows = norm_follows(p);
    layer->tensor = p->site.tensors;
    if (!status && layer->kind->check) status = layer->kind->check(&p->site, layer);
    if (!status && cal_extent_values(layer->out) > VALUES_MAX)
        return cal_layer_fail(&p->site, layer,
                              "its output would have %lld values a sample; at most %lld are allowed",
                              (long long)cal_extent_values(layer->out), (long long)VALUES_MAX);
    return status;
}

static cal_status take_sequence(parser *p, cal_extent *extent, const char *prefix, int depth) {
    for (int position = 0;; position++) {
        cal_net *net = p->net;
        if (net->layers >= CAL_NET_LAYERS)
            return cal_fail(p->site.err, CAL_USAGE,
                            "the layer text has more than %d layers, which is the most allowed",
                            CAL_NET_LAYERS);
        cal_layer *layer = &net->layer[net->layers++]; // the table never moves
        snprintf(layer->path, sizeof layer->path, "%.*s%d", CAL_PREFIX, prefix, position);
        layer->in = layer->out = *extent;
        cal_status status = take_layer(p, layer, depth);
        if (status) return status;
        *extent = layer->out;
        if (!take(p, '-')) return CAL_OK;
    }
}

// Assigns offsets: parameters in the order of the layers, then running statistics.
static void lay_out(cal_net *net) {
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < net->tensors; i++) {
            cal_tensor *t = &net->tensor[i];
            bool statistic = t->role == CAL_RUNNING_MEAN || t->role == CAL_RUNNING_VAR;
            if (statistic != (pass == 1)) continue;
            t->offset = net->parameters + net->statistics;
            if (statistic) net->statistics += t->size;
            else net->parameters += t->size;
        }
}

static cal_status check_whole(const parser *p, cal_extent out) {
    static const char *const ends[] = {"features", "channels of an image", "numbers in each token"};
    const cal_net *net = p->net;
    if (*rest(p))
        return cal_fail(p->site.err, CAL_USAGE, "the layer text has an unexpected '%.16s' at character %d",
                        rest(p), p->at + 1);
    if (out.form != CAL_FEATURES || out.c != net->classes)
        return cal_fail(p->site.err, CAL_USAGE,
                        "the network ends in %d %s, and the data has %d classes: end it with %sfc", out.c,
                        ends[out.form], net->classes, out.form == CAL_TOKENS ? "mean-" : "");
    int64_t parameters = 0;
    for (int i = 0; i < net->layers; i++) parameters += net->layer[i].parameters;
    if (parameters > PARAMETERS_MAX)
        return cal_fail(p->site.err, CAL_USAGE, "the network has %lld parameters; at most %lld are allowed",
                        (long long)parameters, (long long)PARAMETERS_MAX);
    if (p->site.refused) return cal_refuse_memory(p->site.err, "a network");
    return CAL_OK;
}

// Returns true if the net takes samples as images. The first layer that accepts only one of the two formats
// decides: an MLP takes pixels as a flat row.
static bool takes_picture(const char *text) {
    while (*text) {
        int length;
        const cal_layer_kind *kind = cal_layer_find(&length, text);
        if (!kind || kind->input_format != CAL_TAKES_EITHER)
            return !kind || kind->input_format == CAL_TAKES_PICTURE;
        while (*text && *text != '-' && *text != '(') text++;
        if (*text) text++;
    }
    return true;
}

cal_status cal_net_parse(cal_net **out, const char *layers, bool pad_shortcut, int classes, int c, int h,
                         int w, cal_error *err) {
    *out = NULL;
    cal_arena own = {0};
    cal_net *net = cal_arena_alloc(&own, sizeof *net);
    char *text = cal_arena_text(&own, layers, strlen(layers));
    cal_layer *layer = cal_arena_alloc(&own, CAL_NET_LAYERS * sizeof *layer);
    if (own.refused) {
        cal_arena_free(&own);
        return cal_refuse_memory(err, "a network");
    }
    *net = (cal_net){.own = own, .text = text, .layer = layer, .classes = classes};
    bool picture = (h > 1 || w > 1) && takes_picture(layers);
    net->in = picture ? (cal_extent){CAL_PICTURE, c, h, w} : (cal_extent){CAL_FEATURES, c * h * w, 1, 1};
    parser p = {net, {.text = text, .classes = classes, .pad_shortcut = pad_shortcut, .err = err}, 0};
    cal_extent extent = net->in;
    cal_status status =
        *layers ? take_sequence(&p, &extent, "", 0) : cal_fail(err, CAL_USAGE, "the layer text is empty");
    if (!status) status = check_whole(&p, extent);
    net->tensor = p.site.tensor;
    net->tensors = p.site.tensors;
    net->tensor_room = p.site.capacity;
    if (status) {
        cal_net_free(net);
        return status;
    }
    lay_out(net);
    *out = net;
    return CAL_OK;
}
