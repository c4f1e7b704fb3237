// Helpers that layers share: their tensors, their errors, and batch norm.
#include "catalog/layer/layer.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "base/memory.h"

static const double EPSILON = 1e-5, MOMENTUM = 0.1; // batch norm's, as in PyTorch

const cal_layer_kind *cal_layer_find(int *length, const char *text) {
    *length = 0;
    while (text[*length] >= 'a' && text[*length] <= 'z') ++*length;
    for (int i = 0; cal_layer_kinds[i]; i++) {
        const char *id = cal_layer_kinds[i]->entry.id;
        if (strlen(id) == (size_t)*length && !memcmp(id, text, (size_t)*length)) return cal_layer_kinds[i];
    }
    return NULL;
}

int64_t cal_extent_values(cal_extent extent) { return (int64_t)extent.c * extent.h * extent.w; }

int64_t cal_extent_bytes(cal_extent extent) {
    if (extent.form == CAL_PICTURE) extent.c = (extent.c + 3) / 4 * 4;
    return cal_extent_values(extent) * (int64_t)sizeof(float);
}

void cal_layer_token(char *out, size_t size, const char *text, const cal_layer *layer) {
    size_t length = layer->kind->body ? strlen(layer->kind->entry.id) : (size_t)layer->text_length;
    if (length >= size) length = size - 1;
    memcpy(out, text + layer->text_at, length);
    out[length] = 0;
}

// ---- for check()

cal_status cal_layer_fail(const cal_layer_site *site, const cal_layer *layer, const char *reason, ...) {
    char text[160];
    va_list arguments;
    va_start(arguments, reason);
    vsnprintf(text, sizeof text, reason, arguments);
    va_end(arguments);
    return cal_fail(site->err, CAL_USAGE, "layer %s '%.*s': %s", layer->path, layer->text_length,
                    site->text + layer->text_at, text);
}

bool cal_extent_is_sequence(cal_extent extent) {
    return extent.form == CAL_PICTURE && extent.h == 1 && extent.w > 1;
}

const char *cal_extent_name(cal_extent extent) {
    static const char *const names[] = {"plain features", "an image", "tokens"};
    return names[extent.form];
}

cal_status cal_layer_need_tokens(const cal_layer_site *site, const cal_layer *layer) {
    if (layer->in.form == CAL_TOKENS) return CAL_OK;
    return cal_layer_fail(site, layer, "its input must be tokens, not %s", cal_extent_name(layer->in));
}

cal_tensor *cal_layer_tensor(cal_layer_site *site, cal_layer *layer, const char *name, cal_role role,
                             cal_kind kind, cal_shape shape, int fan_in, int fan_out) {
    cal_tensor *moved = cal_mem_grow(site->tensor, &site->capacity, site->tensors + 1, sizeof *moved);
    if (!moved) {
        site->refused = true;
        return NULL;
    }
    site->tensor = moved;
    cal_tensor *t = &site->tensor[site->tensors++];
    memset(t, 0, sizeof *t);
    snprintf(t->name, sizeof t->name, "%s.%s", layer->path, name);
    t->role = role;
    t->kind = kind;
    t->shape = shape;
    t->fan_in = fan_in;
    t->fan_out = fan_out;
    t->size = cal_elements(shape);
    t->ndim = kind == CAL_FILTER ? 4 : kind == CAL_MATRIX ? 2 : 1;
    int dims[4] = {shape.n, shape.c, shape.h, shape.w};
    if (kind == CAL_VECTOR) dims[0] = shape.c;
    memcpy(t->dim, dims, sizeof dims);
    if (role != CAL_RUNNING_MEAN && role != CAL_RUNNING_VAR) // in 64 bits, since size_t may have wrapped
        layer->parameters += (int64_t)shape.n * shape.c * shape.h * shape.w;
    return t;
}

void cal_layer_vector(cal_layer_site *site, cal_layer *layer, const char *name, cal_role role, int c,
                      int fan_in) {
    cal_layer_tensor(site, layer, name, role, CAL_VECTOR, (cal_shape){1, c, 1, 1}, fan_in, 0);
}

