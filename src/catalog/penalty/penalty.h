// A penalty is added to any loss: to that of each sample, or to that of a batch as a function of the weights.
#ifndef CAL_CATALOG_PENALTY_PENALTY_H
#define CAL_CATALOG_PENALTY_PENALTY_H
#include "catalog/loss/loss.h"

typedef struct cal_penalty {
    cal_entry entry;
    // Returns MATRIX [n,1], the term added to each sample's loss; null: none.
    cal_node (*build)(cal_graph *g, const cal_loss_batch *batch, const cal_choice *choice);
    // An estimate of a batch's loss in the weights: VECTOR [1,1], from one random vector of +1 and -1
    // (CAL_ZERO for tensors that are not trained). A step adds `tau` times the mean of `m` of them; null:
    // nothing.
    cal_node (*estimate)(cal_graph *g, cal_node loss, const cal_node *weights, const cal_node *signs,
                         int count);
} cal_penalty;

CAL_REGISTRY(cal_penalty, cal_penalties)

// Parameters that a penalty shares with the losses that are cross-entropy plus this penalty.
extern const cal_penalty cal_penalty_entropy, cal_penalty_l1norm, cal_penalty_trace;
extern const cal_param cal_params_entropy[], cal_params_l1norm[], cal_params_trace[];

// The loss of each sample with everything added to it; penalty may be null.
cal_node cal_objective_build(cal_graph *g, const cal_loss_batch *batch, const cal_choice *loss,
                             const cal_choice *penalty);
// The choices among loss and penalty that add a function of the weights with a nonzero coefficient. Returns
// their number.
enum { CAL_ESTIMATES_MAX = 2 };
int cal_objective_estimates(const cal_choice *out[CAL_ESTIMATES_MAX], const cal_choice *loss,
                            const cal_choice *penalty);
const cal_penalty *
cal_penalty_in(const cal_choice *choice); // a loss's penalty, or the penalty itself; or null
// CAL_USAGE if the value needs more than logits.
cal_status cal_objective_check_logits(const cal_choice *loss, const cal_choice *penalty, cal_error *err);

#endif
