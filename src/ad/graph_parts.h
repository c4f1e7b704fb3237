// What the constructors of graph.c and its neighbours are made of.
#ifndef CAL_AD_GRAPH_PARTS_H
#define CAL_AD_GRAPH_PARTS_H
#include "ad/graph.h"

cal_node_data cal_graph_blank(int op, cal_kind kind, cal_shape shape); // a node without operands
cal_node cal_graph_make(cal_graph *g, const cal_node_data *node); // that node, or the one that is the same

#endif
