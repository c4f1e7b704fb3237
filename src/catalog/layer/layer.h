// The layers of networks: one file per layer, named as in the layer language.
//
//   net   := layer { '-' layer }
//   layer := name [number] { letter number } [ '(' net ')' ]            c32k5s2, mp2, r(c32-bn-relu-c32-bn)
//
// The name is the run of letters that a layer opens with. The parameters are whole numbers: "n" comes
// directly after the name, the others after their letter, in any order.
#ifndef CAL_CATALOG_LAYER_LAYER_H
#define CAL_CATALOG_LAYER_LAYER_H
#include <stdint.h>
#include "ad/graph.h"
#include "catalog/entry.h"

// The data of one sample between two layers; in the graph:
// - FEATURES: MATRIX [n, c], c numbers
// - PICTURE: IMAGE [n, c, h, w], c channels of h x w pixels; a sequence is a picture one pixel high
// - TOKENS: MATRIX [n h, c], h vectors of c numbers; a sample's vectors are consecutive rows
typedef enum cal_form { CAL_FEATURES, CAL_PICTURE, CAL_TOKENS } cal_form;
typedef struct cal_extent {
    cal_form form;
    int c, h, w; // 1 if the form has no such axis
} cal_extent;

typedef enum cal_role {
    CAL_WEIGHT,
    CAL_BIAS,
    CAL_NORM_WEIGHT,
    CAL_NORM_BIAS,
    CAL_RUNNING_MEAN,
    CAL_RUNNING_VAR
} cal_role;

typedef struct cal_tensor {
    char name[128]; // "0.weight", "4.body.1.running_mean"
    cal_role role;
    cal_kind kind;    // FILTER, MATRIX or VECTOR
    cal_shape shape;  // shape in the graph
    int ndim, dim[4]; // shape in PyTorch
    // For initialisation: inputs per output, and outputs per input. A bias without fan_in starts at zero.
    int fan_in, fan_out;
    double sd;           // not 0: starts as normal values of this standard deviation
    bool xavier;         // starts uniform in +-sqrt(6 / (fan_in + fan_out)) (Glorot and Bengio 2010)
    size_t offset, size; // floats in the flat array: parameters first, then running statistics
} cal_tensor;

enum { CAL_LAYER_NUMBERS = 8, CAL_NET_DEPTH = 8, CAL_WIDTH_MAX = 8192, CAL_STRIDE_MAX = 32 };
// Bytes for the path of the deepest layer: "1023.body." for each level, then its number.
enum { CAL_PREFIX = CAL_NET_DEPTH * 10, CAL_PATH = CAL_PREFIX + 12 };

// A layer of one network.
typedef struct cal_layer {
    const struct cal_layer_kind *kind;
    int number[CAL_LAYER_NUMBERS];     // its kind's parameters, in order
    bool norm_follows;                 // directly: a convolution then has no bias
    cal_extent in, out;                // a body, if there is one, has set `out`
    int span;                          // number of following layers that form its body
    int tensor;                        // index of its first tensor, without those of the body
    int found[2];                      // results of check() for build()
    int64_t parameters, multiply_adds; // without the body; for one sample, forward
    int64_t held;                      // bytes of intermediate results per sample
    int text_at, text_length;          // its position in the layer text
    char path[CAL_PATH];               // "4.body.0"
} cal_layer;

// Context of check(): the network so far.
typedef struct cal_layer_site {
    const char *text;
    int classes;
    bool pad_shortcut; // residual blocks change shape by zero padding
    cal_tensor *tensor;
    int tensors, capacity;
    bool refused; // memory was refused
    cal_error *err;
} cal_layer_site;

// Context of build().
typedef struct cal_layer_builder {
    cal_graph *g;
    const cal_layer *layer; // all layers of the network
    const cal_node *tensor; // the nodes of all tensors of the network
    bool training;          // batch norm uses the batch
    cal_node *stats;        // new values of the running statistics; or null
    cal_node key;           // VECTOR [1,2], seed and step of dropout; CAL_ABSENT: nothing is dropped
} cal_layer_builder;

