#include "catalog/calibrator/shared/scaling.h"
#include <string.h>
#include "base/maths/maths.h"
#include "catalog/calibrator/shared/numerators.h"
#include "catalog/scores/binary/logistic.h"

enum { CHUNK = 256 };

// Adds a penalty to the mean of -log p_y and to its gradient.
static double penalise(double *gradient, const cal_scaling *q, const double *x) {
    double sum = 0;
    for (int i = 0; i < 2 * q->k; i++) {
        const double d = i < q->k ? x[i] - 1 : x[i];
        gradient[i] += 2 * q->penalty * d;
        sum += d * d;
    }
    return q->penalty * sum;
}

// Adds the label's part of a row's gradient. Returns the label's logit, or the mean logit of a soft label.
static double add_label(double *gradient, const cal_scaling *q, int i, double fraction) {
    const int k = q->k, label = q->labels[i];
    double mean = 0;
    if (!q->soft) {
        gradient[label] -= q->z[label] * fraction;
        gradient[k + label] -= fraction;
        return q->row[label];
    }
    for (int j = 0; j < k; j++) {
        const double share = q->soft[(size_t)i * (size_t)k + (size_t)j];
        gradient[j] -= q->z[j] * share * fraction;
        gradient[k + j] -= share * fraction;
        mean += share * q->row[j];
    }
    return mean;
}

// Adds a row to the sums over a chunk, and its label's part to the gradient. Returns -log p_y.
static double add_row(double *gradient, cal_scaling *q, int i, double fraction) {
    const int k = q->k, wide = q->wide;
    const float *z = q->rows + (size_t)i * (size_t)k;
    float top;
    for (int j = 0; j < k; j++) q->z[j] = z[j] * q->unit;
    for (int j = 0; j < wide; j += 4)
        cal_f4_store(q->row + j, cal_f4_muladd(cal_f4_load(q->z + j), cal_f4_load(q->scale + j),
                                               cal_f4_load(q->shift + j)));
    double label_logit = add_label(gradient, q, i, fraction);
    const double norm = cal_softmax_numerators(q->row, wide, &top);
    label_logit -= top;
    const cal_f4 over = cal_f4_splat((float)(1 / norm));
    for (int j = 0; j < wide; j += 4) {
        const cal_f4 p = cal_f4_mul(cal_f4_load(q->row + j), over), at = cal_f4_load(q->z + j);
        const cal_f4 pz = cal_f4_mul(p, at);
        cal_f4_store(q->sum + j, cal_f4_add(cal_f4_load(q->sum + j), p));
        cal_f4_store(q->sum + wide + j, cal_f4_add(cal_f4_load(q->sum + wide + j), pz));
    }
    return cal_log(norm) - label_logit;
}

// The objective at x[2k] (scales, then shifts), and its gradient. Rows are in single precision, sums over
// chunks of rows in double.
static double objective(double *gradient, void *context, const double *x) {
    cal_scaling *const q = context;
    const int k = q->k, wide = q->wide;
    double total = 0, fraction = 1.0 / q->n;
    for (int j = 0; j < k; j++) q->scale[j] = (float)x[j], q->shift[j] = (float)x[k + j];
    memset(gradient, 0, 2 * (size_t)k * sizeof *gradient);
    for (int first = 0; first < q->n; first += CHUNK) {
        const int end = first + CHUNK < q->n ? first + CHUNK : q->n;
        memset(q->sum, 0, 2 * (size_t)wide * sizeof *q->sum);
        for (int i = first; i < end; i++) total += add_row(gradient, q, i, fraction);
        for (int j = 0; j < k; j++) {
            gradient[j] += q->sum[wide + j] * fraction;
            gradient[k + j] += q->sum[j] * fraction;
        }
    }
    const double mean = total * fraction;
    return q->penalty > 0 ? mean + penalise(gradient, q, x) : mean;
}

