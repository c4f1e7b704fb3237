#include "catalog/scores/variance.h"
#include "base/maths/maths.h"
#include "base/maths/student.h"

double cal_units_variance(const double *residual, int units) {
    double variance = 0;
    if (units < 2) return __builtin_nan("");
    for (int u = 0; u < units; u++) variance += residual[u] * residual[u];
    return variance * (units / (units - 1.0));
}

double cal_units_reach(double variance, int units) {
    return units < 2 ? __builtin_nan("") : cal_student_975(units - 1) * cal_sqrt(variance);
}