void cal_layer_norm_tensors(cal_layer_site *site, cal_layer *layer, const char *prefix, int c) {
    static const struct {
        const char *name;
        cal_role role;
    } parts[] = {{"weight", CAL_NORM_WEIGHT},
                 {"bias", CAL_NORM_BIAS},
                 {"running_mean", CAL_RUNNING_MEAN},
                 {"running_var", CAL_RUNNING_VAR}};
    for (int i = 0; i < 4; i++) {
        char name[32]; // fits into a tensor's name after any path
        snprintf(name, sizeof name, "%s%s", prefix, parts[i].name);
        cal_layer_vector(site, layer, name, parts[i].role, c, 0);
    }
}

int cal_window_extent(int size, int window, int stride, int pad) {
    return (size + 2 * pad - window) / stride + 1;
}

cal_status cal_layer_skip_stride(int *stride, const cal_layer_site *site, const cal_layer *layer) {
    cal_extent from = layer->in, to = layer->out;
    if (from.form != CAL_PICTURE || to.form != CAL_PICTURE)
        return cal_layer_fail(site, layer, "the body must return an output that the skip can be added to");
    for (*stride = 1; *stride <= CAL_STRIDE_MAX; ++*stride)
        if (cal_window_extent(from.h, 1, *stride, 0) == to.h &&
            cal_window_extent(from.w, 1, *stride, 0) == to.w)
            return CAL_OK;
    return cal_layer_fail(site, layer, "the body turns %d x %d into %d x %d, which no strided skip can do",
                          from.h, from.w, to.h, to.w);
}

// ---- for build()

cal_node cal_layer_sequence(const cal_layer_builder *b, int first, int end, cal_node x) {
    for (int i = first; i < end; i += 1 + b->layer[i].span) x = b->layer[i].kind->build(b, &b->layer[i], x);
    return x;
}

cal_node cal_layer_body(const cal_layer_builder *b, const cal_layer *layer, cal_node x) {
    int at = (int)(layer - b->layer);
    return cal_layer_sequence(b, at + 1, at + 1 + layer->span, x);
}

cal_node cal_layer_linear(const cal_layer_builder *b, cal_node x, int tensor) {
    cal_node y = cal_graph_matmul(b->g, x, b->tensor[tensor], false, true);
    return cal_graph_add(b->g, y,
                         cal_graph_broadcast(b->g, b->tensor[tensor + 1], CAL_MATRIX, cal_shape_of(b->g, y)));
}

cal_node cal_layer_add_bias(const cal_layer_builder *b, cal_node x, cal_node bias) {
    cal_node none = CAL_ABSENT; // the factor 1
    return cal_graph_linear(b->g, &x, &none, 1, bias, cal_shape_of(b->g, x));
}

// running <- (1 - momentum) running + momentum x, with the unbiased variance. A single value has no variance
// and changes nothing.
static void update_statistics(const cal_layer_builder *b, int tensor, cal_node mean, cal_node variance,
                              double count) {
    if (!b->stats || count < 2) return;
    cal_graph *g = b->g;
    cal_node fresh[2] = {mean, cal_graph_scale(g, variance, count / (count - 1))};
    for (int i = 0; i < 2; i++) {
        cal_node old = cal_graph_scale(g, b->tensor[tensor + i], 1 - MOMENTUM);
        b->stats[tensor + i] = cal_graph_add(g, old, cal_graph_scale(g, fresh[i], MOMENTUM));
    }
}

// gamma (x - mean)/sqrt(variance + epsilon) + beta, as one affine map per channel. So the rules give the
// derivatives of the statistics, and with them curvature in training mode.
cal_node cal_layer_norm(const cal_layer_builder *b, cal_node x, int tensor) {
    cal_graph *g = b->g;
    cal_shape s = cal_shape_of(g, x);
    const cal_node *t = b->tensor + tensor;
    cal_node mean = t[2], variance = t[3];
    if (b->training) {
        cal_node stat = cal_graph_stat(g, x);
        mean = cal_graph_row(g, stat, 0);
        variance = cal_graph_row(g, stat, 1);
        update_statistics(b, tensor + 2, mean, variance, (double)s.n * s.h * s.w);
    }
    cal_node slope = cal_graph_div(g, t[0], cal_graph_sqrt(g, cal_graph_offset(g, variance, EPSILON)));
    return cal_graph_affine(g, x, slope, cal_graph_sub(g, t[1], cal_graph_mul(g, slope, mean)));
}
