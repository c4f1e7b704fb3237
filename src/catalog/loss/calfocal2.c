// Focal loss whose gamma depends on the calibration gap of a sample's bin.
#include "base/maths/maths.h"
#include "catalog/loss/shared/bins.h"
#include "catalog/terms/terms.h"

// gamma = e^(lambda (C_b - A_b)), from the last validation; 1 before the first.
static void set_gammas(double *state, const cal_choice *choice) {
    const double *accuracy = cal_loss_bins_row(state, choice, CAL_BIN_ACCURACY);
    const double *confidence = cal_loss_bins_row(state, choice, CAL_BIN_CONFIDENCE);
    const double lambda = cal_choice_number(choice, "lambda");
    for (int b = 0; b < cal_loss_bins(choice); b++) {
        const double exponent = lambda * (confidence[b] - accuracy[b]);
        if (exponent != exponent) continue;
        cal_loss_bins_row(state, choice, CAL_BIN_GAMMA)[b] =
            cal_exp(exponent < CAL_LOSS_BINS_EXPONENT ? exponent : CAL_LOSS_BINS_EXPONENT);
    }
}

static void begin(double *state, const cal_choice *choice) {
    const cal_value *accuracies = cal_choice_value(choice, "accuracies");
    const cal_value *confidences = cal_choice_value(choice, "confidences");
    cal_loss_bins_begin(state, choice);
    for (int b = 0; b < accuracies->count; b++) {
        cal_loss_bins_row(state, choice, CAL_BIN_ACCURACY)[b] = accuracies->number[b];
        cal_loss_bins_row(state, choice, CAL_BIN_CONFIDENCE)[b] = confidences->number[b];
    }
    set_gammas(state, choice);
}

static void validated(double *state, const cal_scores *validation, const cal_choice *choice) {
    cal_loss_bins_validated(state, NULL, validation, choice);
    set_gammas(state, choice);
}

static void write(cal_text *json, const double *state, const cal_choice *choice) {
    cal_loss_bins_write(json, "edges", state, choice, CAL_BIN_EDGE);
    cal_loss_bins_write(json, "gammas", state, choice, CAL_BIN_GAMMA);
    cal_loss_bins_write(json, "confidences", state, choice, CAL_BIN_CONFIDENCE);
    cal_loss_bins_write(json, "accuracies", state, choice, CAL_BIN_ACCURACY);
}

static cal_status check(const cal_choice *choice, cal_error *err) {
    const int accuracies = cal_choice_value(choice, "accuracies")->count;
    const int confidences = cal_choice_value(choice, "confidences")->count;
    cal_status status = cal_loss_bins_check(choice, "accuracies", err);
    if (status || accuracies == confidences) return status;
    return cal_fail(err, CAL_USAGE, "loss calfocal2: %d confidences but %d accuracies; each bin needs both",
                    confidences, accuracies);
}

static cal_node build(cal_graph *g, const cal_loss_batch *batch, const cal_choice *choice) {
    (void)choice;
    return cal_focal_each(g, batch->logits, batch->labels, cal_loss_bins_value(g, batch, CAL_BIN_GAMMA));
}

#define FIGURES(what)                                                                                        \
    {.name = what,                                                                                           \
     .help = "initial " what " of the bins; without them gamma is 1 before the first validation",            \
     .unit = "",                                                                                             \
     .type = CAL_LIST,                                                                                       \
     .min = 0,                                                                                               \
     .max = 1}

const cal_loss cal_loss_calfocal2 = {
    .entry = {.id = "calfocal2",
              .label = "CalFocal, by bin",
              .tex = "L = -(1 - p_y)^{\\gamma_b} \\log p_y, \\quad \\gamma_b = e^{\\lambda (C_b - A_b)}",
              .source = "Ghosh, Schaaf and Gormley 2022, Eq. 3",
              .help = "Focal loss with a gamma for each confidence bin, which grows with the overconfidence "
                      "of validation there",
              .params = (const cal_param[]){CAL_CALFOCAL_LAMBDA,
                                            CAL_LOSS_BINS_PARAMS,
                                            FIGURES("confidences"),
                                            FIGURES("accuracies"),
                                            {0}},
              .check = check},
    .build = build,
    .state =
        &(const cal_loss_state){CAL_LOSS_BINS_STATE, .begin = begin, .validated = validated, .write = write},
    .reduces_from = "calfocal2",
    .reduces_to = "focal:gamma=1",
};
