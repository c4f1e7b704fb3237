// Focal loss whose gamma follows from the distance of p_y from the accuracy of its bin.
#include "base/maths/maths.h"
#include "catalog/loss/shared/bins.h"
#include "catalog/terms/terms.h"

// gamma = e^(lambda (p_y - A_b)), with A_b from the last validation; 1 before the first.
static void set_gammas(double *state, const cal_choice *choice) {
    const double *accuracy = cal_loss_bins_row(state, choice, CAL_BIN_ACCURACY);
    const double lambda = cal_choice_number(choice, "lambda");
    for (int b = 0; b < cal_loss_bins(choice); b++) {
        if (accuracy[b] != accuracy[b]) continue;
        cal_loss_bins_row(state, choice, CAL_BIN_GAMMA)[b] = cal_exp(-lambda * accuracy[b]);
        cal_loss_bins_row(state, choice, CAL_BIN_SLOPE)[b] = lambda;
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

static cal_node build(cal_graph *g, const cal_loss_batch *batch, const cal_choice *choice) {
    (void)choice;
    cal_node p = cal_graph_stop(g, cal_graph_exp(g, cal_log_p(g, batch->logits, batch->labels)));
    cal_node growth = cal_graph_exp(g, cal_graph_mul(g, cal_loss_bins_value(g, batch, CAL_BIN_SLOPE), p));
    cal_node gamma = cal_graph_mul(g, cal_loss_bins_value(g, batch, CAL_BIN_GAMMA), growth);
    return cal_focal_each(g, batch->logits, batch->labels, gamma);
}

const cal_loss cal_loss_calfocal1 = {
    .entry =
        {.id = "calfocal1",
         .label = "CalFocal, by sample",
         .tex = "L = -(1 - p_y)^{\\gamma} \\log p_y, \\quad \\gamma = e^{\\lambda (p_y - A_b)}",
         .source = "Ghosh, Schaaf and Gormley 2022, Eq. 2",
         .help = "Focal loss that down-weights a sample by how far p_y is above the accuracy of its bin; "
                 "gamma counts as constant in the gradient",
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
