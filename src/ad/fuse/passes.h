// Rewrites a graph before it is planned: fuses ops that one loop can do together.
#ifndef CAL_AD_FUSE_PASSES_H
#define CAL_AD_FUSE_PASSES_H
#include "ad/graph.h"

// Copies the nodes that `roots` need into `out`, an empty graph. Sets map[node of g] to the copy, or to
// CAL_NO_NODE if the node is dead or was fused into another one. Roots always have a node. Errors are in
// out->error.
void cal_fuse(cal_graph *out, cal_node *map, const cal_graph *g, const cal_node *roots, int nroots);

#endif
