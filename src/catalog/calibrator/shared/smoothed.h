// Smoothed log probabilities, the input of structured scaling (Berta et al. 2025): z_j = log((1 - u) p_j +
// u/k). Here p is temperature-scaled, and u = 1/(n + 1) is Laplace's weight of the uniform distribution.
#ifndef CAL_CATALOG_CALIBRATOR_SHARED_SMOOTHED_H
#define CAL_CATALOG_CALIBRATOR_SHARED_SMOOTHED_H
#include "catalog/calibrator/shared/fit.h"

typedef struct cal_smoothing {
    double temperature, uniform; // T of largest likelihood, u
    bool at_bound;               // the temperature is at a bound of its range
} cal_smoothing;

// Saved lists of a fit, with ranges for which every z is finite.
#define CAL_SMOOTHED_SAVED {"T", 1, 0.01, 100}, {"uniform", 1, 1e-12, 0.5}

cal_smoothing cal_smoothing_of(const cal_scores *scores);
// Fills z[k] from a row of logits.
void cal_smoothed_row(double *z, const float *logits, int k, double temperature, double uniform);
// Fills z[n,k], with scratch[k]. Returns the mean of p (1 - p) over rows and classes.
double cal_smoothed_rows(float *z, double *scratch, const cal_scores *scores, const cal_smoothing *by);

#endif