struct cal_onnx; // catalog/layer/shared/onnx.h
typedef enum cal_input_format { CAL_TAKES_EITHER, CAL_TAKES_PICTURE, CAL_TAKES_FEATURES } cal_input_format;

typedef struct cal_layer_kind {
    // At most CAL_LAYER_NUMBERS params. `value` is the default; one below `min` means that the layer decides
    // or refuses. `help` names the parameter: "number of channels".
    cal_entry entry;
    cal_input_format input_format; // format of input pictures, if this is the first layer that decides it
    bool body;                     // takes layers in brackets
    bool is_convolution;           // its result is a feature map
    bool is_pooling;               // reduces a feature map to fewer pixels
    bool only_in_training;         // the identity in evaluation
    // Sets `out` (which starts as `in`), `multiply_adds` and `found`; adds the layer's tensors. Null for an
    // element-wise layer that has nothing to check.
    cal_status (*check)(cal_layer_site *site, cal_layer *layer);
    cal_node (*build)(const cal_layer_builder *b, const cal_layer *layer, cal_node x);
    // Adds the layer as nodes of an ONNX graph (catalog/layer/shared/onnx.h), for evaluation. Returns the
    // name of the result.
    const char *(*onnx)(struct cal_onnx *o, const cal_layer *layer, const char *x);
} cal_layer_kind;

extern const cal_layer_kind *const cal_layer_kinds[]; // ends with null
// The kind whose name the text begins with, or null; *length is the length of the name.
const cal_layer_kind *cal_layer_find(int *length, const char *text);

int64_t cal_extent_values(cal_extent extent); // c h w
// Bytes of one sample in the engine, where images have a multiple of four channels.
int64_t cal_extent_bytes(cal_extent extent);
// The layer's text in the network; for a block, without the body.
void cal_layer_token(char *out, size_t size, const char *text, const cal_layer *layer);

// ---- for check()

// Fails with "layer 4.body.0 'c0': " and the reason.
cal_status cal_layer_fail(const cal_layer_site *site, const cal_layer *layer, const char *reason, ...)
    __attribute__((format(printf, 3, 4)));
bool cal_extent_is_sequence(cal_extent extent); // a picture one pixel high: layers then work along its width
const char *cal_extent_name(cal_extent extent); // "an image"
// Fails unless the input is tokens.
cal_status cal_layer_need_tokens(const cal_layer_site *site, const cal_layer *layer);
// Adds a tensor and counts it; `name` follows the layer's path. Null if memory was refused.
cal_tensor *cal_layer_tensor(cal_layer_site *site, cal_layer *layer, const char *name, cal_role role,
                             cal_kind kind, cal_shape shape, int fan_in, int fan_out);
// VECTOR [1,c]: a bias (of fan_in), or a tensor of a norm.
void cal_layer_vector(cal_layer_site *site, cal_layer *layer, const char *name, cal_role role, int c,
                      int fan_in);
// The tensors of batch norm: weight, bias, running mean and variance; `prefix` is "" or "skip.1.".
void cal_layer_norm_tensors(cal_layer_site *site, cal_layer *layer, const char *prefix, int c);
// The stride of a 1x1 convolution that turns a block's input into an image of its output's size; fails if
// there is none.
cal_status cal_layer_skip_stride(int *stride, const cal_layer_site *site, const cal_layer *layer);
// Output pixels of a window with padding on both sides.
int cal_window_extent(int size, int window, int stride, int pad);

// ---- for build()

// Builds layers first .. end - 1, in sequence.
cal_node cal_layer_sequence(const cal_layer_builder *b, int first, int end, cal_node x);
// Builds the layer's body.
cal_node cal_layer_body(const cal_layer_builder *b, const cal_layer *layer, cal_node x);
// A linear map of the rows of x: x W' + b, with the weight at `tensor`, followed by the bias.
cal_node cal_layer_linear(const cal_layer_builder *b, cal_node x, int tensor);
// x + bias[c], for an image.
cal_node cal_layer_add_bias(const cal_layer_builder *b, cal_node x, cal_node bias);
// Batch norm of an image with the four tensors from `tensor` on.
cal_node cal_layer_norm(const cal_layer_builder *b, cal_node x, int tensor);

#endif
