#include "catalog/layer/shared/onnx.h"
#include <string.h>
#include "base/bytes/proto.h"

// Numbers of the fields, onnx.proto3.
enum { NODE_INPUT = 1, NODE_OUTPUT, NODE_NAME, NODE_OP, NODE_ATTRIBUTE };
enum { ATTRIBUTE_NAME = 1, ATTRIBUTE_F, ATTRIBUTE_I, ATTRIBUTE_INTS = 8, ATTRIBUTE_TYPE = 20 };
enum { TYPE_FLOAT = 1, TYPE_INT = 2, TYPE_INTS = 7 };
enum { TENSOR_DIMS = 1, TENSOR_TYPE = 2, TENSOR_NAME = 8, TENSOR_RAW = 9, DATA_FLOAT = 1, DATA_INT64 = 7 };
enum { GRAPH_NODE = 1, GRAPH_CONSTANT = 5 };

static const double EPSILON = 1e-5; // batch norm's, as in layer.c

// Names the next node or value: "4.body.0.Conv_17".
const char *cal_onnx_name(cal_onnx *o, const char *what) {
    cal_text name = {0};
    if (o->path) cal_text_add(&name, "%s.", o->path);
    cal_text_add(&name, "%s_%d", what, o->count++);
    const char *kept = name.refused ? NULL : cal_arena_text(&o->names, name.data, (size_t)name.length);
    cal_text_free(&name);
    if (kept) return kept;
    o->names.refused = true;
    return "";
}

static void add_attribute(cal_text *node, const cal_onnx_attribute *a) {
    cal_text message = {0};
    cal_proto_text(&message, ATTRIBUTE_NAME, a->name);
    if (!a->ints) cal_proto_float(&message, ATTRIBUTE_F, a->value);
    else if (!a->count) cal_proto_whole(&message, ATTRIBUTE_I, a->ints[0]);
    else cal_proto_ints(&message, ATTRIBUTE_INTS, a->ints, a->count);
    cal_proto_whole(&message, ATTRIBUTE_TYPE, !a->ints ? TYPE_FLOAT : a->count ? TYPE_INTS : TYPE_INT);
    cal_proto_message(node, NODE_ATTRIBUTE, &message);
}

static const char *add_node(cal_onnx *o, const char *op, const char *const *inputs,
                            const cal_onnx_attribute *attributes, const char *name) {
    cal_text node = {0};
    for (; *inputs; inputs++) cal_proto_text(&node, NODE_INPUT, *inputs);
    cal_proto_text(&node, NODE_OUTPUT, name);
    cal_proto_text(&node, NODE_NAME, name);
    cal_proto_text(&node, NODE_OP, op);
    for (; attributes && attributes->name; attributes++) add_attribute(&node, attributes);
    cal_proto_message(&o->nodes, GRAPH_NODE, &node);
    return name;
}

const char *cal_onnx_node(cal_onnx *o, const char *op, const char *const *inputs,
                          const cal_onnx_attribute *attributes) {
    return add_node(o, op, inputs, attributes, cal_onnx_name(o, op));
}

void cal_onnx_node_named(cal_onnx *o, const char *op, const char *const *inputs, const char *name) {
    add_node(o, op, inputs, NULL, name);
}

const char *cal_onnx_of(cal_onnx *o, const char *op, const char *x) {
    return cal_onnx_node(o, op, (const char *const[]){x, NULL}, NULL);
}

const char *cal_onnx_of2(cal_onnx *o, const char *op, const char *x, const char *y) {
    return cal_onnx_node(o, op, (const char *const[]){x, y, NULL}, NULL);
}

const char *cal_onnx_along(cal_onnx *o, const char *op, const char *x, const char *y, int axis) {
    const int64_t number = axis;
    const cal_onnx_attribute attributes[] = {{.name = "axis", .ints = &number}, {.name = NULL}};
    return cal_onnx_node(o, op, (const char *const[]){x, y, NULL}, attributes);
}

