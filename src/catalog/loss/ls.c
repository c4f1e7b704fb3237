// Cross-entropy against a smoothed label, which gives every class some probability.
#include "catalog/loss/loss.h"
#include "catalog/terms/terms.h"

static cal_node build(cal_graph *g, const cal_loss_batch *batch, const cal_choice *choice) {
    const double k = cal_shape_of(g, batch->logits).c;
    double eps = cal_choice_number(choice, "eps");
    if (cal_choice_integer(choice, "over")) eps *= k / (k - 1); // then the label keeps 1 - eps
    // sum over k of log p_k = (sum of z_k) - K lse
    cal_node mean =
        cal_graph_scale(g, cal_row_total(g, batch->logits), 1.0 / cal_shape_of(g, batch->logits).c);
    cal_node spread = cal_graph_sub(g, cal_graph_logsumexp(g, batch->logits), mean);
    cal_node own = cal_graph_scale(g, cal_log_p(g, batch->logits, batch->labels), eps - 1);
    return cal_graph_add(g, own, cal_graph_scale(g, spread, eps));
}

const cal_loss cal_loss_ls = {
    .entry =
        {.id = "ls",
         .label = "Label smoothing",
         .tex = "L = -\\sum_k \\bigl((1-\\epsilon)\\,[k=y] + \\tfrac{\\epsilon}{K}\\bigr) \\log p_k",
         .source = "Szegedy et al. 2016, Sec. 7",
         .help = "Cross-entropy against a soft label: a fraction eps of it is spread evenly over all classes",
         .params =
             (const cal_param[]){
                 {.name = "eps",
                  .help = "fraction of the label that is spread over all classes; 0 is cross-entropy",
                  .unit = "",
                  .type = CAL_REAL,
                  .value = 0.05,
                  .min = 0,
                  .max = 1},
                 {.name = "over",
                  .help = "all classes, or the others alone, each with eps / (K - 1)",
                  .type = CAL_CHOICE,
                  .choices = "all/others"},
                 {0}}},
    .build = build,
    .reduces_from = "ls:eps=0",
    .reduces_to = "ce",
    .each_label = true,
};
