#include "catalog/calibrator/shared/smoothed.h"
#include "base/maths/maths.h"
#include "catalog/calibrator/shared/likeliest.h"

cal_smoothing cal_smoothing_of(const cal_scores *s) {
    cal_smoothing by = {.uniform = 1.0 / (s->n + 1.0)};
    by.temperature = cal_likeliest_temperature(&by.at_bound, s, NULL);
    return by;
}

// Fills p[k] with the mixture.
static void mix(double *p, const float *logits, int k, double temperature, double uniform) {
    cal_probabilities(p, logits, k, 1 / temperature);
    for (int j = 0; j < k; j++) p[j] = (1 - uniform) * p[j] + uniform / k;
}

void cal_smoothed_row(double *z, const float *logits, int k, double temperature, double uniform) {
    mix(z, logits, k, temperature, uniform);
    for (int j = 0; j < k; j++) z[j] = cal_log(z[j]);
}

double cal_smoothed_rows(float *z, double *scratch, const cal_scores *s, const cal_smoothing *by) {
    const int k = s->k;
    double curvature = 0;
    for (int i = 0; i < s->n; i++) {
        float *row = z + (size_t)i * (size_t)k;
        mix(scratch, s->logits + (size_t)i * (size_t)k, k, by->temperature, by->uniform);
        for (int j = 0; j < k; j++) {
            curvature += scratch[j] * (1 - scratch[j]);
            row[j] = (float)cal_log(scratch[j]);
        }
    }
    return curvature / s->n / k;
}
