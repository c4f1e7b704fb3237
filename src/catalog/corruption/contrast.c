// Moves every value towards the mean of its channel.
#include "catalog/corruption/corruption.h"

static const double kept[] = {0.75, 0.5, 0.4, 0.3, 0.15};

static void apply(uint8_t *out, const uint8_t *in, double *scratch, const cal_picture *p, int severity) {
    (void)scratch;
    int plane = p->h * p->w;
    for (int c = 0; c < p->c; c++) {
        int sum = 0;
        for (int i = 0; i < plane; i++) sum += in[c * plane + i];
        double mean = sum / 255.0 / plane;
        for (int i = 0; i < plane; i++)
            out[c * plane + i] =
                cal_corruption_byte((in[c * plane + i] / 255.0 - mean) * kept[severity - 1] + mean);
    }
}

const cal_corruption cal_corruption_contrast = {
    .entry = {.id = "contrast",
              .label = "Low contrast",
              .tex = "\\bar x + q\\,(x - \\bar x)",
              .source = "Hendrycks and Dietterich 2019 (CIFAR-10-C)",
              .help = "Shrinks each value's distance from its channel's mean to 75, 50, 40, 30 or 15 %",
              .params = (const cal_param[]){CAL_CORRUPTION_PARAMS, {.name = NULL}}},
    .apply = apply,
};
