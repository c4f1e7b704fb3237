// Floor 4. The layer language: from text to checked layers with shapes and named tensors.
//
//   net   := item { '-' item }
//   item  := 'c' N ['k' N] ['s' N] | 'bn' | 'relu' | 'tanh' | 'mp' N | 'ap' N | 'gap' | 'fc' [N] | 'r(' net
//   ')'
#include "base/maths.h"
#include "run/net_parts.h"
#include <stdio.h>
#include <string.h>

typedef struct parser {
    cal_net *net;
    const char *text;
    int at;
    cal_error *err;
} parser;

enum { WIDTH_MAX = 8192, KERNEL_MAX = 15, STRIDE_MAX = 8, POOL_MAX = 15 };
static const int64_t PARAMETERS_MAX = 100 * 1000 * 1000;

static cal_status fail_layer(const parser *p, const cal_layer *layer, const char *reason) {
    return cal_fail(p->err, CAL_USAGE, "layer %s '%.*s': %s", layer->path, layer->text_length,
                    p->text + layer->text_at, reason);
}

static cal_status fail_bound(const parser *p, const cal_layer *layer, const char *what, int value, int low,
                             int high) {
    char reason[96];
    snprintf(reason, sizeof reason, "%s %d is not in %d to %d", what, value, low, high);
    return fail_layer(p, layer, reason);
}

// ---- tensors

static cal_tensor *add_tensor(cal_net *net, const char *path, const char *name, cal_role role, cal_kind kind,
                              cal_shape shape, int fan_in) {
    cal_tensor *moved = cal_mem_grow(net->tensor, &net->tensor_capacity, net->tensors + 1, sizeof *moved);
    if (!moved) {
        net->own.refused = true;
        return NULL;
    }
    net->tensor = moved;
    cal_tensor *t = &net->tensor[net->tensors++];
    snprintf(t->name, sizeof t->name, "%s.%s", path, name);
    t->role = role;
    t->kind = kind;
    t->shape = shape;
    t->fan_in = fan_in;
    t->size = cal_elements(shape);
    t->ndim = kind == CAL_FILTER ? 4 : kind == CAL_MATRIX ? 2 : 1;
    int dims[4] = {shape.n, shape.c, shape.h, shape.w};
    if (kind == CAL_VECTOR) dims[0] = shape.c;
    memcpy(t->dim, dims, sizeof dims);
    return t;
}

static void add_vector(cal_net *net, const char *path, const char *name, cal_role role, int c, int fan_in) {
    add_tensor(net, path, name, role, CAL_VECTOR, (cal_shape){1, c, 1, 1}, fan_in);
}

static void add_conv(cal_net *net, const char *path, int co, int ci, int kernel, bool bias) {
    int fan_in = ci * kernel * kernel;
    add_tensor(net, path, "weight", CAL_WEIGHT, CAL_FILTER, (cal_shape){co, ci, kernel, kernel}, fan_in);
    if (bias) add_vector(net, path, "bias", CAL_BIAS, co, fan_in);
}

static void add_norm(cal_net *net, const char *path, int c) {
    add_vector(net, path, "weight", CAL_NORM_WEIGHT, c, 0);
    add_vector(net, path, "bias", CAL_NORM_BIAS, c, 0);
    add_vector(net, path, "running_mean", CAL_RUNNING_MEAN, c, 0);
    add_vector(net, path, "running_var", CAL_RUNNING_VAR, c, 0);
}

// ---- one layer: its output's shape, its tensors, its cost

static int conv_extent(int size, int kernel, int stride) {
    return (size + 2 * ((kernel - 1) / 2) - kernel) / stride + 1;
}

