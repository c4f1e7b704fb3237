// The last rewrite of a graph before it is planned: passes over images that one loop can do together.
#ifndef CAL_AD_FUSE_PASSES_H
#define CAL_AD_FUSE_PASSES_H
#include "ad/graph.h"

// Copies what `roots` need into `out` (an empty graph). map[node of g] is the node of `out`, or CAL_NO_NODE
// where nothing needs it or it went into another node. Roots always have a node. Errors are in out->error.
void cal_fuse(cal_graph *out, cal_node *map, const cal_graph *g, const cal_node *roots, int nroots);

#endif
