// Unevaluated sums of two doubles, which give the exact error of a sum or a product in plain IEEE operations
// (Knuth; Veltkamp and Dekker, A floating-point technique for extending the available precision, 1971).
#ifndef CAL_BASE_MATHS_PAIR_H
#define CAL_BASE_MATHS_PAIR_H

typedef struct cal_pair {
    double hi, lo; // hi + lo, |lo| at most half a unit in the last place of hi
} cal_pair;

// Exact if |a| >= |b| or a = 0.
static inline cal_pair cal_pair_fast_sum(double a, double b) {
    double s = a + b;
    return (cal_pair){s, b - (s - a)};
}

// Exact.
static inline cal_pair cal_pair_sum(double a, double b) {
    double s = a + b, t = s - a;
    return (cal_pair){s, (a - (s - t)) + (b - t)};
}

// Exact for |a|, |b| < 2^990 and a product above 2^-960.
static inline cal_pair cal_pair_product(double a, double b) {
    double ca = a * 134217729.0, ah = ca - (ca - a), al = a - ah; // 2^27 + 1
    double cb = b * 134217729.0, bh = cb - (cb - b), bl = b - bh;
    double p = a * b;
    return (cal_pair){p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}

#endif
