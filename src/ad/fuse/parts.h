// The passes that passes.c runs. Each copies the nodes that the roots need from g into `out`, an empty graph,
// and sets map[node of g] to the copy. Errors are in out->error.
#ifndef CAL_AD_FUSE_PARTS_H
#define CAL_AD_FUSE_PARTS_H
#include "ad/graph.h"

typedef struct cal_fuser {
    cal_graph *out;
    const cal_graph *g;
    cal_node *map;
    int *readers; // [nodes of g] number of readers, at least CAL_MANY_READERS for a root; 0: dead
} cal_fuser;

enum { CAL_MANY_READERS = 1 << 20 };

void cal_fuse_linear(cal_fuser *f); // sums of channel-linear forms and ReLU; calls the four below
cal_node cal_fuse_softmax(cal_fuser *f, cal_node x); // x as a softmax or its adjoint, or CAL_NO_NODE
// x as the normal distribution function or the e^(-x^2 / 2) of its derivative, or CAL_NO_NODE.
cal_node cal_fuse_normal(cal_fuser *f, cal_node x);
// x as one pass over joined rows, if x is a sum of ROWS_PUT; else CAL_NO_NODE.
cal_node cal_fuse_rows(cal_fuser *f, cal_node x);
// x, the CHANNEL_STAT of a concatenation, joined from those of its inputs; else CAL_NO_NODE.
cal_node cal_fuse_stat(cal_fuser *f, cal_node x);
void cal_fuse_load(cal_fuser *f); // activations fused into the loads of their readers

#endif
