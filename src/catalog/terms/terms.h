// Numerically stable terms of losses. z MATRIX [n,k], y INDEX [n]; results MATRIX [n,1].
#ifndef CAL_CATALOG_TERMS_TERMS_H
#define CAL_CATALOG_TERMS_TERMS_H
#include "ad/graph.h"
#include "catalog/loss/loss.h"

cal_node cal_log_p(cal_graph *g, cal_node z, cal_node y); // log p_y = z_y - lse(z)
// The `build` of cross-entropy, [n,1].
cal_node cal_cross_entropy(cal_graph *g, const cal_loss_batch *batch, const cal_choice *choice);
// log p of each row's first largest entry; and [n,1], 1 if that is the label, else 0.
cal_node cal_log_top(cal_graph *g, cal_node z);
cal_node cal_is_top(cal_graph *g, cal_node z, cal_node y);
// log(1 - p_y + p_j), with p_j the largest probability below p_y, 0 if there is none.
cal_node cal_log_one_minus_margin(cal_graph *g, cal_node z, cal_node y);
cal_node cal_focal(cal_graph *g, cal_node z, cal_node y, double gamma); // -(1 - p_y)^gamma log p_y
// With a gamma for each sample, MATRIX [n,1]: focal loss if it is positive, else -(1 + p_y)^-gamma log p_y.
cal_node cal_focal_each(cal_graph *g, cal_node z, cal_node y, cal_node gamma);
// Focal loss with gamma if p_y < threshold (<= if `closed`), else `elsewhere`. The selection is constant in
// the gradient.
cal_node cal_focal_below(cal_graph *g, cal_node z, cal_node y, double gamma, double threshold, bool closed,
                         cal_node elsewhere);
// Sum over k of (p - onehot)^2, and of |p - onehot|; for an independent label, of its one probability.
cal_node cal_square_distance(cal_graph *g, const cal_loss_batch *batch);
cal_node cal_absolute_distance(cal_graph *g, const cal_loss_batch *batch);
// For independent labels: MATRIX [n,k] of logits -> [n k,2], with a 0 before each. And [n k,1] of losses ->
// [n,1], the sum over the known labels of a sample, divided by k.
cal_node cal_label_pairs(cal_graph *g, cal_node z);
cal_node cal_label_mean(cal_graph *g, cal_node losses, cal_node known, int k);
cal_node cal_absolute(cal_graph *g, cal_node x);  // |x|, with the derivative 0 at 0
cal_node cal_row_total(cal_graph *g, cal_node x); // sum of each row

// The least gamma whose focal loss has no larger gradient than cross-entropy anywhere above p0, 0 < p0 < 1/2.
double cal_gamma_of(double p0);

// The gamma of focal loss.
#define CAL_GAMMA_PARAM                                                                                      \
    {.name = "gamma",                                                                                        \
     .help = "how strongly confident samples are down-weighted; 0: not at all",                              \
     .unit = "",                                                                                             \
     .type = CAL_REAL,                                                                                       \
     .value = 3,                                                                                             \
     .min = 0,                                                                                               \
     .max = 20}

// Parameters that the sample-dependent losses share.
#define CAL_FLSD_THRESHOLD(what, preset)                                                                     \
    {.name = "threshold",                                                                                    \
     .help = "probability of the label: " what,                                                              \
     .unit = "",                                                                                             \
     .type = CAL_REAL,                                                                                       \
     .value = preset,                                                                                        \
     .min = 0,                                                                                               \
     .max = 1}
#define CAL_FLSD_CLOSED                                                                                      \
    {.name = "closed",                                                                                       \
     .help = "whether the threshold itself counts as below",                                                 \
     .unit = "",                                                                                             \
     .type = CAL_CHOICE,                                                                                     \
     .choices = "no/yes",                                                                                    \
     .max = 1}

#endif
