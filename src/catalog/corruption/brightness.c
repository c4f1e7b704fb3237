// Raises the value in hue, saturation and value. The largest channel grows by a constant and the others in
// proportion, so that hue and saturation stay. Black becomes grey.
#include "catalog/corruption/corruption.h"

static const double raise[] = {0.05, 0.1, 0.15, 0.2, 0.3};

static void apply(uint8_t *out, const uint8_t *in, double *scratch, const cal_picture *p, int severity) {
    (void)scratch;
    int plane = p->h * p->w;
    for (int i = 0; i < plane; i++) {
        int largest = 0;
        for (int c = 0; c < p->c; c++)
            if (in[c * plane + i] > largest) largest = in[c * plane + i];
        double value = largest / 255.0 + raise[severity - 1];
        if (value > 1) value = 1;
        for (int c = 0; c < p->c; c++)
            out[c * plane + i] = cal_corruption_byte(largest ? value * in[c * plane + i] / largest : value);
    }
}

const cal_corruption cal_corruption_brightness = {
    .entry = {.id = "brightness",
              .label = "Brightness",
              .tex = "V + b",
              .source = "Hendrycks and Dietterich 2019 (CIFAR-10-C)",
              .help = "Raises the brightness by 5, 10, 15, 20 or 30 % of the range",
              .params = (const cal_param[]){CAL_CORRUPTION_PARAMS, {.name = NULL}}},
    .apply = apply,
};
