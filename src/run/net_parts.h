// Floor 4. Inside a net: what net_parse.c makes and net_build.c, net.c read.
#ifndef CAL_RUN_NET_PARTS_H
#define CAL_RUN_NET_PARTS_H
#include "run/net.h"

typedef enum cal_layer_type {
    CAL_LAYER_CONV,
    CAL_LAYER_NORM,
    CAL_LAYER_RELU,
    CAL_LAYER_TANH,
    CAL_LAYER_MAXPOOL,
    CAL_LAYER_AVGPOOL,
    CAL_LAYER_GLOBAL_AVERAGE,
    CAL_LAYER_LINEAR,
    CAL_LAYER_RESIDUAL,
} cal_layer_type;

enum { CAL_NET_LAYERS = 1024, CAL_NET_DEPTH = 8 };
// Bytes for the path of the deepest layer: "1023.body." for each level, then its own number.
enum { CAL_PREFIX = CAL_NET_DEPTH * 10, CAL_PATH = CAL_PREFIX + 12 };

typedef struct cal_extent { // of one sample between two layers
    bool image;             // else c features
    int c, h, w;
} cal_extent;

typedef enum cal_skip { CAL_SKIP_IDENTITY, CAL_SKIP_PROJECTION, CAL_SKIP_PAD } cal_skip;

typedef struct cal_layer {
    cal_layer_type type;
    int width, kernel, stride, size; // conv, linear: width; conv: kernel, stride; pools: size
    bool bias;
    cal_extent in, out;
    int tensor;      // index of its first tensor, in the order weight, bias, running mean, running variance
    int span;        // residual: how many of the following layers are its body
    cal_skip skip;   // residual
    int skip_tensor; // residual with a projection: filter, then the norm's four
    int text_at, text_length; // where it stands in the layer text
    int64_t parameters, multiply_adds;
    char path[CAL_PATH]; // "4.body.0"
} cal_layer;

struct cal_net {
    cal_arena own;
    char *text;
    cal_layer *layer;
    int layers;
    cal_tensor *tensor;
    int tensors, tensor_capacity;
    int classes;
    bool pad_shortcut;
    cal_extent in;
    size_t parameters, statistics;
};

#endif
