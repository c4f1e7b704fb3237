// Focal loss with a gamma for each confidence bin, updated by the calibration of the validation set.
#include "catalog/loss/shared/bins.h"
#include "catalog/terms/terms.h"

// The authors' loss reads as floats the values that their update keeps in double.
static void round_gammas(double *state, const cal_choice *choice) {
    const double *exact = cal_loss_bins_row(state, choice, CAL_BIN_EXACT);
    double *gamma = cal_loss_bins_row(state, choice, CAL_BIN_GAMMA);
    for (int b = 0; b < cal_loss_bins(choice); b++) gamma[b] = (float)exact[b];
}

static void begin(double *state, const cal_choice *choice) {
    const cal_value *given = cal_choice_value(choice, "gammas");
    double *gamma = cal_loss_bins_row(state, choice, CAL_BIN_EXACT),
           start = cal_choice_number(choice, "start");
    cal_loss_bins_begin(state, choice);
    for (int b = 0; b < cal_loss_bins(choice); b++) gamma[b] = given->count ? given->number[b] : start;
    round_gammas(state, choice);
}

static void validated(double *state, const cal_scores *validation, const cal_choice *choice) {
    bool filled[CAL_LOSS_BINS_MAX];
    cal_loss_bins_validated(state, filled, validation, choice);
    const double *confidence = cal_loss_bins_row(state, choice, CAL_BIN_CONFIDENCE);
    const double *accuracy = cal_loss_bins_row(state, choice, CAL_BIN_ACCURACY);
    double *gamma = cal_loss_bins_row(state, choice, CAL_BIN_EXACT);
    for (int b = 0; b < cal_loss_bins(choice); b++)
        if (filled[b]) gamma[b] = cal_adafocal_updated(gamma[b], confidence[b] - accuracy[b], choice);
    round_gammas(state, choice);
}

static void write(cal_text *json, const double *state, const cal_choice *choice) {
    cal_loss_bins_write(json, "edges", state, choice, CAL_BIN_EDGE);
    cal_loss_bins_write(json, "gammas", state, choice, CAL_BIN_EXACT);
    cal_loss_bins_write(json, "confidences", state, choice, CAL_BIN_CONFIDENCE);
    cal_loss_bins_write(json, "accuracies", state, choice, CAL_BIN_ACCURACY);
}

static bool keeps(const cal_choice *choice) { return cal_choice_integer(choice, "keep"); }

static cal_status check(const cal_choice *choice, cal_error *err) {
    const bool given = cal_choice_value(choice, "edges")->count || cal_choice_value(choice, "gammas")->count;
    if (keeps(choice) && given)
        return cal_fail(err, CAL_USAGE,
                        "loss adafocal: keep=yes goes on with the edges and gammas that there "
                        "are: leave edges and gammas out");
    return cal_loss_bins_check(choice, "gammas", err);
}

static cal_node build(cal_graph *g, const cal_loss_batch *batch, const cal_choice *choice) {
    (void)choice;
    return cal_focal_each(g, batch->logits, batch->labels, cal_loss_bins_value(g, batch, CAL_BIN_GAMMA));
}

const cal_loss cal_loss_adafocal = {
    .entry = {.id = "adafocal",
              .label = "AdaFocal",
              .tex = "L = -(1 - s p_y)^{\\lvert\\gamma_b\\rvert} \\log p_y, \\quad s = \\operatorname{sgn} "
                     "\\gamma_b, \\quad \\gamma_b \\leftarrow \\gamma_b e^{s \\lambda (C_b - A_b)}",
              .source = "Ghosh, Schaaf and Gormley 2022, Algorithm 1",
              .help =
                  "Focal loss whose gamma grows in confidence bins where validation is overconfident, "
                  "and falls where it is underconfident. What the paper leaves open: an empty bin keeps its "
                  "gamma, and a probability of the true class outside the bins takes the nearest bin's",
              .params =
                  (const cal_param[]){{.name = "lambda",
                                       .help = "how fast each gamma follows the calibration gap of its bin",
                                       .unit = "",
                                       .type = CAL_REAL,
                                       .value = 1,
                                       .min = 0,
                                       .max = 100},
                                      {.name = "gamma_max",
                                       .help = "largest gamma; 1e17 is as good as none",
                                       .unit = "",
                                       .type = CAL_REAL,
                                       .value = 20,
                                       .min = 0,
                                       .max = CAL_LOSS_BINS_GAMMA},
                                      {.name = "gamma_min",
                                       .help = "smallest gamma; below 0 the loss is the inverse focal loss",
                                       .unit = "",
                                       .type = CAL_REAL,
                                       .value = -2,
                                       .min = -100,
                                       .max = 0},
                                      {.name = "s_th",
                                       .help = "a gamma whose size falls below this changes its sign",
                                       .unit = "",
                                       .type = CAL_REAL,
                                       .value = 0.2,
                                       .min = 0,
                                       .max = 10},
                                      {.name = "start",
                                       .help = "gamma before the first validation",
                                       .unit = "",
                                       .type = CAL_REAL,
                                       .value = 1,
                                       .min = -100,
                                       .max = CAL_LOSS_BINS_GAMMA},
                                      CAL_LOSS_BINS_PARAMS,
                                      {.name = "gammas",
                                       .help = "initial gammas, one per bin; without them all are start",
                                       .unit = "",
                                       .type = CAL_LIST,
                                       .min = -100,
                                       .max = CAL_LOSS_BINS_GAMMA},
                                      {.name = "keep",
                                       .help = "in switch=: go on with the gammas and bins of the AdaFocal "
                                               "before, to change its other parameters in mid-run",
                                       .type = CAL_CHOICE,
                                       .choices = "no/yes"},
                                      {0}},
              .check = check},
    .build = build,
    .state = &(const cal_loss_state){CAL_LOSS_BINS_STATE, .begin = begin, .keeps = keeps,
                                     .validated = validated, .write = write},
    .reduces_from = "adafocal",
    .reduces_to = "focal:gamma=1",
};