static cal_status check_conv(parser *p, cal_layer *layer) {
    if (!layer->in.image)
        return fail_layer(p, layer, "a convolution needs an image, and here are plain features");
    if (layer->width < 1 || layer->width > WIDTH_MAX)
        return fail_bound(p, layer, "the number of channels", layer->width, 1, WIDTH_MAX);
    if (layer->kernel < 1 || layer->kernel > KERNEL_MAX || layer->kernel % 2 == 0)
        return fail_layer(p, layer, "the kernel must be odd, 1 to 15, so that 'same' padding exists");
    if (layer->stride < 1 || layer->stride > STRIDE_MAX)
        return fail_bound(p, layer, "the stride", layer->stride, 1, STRIDE_MAX);
    layer->out.c = layer->width;
    layer->out.h = conv_extent(layer->in.h, layer->kernel, layer->stride);
    layer->out.w = conv_extent(layer->in.w, layer->kernel, layer->stride);
    int64_t weights = (int64_t)layer->width * layer->in.c * layer->kernel * layer->kernel;
    layer->parameters = weights + (layer->bias ? layer->width : 0);
    layer->multiply_adds = weights * layer->out.h * layer->out.w;
    return CAL_OK;
}

static cal_status check_pool(parser *p, cal_layer *layer) {
    if (!layer->in.image) return fail_layer(p, layer, "pooling needs an image, and here are plain features");
    if (layer->size < 2 || layer->size > POOL_MAX)
        return fail_bound(p, layer, "the window", layer->size, 2, POOL_MAX);
    if (layer->size > layer->in.h || layer->size > layer->in.w) {
        char reason[96];
        snprintf(reason, sizeof reason, "the window is larger than the %d x %d image that arrives",
                 layer->in.h, layer->in.w);
        return fail_layer(p, layer, reason);
    }
    layer->out.h /= layer->size;
    layer->out.w /= layer->size;
    return CAL_OK;
}

static cal_status check_linear(parser *p, cal_layer *layer) {
    if (layer->width < 1 || layer->width > WIDTH_MAX)
        return fail_bound(p, layer, "the number of features", layer->width, 1, WIDTH_MAX);
    int64_t features =
        (int64_t)layer->in.c * layer->in.h * layer->in.w; // an image is flattened on the way in
    layer->out = (cal_extent){false, layer->width, 1, 1};
    layer->multiply_adds = features * layer->width;
    layer->parameters = layer->multiply_adds + layer->width;
    return CAL_OK;
}

static cal_status check_layer(parser *p, cal_layer *layer) {
    layer->out = layer->in;
    switch (layer->type) {
    case CAL_LAYER_CONV: return check_conv(p, layer);
    case CAL_LAYER_NORM: layer->parameters = 2 * (int64_t)layer->in.c; return CAL_OK;
    case CAL_LAYER_MAXPOOL:
    case CAL_LAYER_AVGPOOL: return check_pool(p, layer);
    case CAL_LAYER_GLOBAL_AVERAGE:
        if (!layer->in.image)
            return fail_layer(p, layer, "global pooling needs an image, and here are plain features");
        layer->out = (cal_extent){false, layer->in.c, 1, 1};
        return CAL_OK;
    case CAL_LAYER_LINEAR: return check_linear(p, layer);
    default: return CAL_OK;
    }
}

static void add_tensors(cal_net *net, cal_layer *layer) {
    layer->tensor = net->tensors;
    int features = layer->in.c * layer->in.h * layer->in.w;
    switch (layer->type) {
    case CAL_LAYER_CONV:
        add_conv(net, layer->path, layer->width, layer->in.c, layer->kernel, layer->bias);
        break;
    case CAL_LAYER_NORM: add_norm(net, layer->path, layer->in.c); break;
    case CAL_LAYER_LINEAR:
        add_tensor(net, layer->path, "weight", CAL_WEIGHT, CAL_MATRIX,
                   (cal_shape){layer->width, features, 1, 1}, features);
        add_vector(net, layer->path, "bias", CAL_BIAS, layer->width, features);
        break;
    default: break;
    }
}

// ---- residual blocks: how the skip meets the body

