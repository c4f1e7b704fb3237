// A norm of the logits.
#include "catalog/terms/terms.h"
#include "catalog/penalty/penalty.h"

// x^power for x >= 0, with the derivative 0 at x = 0: there x is replaced by 1, times 0.
static cal_node power_of(cal_graph *g, cal_node x, double power) {
    cal_node one = cal_graph_constant(g, CAL_MATRIX, cal_shape_of(g, x), 1),
             some = cal_graph_mask(g, one, x, 0);
    cal_node safe = cal_graph_add(g, x, cal_graph_sub(g, one, some));
    return cal_graph_mul(g, cal_graph_exp(g, cal_graph_scale(g, cal_graph_log(g, safe), power)), some);
}

static cal_node build(cal_graph *g, const cal_loss_batch *batch, const cal_choice *choice) {
    double p = cal_choice_number(choice, "p");
    cal_node size = cal_absolute(g, batch->logits);
    cal_node norm =
        p == 1 ? cal_row_total(g, size) : power_of(g, cal_row_total(g, power_of(g, size, p)), 1 / p);
    return cal_graph_scale(g, norm, cal_choice_number(choice, "alpha"));
}

const cal_param cal_params_l1norm[] = {{.name = "alpha",
                                        .help = "weight of the norm; 0 leaves the loss as it is",
                                        .unit = "",
                                        .type = CAL_REAL,
                                        .value = 0.01,
                                        .min = 0,
                                        .max = 10},
                                       {.name = "p",
                                        .help = "which norm: 1 sums absolute values, 2 is the length",
                                        .unit = "",
                                        .type = CAL_REAL,
                                        .value = 1,
                                        .min = 1,
                                        .max = 4},
                                       {0}};

const cal_penalty cal_penalty_l1norm = {
    .entry = {.id = "l1norm",
              .label = "Logit norm",
              .tex = "\\alpha \\lVert z \\rVert_p",
              .source = "Joo and Chung 2020, norms of logits",
              .help = "Adds alpha times a norm of the logits, which limits how confident predictions become",
              .params = cal_params_l1norm},
    .build = build,
};