// The largest derivative; that of a scale in units of its rows' size if that is above 1.
static double steepness(const double *gradient, const void *context) {
    const cal_scaling *const q = context;
    double most = 0;
    for (int j = 0; j < q->k; j++) {
        double a = gradient[j], b = gradient[q->k + j];
        if (q->square[j] > 1) a /= cal_sqrt(q->square[j]);
        if (a < 0) a = -a;
        if (b < 0) b = -b;
        if (a > most) most = a;
        if (b > most) most = b;
    }
    return most;
}

// Multiplies by the inverse of the classes' 2 x 2 blocks.
static void solve_blocks(double *x, const void *context) {
    const cal_scaling *const q = context;
    const int k = q->k;
    for (int j = 0; j < k; j++) {
        double spread = q->square[j] - q->mean[j] * q->mean[j], a = x[j], b = x[k + j];
        if (q->penalty > 0) {
            const double c = q->curvature, scale = c * q->square[j] + 2 * q->penalty, mixed = c * q->mean[j],
                         shift = c + 2 * q->penalty, volume = scale * shift - mixed * mixed;
            x[j] = (shift * a - mixed * b) / volume, x[k + j] = (scale * b - mixed * a) / volume;
            continue;
        }
        if (!(spread > 1e-12 * q->square[j])) spread = 1e-12 * q->square[j] + 1e-30; // a constant logit
        x[j] = 4 * (a - q->mean[j] * b) / spread;
        x[k + j] = 4 * b - q->mean[j] * x[j];
    }
}

float cal_scaling_unit(const cal_scores *s, float most) {
    const float step = 0x1p-32f;
    float unit = 1;
    for (size_t i = 0; i < (size_t)s->n * (size_t)s->k; i++)
        while (__builtin_fabsf(s->logits[i]) * unit > most) unit *= step;
    return unit;
}

static void moments(cal_scaling *q) {
    const double unit = q->unit;
    for (int i = 0; i < q->n; i++) {
        const float *row = q->rows + (size_t)i * (size_t)q->k;
        for (int j = 0; j < q->k; j++) {
            double z = row[j] * unit;
            q->mean[j] += z, q->square[j] += z * z;
        }
    }
    for (int j = 0; j < q->k; j++) q->mean[j] /= q->n, q->square[j] /= q->n;
}

bool cal_scaling_separates(const cal_scores *s, int j) {
    cal_outcome_ranges z = {0};
    for (int i = 0; i < s->n; i++)
        cal_outcome_ranges_add(&z, s->logits[(size_t)i * (size_t)s->k + (size_t)j], s->labels[i] == j);
    if (!z.count[0] || !z.count[1]) return true;
    const bool constant = z.low[0] == z.high[1] && z.high[0] == z.low[1];
    return !constant && (z.high[0] <= z.low[1] || z.high[1] <= z.low[0]);
}

cal_scaling cal_scaling_take(cal_arena *arena, int k) {
    const int wide = (k + 3) / 4 * 4;
    const size_t row = (size_t)wide * sizeof(float), classes = (size_t)k * sizeof(double);
    cal_scaling q = {.k = k, .unit = 1, .wide = wide, .search = cal_lbfgs_take(arena, 2 * k)};
    q.square = cal_arena_alloc(arena, classes), q.mean = cal_arena_alloc(arena, classes);
    q.scale = cal_arena_alloc(arena, row), q.shift = cal_arena_alloc(arena, row);
    q.row = cal_arena_alloc(arena, row), q.z = cal_arena_alloc(arena, row);
    q.sum = cal_arena_alloc(arena, 2 * row);
    return q;
}

double cal_scaling_fit(cal_scaling *q) {
    for (int j = q->k; j < q->wide; j++) q->shift[j] = -0x1p100f; // the padding lanes count as nothing
    for (int j = 0; j < q->k; j++) q->search.x[j] = 1;
    moments(q);
    cal_lbfgs_run(&q->search,
                  &(cal_lbfgs_function){q, objective, solve_blocks, steepness, cal_scaling_close});
    return steepness(q->search.gradient, q);
}