static cal_status check_residual(parser *p, cal_layer *layer) {
    cal_extent from = layer->in, to = layer->out;
    char reason[128];
    if (from.image != to.image || (!from.image && from.c != to.c))
        return fail_layer(p, layer, "the body must give back what the skip can be added to");
    if (from.c == to.c && from.h == to.h && from.w == to.w) {
        layer->skip = CAL_SKIP_IDENTITY;
        return CAL_OK;
    }
    layer->stride = 1;
    while (layer->stride <= STRIDE_MAX &&
           (conv_extent(from.h, 1, layer->stride) != to.h || conv_extent(from.w, 1, layer->stride) != to.w))
        layer->stride++;
    if (layer->stride > STRIDE_MAX) {
        snprintf(reason, sizeof reason, "the body turns %d x %d into %d x %d, which no strided skip does",
                 from.h, from.w, to.h, to.w);
        return fail_layer(p, layer, reason);
    }
    if (p->net->pad_shortcut) {
        if (to.c < from.c) {
            snprintf(reason, sizeof reason, "shortcut=pad cannot turn %d channels into %d", from.c, to.c);
            return fail_layer(p, layer, reason);
        }
        layer->skip = CAL_SKIP_PAD;
        return CAL_OK;
    }
    layer->skip = CAL_SKIP_PROJECTION;
    layer->skip_tensor = p->net->tensors;
    char path[CAL_PATH + 8];
    snprintf(path, sizeof path, "%s.skip.0", layer->path);
    add_conv(p->net, path, to.c, from.c, 1, false);
    snprintf(path, sizeof path, "%s.skip.1", layer->path);
    add_norm(p->net, path, to.c);
    int64_t weights = (int64_t)from.c * to.c;
    layer->parameters = weights + 2 * (int64_t)to.c;
    layer->multiply_adds = weights * to.h * to.w;
    return CAL_OK;
}

// ---- the grammar

static bool take(parser *p, const char *word) {
    size_t length = strlen(word);
    if (strncmp(p->text + p->at, word, length)) return false;
    p->at += (int)length;
    return true;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

// A number of up to 6 digits, or `otherwise` where there is none.
static int take_number(parser *p, int otherwise) {
    if (!is_digit(p->text[p->at])) return otherwise;
    int value = 0;
    for (int digits = 0; is_digit(p->text[p->at]) && digits < 6; digits++)
        value = value * 10 + p->text[p->at++] - '0';
    return value;
}

static bool at_end_of_token(const parser *p) {
    char c = p->text[p->at];
    return c == 0 || c == '-' || c == ')';
}

static bool bn_follows(const parser *p) { // directly
    return !strncmp(p->text + p->at, "-bn", 3) &&
           (p->text[p->at + 3] == 0 || strchr("-)", p->text[p->at + 3]));
}

// Reads one token but a residual block; false if there is no such token.
static bool take_token(parser *p, cal_layer *layer) {
    if (take(p, "relu")) layer->type = CAL_LAYER_RELU;
    else if (take(p, "tanh")) layer->type = CAL_LAYER_TANH;
    else if (take(p, "gap")) layer->type = CAL_LAYER_GLOBAL_AVERAGE;
    else if (take(p, "bn")) layer->type = CAL_LAYER_NORM;
    else if (take(p, "fc")) {
        layer->type = CAL_LAYER_LINEAR;
        layer->width = take_number(p, p->net->classes);
    } else if (take(p, "mp") || take(p, "ap")) {
        layer->type = p->text[p->at - 2] == 'm' ? CAL_LAYER_MAXPOOL : CAL_LAYER_AVGPOOL;
        layer->size = take_number(p, 0);
    } else if (take(p, "c")) {
        layer->type = CAL_LAYER_CONV;
        layer->width = take_number(p, 0);
        layer->kernel = take(p, "k") ? take_number(p, 0) : 3;
        layer->stride = take(p, "s") ? take_number(p, 0) : 1;
        layer->bias = !bn_follows(p);
    } else return false;
    return at_end_of_token(p);
}

static cal_status take_sequence(parser *p, cal_extent *extent, const char *prefix, int depth);

static cal_status take_residual(parser *p, int index, int depth) {
    cal_layer *layer = &p->net->layer[index];
    layer->type = CAL_LAYER_RESIDUAL;
    layer->text_length = 2;
    if (depth >= CAL_NET_DEPTH) return fail_layer(p, layer, "blocks are nested too deeply");
    char prefix[CAL_PREFIX + 1]; // a path of the level above is shorter by ".body."
    snprintf(prefix, sizeof prefix, "%.*s.body.", CAL_PREFIX - 6, layer->path);
    layer->out = layer->in;
    int before = p->net->layers;
    cal_status status = take_sequence(p, &layer->out, prefix, depth + 1);
    if (status) return status;
    layer->text_length = p->at - layer->text_at;
    if (!take(p, ")")) return fail_layer(p, layer, "its bracket is not closed");
    layer->text_length++;
    layer->span = p->net->layers - before;
    return check_residual(p, layer);
}

static cal_status take_sequence(parser *p, cal_extent *extent, const char *prefix, int depth) {
    for (int position = 0;; position++) {
        cal_net *net = p->net;
        if (net->layers >= CAL_NET_LAYERS)
            return cal_fail(p->err, CAL_USAGE, "the layer text has more than %d layers", CAL_NET_LAYERS);
        int index = net->layers++;
        cal_layer *layer = &net->layer[index]; // the table never moves
        snprintf(layer->path, sizeof layer->path, "%.*s%d", CAL_PREFIX, prefix, position);
        layer->in = *extent;
        layer->text_at = p->at;
        cal_status status;
        if (take(p, "r(")) {
            status = take_residual(p, index, depth);
        } else {
            bool known = take_token(p, layer);
            if (!known)
                while (!at_end_of_token(p)) p->at++;
            layer->text_length = p->at - layer->text_at;
            if (!known)
                return fail_layer(
                    p, layer,
                    "there is no such layer; there are c32 c32k1s2 bn relu tanh mp2 ap2 gap fc fc100 r(...)");
            status = check_layer(p, layer);
            if (!status) add_tensors(net, layer);
        }
        if (status) return status;
        *extent = layer->out;
        if (!take(p, "-")) return CAL_OK;
    }
}

// Offsets: parameters first, in the order of the layers, then the running statistics.
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
    const cal_net *net = p->net;
    if (p->text[p->at])
        return cal_fail(p->err, CAL_USAGE, "the layer text has an unexpected '%.16s' at character %d",
                        p->text + p->at, p->at + 1);
    if (out.image || out.c != net->classes)
        return cal_fail(p->err, CAL_USAGE,
                        "the network ends in %d %s, and the data has %d classes: end it with fc", out.c,
                        out.image ? "channels of an image" : "features", net->classes);
    int64_t parameters = 0;
    for (int i = 0; i < net->layers; i++) parameters += net->layer[i].parameters;
    if (parameters > PARAMETERS_MAX)
        return cal_fail(p->err, CAL_USAGE, "the network has %lld parameters, more than %lld",
                        (long long)parameters, (long long)PARAMETERS_MAX);
    return CAL_OK;
}

