// AdaGrad: each weight's rate is divided by the root of the sum of its squared gradients.
#include "catalog/training.h"

static void update(const cal_update *u, const cal_choice *choice) {
    const float decay = (float)cal_decay(u, choice), eps = (float)cal_choice_number(choice, "eps");
    const float rate = (float)u->rate;
    float *w = u->weights, *sum = u->state;
    for (size_t i = 0; i < u->count; i++) {
        float g = u->gradient[i] + decay * w[i];
        sum[i] += g * g;
        w[i] -= rate * g / (__builtin_sqrtf(sum[i]) + eps);
    }
}

const cal_optimizer cal_optimizer_adagrad = {
    .entry = {.id = "adagrad",
              .label = "AdaGrad",
              .tex = "s \\leftarrow s + g^2, \\quad w \\leftarrow w - \\eta g / (\\sqrt s + \\epsilon)",
              .source = "Duchi et al. 2011; PyTorch's torch.optim.Adagrad",
              .help = "Divides each weight's learning rate by the root of the sum of its squared gradients",
              .params = (const cal_param[]){CAL_LR_PARAM(0.01),
                                            {.name = "eps",
                                             .help = "added to the root of the sum of squares",
                                             .unit = "",
                                             .type = CAL_REAL,
                                             .value = 1e-10,
                                             .max = 1},
                                            CAL_DECAY_PARAMS(0, "added to the gradient"),
                                            {0}}},
    .slots = 1,
    .update = update,
};
