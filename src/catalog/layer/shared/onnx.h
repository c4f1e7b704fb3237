// An ONNX graph under construction: each layer adds its nodes (cal_layer_kind.onnx), for evaluation.
//
// The data of n samples between layers: FEATURES [n, c], PICTURE [n, c, h, w], TOKENS [n, h, c]. A value is
// identified by its name. Nodes are named after the layer that makes them, tensors as in a state dict.
// Version 17 of the operators.
#ifndef CAL_CATALOG_LAYER_SHARED_ONNX_H
#define CAL_CATALOG_LAYER_SHARED_ONNX_H
#include "base/memory.h"
#include "base/text.h"
#include "catalog/layer/layer.h"

enum { CAL_ONNX_OPSET = 17 };

typedef struct cal_onnx {
    const cal_layer *layer; // all layers of the network
    const cal_tensor *tensor;
    const float *flat; // the network's weights
    const char *path;  // path of the current layer
    int count;         // nodes and constants so far
    cal_text nodes, constants;
    cal_arena names; // refused: check once at the end
} cal_onnx;

// An attribute of a node: whole numbers if `ints` is given, else a float.
typedef struct cal_onnx_attribute {
    const char *name; // null ends the list
    const int64_t *ints;
    int count; // length of a list; 0: one number
    float value;
} cal_onnx_attribute;

// Adds a node with up to nine inputs, `inputs` ending with null; returns its
// output. `attributes` may be null.
const char *cal_onnx_node(cal_onnx *o, const char *op, const char *const *inputs,
                          const cal_onnx_attribute *attributes);
// The same, with an output of this name.
void cal_onnx_node_named(cal_onnx *o, const char *op, const char *const *inputs, const char *name);
const char *cal_onnx_of(cal_onnx *o, const char *op, const char *x);
const char *cal_onnx_of2(cal_onnx *o, const char *op, const char *x, const char *y);
// Along one axis: Softmax, Concat, Gather, Flatten.
const char *cal_onnx_along(cal_onnx *o, const char *op, const char *x, const char *y, int axis);

// Constants.
const char *cal_onnx_name(cal_onnx *o, const char *what); // a new name
const char *cal_onnx_tensor(cal_onnx *o, int tensor);     // a tensor of the network, in its own shape
const char *cal_onnx_floats(cal_onnx *o, const char *name, const float *value, const int *dim, int ndim);
const char *cal_onnx_number(cal_onnx *o, float value);                   // without a dimension
const char *cal_onnx_ints(cal_onnx *o, const int64_t *value, int count); // [count], or one number if -1
const char *cal_onnx_reshape(cal_onnx *o, const char *x, const int64_t *dim,
                             int count); // 0: unchanged, -1: the rest
const char *cal_onnx_transpose(cal_onnx *o, const char *x, const int64_t *order, int count);

// Adds layers first .. end - 1 in sequence; the body of a layer.
const char *cal_onnx_sequence(cal_onnx *o, int first, int end, const char *x);
const char *cal_onnx_body(cal_onnx *o, const cal_layer *layer, const char *x);
// Parts that several layers share. Batch norm has the four tensors from `tensor` on. The linear map `x W' +
// b` of tokens has the bias after the weight. The projection is a 1x1 convolution.
const char *cal_onnx_norm(cal_onnx *o, const char *x, int tensor);
const char *cal_onnx_linear(cal_onnx *o, const char *x, int tensor);
const char *cal_onnx_project(cal_onnx *o, const char *x, int tensor, int stride);

#endif