// An MLP takes its pixels as a flat row: the first layer that cares decides.
static bool starts_with_image(const char *text) {
    while (!strncmp(text, "relu-", 5) || !strncmp(text, "tanh-", 5)) text += 5;
    return strncmp(text, "fc", 2) != 0;
}

cal_status cal_net_parse(cal_net **out, const char *layers, bool pad_shortcut, int classes, int c, int h,
                         int w, cal_error *err) {
    *out = NULL;
    cal_arena own = {0};
    cal_net *net = cal_arena_alloc(&own, sizeof *net);
    size_t length = strlen(layers);
    char *text = cal_arena_text(&own, layers, length);
    cal_layer *layer = cal_arena_alloc(&own, CAL_NET_LAYERS * sizeof *layer);
    if (own.refused) {
        cal_arena_free(&own);
        return cal_fail(err, CAL_MEMORY, "memory for a network was refused");
    }
    bool image = (h > 1 || w > 1) && starts_with_image(layers);
    *net =
        (cal_net){.own = own, .text = text, .layer = layer, .classes = classes, .pad_shortcut = pad_shortcut};
    net->in = image ? (cal_extent){true, c, h, w} : (cal_extent){false, c * h * w, 1, 1};
    parser p = {net, text, 0, err};
    cal_extent extent = net->in;
    cal_status status =
        length == 0 ? cal_fail(err, CAL_USAGE, "the layer text is empty") : take_sequence(&p, &extent, "", 0);
    if (!status) status = check_whole(&p, extent);
    if (!status && net->own.refused) status = cal_fail(err, CAL_MEMORY, "memory for a network was refused");
    if (status) {
        cal_net_free(net);
        return status;
    }
    lay_out(net);
    *out = net;
    return CAL_OK;
}
