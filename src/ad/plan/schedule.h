// The order in which a plan runs its nodes, and which of them run together, plane by plane.
//
// A group is a convolution (or its adjoint in the image) or a first plane-wise node, and plane-wise nodes that read
// what the group has made: statistics of what is convolved, batch norm and ReLU in evaluation, masks and sums of a
// gradient, pooling. Its planes are taken one by one, small ones some at a time, through all of its nodes while they are in the cache.
//
// A bundle is a group of products of as many small matrices each, and of softmaxes between them, that read what it has made or, of the
// products, what another one reads. It is taken matrix by matrix (bundle.c).
//
// A chain is a group too: element-wise nodes over matrices or filters of one shape, each of which reads
// another one of them; and over matrices whose rows are not longer than a tile, sums of their rows, what is computed of those, and
// rows or sums that are repeated. It is taken tile by tile (chain.c).
#ifndef CAL_AD_PLAN_SCHEDULE_H
#define CAL_AD_PLAN_SCHEDULE_H
#include "ad/op/descriptor.h"
#include "base/memory.h"

enum { CAL_GROUP_MAX = 24 }; // nodes of a group
enum {
    CAL_CHAIN_TILE = CAL_TILE_ROW
}; // floats: a few tiles of results that only the chain reads stay in 32 KB

typedef struct cal_plan_order {
    cal_node *node; // [count], in order
    bool *follows;  // whether the node runs with the one before it
    bool *chained;  // of each node of the graph: whether it may be taken tile by tile
    int *bundle;    // likewise: of how many matrices it is, where it may be taken matrix by matrix
    int count;
    int steady; // so many at the beginning depend on steady inputs and constants alone
} cal_plan_order;

// Orders the nodes of g that are `live`; false if memory was refused. Needs g->count nodes of `arena`.
bool cal_plan_order_make(cal_plan_order *out, cal_arena *arena, const cal_graph *g, const bool *live);
bool cal_is_convolution(const cal_node_data *node);       // with an image as its result
bool cal_is_channel_reduction(const cal_node_data *node); // of an image, to a VECTOR

#endif
