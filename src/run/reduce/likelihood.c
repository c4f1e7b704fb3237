// Likelihoods at many temperatures in one pass. For each row, d_j = z_j - max z. The sums over classes
// of `e^(b d) d^i`, i = 0, 1, 2, give f(b) = lse(b z) - b z_y and its derivatives by b. The inverse
// temperatures are b = 2^(i/2). Two exponentials of each logit are enough: the others are squares of them.
#include "base/maths/exp_row.h"
#include "base/maths/maths.h"
#include "run/reduce/reduce.h"

enum { PIECE = 64, LANES = 4, CHUNK = 16 }; // PIECE: elements of a row; LANES: parallel sums; CHUNK: rows
static const double root = 0x1.6a09e667f3bcdp0;
enum { CENTRE = 8 }; // the point of T = 1

static double beta(int point) {
    double b = point & 1 ? root : 1;
    const int power = (point - CENTRE - (point & 1)) / 2;
    for (int i = 0; i < power; i++) b *= 2;
    for (int i = 0; i > power; i--) b /= 2;
    return b;
}

double cal_reduced_temperature(int point) { return 1 / beta(point); }

typedef double lanes[LANES];

// Adds a piece's terms of one temperature, and squares its exponentials for the temperature after the next.
static void add_piece(lanes sum[3], double *e, const double *d) {
    for (int j = 0; j < PIECE; j += LANES)
        for (int l = 0; l < LANES; l++) {
            const double one = e[j + l], first = one * d[j + l];
            sum[0][l] += one, sum[1][l] += first, sum[2][l] += first * d[j + l];
            e[j + l] = one * one;
        }
}

static double total(const lanes sum) { return (sum[0] + sum[2]) + (sum[1] + sum[3]); }

static void take_row(double *out, const float *z, int k, int label) {
    lanes sum[CAL_REDUCED_POINTS][3] = {{{0}}};
    double e[PIECE], d[PIECE];
    float top = z[0];
    for (int j = 1; j < k; j++) top = z[j] > top ? z[j] : top;
    for (int from = 0; from < k; from += PIECE) {
        const int count = k - from < PIECE ? k - from : PIECE;
        for (int j = 0; j < PIECE; j++) d[j] = j < count ? (double)z[from + j] - top : 0;
        for (int chain = 0; chain < 2; chain++) {
            cal_exp_row(e, z + from, count, top, 1 / beta(chain));
            for (int j = count; j < PIECE; j++) e[j] = 0;
            for (int point = chain; point < CAL_REDUCED_POINTS; point += 2) add_piece(sum[point], e, d);
        }
    }
    const double own = (double)z[label] - top;
    for (int point = 0; point < CAL_REDUCED_POINTS; point++) {
        const double s = total(sum[point][0]), mean = total(sum[point][1]) / s;
        out[3 * point] = cal_log(s) - beta(point) * own;
        out[3 * point + 1] = mean - own;
        out[3 * point + 2] = total(sum[point][2]) / s - mean * mean;
    }
}

typedef struct job {
    const float *logits;
    const int32_t *labels;
    int n, k;
    double (*row)[CAL_REDUCED_SUMS];
} job;

static void take_rows(void *context, int chunk, int worker) {
    (void)worker;
    const job *q = context;
    for (int i = chunk * CHUNK; i < (chunk + 1) * CHUNK && i < q->n; i++)
        take_row(q->row[i], q->logits + (size_t)i * (size_t)q->k, q->k, q->labels[i]);
}

bool cal_reduced_likelihood(cal_exact_sum *sum, cal_pool *pool, const float *logits, const int32_t *labels,
                            int n, int k) {
    job q = {logits, labels, n, k, cal_mem_alloc((size_t)n * sizeof *q.row)};
    if (!q.row) return false;
    cal_pool_run(pool, (n + CHUNK - 1) / CHUNK, take_rows, &q);
    for (int i = 0; i < n; i++)
        for (int s = 0; s < CAL_REDUCED_SUMS; s++) cal_exact_add(&sum[s], q.row[i][s]);
    cal_mem_free(q.row);
    return true;
}

// ---- optimum

// Interpolates f in u = log b over one grid step w by a polynomial in (u - u0)/w. It matches value, slope and
// curvature at both ends.
static void polynomial(double c[6], const cal_exact_sum *sum, double n, int point, double w) {
    double f[2], v[2], a[2];
    for (int i = 0; i < 2; i++) {
        const cal_exact_sum *at = sum + 3 * (point + i);
        const double b = beta(point + i), slope = (at[1].high + at[1].low) / n,
                     curvature = (at[2].high + at[2].low) / n;
        f[i] = (at[0].high + at[0].low) / n;
        v[i] = w * b * slope;
        a[i] = w * w * (b * slope + b * b * curvature);
    }
    const double rise = f[1] - f[0];
    c[0] = f[0], c[1] = v[0], c[2] = a[0] / 2;
    c[3] = 10 * rise - 6 * v[0] - 4 * v[1] - 1.5 * a[0] + 0.5 * a[1];
    c[4] = -15 * rise + 8 * v[0] + 7 * v[1] + 1.5 * a[0] - a[1];
    c[5] = 6 * rise - 3 * v[0] - 3 * v[1] - 0.5 * a[0] + 0.5 * a[1];
}

cal_reduced_optimum cal_reduced_search(const cal_exact_sum *sum, double n) {
    const double w = 0x1.62e42fefa39efp-2; // ln 2 / 2
    const int last = CAL_REDUCED_POINTS - 1;
    const double first = sum[1].high, end = sum[3 * last + 1].high;
    int point = 0;
    if (first == 0 && end == 0) return (cal_reduced_optimum){1, (sum[0].high + sum[0].low) / n, false};
    if (first >= 0 || end <= 0) {
        point = first >= 0 ? 0 : last;
        return (cal_reduced_optimum){1 / beta(point), (sum[3 * point].high + sum[3 * point].low) / n, true};
    }
    while (sum[3 * (point + 1) + 1].high < 0) point++;
    double c[6], low = 0, high = 1;
    polynomial(c, sum, n, point, w);
    for (int i = 0; i < 60; i++) {
        const double t = (low + high) / 2;
        const double slope = c[1] + t * (2 * c[2] + t * (3 * c[3] + t * (4 * c[4] + t * 5 * c[5])));
        if (slope < 0) low = t;
        else high = t;
    }
    const double t = (low + high) / 2;
    const double nll = c[0] + t * (c[1] + t * (c[2] + t * (c[3] + t * (c[4] + t * c[5]))));
    return (cal_reduced_optimum){cal_exp(-t * w) / beta(point), nll, false};
}
