// Floor 3. The stable pieces losses are made of. z MATRIX [n,k], y INDEX [n]; results MATRIX [n,1].
#ifndef CAL_ZOO_LOSS_PARTS_H
#define CAL_ZOO_LOSS_PARTS_H
#include "ad/graph.h"

cal_node cal_log_p(cal_graph *g, cal_node z, cal_node y); // log p_y = z_y - lse(z)
cal_node cal_log_one_minus_p(cal_graph *g, cal_node z,
                             cal_node y);       // log(1 - p_y) = lse(z without y) - lse(z)
cal_node cal_softmax(cal_graph *g, cal_node z); // MATRIX [n,k]

#endif
