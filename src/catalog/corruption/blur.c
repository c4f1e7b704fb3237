// A Gaussian blur, along columns and then along rows: weights e^(-x^2 / 2 sigma^2) up to four standard
// deviations. Beyond the border the picture's last value is repeated.
#include "base/maths/maths.h"
#include "catalog/corruption/corruption.h"

enum { REACH_MAX = 4 };
static const double sd[] = {0.4, 0.6, 0.7, 0.8, 1};

static int inside(int i, int size) { return i < 0 ? 0 : i >= size ? size - 1 : i; }

// Smooths one line of `length` values that are `step` apart.
static void smooth(double *out, const double *in, int length, int step, const double *weight, int reach) {
    for (int i = 0; i < length; i++) {
        double sum = 0;
        for (int d = -reach; d <= reach; d++) sum += weight[d + reach] * in[inside(i + d, length) * step];
        out[i * step] = sum;
    }
}

static void apply(uint8_t *out, const uint8_t *in, double *scratch, const cal_picture *p, int severity) {
    double sigma = sd[severity - 1], weight[2 * REACH_MAX + 1], sum = 0;
    int reach = (int)(4 * sigma + 0.5), plane = p->h * p->w;
    double *one = scratch, *two = scratch + plane;
    for (int d = -reach; d <= reach; d++) sum += weight[d + reach] = cal_exp(-0.5 * d * d / (sigma * sigma));
    for (int d = 0; d <= 2 * reach; d++) weight[d] /= sum;
    for (int c = 0; c < p->c; c++) {
        for (int i = 0; i < plane; i++) one[i] = in[c * plane + i] / 255.0;
        for (int x = 0; x < p->w; x++) smooth(two + x, one + x, p->h, p->w, weight, reach);
        for (int y = 0; y < p->h; y++) smooth(one + y * p->w, two + y * p->w, p->w, 1, weight, reach);
        for (int i = 0; i < plane; i++) out[c * plane + i] = cal_corruption_byte(one[i]);
    }
}

const cal_corruption cal_corruption_blur = {
    .entry = {.id = "blur",
              .label = "Gaussian blur",
              .tex = "x * \\mathcal N(0, \\sigma^2)",
              .source = "Hendrycks and Dietterich 2019 (CIFAR-10-C)",
              .help = "Blurs with a standard deviation of 0.4, 0.6, 0.7, 0.8 or 1 pixel",
              .params = (const cal_param[]){CAL_CORRUPTION_PARAMS, {.name = NULL}}},
    .apply = apply,
};
