// Cross-entropy, the negative log-likelihood of the label.
#include "zoo/loss.h"
#include "zoo/loss_parts.h"

static cal_node build(cal_graph *g, const cal_loss_batch *batch, const cal_choice *choice) {
    (void)choice;
    return cal_scale(g, cal_log_p(g, batch->logits, batch->labels), -1);
}

const cal_loss cal_loss_ce = {
    .entry = {.id = "ce",
              .label = "Cross-entropy",
              .tex = "L = -\\log p_y",
              .source = "Good 1952, the logarithmic score",
              .help =
                  "Punishes every doubt about the label, so a network that can memorise ends up without any"},
    .build = build,
    .proper = true,
};
