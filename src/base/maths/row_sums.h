// Adds rows of doubles to sums, for statistics that count every probability.
#ifndef CAL_BASE_MATHS_ROW_SUMS_H
#define CAL_BASE_MATHS_ROW_SUMS_H
#include <stddef.h>
#include "base/simd_width.h"

typedef void cal_addition_of_outer(double *sum, const int *row, const double *by, int n, const double *vector,
                                   int count, size_t step);
CAL_EACH_WIDTH_OF(cal_addition_of_outer, cal_add_outer);

// sum[row[i]][d] += by[i] * vector[d] for i = 0 .. n - 1 in order and d < count. Rows of `sum` are `step`
// numbers apart.
static inline void cal_add_outer(double *sum, const int *row, const double *by, int n, const double *vector,
                                 int count, size_t step) {
    CAL_OF_WIDTH(cal_add_outer)(sum, row, by, n, vector, count, step);
}

typedef int cal_addition_of_small(int *others, double *sum, const double *p, int n, double high);
CAL_EACH_WIDTH_OF(cal_addition_of_small, cal_add_small);

// sum[j] += p[j] for the j < n with p[j] <= high. Writes the other indices to others[n] and returns their
// number.
static inline int cal_add_small(int *others, double *sum, const double *p, int n, double high) {
    return CAL_OF_WIDTH(cal_add_small)(others, sum, p, n, high);
}

#endif
