// Ensemble temperature scaling: a mixture of the temperature-scaled, the original and the uniform
// probabilities.
//
// First T minimises the mean squared error of softmax(z/T) alone. Then w minimises that of the mixture on the
// simplex. With u = p_T - 1/k, v = p_1 - 1/k and r = onehot - 1/k, it is |w1 u + w2 v - r|^2 over w1, w2 >=
// 0, w1 + w2 <= 1. The result is the best of the inner solution and of those on the three sides.
#include "base/maths/exp_below.h"
#include "base/maths/exp_row.h"
#include "base/maths/maths.h"
#include "catalog/calibrator/shared/fit.h"

static const double coldest = 0.05, hottest = 5;
enum { COARSE = 24 }; // temperatures tried first, since the error need not be convex in T

// Adds a class's share of the label to the first and second derivative of twice its probability.
static void add_label(double *first, double *second, double share, double distance, double b, double m,
                      double v, double norm) {
    const double d = distance - m, p = cal_exp(b * (d + m)) / norm;
    *first += share * (2 * p * d);
    *second += share * (2 * p * (d * d - v));
}

// The mean square error's derivatives in b, up to a factor: per row, of P - 2 p_y with P = sum of p^2. With m
// = E[d], v = Var[d]: p' = p (d - m), p'' = p ((d - m)^2 - v).
static void slope_rows(double *sum, const void *context, const cal_scores *s, int begin, int end) {
    const double b = *(const double *)context;
    for (int i = begin; i < end; i++) {
        const float *z = s->logits + (size_t)i * s->k;
        const cal_row_sums of = cal_row_sums_of(s, i, b, true);
        const double e0 = of.e[0], q0 = of.square[0], q1 = of.square[1], q2 = of.square[2];
        double m = of.e[1] / e0, v = of.e[2] / e0 - m * m, norm = e0 * e0;
        double first = 0, second = 0; // derivatives of twice the label's probability
        for (int j = 0; j < s->k && s->soft; j++)
            add_label(&first, &second, s->soft[(size_t)i * (size_t)s->k + (size_t)j],
                      (double)z[j] - z[s->predicted[i]], b, m, v, e0);
        if (!s->soft)
            add_label(&first, &second, 1, (double)z[s->labels[i]] - z[s->predicted[i]], b, m, v, e0);
        // sums of p^2 (d - m) and p^2 (d - m)^2
        double one = (q1 - m * q0) / norm, two = (q2 - 2 * m * q1 + m * m * q0) / norm;
        sum[0] += 2 * one - first;
        sum[1] += 2 * (two + two - v * q0 / norm) - second;
    }
}

static void error_rows(double *sum, const void *context, const cal_scores *s, int begin, int end) {
    enum { PIECE = 64 };
    float d[PIECE];
    double b = *(const double *)context;
    cal_f4 scale = cal_f4_splat((float)b);
    for (int i = begin; i < end; i++) {
        const float *z = s->logits + (size_t)i * s->k;
        float top = z[s->predicted[i]];
        cal_f4 first = cal_f4_splat(0), square = first;
        for (int from = 0; from < s->k; from += PIECE) {
            int count = s->k - from < PIECE ? s->k - from : PIECE;
            for (int j = 0; j < count; j++) d[j] = z[from + j] - top;
            for (int j = count; j % 4; j++) d[j] = -0x1p100f;
            for (int j = 0; j < count; j += 4) {
                cal_f4 e = cal_f4_exp_below(cal_f4_mul(cal_f4_load(d + j), scale));
                first = cal_f4_add(first, e);
                square = cal_f4_muladd(e, e, square);
            }
        }
        double all = cal_f4_sum(first), label = s->soft ? 0 : cal_exp(b * (z[s->labels[i]] - top));
        for (int j = 0; j < s->k && s->soft; j++)
            label += s->soft[(size_t)i * (size_t)s->k + (size_t)j] * cal_exp(b * (z[j] - top));
        *sum += (cal_f4_sum(square) / all - 2 * label) / all;
    }
}

// P - 2 p_y, in single precision: enough to find the valley.
static double error_at(const cal_scores *s, double b) {
    double sum;
    cal_sum_rows(&sum, 1, s, error_rows, &b);
    return sum / s->n;
}

static double best_temperature(bool *at_bound, const cal_scores *s) {
    double at[COARSE], least = __builtin_inf(), curvature;
    int best = 0;
    for (int g = 0; g < COARSE; g++) {
        at[g] = 1 / (coldest * cal_pow(hottest / coldest, g / (COARSE - 1.0)));
        double error = error_at(s, at[g]);
        if (error < least) best = g, least = error;
    }
    at[0] = 1 / coldest, at[COARSE - 1] = 1 / hottest;
    double high = at[best ? best - 1 : 0], low = at[best < COARSE - 1 ? best + 1 : best];
    double first = cal_slope(&curvature, slope_rows, s, low),
           last = cal_slope(&curvature, slope_rows, s, high);
    if (first == 0 && last == 0) return *at_bound = false, 1; // all T are equally good
    *at_bound = first >= 0 || last <= 0;
    if (*at_bound) return 1 / (first >= 0 ? low : high);
    return 1 / cal_flat_point(slope_rows, s, low, at[best], high);
}

typedef struct gram {
    double uu, uv, vv, ur, vr;
} gram;

static double objective(const gram *g, double a, double b) {
    return a * a * g->uu + 2 * a * b * g->uv + b * b * g->vv - 2 * a * g->ur - 2 * b * g->vr;
}

static void consider(double best[2], const gram *g, double a, double b) {
    bool inside = a >= 0 && b >= 0 && a + b <= 1 + 1e-15;
    if (inside && objective(g, a, b) < objective(g, best[0], best[1])) best[0] = a, best[1] = b;
}

