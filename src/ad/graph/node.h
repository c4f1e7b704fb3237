// Inserts nodes into a graph, for ad/op/.
#ifndef CAL_AD_GRAPH_NODE_H
#define CAL_AD_GRAPH_NODE_H
#include "ad/graph.h"

// Returns the node, or the existing one that equals it; CAL_NO_NODE if the graph has an error or memory is
// refused. Nodes are numbered from 0 in order of insertion, so inputs come before their readers.
cal_node cal_graph_insert(cal_graph *g, const cal_node_data *node);

#endif
