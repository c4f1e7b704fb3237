// Adam: running means of the gradient and of its square.
#include "catalog/optimizer/shared/adam.h"

static void update(const cal_update *u, const cal_choice *choice) { cal_adam_update(u, choice, false); }

const cal_optimizer cal_optimizer_adam = {
    .entry = {.id = "adam",
              .label = "Adam",
              .tex = "w \\leftarrow w - \\eta \\hat m / (\\sqrt{\\hat v} + \\epsilon)",
              .source = "Kingma and Ba 2015, Algorithm 1; PyTorch's torch.optim.Adam",
              .help = "Steps of about the same size for every weight, from running means of the gradient and "
                      "its square",
              .params = (const cal_param[]){CAL_ADAM_PARAMS(0, "added to the gradient"), {0}}},
    .slots = 2,
    .update = update,
};
