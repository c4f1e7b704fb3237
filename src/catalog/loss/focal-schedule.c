// Focal loss whose gamma falls during the run.
#include "catalog/loss/loss.h"
#include "catalog/terms/terms.h"

static int columns(const cal_choice *choice) {
    (void)choice;
    return 1;
}

// Uses the gamma of the last scheduled time that has passed.
static void step(double *state, double fraction, const cal_choice *choice) {
    const cal_value *gammas = cal_choice_value(choice, "gammas"), *at = cal_choice_value(choice, "at");
    *state = gammas->number[0];
    for (int i = 0; i < at->count && fraction >= at->number[i]; i++) *state = gammas->number[i + 1];
}

static void begin(double *state, const cal_choice *choice) { step(state, 0, choice); }

static void write(cal_text *json, const double *state, const cal_choice *choice) {
    (void)choice;
    cal_json_member_number(json, "gamma", *state);
}

static cal_status check(const cal_choice *choice, cal_error *err) {
    const cal_value *gammas = cal_choice_value(choice, "gammas"), *at = cal_choice_value(choice, "at");
    for (int i = 1; i < at->count; i++)
        if (at->number[i] < at->number[i - 1])
            return cal_fail(err, CAL_USAGE, "loss focal-schedule: at must ascend, but %.10g follows %.10g",
                            at->number[i], at->number[i - 1]);
    if (gammas->count == at->count + 1) return CAL_OK;
    return cal_fail(err, CAL_USAGE,
                    "loss focal-schedule: %d gammas for %d changes (at); give one gamma more than changes",
                    gammas->count, at->count);
}

static cal_node build(cal_graph *g, const cal_loss_batch *batch, const cal_choice *choice) {
    (void)choice;
    cal_shape s = {cal_shape_of(g, batch->logits).n, 1, 1, 1};
    cal_node gamma = cal_graph_broadcast(g, batch->state, CAL_MATRIX, s);
    return cal_focal_each(g, batch->logits, batch->labels, gamma);
}

const cal_loss cal_loss_focal_schedule = {
    .entry =
        {.id = "focal-schedule",
         .label = "Focal loss, scheduled",
         .tex = "L = -(1 - p_y)^{\\gamma(t)} \\log p_y, \\quad \\gamma(t) = 5, 3, 2",
         .source = "Mukhoti et al. 2020, Sec. 4 and Appendix: after 100 and 250 of 350 epochs; 5/3/1 as well",
         .help =
             "Focal loss whose gamma falls during the run: it down-weights confident samples less and less",
         .params = (const cal_param[]){{.name = "gammas",
                                        .help = "the gammas, in order",
                                        .unit = "",
                                        .type = CAL_LIST,
                                        .preset = "5/3/2",
                                        .min = 0,
                                        .max = 20},
                                       {.name = "at",
                                        .help = "when each gamma after the first begins",
                                        .unit = "of the run",
                                        .type = CAL_LIST,
                                        .preset = "0.2857142857142857/0.7142857142857143",
                                        .min = 0,
                                        .max = 1},
                                       {0}},
         .check = check},
    .build = build,
    .state =
        &(const cal_loss_state){.rows = 1, .columns = columns, .begin = begin, .step = step, .write = write},
    .reduces_from = "focal-schedule:gammas=3/3/3",
    .reduces_to = "focal",
    .each_label = true,
};
