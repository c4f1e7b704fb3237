#include "catalog/calibrator/shared/affine.h"
#include <string.h>
#include "base/maths/maths.h"
#include "catalog/calibrator/shared/numerators.h"

enum { CHUNK = 256, PART = 32 }; // rows of a chunk, and of a thread's part of it

static size_t size_of(int k) { return (size_t)k * (size_t)k; }

// to[k] += by from[k]. The kernels of products would do, but they have other bits in the build with fused
// arithmetic, where reports must not.
static void add_scaled(float *to, const float *from, float by, int k) {
    const cal_f4 factor = cal_f4_splat(by);
    int j = 0;
    for (; j + 4 <= k; j += 4)
        cal_f4_store(to + j, cal_f4_muladd(cal_f4_load(from + j), factor, cal_f4_load(to + j)));
    for (; j < k; j++) to[j] += from[j] * by;
}

// Copies the rows of a chunk, multiplied by the unit.
static void take_rows(cal_affine *q, int first, int rows) {
    const float *from = q->rows + (size_t)first * (size_t)q->k;
    for (size_t i = 0; i < (size_t)rows * (size_t)q->k; i++) q->input[i] = from[i] * q->unit;
}

// Returns the logit of a row's label, or the mean logit of its soft label.
static double label_logit_of(const cal_affine *q, int i, const float *v) {
    if (!q->soft) return v[q->labels[i]];
    double mean = 0;
    for (int j = 0; j < q->k; j++) mean += q->soft[(size_t)i * (size_t)q->k + (size_t)j] * v[j];
    return mean;
}

typedef struct chunk_job {
    cal_affine *q;
    const double *shift;
    int first, rows;
} chunk_job;

// Computes rows of A x, and turns them into p - onehot.
static void subtract_labels(void *context, int part, int worker) {
    const chunk_job *job = context;
    cal_affine *const q = job->q;
    const int k = q->k, wide = (k + 3) / 4 * 4, begin = part * PART,
              end = begin + PART < job->rows ? begin + PART : job->rows;
    float v[CAL_AFFINE_CLASSES];
    (void)worker;
    for (int i = begin; i < end; i++) {
        float *row = q->output + (size_t)i * (size_t)k, top;
        const int at = job->first + i;
        memset(row, 0, (size_t)k * sizeof *row);
        for (int j = 0; j < k; j++)
            add_scaled(row, q->matrix + (size_t)j * (size_t)k, q->input[(size_t)i * (size_t)k + (size_t)j],
                       k);
        for (int j = 0; j < k; j++) v[j] = row[j] + (float)job->shift[j];
        for (int j = k; j < wide; j++) v[j] = -0x1p100f;
        double label_logit = label_logit_of(q, at, v);
        const double norm = cal_softmax_numerators(v, wide, &top);
        label_logit -= top;
        q->lost[i] = cal_log(norm) - label_logit;
        const float over = (float)(1 / norm);
        for (int j = 0; j < k; j++) row[j] = v[j] * over;
        if (!q->soft) row[q->labels[at]] -= 1;
        for (int j = 0; j < k && q->soft; j++) row[j] -= (float)q->soft[(size_t)at * (size_t)k + (size_t)j];
    }
}

// Adds the penalties to a value and to its gradient.
static double penalise(double *gradient, const cal_affine *q, const double *x) {
    const int k = q->k;
    double value = 0;
    for (int j = 0; j < k; j++)
        for (int l = 0; l < k; l++) {
            const int i = j * k + l;
            const double d = j == l ? x[i] - 1 : x[i], size = j == l ? q->diagonal : q->off;
            value += size * d * d;
            gradient[i] += 2 * size * d;
        }
    for (int i = k * k; i < k * k + k; i++) {
        value += q->intercept * x[i] * x[i];
        gradient[i] += 2 * q->intercept * x[i];
    }
    return value;
}

