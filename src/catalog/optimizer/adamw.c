// AdamW: Adam with decoupled weight decay.
#include "catalog/optimizer/shared/adam.h"

static void update(const cal_update *u, const cal_choice *choice) { cal_adam_update(u, choice, true); }

const cal_optimizer cal_optimizer_adamw = {
    .entry = {.id = "adamw",
              .label = "AdamW",
              .tex = "w \\leftarrow w - \\eta \\hat m / (\\sqrt{\\hat v} + \\epsilon) - \\eta \\lambda w",
              .source = "Loshchilov and Hutter 2019, Algorithm 2; PyTorch's torch.optim.AdamW",
              .help = "Adam with decoupled weight decay",
              .params =
                  (const cal_param[]){
                      CAL_ADAM_PARAMS(0.01, "of the weights themselves, times the learning rate"), {0}}},
    .slots = 2,
    .update = update,
};
