// Eigenvalues against matrices whose spectrum is known.
#include "base/maths/maths.h"
#include "base/random/random.h"
#include "check.h"
#include "run/curvature/curvature.h"

enum { N = 60 };
static double a[N * N], value[N], scratch[N];

// The second difference: 2 - 2 cos(k pi / (n + 1)).
static void test_second_difference(void) {
    for (int n = 1; n <= N; n++) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) a[i * n + j] = i == j ? 2 : i - j == 1 || j - i == 1 ? -1 : 0;
        CHECK(cal_eigenvalues(value, scratch, a, n));
        for (int k = 1; k <= n; k++)
            CHECK_NEAR(value[k - 1], 2 - 2 * cal_cos(k * 3.14159265358979323846 / (n + 1)), 2e-14);
    }
}

// Q D Q' for a product Q of reflections: the spectrum D comes back, with repeated and zero values.
static void test_hidden_spectrum(void) {
    static double u[N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) a[i * N + j] = i == j ? (i < 20 ? 0 : i < 30 ? 5 : i * 0.25 - 10) : 0;
    for (int r = 0; r < 5; r++) {
        double length = 0;
        for (int i = 0; i < N; i++) {
            u[i] = cal_random_normal(3, CAL_STREAM_PROBE, (uint64_t)r, (uint64_t)i);
            length += u[i] * u[i];
        }
        for (int side = 0; side < 2; side++) // A <- (I - 2uu'/|u|^2) A, then the same from the right
            for (int j = 0; j < N; j++) {
                double dot = 0;
                for (int i = 0; i < N; i++) dot += u[i] * (side ? a[j * N + i] : a[i * N + j]);
                for (int i = 0; i < N; i++)
                    *(side ? &a[j * N + i] : &a[i * N + j]) -= 2 * u[i] * dot / length;
            }
    }
    double trace = 0;
    for (int i = 0; i < N; i++) trace += a[i * N + i];
    CHECK(cal_eigenvalues(value, scratch, a, N));
    double wanted[N];
    for (int i = 0; i < N; i++) wanted[i] = i < 20 ? 0 : i < 30 ? 5 : i * 0.25 - 10;
    for (int i = 1; i < N; i++) // sort
        for (int j = i; j > 0 && wanted[j - 1] > wanted[j]; j--) {
            double swap = wanted[j];
            wanted[j] = wanted[j - 1];
            wanted[j - 1] = swap;
        }
    double sum = 0;
    for (int i = 0; i < N; i++) {
        CHECK_NEAR(value[i], wanted[i], 1e-13);
        sum += value[i];
    }
    CHECK_NEAR(sum, trace, 1e-12);
}

static void test_degenerate(void) {
    memset(a, 0, sizeof a);
    CHECK(cal_eigenvalues(value, scratch, a, 10));
    for (int i = 0; i < 10; i++) CHECK(value[i] == 0);
    const double scales[] = {1e-150, 1, 1e150}; // neither overflows nor underflows
    for (int s = 0; s < 3; s++) {
        double two[4] = {1 * scales[s], 2 * scales[s], 2 * scales[s], 1 * scales[s]};
        CHECK(cal_eigenvalues(value, scratch, two, 2));
        CHECK_NEAR(value[0] / scales[s], -1, 1e-15);
        CHECK_NEAR(value[1] / scales[s], 3, 1e-15);
        for (int i = 0; i < 25; i++) a[i] = scales[s]; // all ones: 0 four times, and 5
        CHECK(cal_eigenvalues(value, scratch, a, 5));
        for (int i = 0; i < 4; i++) CHECK_NEAR(value[i] / scales[s], 0, 1e-15);
        CHECK_NEAR(value[4] / scales[s], 5, 4e-15);
    }
}

// The eigenvectors' outer components rebuild the matrix's corner entries: T = V D V'.
static void test_tridiagonal(void) {
    static double d[N], e[N], first[N], last[N], off_diagonal[N];
    for (int n = 1; n <= N; n += 7) {
        for (int i = 0; i < n; i++) {
            value[i] = d[i] = cal_random_normal(4, CAL_STREAM_PROBE, 0, (uint64_t)i);
            off_diagonal[i] = e[i] = cal_random_normal(4, CAL_STREAM_PROBE, 1, (uint64_t)i);
        }
        CHECK(cal_tridiagonal_eigenvalues(value, off_diagonal, first, last, n));
        double one = 0, corner = 0, square = 0, far = 0, end = 0;
        for (int i = 0; i < n; i++) {
            CHECK(i == 0 || value[i - 1] <= value[i]);
            one += first[i] * first[i];
            corner += first[i] * value[i] * first[i];
            square += first[i] * value[i] * value[i] * first[i];
            far += first[i] * value[i] * last[i];
            end += last[i] * value[i] * last[i];
        }
        CHECK_NEAR(one, 1, 1e-13);
        CHECK_NEAR(corner, d[0], 1e-13);
        CHECK_NEAR(square, d[0] * d[0] + (n > 1 ? e[0] * e[0] : 0), 1e-12);
        CHECK_NEAR(far, n == 1 ? d[0] : n == 2 ? e[0] : 0, 1e-13);
        CHECK_NEAR(end, d[n - 1], 1e-13);
    }
}

int main(void) {
    test_tridiagonal();
    test_second_difference();
    test_hidden_spectrum();
    test_degenerate();
    return CHECK_DONE();
}