// The objective at x, and its gradient. Rows and their products are in single precision, sums over chunks of
// rows in double.
static double objective(double *gradient, void *context, const double *x) {
    cal_affine *const q = context;
    const int k = q->k;
    const double fraction = 1.0 / q->n, *shift = x + size_of(k);
    double total = 0;
    for (int j = 0; j < k; j++)
        for (int l = 0; l < k; l++) q->matrix[l * k + j] = (float)x[j * k + l];
    memset(gradient, 0, (size_t)q->search.n * sizeof *gradient);
    for (int first = 0; first < q->n; first += CHUNK) {
        const int rows = q->n - first < CHUNK ? q->n - first : CHUNK;
        chunk_job job = {q, shift, first, rows};
        take_rows(q, first, rows);
        cal_pool_run(q->pool, (rows + PART - 1) / PART, subtract_labels, &job);
        memset(q->sum, 0, size_of(k) * sizeof *q->sum);
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < k; j++)
                add_scaled(q->sum + (size_t)j * (size_t)k, q->input + (size_t)i * (size_t)k,
                           q->output[(size_t)i * (size_t)k + (size_t)j], k);
        for (size_t i = 0; i < size_of(k); i++) gradient[i] += q->sum[i] * fraction;
        for (int i = 0; i < rows; i++) {
            const float *row = q->output + (size_t)i * (size_t)k;
            double *to = gradient + size_of(k);
            total += q->lost[i];
            for (int j = 0; j < k; j++) to[j] += row[j] * fraction;
        }
    }
    return total * fraction + penalise(gradient, q, x);
}

// The largest derivative; that of a matrix's column in units of its input's size if that is above 1.
static double steepness(const double *gradient, const void *context) {
    const cal_affine *const q = context;
    const int k = q->k;
    double most = 0;
    for (int i = 0; i < q->search.n; i++) {
        const double square = i < k * k ? q->square[i % k] : 0, size = square > 1 ? cal_sqrt(square) : 1,
                     d = __builtin_fabs(gradient[i]) / size;
        if (d > most) most = d;
    }
    return most;
}

// Multiplies each class's row (A_j, b_j) by the inverse of its approximate Hessian. That of the class has
// another penalty of its diagonal element than `inverse` (Sherman and Morrison 1950).
static void precondition(double *x, const void *context) {
    const cal_affine *const q = context;
    const int k = q->k, size = k + 1;
    const double less = 2 * (q->off - q->diagonal);
    double *const product = q->product;
    for (int j = 0; j < k; j++) {
        double *row = x + (size_t)j * (size_t)k, *shift = x + size_of(k) + j;
        const double *own = q->inverse + (size_t)j * (size_t)size;
        for (int l = 0; l < size; l++) product[l] = *shift * q->inverse[(size_t)k * (size_t)size + (size_t)l];
        for (int m = 0; m < k; m++) {
            const double *from = q->inverse + (size_t)m * (size_t)size;
            for (int l = 0; l < size; l++) product[l] += row[m] * from[l];
        }
        const double factor = less * product[j] / (1 - less * own[j]);
        for (int l = 0; l < k; l++) row[l] = product[l] + factor * own[l];
        *shift = product[k] + factor * own[k];
    }
}

// Inverts a symmetric positive definite a[size,size] in place, by Gauss and Jordan.
static void invert(double *a, int size) {
    for (int p = 0; p < size; p++) {
        double *pivot = a + (size_t)p * (size_t)size, over = 1 / pivot[p];
        pivot[p] = 1;
        for (int c = 0; c < size; c++) pivot[c] *= over;
        for (int r = 0; r < size; r++) {
            double *row = a + (size_t)r * (size_t)size;
            const double factor = row[p];
            if (r == p) continue;
            row[p] = 0;
            for (int c = 0; c < size; c++) row[c] -= factor * pivot[c];
        }
    }
}

// Inverts an approximate Hessian of a class: curvature times the mean of (x, 1)(x, 1)^T, plus the penalties
// of an off-diagonal element and the intercept. A little is added to keep it definite.
static void prepare(cal_affine *q) {
    const double little = 1e-5;
    const int k = q->k, size = k + 1;
    double *const a = q->inverse, fraction = 1.0 / q->n;
    for (int i = 0; i < q->n; i++) {
        const float *row = q->rows + (size_t)i * (size_t)k;
        for (int j = 0; j < k; j++) {
            const double z = (double)row[j] * q->unit;
            double *to = a + (size_t)j * (size_t)size;
            for (int l = 0; l <= j; l++) to[l] += z * ((double)row[l] * q->unit);
            a[(size_t)k * (size_t)size + (size_t)j] += z;
        }
    }
    for (int j = 0; j < size; j++)
        for (int l = 0; l <= j; l++) {
            double *of = a + (size_t)j * (size_t)size + l;
            *of *= q->curvature * fraction;
            a[(size_t)l * (size_t)size + (size_t)j] = *of;
        }
    for (int j = 0; j < k; j++) {
        double *of = a + (size_t)j * (size_t)size + j;
        q->square[j] = *of / q->curvature;
        *of += 2 * q->off + little * *of + 1e-30;
    }
    a[size_of(size) - 1] = q->curvature * (1 + little) + 2 * q->intercept;
    invert(a, size);
}

