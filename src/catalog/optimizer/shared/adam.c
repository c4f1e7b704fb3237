#include "catalog/optimizer/shared/adam.h"
#include "base/maths/maths.h"

void cal_adam_update(const cal_update *u, const cal_choice *choice, bool decoupled) {
    const double beta1 = cal_choice_number(choice, "beta1"), beta2 = cal_choice_number(choice, "beta2");
    const double decay = cal_decay(u, choice);
    const float keep1 = (float)beta1, take1 = (float)(1 - beta1), keep2 = (float)beta2,
                take2 = (float)(1 - beta2);
    // Both moments start at zero; dividing by 1 - beta^step undoes that.
    const float rate = (float)(u->rate / (1 - cal_pow(beta1, u->step)));
    const float root = (float)(1 / cal_sqrt(1 - cal_pow(beta2, u->step)));
    const float eps = (float)cal_choice_number(choice, "eps");
    const float added = decoupled ? 0 : (float)decay, shrink = decoupled ? (float)(1 - u->rate * decay) : 1;
    float *w = u->weights, *mean = u->state, *square = u->state + u->stride;
    for (size_t i = 0; i < u->count; i++) {
        float weight = w[i] * shrink;
        float g = u->gradient[i] + added * weight;
        mean[i] = keep1 * mean[i] + take1 * g;
        square[i] = keep2 * square[i] + take2 * g * g;
        w[i] = weight - rate * mean[i] / (__builtin_sqrtf(square[i]) * root + eps);
    }
}
