// Stochastic gradient descent with momentum, PyTorch's formulas.
#include "catalog/training.h"

// g <- g + decay w;  v <- momentum v + g;  w <- w - rate (nesterov ? g + momentum v : v)
static void update(const cal_update *u, const cal_choice *choice) {
    const float momentum = (float)cal_choice_number(choice, "momentum"), decay = (float)cal_decay(u, choice);
    const float rate = (float)u->rate;
    const bool nesterov = cal_choice_integer(choice, "nesterov") == 1;
    float *w = u->weights, *velocity = u->state;
    for (size_t i = 0; i < u->count; i++) {
        float g = u->gradient[i] + decay * w[i];
        float v = momentum * velocity[i] + g;
        velocity[i] = v;
        w[i] -= rate * (nesterov ? g + momentum * v : v);
    }
}

const cal_optimizer cal_optimizer_sgd = {
    .entry = {.id = "sgd",
              .label = "SGD",
              .tex = "v \\leftarrow \\mu v + g + \\lambda w, \\quad w \\leftarrow w - \\eta v",
              .source = "Sutskever et al. 2013; PyTorch's torch.optim.SGD",
              .help = "Stochastic gradient descent with momentum and weight decay",
              .params =
                  (const cal_param[]){
                      CAL_LR_PARAM(0.1),
                      {.name = "momentum",
                       .help = "momentum coefficient: fraction of the previous step that is added",
                       .unit = "",
                       .type = CAL_REAL,
                       .value = 0.9,
                       .max = 1},
                      {.name = "nesterov",
                       .help = "Nesterov momentum: the gradient is applied to the step ahead",
                       .unit = "",
                       .type = CAL_CHOICE,
                       .choices = "no/yes",
                       .max = 1},
                      CAL_DECAY_PARAMS(5e-4, "added to the gradient"),
                      {0}}},
    .slots = 1,
    .update = update,
};
