// Floor 4. What one step's gradients do to the weights.
#include "base/maths.h"
#include "run/trainer_parts.h"
#include "zoo/training.h"

// The gradients of a finished step that are trained with: writable, since the next step makes them anew.
static size_t gradient_of(float **floats, double **doubles, cal_program *program, const cal_tensor *t,
                          int i) {
    void *gradient = cal_plan_data(program->plan, program->gradient[i]);
    *floats = t->kind == CAL_VECTOR ? NULL : gradient;
    *doubles = t->kind == CAL_VECTOR ? gradient : NULL;
    return gradient ? t->size : 0;
}

// As torch.nn.utils.clip_grad_norm_: the whole gradient shrinks to the norm `limit`.
void cal_run_clip(cal_run *run, cal_program *program, double limit) {
    const cal_tensor *tensor;
    int tensors = cal_net_tensors(run->net, &tensor);
    float *floats;
    double *doubles, sum = 0;
    for (int i = 0; i < tensors; i++) {
        size_t count = gradient_of(&floats, &doubles, program, &tensor[i], i);
        for (size_t j = 0; j < count; j++) {
            double g = floats ? (double)floats[j] : doubles[j];
            sum += g * g;
        }
    }
    double factor = limit / (cal_sqrt(sum) + 1e-6);
    for (int i = 0; factor < 1 && i < tensors; i++) {
        size_t count = gradient_of(&floats, &doubles, program, &tensor[i], i);
        for (size_t j = 0; j < count; j++) {
            if (floats) floats[j] *= (float)factor;
            else doubles[j] *= factor;
        }
    }
}

void cal_run_update(cal_run *run, cal_program *program) {
    const cal_optimizer *optimizer = (const cal_optimizer *)run->spec.optimizer.entry;
    const cal_tensor *tensor;
    int tensors = cal_net_tensors(run->net, &tensor);
    for (int i = 0; i < tensors; i++) {
        const cal_tensor *t = &tensor[i];
        float *value = run->flat + t->offset;
        const double *fresh = cal_plan_data(program->plan, program->stats[i]);
        for (size_t j = 0; fresh && j < t->size; j++) value[j] = (float)fresh[j];
        const void *gradient = cal_plan_data(program->plan, program->gradient[i]);
        if (!gradient) continue; // a running statistic
        if (t->kind == CAL_VECTOR) {
            for (size_t j = 0; j < t->size; j++) run->gradient[j] = (float)((const double *)gradient)[j];
            gradient = run->gradient;
        }
        cal_update update = {.weights = value,
                             .state = run->state + (size_t)optimizer->slots * t->offset,
                             .gradient = gradient,
                             .count = t->size,
                             .rate = run->rate,
                             .step = run->step + 1,
                             .norm = t->role != CAL_WEIGHT};
        optimizer->update(&update, &run->spec.optimizer);
    }
}
