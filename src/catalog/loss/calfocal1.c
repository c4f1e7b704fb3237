// Focal loss whose gamma depends on the distance of p_y from the accuracy of its bin.
#include "base/maths/maths.h"
#include "catalog/loss/shared/bins.h"
#include "catalog/terms/terms.h"

// Up to this lambda, gamma is the product of e^(-lambda A_b) and e^(lambda p_y), which gives the bits of
// earlier versions. With a larger one the factors would leave a float's range, and the exponents are added
// instead.
enum { STEEP = 20 };

static bool is_steep(const cal_choice *choice) { return cal_choice_number(choice, "lambda") > STEEP; }

// gamma = e^(lambda (p_y - A_b)), with A_b from the last validation; 1 before the first. The row of gammas
// has e^(-lambda A_b), or for a large lambda (STEEP) -lambda A_b.
static void set_gammas(double *state, const cal_choice *choice) {
    const double *accuracy = cal_loss_bins_row(state, choice, CAL_BIN_ACCURACY);
    const double lambda = cal_choice_number(choice, "lambda");
    const bool steep = is_steep(choice);
    for (int b = 0; b < cal_loss_bins(choice); b++) {
        const double offset = -lambda * accuracy[b];
        double *gamma = &cal_loss_bins_row(state, choice, CAL_BIN_GAMMA)[b];
        if (offset == offset) {
            *gamma = steep ? offset : cal_exp(offset);
            cal_loss_bins_row(state, choice, CAL_BIN_SLOPE)[b] = lambda;
        } else if (steep) *gamma = 0;
    }
}

static void begin(double *state, const cal_choice *choice) {
    const cal_value *given = cal_choice_value(choice, "accuracies");
    double *accuracy = cal_loss_bins_row(state, choice, CAL_BIN_ACCURACY);
    cal_loss_bins_begin(state, choice);
    for (int b = 0; b < given->count; b++) accuracy[b] = given->number[b];
    set_gammas(state, choice);
}

static void validated(double *state, const cal_scores *validation, const cal_choice *choice) {
    cal_loss_bins_validated(state, NULL, validation, choice);
    set_gammas(state, choice);
}

static void write(cal_text *json, const double *state, const cal_choice *choice) {
    cal_loss_bins_write(json, "edges", state, choice, CAL_BIN_EDGE);
    cal_loss_bins_write(json, "confidences", state, choice, CAL_BIN_CONFIDENCE);
    cal_loss_bins_write(json, "accuracies", state, choice, CAL_BIN_ACCURACY);
}

static cal_status check(const cal_choice *choice, cal_error *err) {
    return cal_loss_bins_check(choice, "accuracies", err);
}

// Returns the smaller of x and `most`.
static cal_node at_most(cal_graph *g, cal_node x, double most) {
    cal_node below = cal_graph_relu(g, cal_graph_offset(g, cal_graph_scale(g, x, -1), most), 0);
    return cal_graph_offset(g, cal_graph_scale(g, below, -1), most);
}

static cal_node build(cal_graph *g, const cal_loss_batch *batch, const cal_choice *choice) {
    cal_node p = cal_graph_stop(g, cal_graph_exp(g, cal_log_p(g, batch->logits, batch->labels)));
    cal_node rise = cal_graph_mul(g, cal_loss_bins_value(g, batch, CAL_BIN_SLOPE), p), gamma;
    if (is_steep(choice)) {
        cal_node exponent = cal_graph_add(g, cal_loss_bins_value(g, batch, CAL_BIN_GAMMA), rise);
        gamma = cal_graph_exp(g, at_most(g, exponent, CAL_LOSS_BINS_EXPONENT));
    } else {
        cal_node growth = cal_graph_exp(g, rise);
        gamma = cal_graph_mul(g, cal_loss_bins_value(g, batch, CAL_BIN_GAMMA), growth);
    }
    return cal_focal_each(g, batch->logits, batch->labels, gamma);
}

const cal_loss cal_loss_calfocal1 = {
    .entry =
        {.id = "calfocal1",
         .label = "CalFocal, by sample",
         .tex = "L = -(1 - p_y)^{\\gamma} \\log p_y, \\quad \\gamma = e^{\\lambda (p_y - A_b)}",
         .source = "Ghosh, Schaaf and Gormley 2022, Eq. 2",
         .help = "Focal loss that down-weights a sample by how far the probability of the true class is "
                 "above the "
                 "accuracy of its bin; gamma counts as constant in the gradient",
         .params =
             (const cal_param[]){
                 CAL_CALFOCAL_LAMBDA,
                 CAL_LOSS_BINS_PARAMS,
                 {.name = "accuracies",
                  .help =
                      "initial accuracies of the bins; without them gamma is 1 before the first validation",
                  .unit = "",
                  .type = CAL_LIST,
                  .min = 0,
                  .max = 1},
                 {0}},
         .check = check},
    .build = build,
    .state =
        &(const cal_loss_state){CAL_LOSS_BINS_STATE, .begin = begin, .validated = validated, .write = write},
    .reduces_from = "calfocal1",
    .reduces_to = "focal:gamma=1",
};
