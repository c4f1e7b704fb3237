#include "catalog/calibrator/shared/classes.h"

void cal_classes_row(double *p, const cal_fit *fit, const float *z, int k, cal_class_map *map) {
    double sum = 0;
    cal_probabilities(p, z, k, 1);
    for (int j = 0; j < k; j++) sum += p[j] = map(fit, j, p[j]);
    if (!(sum > 0)) cal_probabilities(p, z, k, 1); // all classes are ruled out: keep the original
    else
        for (int j = 0; j < k; j++) p[j] /= sum;
}