static void add_constant(cal_onnx *o, const char *name, int type, const void *raw, size_t bytes,
                         const int *dim, int ndim) {
    cal_text tensor = {0};
    for (int i = 0; i < ndim; i++) cal_proto_whole(&tensor, TENSOR_DIMS, dim[i]);
    cal_proto_whole(&tensor, TENSOR_TYPE, type);
    cal_proto_text(&tensor, TENSOR_NAME, name);
    cal_proto_bytes(&tensor, TENSOR_RAW, raw, bytes);
    cal_proto_message(&o->constants, GRAPH_CONSTANT, &tensor);
}

const char *cal_onnx_floats(cal_onnx *o, const char *name, const float *value, const int *dim, int ndim) {
    size_t size = 1;
    for (int i = 0; i < ndim; i++) size *= (size_t)dim[i];
    add_constant(o, name, DATA_FLOAT, value, size * sizeof *value, dim, ndim);
    return name;
}

const char *cal_onnx_tensor(cal_onnx *o, int tensor) {
    const cal_tensor *t = &o->tensor[tensor];
    return cal_onnx_floats(o, t->name, o->flat + t->offset, t->dim, t->ndim);
}

const char *cal_onnx_number(cal_onnx *o, float value) {
    return cal_onnx_floats(o, cal_onnx_name(o, "number"), &value, NULL, 0);
}

const char *cal_onnx_ints(cal_onnx *o, const int64_t *value, int count) {
    const char *name = cal_onnx_name(o, "shape");
    const int size = count < 0 ? 1 : count;
    add_constant(o, name, DATA_INT64, value, (size_t)size * sizeof *value, &size, count < 0 ? 0 : 1);
    return name;
}

const char *cal_onnx_reshape(cal_onnx *o, const char *x, const int64_t *dim, int count) {
    return cal_onnx_of2(o, "Reshape", x, cal_onnx_ints(o, dim, count));
}

const char *cal_onnx_transpose(cal_onnx *o, const char *x, const int64_t *order, int count) {
    const cal_onnx_attribute attributes[] = {{.name = "perm", .ints = order, .count = count}, {.name = NULL}};
    return cal_onnx_node(o, "Transpose", (const char *const[]){x, NULL}, attributes);
}

const char *cal_onnx_sequence(cal_onnx *o, int first, int end, const char *x) {
    for (int i = first; i < end; i += 1 + o->layer[i].span) {
        o->path = o->layer[i].path;
        x = o->layer[i].kind->onnx(o, &o->layer[i], x);
    }
    return x;
}

const char *cal_onnx_body(cal_onnx *o, const cal_layer *layer, const char *x) {
    const int at = (int)(layer - o->layer);
    x = cal_onnx_sequence(o, at + 1, at + 1 + layer->span, x);
    o->path = layer->path;
    return x;
}

const char *cal_onnx_norm(cal_onnx *o, const char *x, int tensor) {
    const char *inputs[6] = {x};
    for (int i = 0; i < 4; i++) inputs[1 + i] = cal_onnx_tensor(o, tensor + i);
    const cal_onnx_attribute attributes[] = {{.name = "epsilon", .value = (float)EPSILON}, {.name = NULL}};
    return cal_onnx_node(o, "BatchNormalization", inputs, attributes);
}

const char *cal_onnx_linear(cal_onnx *o, const char *x, int tensor) {
    const char *transposed = cal_onnx_transpose(o, cal_onnx_tensor(o, tensor), (const int64_t[]){1, 0}, 2);
    const char *product = cal_onnx_of2(o, "MatMul", x, transposed);
    return cal_onnx_of2(o, "Add", product, cal_onnx_tensor(o, tensor + 1));
}

const char *cal_onnx_project(cal_onnx *o, const char *x, int tensor, int stride) {
    const int64_t one[] = {1, 1}, strides[] = {stride, stride};
    const cal_onnx_attribute attributes[] = {{.name = "kernel_shape", .ints = one, .count = 2},
                                             {.name = "strides", .ints = strides, .count = 2},
                                             {.name = NULL}};
    return cal_onnx_node(o, "Conv", (const char *const[]){x, cal_onnx_tensor(o, tensor), NULL}, attributes);
}
