// What ad/op/ makes nodes with.
#ifndef CAL_AD_GRAPH_NODE_H
#define CAL_AD_GRAPH_NODE_H
#include "ad/graph.h"

// That node, or the one that is the same; CAL_NO_NODE where the graph has an error or memory is refused. Nodes are numbered
// from 0 as they are inserted, inputs before what reads them.
cal_node cal_graph_insert(cal_graph *g, const cal_node_data *node);

#endif
