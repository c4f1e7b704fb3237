// The passes of passes.c. Each copies what the roots need from g into `out`, an empty graph,
// and says in map[node of g] where it went. Errors are in out->error.
#ifndef CAL_AD_FUSE_PARTS_H
#define CAL_AD_FUSE_PARTS_H
#include "ad/graph.h"

typedef struct cal_fuser {
    cal_graph *out;
    const cal_graph *g;
    cal_node *map;
    int *readers; // of each live node of g, a root's count being large; 0: nothing needs it
} cal_fuser;

enum { CAL_MANY_READERS = 1 << 20 };

void cal_fuse_linear(cal_fuser *f); // sums of channel-linear forms, ReLU after them, and the four below
cal_node cal_fuse_softmax(cal_fuser *f, cal_node x); // x as a softmax or as its adjoint, if it is one
// x as the normal distribution function or as its derivative's e^(-x^2 / 2), if it is one of these.
cal_node cal_fuse_normal(cal_fuser *f, cal_node x);
// x as one pass over rows that are put side by side, if it is a sum of these.
cal_node cal_fuse_rows(cal_fuser *f, cal_node x);
// x, a CHANNEL_STAT, as put together of those of the parts of its image, if that has any.
cal_node cal_fuse_stat(cal_fuser *f, cal_node x);
void cal_fuse_load(cal_fuser *f); // activations applied where they are read

#endif
