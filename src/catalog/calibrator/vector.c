// Vector scaling: softmax(s z + t) with a scale and a shift for each class.
//
// The mean of -log p_y is convex in (s, t), with derivatives `mean (p_j - onehot_j) z_j` and `mean (p_j -
// onehot_j)`. It is minimised by L-BFGS (Liu and Nocedal 1989) from s = 1, t = 0, with the inverse of the
// Hessian's diagonal as the first guess. A step is halved until the likelihood does not fall. It ends when no
// derivative is larger than CLOSE, or after STEPS; the remaining gradient is part of the fit. Separable data
// has no maximum: the likelihood rises as scales or shifts grow. As its gradient vanishes too, separability
// is tested.
#include <string.h>
#include "base/maths/exp_below.h"
#include "base/maths/maths.h"
#include "catalog/calibrator/shared/fit.h"
#include "catalog/scores/binary/logistic.h"

enum { STEPS = 200, MEMORY = 12, CHUNK = 256 };
static const double CLOSE = 1e-6;

typedef struct problem {
    const cal_scores *scores;
    float unit;           // logits are multiplied by it: a power of two, 1 except for enormous ones
    int k, wide;          // wide: k rounded up to 4
    float *scale, *shift; // [wide]
    float *row, *z;       // [wide]
    float *sum;           // [2][wide] sums over a chunk: of p and of p z
} problem;

// Mean of -log p_y at x[2k] (scales, then shifts), and its gradient. Rows are in single precision, sums over
// chunks of rows in double.
static double objective(double *gradient, problem *q, const double *x) {
    const cal_scores *s = q->scores;
    int k = q->k, wide = q->wide;
    double total = 0, fraction = 1.0 / s->n;
    for (int j = 0; j < k; j++) q->scale[j] = (float)x[j], q->shift[j] = (float)x[k + j];
    memset(gradient, 0, 2 * (size_t)k * sizeof *gradient);
    for (int first = 0; first < s->n; first += CHUNK) {
        int end = first + CHUNK < s->n ? first + CHUNK : s->n;
        memset(q->sum, 0, 2 * (size_t)wide * sizeof *q->sum);
        for (int i = first; i < end; i++) {
            const float *z = s->logits + (size_t)i * k;
            int label = s->labels[i];
            for (int j = 0; j < k; j++) q->z[j] = z[j] * q->unit;
            cal_f4 most = cal_f4_splat(-0x1p120f), all = cal_f4_splat(0);
            for (int j = 0; j < wide; j += 4) {
                cal_f4 v = cal_f4_muladd(cal_f4_load(q->z + j), cal_f4_load(q->scale + j),
                                         cal_f4_load(q->shift + j));
                cal_f4_store(q->row + j, v);
                most = cal_f4_max(most, v);
            }
            float lanes[4];
            cal_f4_store(lanes, most);
            float top = lanes[0];
            for (int l = 1; l < 4; l++) top = lanes[l] > top ? lanes[l] : top;
            double label_logit = q->row[label] - (double)top;
            for (int j = 0; j < wide; j += 4) {
                cal_f4 e = cal_f4_exp_below(cal_f4_sub(cal_f4_load(q->row + j), cal_f4_splat(top)));
                cal_f4_store(q->row + j, e);
                all = cal_f4_add(all, e);
            }
            double norm = cal_f4_sum(all);
            total += cal_log(norm) - label_logit;
            cal_f4 over = cal_f4_splat((float)(1 / norm));
            for (int j = 0; j < wide; j += 4) {
                cal_f4 p = cal_f4_mul(cal_f4_load(q->row + j), over), at = cal_f4_load(q->z + j);
                cal_f4 pz = cal_f4_mul(p, at);
                cal_f4_store(q->sum + j, cal_f4_add(cal_f4_load(q->sum + j), p));
                cal_f4_store(q->sum + wide + j, cal_f4_add(cal_f4_load(q->sum + wide + j), pz));
            }
            gradient[label] -= q->z[label] * fraction;
            gradient[k + label] -= fraction;
        }
        for (int j = 0; j < k; j++) {
            gradient[j] += q->sum[wide + j] * fraction;
            gradient[k + j] += q->sum[j] * fraction;
        }
    }
    return total * fraction;
}

