// Stochastic gradient descent with momentum, PyTorch's formulas.
#include "zoo/training.h"

// g <- g + decay w;  v <- momentum v + g;  w <- w - rate (nesterov ? g + momentum v : v)
static void step(float *weights, float *state, const float *gradient, size_t count, double rate, bool first,
                 const cal_choice *choice) {
    (void)first; // v starts at zero, so the first step needs no case of its own
    float momentum = (float)cal_choice_number(choice, "momentum");
    float decay = (float)cal_choice_number(choice, "decay");
    float lr = (float)rate;
    bool nesterov = cal_choice_integer(choice, "nesterov") == 1;
    for (size_t i = 0; i < count; i++) {
        float g = gradient[i] + decay * weights[i];
        float v = momentum * state[i] + g;
        state[i] = v;
        weights[i] -= lr * (nesterov ? g + momentum * v : v);
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
                      {.name = "lr",
                       .help = "learning rate at the start, before the schedule",
                       .unit = "",
                       .type = CAL_REAL,
                       .value = 0.1,
                       .min = 0,
                       .max = 100},
                      {.name = "momentum",
                       .help = "share of the last step that goes on",
                       .unit = "",
                       .type = CAL_REAL,
                       .value = 0.9,
                       .min = 0,
                       .max = 1},
                      {.name = "nesterov",
                       .help = "look ahead before stepping",
                       .unit = "",
                       .type = CAL_CHOICE,
                       .choices = "no/yes",
                       .max = 1},
                      {.name = "decay",
                       .help =
                           "weight decay, added to the gradient of every weight, biases and norms included",
                       .unit = "",
                       .type = CAL_REAL,
                       .value = 5e-4,
                       .min = 0,
                       .max = 1},
                      {0}}},
    .slots = 1,
    .step = step,
};
