// The Brier score as a loss.
#include "catalog/loss/loss.h"
#include "catalog/terms/terms.h"

static cal_node build(cal_graph *g, const cal_loss_batch *batch, const cal_choice *choice) {
    (void)choice;
    return cal_square_distance(g, batch);
}

const cal_loss cal_loss_brier = {
    .entry = {.id = "brier",
              .label = "Brier loss",
              .tex = "L = \\sum_k (p_k - [k=y])^2",
              .source = "Brier 1950; as a training loss Mukhoti et al. 2020",
              .help = "Squared distance between the probabilities and the one-hot label; bounded, so it "
                      "punishes confident mistakes less than cross-entropy"},
    .build = build,
    .proper = true,
    .each_label = true,
};