static double dot(const double *a, const double *b, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

// The largest derivative; that of a scale in units of its logit's size if that is above 1.
static double steepness(const double *gradient, const double *square, int k) {
    double most = 0;
    for (int j = 0; j < k; j++) {
        double a = gradient[j], b = gradient[k + j];
        if (square[j] > 1) a /= cal_sqrt(square[j]);
        if (a < 0) a = -a;
        if (b < 0) b = -b;
        if (a > most) most = a;
        if (b > most) most = b;
    }
    return most;
}

typedef struct history {
    int count, n;
    double *step, *change;       // [MEMORY][n], the newest at (count - 1) mod MEMORY
    const double *square, *mean; // [k] mean square and mean of the logits
} history;

static const double *newest(const double *list, const history *h) {
    return list + (size_t)((h->count - 1) % MEMORY) * h->n;
}

// Multiplies by the inverse of the classes' blocks.
static void solve_blocks(double *x, const history *h) {
    int k = h->n / 2;
    for (int j = 0; j < k; j++) {
        double spread = h->square[j] - h->mean[j] * h->mean[j], a = x[j], b = x[k + j];
        if (!(spread > 1e-12 * h->square[j])) spread = 1e-12 * h->square[j] + 1e-30; // a constant logit
        x[j] = 4 * (a - h->mean[j] * b) / spread;
        x[k + j] = 4 * b - h->mean[j] * x[j];
    }
}

// The same, scaled by the size that the newest step suggests.
static void guess(double *x, double *scratch, const history *h) {
    double size = 1;
    if (h->count) {
        const double *s = newest(h->step, h), *y = newest(h->change, h);
        memcpy(scratch, y, (size_t)h->n * sizeof *scratch);
        solve_blocks(scratch, h);
        size = dot(s, y, h->n) / dot(scratch, y, h->n);
    }
    solve_blocks(x, h);
    for (int i = 0; i < h->n; i++) x[i] *= size;
}

// direction = -H gradient by the two loops of L-BFGS.
static void descend(double *direction, double *scratch, const history *h, const double *gradient) {
    double a[MEMORY];
    int first = h->count > MEMORY ? h->count - MEMORY : 0;
    for (int i = 0; i < h->n; i++) direction[i] = -gradient[i];
    for (int m = h->count - 1; m >= first; m--) {
        const double *s = h->step + (size_t)(m % MEMORY) * h->n, *y = h->change + (size_t)(m % MEMORY) * h->n;
        a[m - first] = dot(s, direction, h->n) / dot(s, y, h->n);
        for (int i = 0; i < h->n; i++) direction[i] -= a[m - first] * y[i];
    }
    guess(direction, scratch, h);
    for (int m = first; m < h->count; m++) {
        const double *s = h->step + (size_t)(m % MEMORY) * h->n, *y = h->change + (size_t)(m % MEMORY) * h->n;
        double b = dot(y, direction, h->n) / dot(s, y, h->n);
        for (int i = 0; i < h->n; i++) direction[i] += (a[m - first] - b) * s[i];
    }
}

typedef struct minimum {
    double *x, *gradient, *direction, *next, *next_gradient, *square, *mean; // [2k], the last two [k]
    history history;
    int steps;
} minimum;

// Single precision has room for the sums of logits up to 2^64. Larger ones begin at a scale that makes them
// smaller.
static float unit_of(const cal_scores *s) {
    const float most = 0x1p64f, step = 0x1p-32f;
    float unit = 1;
    for (size_t i = 0; i < (size_t)s->n * (size_t)s->k; i++)
        while (__builtin_fabsf(s->logits[i]) * unit > most) unit *= step;
    return unit;
}

static void moments(minimum *m, const cal_scores *s, double unit) {
    for (int i = 0; i < s->n; i++) {
        const float *row = s->logits + (size_t)i * s->k;
        for (int j = 0; j < s->k; j++) {
            double z = row[j] * unit;
            m->mean[j] += z, m->square[j] += z * z;
        }
    }
    for (int j = 0; j < s->k; j++) m->mean[j] /= s->n, m->square[j] /= s->n;
}

static void minimise(minimum *m, problem *q) {
    int n = 2 * q->k;
    double value = objective(m->gradient, q, m->x);
    for (m->steps = 0; m->steps < STEPS && steepness(m->gradient, m->square, q->k) > CLOSE; m->steps++) {
        double length = 1, rounding = 1e-7 * (1 + value), found = 0;
        descend(m->direction, m->next, &m->history, m->gradient);
        for (int halved = 0; halved < 30; halved++, length /= 2) {
            for (int i = 0; i < n; i++) m->next[i] = m->x[i] + length * m->direction[i];
            found = objective(m->next_gradient, q, m->next);
            if (found <= value + rounding) break;
        }
        if (!(found <= value + rounding)) break;
        double *step = m->history.step + (size_t)(m->history.count % MEMORY) * n;
        double *change = m->history.change + (size_t)(m->history.count % MEMORY) * n;
        for (int i = 0; i < n; i++)
            step[i] = m->next[i] - m->x[i], change[i] = m->next_gradient[i] - m->gradient[i];
        if (dot(step, change, n) > 1e-12 * dot(change, change, n)) m->history.count++;
        memcpy(m->x, m->next, (size_t)n * sizeof *m->x);
        memcpy(m->gradient, m->next_gradient, (size_t)n * sizeof *m->x);
        value = found;
    }
}

// Returns true if class j's logit alone separates its rows from all others. A class without rows is
// separated.
static bool separates(const cal_scores *s, int j) {
    cal_outcome_ranges z = {0};
    for (int i = 0; i < s->n; i++)
        cal_outcome_ranges_add(&z, s->logits[(size_t)i * (size_t)s->k + (size_t)j], s->labels[i] == j);
    if (!z.count[0] || !z.count[1]) return true;
    const bool constant = z.low[0] == z.high[1] && z.high[0] == z.low[1];
    return !constant && (z.high[0] <= z.low[1] || z.high[1] <= z.low[0]);
}

static double logit(const cal_fit *found, const float *z, int j) {
    return found->found[0].number[j] * z[j] + found->found[1].number[j];
}

// Returns true if the likelihood has no maximum: every label's logit is the largest, or one class's logit
// separates it. Scaling the whole fit, or this class's part, then raises the likelihood forever.
static bool separable(const cal_fit *found, const cal_scores *s) {
    bool all = true;
    for (int i = 0; i < s->n && all; i++) {
        const float *z = s->logits + (size_t)i * (size_t)s->k;
        for (int j = 0; j < s->k; j++)
            all &= j == s->labels[i] || logit(found, z, j) < logit(found, z, s->labels[i]);
    }
    for (int j = 0; j < s->k && !all; j++) all = separates(s, j);
    return all;
}

static void take(minimum *m, problem *q, cal_arena *own, int k) {
    const int wide = (k + 3) / 4 * 4;
    const size_t size = 2 * (size_t)k * sizeof(double), row = (size_t)wide * sizeof(float);
    *q = (problem){.k = k, .wide = wide};
    *m = (minimum){.history = {.n = 2 * k}};
    double **const vectors[] = {&m->x,      &m->gradient, &m->direction, &m->next, &m->next_gradient,
                                &m->square, &m->mean};
    for (size_t v = 0; v < sizeof vectors / sizeof *vectors; v++) *vectors[v] = cal_arena_alloc(own, size);
    m->history.step = cal_arena_alloc(own, MEMORY * size);
    m->history.change = cal_arena_alloc(own, MEMORY * size);
    m->history.square = m->square, m->history.mean = m->mean;
    q->scale = cal_arena_alloc(own, row), q->shift = cal_arena_alloc(own, row);
    q->row = cal_arena_alloc(own, row), q->z = cal_arena_alloc(own, row);
    q->sum = cal_arena_alloc(own, 2 * row);
}

static size_t counts(cal_arena *kept, const cal_choice *choice, int n, int k, int workers) {
    cal_arena own = {.counts = true};
    problem q;
    minimum m;
    (void)choice, (void)n, (void)workers;
    take(&m, &q, &own, k);
    cal_found_count(kept, k), cal_found_count(kept, k);
    cal_found_count(kept, 1), cal_found_count(kept, 1);
    return own.taken;
}

static int fit(cal_fit *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    (void)choice;
    cal_arena own = {0};
    const int k = s->k;
    problem q;
    double *scale, *shift;
    minimum m;
    take(&m, &q, &own, k);
    q.scores = s;
    *out = (cal_fit){.way = "by_nll"};
    out->found[0] = cal_found_list(&scale, arena, "scale", k);
    out->found[1] = cal_found_list(&shift, arena, "shift", k);
    if (own.refused) arena->refused = true;
    if (!arena->refused) {
        for (int j = k; j < q.wide; j++) q.shift[j] = -0x1p100f; // the padding lanes count as nothing
        for (int j = 0; j < k; j++) m.x[j] = 1;
        q.unit = unit_of(s);
        moments(&m, s, q.unit);
        minimise(&m, &q);
        for (int j = 0; j < k; j++) scale[j] = m.x[j] * q.unit;
        double middle = 0; // adding a constant to all shifts changes nothing
        for (int j = 0; j < k; j++) middle += m.x[k + j] / k;
        for (int j = 0; j < k; j++) shift[j] = m.x[k + j] - middle;
        double left = steepness(m.gradient, m.square, k);
        out->found[2] = cal_found_number(arena, "steps", m.steps);
        out->found[3] = cal_found_number(arena, "gradient", left);
        out->at_bound = !arena->refused && (left > CLOSE || separable(out, s));
    }
    cal_arena_free(&own);
    return arena->refused ? 0 : 1;
}

// p = softmax; returns the log of its divisor.
static double softmax(double *p, const cal_fit *found, const float *z, int k) {
    double top = logit(found, z, 0), sum = 0;
    for (int j = 1; j < k; j++) {
        double v = logit(found, z, j);
        if (v > top) top = v;
    }
    for (int j = 0; j < k; j++) {
        double e = cal_exp(logit(found, z, j) - top);
        if (p) p[j] = e;
        sum += e;
    }
    for (int j = 0; p && j < k; j++) p[j] /= sum;
    return top + cal_log(sum);
}

static void row(double *p, const cal_fit *found, const float *z, int k) { softmax(p, found, z, k); }

static double log_label(const cal_fit *found, const float *z, int k, int label) {
    return logit(found, z, label) - softmax(NULL, found, z, k);
}

static cal_status apply(cal_scores *out, cal_arena *arena, const cal_fit *found, const cal_scores *scores,
                        cal_error *err) {
    return cal_fit_apply_rows(out, arena, row, log_label, found, scores, err);
}

const cal_calibrator cal_calibrator_vector = {
    .entry = {.id = "vector",
              .label = "Vector scaling",
              .tex = "\\mathrm{softmax}(s \\odot z + t)",
              .source = "Guo et al. 2017, section 4.2",
              .help = "Scales and shifts the logits of each class, fitted by maximum likelihood"},
    .note =
        "Maps each class by itself, so the predicted class may change; at_bound says that the "
        "likelihood was still rising after the last step, or has no maximum since the scaled logits separate "
        "the classes.",
    .fit = fit,
    .counts = counts,
    .apply = apply,
};
