// The trace of the Hessian of the batch's loss in the weights: favours flat minima.
#include "base/memory.h"
#include "catalog/penalty/penalty.h"

// The expectation of v'Hv over v is the trace (Hutchinson 1990). Its gradient, a third derivative, is exact
// for the drawn v.
static cal_node estimate(cal_graph *g, cal_node loss, const cal_node *weights, const cal_node *signs,
                         int count) {
    cal_arena arena = {0};
    cal_node *product = cal_arena_alloc(&arena, (size_t)count * sizeof *product + 1), sum = CAL_ZERO;
    if (!product) cal_refuse_memory(&g->error, "a trace's estimate");
    else cal_graph_hvp(g, loss, weights, signs, count, product);
    for (int i = 0; product && i < count; i++)
        sum = cal_graph_add(g, sum, cal_graph_inner(g, product[i], signs[i]));
    cal_arena_free(&arena);
    return sum;
}

const cal_param cal_params_trace[] = {{.name = "tau",
                                       .help = "weight of the trace; 0 leaves the loss as it is",
                                       .unit = "",
                                       .type = CAL_REAL,
                                       .value = 0.01,
                                       .min = 0,
                                       .max = 100},
                                      {.name = "m",
                                       .help = "random probe vectors of the Hutchinson estimate in each step",
                                       .unit = "",
                                       .type = CAL_INTEGER,
                                       .value = 1,
                                       .min = 1,
                                       .max = 64},
                                      {0}};

const cal_penalty cal_penalty_trace = {
    .entry = {.id = "trace",
              .label = "Hessian trace",
              .tex = "\\tau \\operatorname{Tr}(\\nabla_w^2 L)",
              .source = "Hutchinson 1990 for the estimate; a penalty of the loss's curvature in the weights",
              .help =
                  "Adds tau times the trace of the loss's Hessian in the weights (Hutchinson estimate), "
                  "which favours flat minima: that of "
                  "each batch, where Fig. 4 of Geometric Insights into Focal Loss names the validation set",
              .params = cal_params_trace},
    .estimate = estimate,
};
