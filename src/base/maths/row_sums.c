#include "base/maths/row_sums.h"
#include "base/simd_wide.h"

enum { AT_ONCE = 8 };

static inline void add_some(double *restrict to, const double *restrict vector, double by, int count) {
    for (int d = 0; d < count; d++) to[d] += by * vector[d];
}

// With a constant count the compiler fills this width's registers.
void CAL_WIDE(cal_add_outer)(double *sum, const int *row, const double *by, int n, const double *vector,
                             int count, size_t step) {
    for (int i = 0; i < n; i++) {
        double *to = sum + (size_t)row[i] * step;
        int d = 0;
        for (; d + AT_ONCE <= count; d += AT_ONCE) add_some(to + d, vector + d, by[i], AT_ONCE);
        if (d < count) add_some(to + d, vector + d, by[i], count - d);
    }
}

int CAL_WIDE(cal_add_small)(int *others, double *restrict sum, const double *restrict p, int n, double high) {
    int found = 0, j = 0;
    for (; j + AT_ONCE <= n; j += AT_ONCE) {
        int large = 0;
        for (int i = 0; i < AT_ONCE; i++) large += !(p[j + i] <= high);
        if (!large)
            for (int i = 0; i < AT_ONCE; i++) sum[j + i] += p[j + i];
        else
            for (int i = j; i < j + AT_ONCE; i++) {
                if (p[i] <= high) sum[i] += p[i];
                else others[found++] = i;
            }
    }
    for (; j < n; j++) {
        if (p[j] <= high) sum[j] += p[j];
        else others[found++] = j;
    }
    return found;
}
