// The engine: plans a whole graph in one arena and runs it with the kernels. A run allocates nothing.
#ifndef CAL_AD_PLAN_H
#define CAL_AD_PLAN_H
#include "ad/graph.h"
#include "base/parallel.h"

typedef struct cal_plan cal_plan;

// Plans the nodes that `roots` need, for `workers` threads. The graph may be freed afterwards.
cal_status cal_plan_create(cal_plan **out, const cal_graph *g, const cal_node *roots, int nroots, int workers,
                           cal_error *err);
void cal_plan_free(cal_plan *plan);
size_t cal_plan_block(const cal_plan *plan);    // bytes that a run needs, known before the first one
size_t cal_plan_overhead(const cal_plan *plan); // bytes of the plan itself
size_t cal_plan_bytes(const cal_plan *plan);    // both, with the arena's overhead
// Uses the caller's storage for an input (layout: cal_plan_data) from the next run on. If called before the
// block is placed, the input gets no storage in the plan.
void cal_plan_bind(cal_plan *plan, cal_node x, void *storage);
// Gives the plan its block of cal_plan_block bytes: `memory` (64-byte aligned), or an allocated one if null.
// Plans that never run at the same time may share a block.
cal_status cal_plan_place(cal_plan *plan, void *memory, cal_error *err);
// The node's storage: float, double (VECTOR) or int32 (labels). Inputs are written there and keep their
// values from run to run; roots are read there after a run. Null for a node that is not part of the plan.
void *cal_plan_data(cal_plan *plan, cal_node x);
void cal_plan_run(cal_plan *plan, cal_pool *pool);
// As cal_plan_run, but skips nodes that depend only on steady inputs. Since the last run, steady inputs must
// be unchanged, and so must a shared block.
void cal_plan_run_again(cal_plan *plan, cal_pool *pool);

#endif
