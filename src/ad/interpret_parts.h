// One op of the f64 interpreter: y of shape s from inputs a, b with shapes sa, sb.
#ifndef CAL_AD_INTERPRET_PARTS_H
#define CAL_AD_INTERPRET_PARTS_H
#include "ad/graph.h"

typedef struct cal_operands {
    const cal_node_data *node;
    double *y;
    const double *a, *b;
    cal_shape s, sa, sb;
} cal_operands;

void cal_interpret_convolution(const cal_operands *o);
void cal_interpret_pooling(const cal_operands *o);
void cal_interpret_plane_choice(const cal_operands *o);
void cal_interpret_shortcut(const cal_operands *o);
void cal_interpret_concat(const cal_operands *o);
void cal_interpret_channel_stat(const cal_operands *o);
void cal_interpret_channel_dot(const cal_operands *o);
void cal_interpret_tokens(const cal_operands *o);
void cal_interpret_rows(const cal_operands *o);
void cal_interpret_swap(const cal_operands *o);
void cal_interpret_table(const cal_operands *o);

#endif