static double clamp(double x) { return !(x > 0) ? 0 : x > 1 ? 1 : x; }

static void best_weights(double weight[3], const gram *g) {
    double best[2] = {0, 0}, det = g->uu * g->vv - g->uv * g->uv;
    consider(best, g, clamp(g->ur / g->uu), 0);
    consider(best, g, 0, clamp(g->vr / g->vv));
    // On the side without the uniform part: a u + (1 - a) v.
    double side = clamp((g->ur - g->vr - g->uv + g->vv) / (g->uu - 2 * g->uv + g->vv));
    consider(best, g, side, 1 - side);
    if (det > 1e-14 * g->uu * g->vv)
        consider(best, g, (g->ur * g->vv - g->vr * g->uv) / det, (g->vr * g->uu - g->ur * g->uv) / det);
    weight[0] = best[0], weight[1] = best[1];
    weight[2] = clamp(1 - best[0] - best[1]);
}

static gram products(double *p, double *q, const cal_scores *s, double b) {
    gram g = {0};
    for (int i = 0; i < s->n; i++) {
        const float *z = s->logits + (size_t)i * s->k;
        double pp = 0, pq = 0, qq = 0, even = 1.0 / s->k;
        cal_probabilities(p, z, s->k, b);
        cal_probabilities(q, z, s->k, 1);
        for (int j = 0; j < s->k; j++) pp += p[j] * p[j], pq += p[j] * q[j], qq += q[j] * q[j];
        g.uu += pp - even, g.uv += pq - even, g.vv += qq - even;
        double label = 0, plain = 0; // probabilities of the label
        for (int j = 0; j < s->k && s->soft; j++) {
            const double share = s->soft[(size_t)i * (size_t)s->k + (size_t)j];
            label += share * p[j], plain += share * q[j];
        }
        g.ur += (s->soft ? label : p[s->labels[i]]) - even,
            g.vr += (s->soft ? plain : q[s->labels[i]]) - even;
    }
    return g;
}

enum { WEIGHTS = 3 };

static double *take_row(cal_arena *own, int k) { return cal_arena_alloc(own, (size_t)k * sizeof(double)); }

static size_t counts(cal_arena *kept, const cal_choice *choice, int n, int k, int workers) {
    cal_arena own = {.counts = true};
    (void)choice, (void)n, (void)workers;
    take_row(&own, k), take_row(&own, k);
    cal_found_count(kept, WEIGHTS), cal_found_count(kept, 1);
    return own.taken;
}

static int fit(cal_fit *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    (void)choice;
    cal_arena own = {0};
    double *weight, *p = take_row(&own, s->k), *q = take_row(&own, s->k);
    *out = (cal_fit){.way = "by_mse"};
    out->found[1] = cal_found_list(&weight, arena, "weights", WEIGHTS);
    if (own.refused) arena->refused = true;
    if (!arena->refused) {
        double temperature = best_temperature(&out->at_bound, s);
        gram g = products(p, q, s, 1 / temperature);
        out->found[0] = cal_found_number(arena, "T", temperature);
        best_weights(weight, &g);
    }
    cal_arena_free(&own);
    return arena->refused ? 0 : 1;
}

static float largest(const float *z, int k) {
    float top = z[0];
    for (int j = 1; j < k; j++)
        if (z[j] > top) top = z[j];
    return top;
}

static void row(double *p, const cal_fit *found, const float *z, int k) {
    enum { PIECE = 64 };
    double temperature = *found->found[0].number, piece[PIECE];
    const double *weight = found->found[1].number;
    float top = largest(z, k);
    double hot = cal_exp_row(NULL, z, k, top, temperature), plain = cal_exp_row(p, z, k, top, 1);
    for (int first = 0; first < k; first += PIECE) {
        int count = k - first < PIECE ? k - first : PIECE;
        cal_exp_row(piece, z + first, count, top, temperature);
        for (int j = 0; j < count; j++)
            p[first + j] = weight[0] / hot * piece[j] + weight[1] / plain * p[first + j] + weight[2] / k;
    }
}

static double log_label(const cal_fit *found, const float *z, int k, int label) {
    double temperature = *found->found[0].number, b = 1 / temperature;
    const double *weight = found->found[1].number;
    float top = largest(z, k);
    double hot = cal_exp_row(NULL, z, k, top, temperature), plain = cal_exp_row(NULL, z, k, top, 1);
    double one = cal_log(weight[0]) + b * ((double)z[label] - top) - cal_log(hot);
    double two = cal_log(weight[1]) + ((double)z[label] - top) - cal_log(plain);
    return one > two ? one + cal_log1p(cal_exp(two - one)) : two + cal_log1p(cal_exp(one - two));
}

// The temperature, and two weights, since all three sum to 1.
static int parameters(const cal_fit *fit) {
    (void)fit;
    return WEIGHTS;
}

const cal_calibrator cal_calibrator_ets = {
    .entry = {.id = "ets",
              .label = "Ensemble temperature scaling",
              .tex = "w_1\\,\\mathrm{softmax}(z/T) + w_2\\,\\mathrm{softmax}(z) + w_3/k",
              .source = "Zhang, Kailkhura and Han 2020, section 4.2; T and w by mean square error",
              .help = "Mixes the temperature-scaled probabilities with the original ones and with the "
                      "uniform distribution"},
    .soft = true,
    .fit = fit,
    .parameters = parameters,
    .counts = counts,
    .saved = (const cal_saved[]){{"T", 1, 0.01, 100}, {"weights", WEIGHTS, 0, 1}, {.name = NULL}},
    .row = row,
    .log_label = log_label,
};
