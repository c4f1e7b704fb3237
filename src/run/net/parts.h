// Internal: the structure of a net, which parse.c makes and net.c reads.
#ifndef CAL_RUN_NET_PARTS_H
#define CAL_RUN_NET_PARTS_H
#include "base/memory.h"
#include "catalog/layer/layer.h"

enum { CAL_NET_LAYERS = 1024 };

struct cal_net {
    cal_arena own;
    char *text;
    cal_layer *layer; // a body's layers follow their block
    int layers;
    cal_tensor *tensor;
    int tensors, tensor_room, classes;
    cal_extent in;
    size_t parameters, statistics;
};

#endif
