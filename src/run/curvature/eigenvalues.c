// Eigenvalues of a symmetric matrix: Householder reflections to a tridiagonal one, then QL with implicit
// shifts (Wilkinson and Reinsch 1971, algorithms tred1 and imtql1). Errors are about n times the rounding
// error of the largest eigenvalue.
#include <string.h>
#include "base/maths/maths.h"
#include "run/curvature/curvature.h"

static double magnitude(double x) { return x < 0 ? -x : x; }

// Replaces row i, left of the diagonal, by u of the reflection H = I - u u'/h. H zeroes all of these entries
// except the last. Uses the lower triangle. d: diagonal; e[i]: entry left of d[i].
static void tridiagonalise(double *d, double *e, double *a, int n) {
    for (int i = n - 1; i > 0; i--) {
        double *u = a + (size_t)i * n, scale = 0, h = 0, product = 0;
        for (int k = 0; k < i; k++) scale += magnitude(u[k]);
        if (i == 1 || scale == 0) {
            e[i] = u[i - 1];
            continue;
        }
        for (int k = 0; k < i; k++) {
            u[k] /= scale;
            h += u[k] * u[k];
        }
        double f = u[i - 1], g = f > 0 ? -cal_sqrt(h) : cal_sqrt(h);
        e[i] = scale * g;
        h -= f * g;
        u[i - 1] = f - g;
        // e[0..i) = A u / h, then A <- A - q u' - u q' with q = A u/h - u (u'Au)/(2 h h).
        for (int j = 0; j < i; j++) {
            double sum = 0;
            for (int k = 0; k <= j; k++) sum += a[(size_t)j * n + k] * u[k];
            for (int k = j + 1; k < i; k++) sum += a[(size_t)k * n + j] * u[k];
            e[j] = sum / h;
            product += e[j] * u[j];
        }
        for (int j = 0; j < i; j++) {
            e[j] -= product / (h + h) * u[j];
            for (int k = 0; k <= j; k++) a[(size_t)j * n + k] -= u[j] * e[k] + e[j] * u[k];
        }
    }
    for (int i = 0; i < n; i++) d[i] = a[(size_t)i * n + i];
}

// Returns sqrt(a^2 + b^2) without overflow.
static double length_of(double a, double b) {
    a = magnitude(a), b = magnitude(b);
    double large = a > b ? a : b, ratio = large == 0 ? 0 : (a > b ? b : a) / large;
    return large * cal_sqrt(1 + ratio * ratio);
}

// Rotates columns i and i + 1 of a row of the eigenvectors; null for none.
static void rotate(double *row, int i, double sine, double cosine) {
    if (!row) return;
    double right = row[i + 1];
    row[i + 1] = sine * row[i] + cosine * right;
    row[i] = cosine * row[i] - sine * right;
}

// The matrix as it becomes diagonal: d, e (e[i] right of d[i]), and the first and last rows of the
// eigenvectors, or null.
typedef struct turning {
    double *d, *e, *first, *last;
    int n;
} turning;

// One sweep of QL with an implicit shift over rows l to m.
static void sweep(const turning *t, int l, int m) {
    double *d = t->d, *e = t->e;
    double g = (d[l + 1] - d[l]) / (2 * e[l]), r = length_of(g, 1);
    g = d[m] - d[l] + e[l] / (g + (g < 0 ? -r : r));
    double sine = 1, cosine = 1, shift = 0;
    for (int i = m - 1; i >= l; i--) {
        double f = sine * e[i], b = cosine * e[i];
        r = length_of(f, g);
        e[i + 1] = r;
        if (r == 0) { // the matrix has split early
            d[i + 1] -= shift;
            e[m] = 0;
            return;
        }
        sine = f / r;
        cosine = g / r;
        g = d[i + 1] - shift;
        r = (d[i] - g) * sine + 2 * cosine * b;
        shift = sine * r;
        d[i + 1] = g + shift;
        g = cosine * r - b;
        rotate(t->first, i, sine, cosine);
        rotate(t->last, i, sine, cosine);
    }
    d[l] -= shift;
    e[l] = g;
    e[m] = 0;
}

static void swap(double *row, int i) {
    double x = row[i];
    row[i] = row[i - 1];
    row[i - 1] = x;
}

static void sort(const turning *t) {
    for (int i = 1; i < t->n; i++)
        for (int j = i; j > 0 && t->d[j - 1] > t->d[j]; j--) {
            swap(t->d, j);
            if (t->first) swap(t->first, j);
            if (t->last) swap(t->last, j);
        }
}

static bool turn(const turning *t) {
    const double *d = t->d, *e = t->e;
    for (int l = 0; l < t->n; l++)
        for (int iteration = 0;; iteration++) {
            int m = l;
            // A negligible off-diagonal entry splits the matrix into two.
            for (; m < t->n - 1; m++) {
                double neighbours = magnitude(d[m]) + magnitude(d[m + 1]);
                if (neighbours + magnitude(e[m]) == neighbours) break;
            }
            if (m == l) break;
            if (iteration == 50) return false;
            sweep(t, l, m);
        }
    sort(t);
    return true;
}

bool cal_eigenvalues(double *value, double *scratch, double *matrix, int n) {
    double *e = scratch;
    e[0] = 0;
    tridiagonalise(value, e, matrix, n);
    memmove(e, e + 1, (size_t)(n - 1) * sizeof *e);
    e[n - 1] = 0;
    return turn(&(turning){value, e, NULL, NULL, n});
}

bool cal_tridiagonal_eigenvalues(double *value, double *off_diagonal, double *first, double *last, int n) {
    off_diagonal[n - 1] = 0;
    for (int i = 0; i < n; i++) {
        first[i] = i == 0;
        last[i] = i == n - 1;
    }
    return turn(&(turning){value, off_diagonal, first, last, n});
}
