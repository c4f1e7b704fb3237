// Adds Gaussian noise to every value.
#include "base/random/random.h"
#include "catalog/corruption/corruption.h"

static const double sd[] = {0.04, 0.06, 0.08, 0.09, 0.10};

static void apply(uint8_t *out, const uint8_t *in, double *scratch, const cal_picture *p, int severity) {
    (void)scratch;
    int size = p->c * p->h * p->w;
    for (int i = 0; i < size; i++) {
        double noise = cal_random_normal(p->seed, CAL_STREAM_CORRUPTION, p->index, (uint64_t)i);
        out[i] = cal_corruption_byte(in[i] / 255.0 + sd[severity - 1] * noise);
    }
}

const cal_corruption cal_corruption_gaussian_noise = {
    .entry = {.id = "gaussian-noise",
              .label = "Gaussian noise",
              .tex = "x + \\sigma\\,\\mathcal N(0,1)",
              .source = "Hendrycks and Dietterich 2019 (CIFAR-10-C)",
              .help = "Adds Gaussian noise to every value, with a standard deviation of 4, 6, 8, 9 or 10 % "
                      "of the range",
              .params = (const cal_param[]){CAL_CORRUPTION_PARAMS, {.name = NULL}}},
    .apply = apply,
};
