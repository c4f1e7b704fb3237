// Orders the nodes of a plan and fuses those that can run piece by piece while the piece is in the cache.
//
// A fusion is a run of nodes that are executed together. There are three kinds:
// - By planes (fusion.c): a convolution (or its adjoint in the image), or a plane-wise node, and plane-wise
//   nodes that read its result. Such are statistics, batch norm and ReLU in evaluation, masks and sums of a
//   gradient, pooling.
// - By matrices (batched.c): batched products of small matrices, and softmaxes between them.
// - By tiles, a chain (chain.c): element-wise nodes over matrices or filters of one shape. If rows fit into a
//   tile, also sums of rows, results computed from those, and rows or sums that are repeated.
#ifndef CAL_AD_PLAN_SCHEDULE_H
#define CAL_AD_PLAN_SCHEDULE_H
#include "ad/op/descriptor.h"
#include "base/memory.h"

enum {
    CAL_FUSION_MAX = 24,          // nodes of a fusion
    CAL_CHAIN_TILE = CAL_TILE_ROW // floats: a few tiles of worker-local results fit into 32 KB
};

typedef struct cal_plan_order {
    cal_node *node; // [count] in execution order
    bool *follows;  // [count] true if the node is fused with the one before it
    bool *chained;  // [nodes of the graph] true if the node may run tile by tile
    int *batch;     // [nodes of the graph] matrices, if the node may run matrix by matrix; else 0
    int count;
    int steady; // the first `steady` nodes depend on steady inputs and constants alone
} cal_plan_order;

// Orders the nodes of g that are `live`. Returns false if memory was refused.
bool cal_plan_order_make(cal_plan_order *out, cal_arena *arena, const cal_graph *g, const bool *live);
bool cal_is_convolution(const cal_node_data *node);       // one whose result is an image
bool cal_is_channel_reduction(const cal_node_data *node); // from an image to a VECTOR

#endif
