// The reference: runs a graph in double precision with plain loops and shares no code with the kernels.
// Values are row-major [n][c][h][w] doubles; INDEX values are stored as doubles too.
#ifndef CAL_AD_INTERPRET_H
#define CAL_AD_INTERPRET_H
#include "ad/graph.h"

typedef struct cal_interpreter cal_interpreter;

cal_status cal_interpreter_create(cal_interpreter **out, const cal_graph *g, const cal_node *roots,
                                  int nroots, cal_error *err);
void cal_interpreter_free(cal_interpreter *it);
// The node's values. Write inputs before a run and read roots after it. Null if the node is not live.
double *cal_interpreter_values(cal_interpreter *it, cal_node x);
void cal_interpreter_run(cal_interpreter *it);
// Makes later runs keep the values of STOP nodes, so that finite differences of values match the derivatives.
void cal_interpreter_hold(cal_interpreter *it);

#endif