cal_affine cal_affine_take(cal_arena *arena, int k) {
    const size_t chunk = (size_t)CHUNK * (size_t)k * sizeof(float), size = (size_t)k + 1;
    cal_affine q = {.k = k, .unit = 1, .search = cal_lbfgs_take(arena, k * k + k)};
    q.matrix = cal_arena_alloc(arena, size_of(k) * sizeof *q.matrix);
    q.sum = cal_arena_alloc(arena, size_of(k) * sizeof *q.sum);
    q.input = cal_arena_alloc(arena, chunk), q.output = cal_arena_alloc(arena, chunk);
    q.lost = cal_arena_alloc(arena, CHUNK * sizeof *q.lost);
    q.inverse = cal_arena_alloc(arena, size * size * sizeof *q.inverse);
    q.product = cal_arena_alloc(arena, size * sizeof *q.product);
    q.square = cal_arena_alloc(arena, (size_t)k * sizeof *q.square);
    return q;
}

cal_affine_rows cal_affine_rows_take(cal_arena *arena, int n, int k) {
    cal_affine_rows m = {.affine = cal_affine_take(arena, k)};
    m.rows = cal_arena_alloc(arena, (size_t)n * (size_t)k * sizeof *m.rows);
    m.scratch = cal_arena_alloc(arena, (size_t)k * sizeof *m.scratch);
    return m;
}

void cal_affine_left_out(cal_text *why, int fits, const cal_scores *s) {
    if (!fits)
        cal_text_add(why, "it has at most %d classes, and these outputs have %d", CAL_AFFINE_CLASSES, s->k);
}

void cal_affine_count(cal_arena *counted, int k) {
    cal_found_count(counted, k * k), cal_found_count(counted, k);
    cal_found_count(counted, 1), cal_found_count(counted, 1);
}

size_t cal_affine_rows_counts(cal_arena *kept, const cal_choice *choice, int n, int k, int workers) {
    cal_arena own = {.counts = true};
    (void)choice, (void)workers;
    if (k > CAL_AFFINE_CLASSES) return 0;
    cal_affine_rows_take(&own, n, k);
    cal_affine_count(kept, k);
    return own.taken;
}

double cal_affine_fit(cal_fit *out, int last, cal_arena *arena, cal_affine *q, const cal_scores *s) {
    const int k = q->k;
    double *const x = q->search.x, *matrix, *shift;
    q->n = s->n, q->labels = s->labels, q->soft = s->soft, q->pool = s->how.pool;
    if (q->curvature < 0.01 / k) q->curvature = 0.01 / k;
    for (int j = 0; j < k; j++) x[j * k + j] = 1;
    prepare(q);
    cal_lbfgs_run(&q->search, &(cal_lbfgs_function){q, objective, precondition, steepness, cal_affine_close});
    const double gradient = steepness(q->search.gradient, q);
    *out = (cal_fit){.way = "by_nll"};
    out->found[0] = cal_found_list(&matrix, arena, "matrix", k * k);
    out->found[1] = cal_found_list(&shift, arena, "shift", k);
    for (int i = 0; i < k * k && !arena->refused; i++) matrix[i] = x[i] * q->unit;
    for (int j = 0; j < k && !arena->refused; j++) shift[j] = x[k * k + j];
    out->found[last] = cal_found_number(arena, "steps", q->search.steps);
    out->found[last + 1] = cal_found_number(arena, "gradient", gradient);
    return gradient;
}

bool cal_affine_by_name(int n, int k) {
    (void)n, (void)k;
    return true;
}

bool cal_affine_restore(cal_fit *fit, cal_arena *arena, int k) {
    (void)fit, (void)arena;
    return k <= CAL_AFFINE_CLASSES;
}

void cal_affine_map(double *y, const cal_fit *fit, const double *x, int k) {
    for (int j = 0; j < k; j++) {
        const double *row = fit->found[0].number + (size_t)j * (size_t)k;
        double sum = fit->found[1].number[j];
        for (int l = 0; l < k; l++) sum += row[l] * x[l];
        y[j] = sum;
    }
}
