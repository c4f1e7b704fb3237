// Spline calibration of the top label. With samples in the order of their confidence, the sum of (right -
// confidence)/n over the first ones is a curve over their fraction. A natural cubic spline is fitted to it by
// least squares, and its derivative is added to the confidence.
#include <string.h>
#include "catalog/calibrator/shared/fit.h"

enum { KNOTS_MAX = 32 };

// The value at x of a spline with `count` knots in [0,1], as weights of the knots' values and second
// derivatives.
typedef struct place {
    int knot;
    double value[2], second[2];
} place;

static double spacing(int count) { return 1.0 / (count - 1); }

static int knot_below(double x, int count) {
    int j = (int)(x * (count - 1));
    return j > count - 2 ? count - 2 : j;
}

static place curve_at(double x, int count) {
    double h = spacing(count);
    int j = knot_below(x, count);
    double t = x - j * h;
    return (place){j,
                   {1 - t / h, t / h},
                   {-t * t * t / (6 * h) + t * t / 2 - h * t / 3, t * t * t / (6 * h) - h * t / 6}};
}

static place slope_at(double x, int count) {
    double h = spacing(count);
    int j = knot_below(x, count);
    double t = x - j * h;
    return (place){j, {-1 / h, 1 / h}, {-t * t / (2 * h) + t - h / 3, t * t / (2 * h) - h / 6}};
}

// Solves a x = b for a symmetric positive definite a[n][n], which is overwritten; x replaces b. Gaussian
// elimination without pivoting is stable for such matrices.
static void solve(double a[KNOTS_MAX][KNOTS_MAX], double *b, int n) {
    for (int i = 0; i < n; i++)
        for (int r = i + 1; r < n; r++) {
            double factor = a[r][i] / a[i][i];
            for (int c = i; c < n; c++) a[r][c] -= factor * a[i][c];
            b[r] -= factor * b[i];
        }
    for (int i = n - 1; i >= 0; i--) {
        for (int c = i + 1; c < n; c++) b[i] -= a[i][c] * b[c];
        b[i] /= a[i][i];
    }
}

// second[i] = sum over c of from[i][c] value[c]. These are zero at both ends and solve `(M_(i-1) + 4 M_i +
// M_(i+1)) h^2/6 = y_(i-1) - 2 y_i + y_(i+1)`.
static void second_derivatives(double from[KNOTS_MAX][KNOTS_MAX], int count) {
    double scale = 6 * (double)(count - 1) * (count - 1);
    for (int c = 0; c < count; c++) {
        double a[KNOTS_MAX][KNOTS_MAX], b[KNOTS_MAX];
        int inner = count - 2;
        memset(a, 0, sizeof a);
        for (int i = 0; i < inner; i++) {
            a[i][i] = 4;
            if (i) a[i][i - 1] = a[i - 1][i] = 1;
            b[i] = scale * (c == i ? 1 : c == i + 1 ? -2 : c == i + 2 ? 1 : 0);
        }
        solve(a, b, inner);
        for (int i = 0; i < inner; i++) from[i + 1][c] = b[i];
        from[0][c] = from[count - 1][c] = 0;
    }
}

static void fit_knots(double *value, double *second, const cal_scores *s, int count) {
    double from[KNOTS_MAX][KNOTS_MAX], a[KNOTS_MAX][KNOTS_MAX], b[KNOTS_MAX] = {0}, gap = 0;
    second_derivatives(from, count);
    memset(a, 0, sizeof a);
    for (int i = 0; i < s->n; i++) {
        double weight[KNOTS_MAX] = {0};
        place at = curve_at((double)i / (s->n - 1), count);
        int sample = s->order[i];
        gap += (s->correct[sample] - s->confidence[sample]) / s->n;
        for (int side = 0; side < 2; side++) {
            weight[at.knot + side] += at.value[side];
            for (int c = 0; c < count; c++) weight[c] += at.second[side] * from[at.knot + side][c];
        }
        for (int r = 0; r < count; r++) {
            for (int c = 0; c < count; c++) a[r][c] += weight[r] * weight[c];
            b[r] += weight[r] * gap;
        }
    }
    solve(a, b, count);
    for (int r = 0; r < count; r++) {
        value[r] = b[r];
        second[r] = 0;
        for (int c = 0; c < count; c++) second[r] += from[r][c] * b[c];
    }
}

static cal_polyline *take_map(double **from, double **to, cal_arena *arena, int n) {
    cal_polyline *m = cal_arena_alloc(arena, sizeof *m);
    *from = cal_arena_alloc(arena, (size_t)n * sizeof **from);
    *to = cal_arena_alloc(arena, (size_t)n * sizeof **to);
    if (m) *m = (cal_polyline){n, *from, *to};
    return m;
}

static size_t counts(cal_arena *kept, const cal_choice *choice, int n, int k, int workers) {
    const int count = cal_choice_integer(choice, "knots");
    (void)k, (void)workers;
    if (n < count) return 0;
    cal_found_count(kept, count), cal_found_count(kept, count);
    double *from, *to;
    take_map(&from, &to, kept, n);
    return 0;
}

static int fit(cal_fit *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    int count = cal_choice_integer(choice, "knots");
    double *value, *second, *from, *to;
    if (s->n < count) return 0; // the spline would not be determined
    *out = (cal_fit){.way = "by_gap"};
    out->found[0] = cal_found_list(&value, arena, "values", count);
    out->found[1] = cal_found_list(&second, arena, "second_derivatives", count);
    cal_polyline *m = take_map(&from, &to, arena, s->n);
    if (arena->refused) return 0;
    fit_knots(value, second, s, count);
    for (int i = 0; i < s->n; i++) {
        place at = slope_at((double)i / (s->n - 1), count);
        to[i] = from[i] = s->confidence[s->order[i]];
        for (int side = 0; side < 2; side++)
            to[i] += at.value[side] * value[at.knot + side] + at.second[side] * second[at.knot + side];
    }
    out->state = m;
    return 1;
}

static double top(const cal_fit *found, double confidence) {
    double to = cal_polyline_at(found, confidence);
    return to < 0 ? 0 : to > 1 ? 1 : to;
}

// The second derivatives of a natural spline follow from its values.
static int parameters(const cal_fit *fit) { return fit->found[0].count; }

const cal_calibrator cal_calibrator_spline = {
    .entry = {.id = "spline",
              .label = "Spline",
              .tex = "c + s'(F(c)),\\quad s(F(c_i)) \\approx \\tfrac1n\\sum_{c_j \\le c_i}(a_j - c_j)",
              .source = "Gupta et al. 2021, section 4.1; interpolated as numpy.interp does",
              .help = "Adds to each confidence the derivative of a cubic spline fitted to the cumulative "
                      "calibration error",
              .params = (const cal_param[]){{.name = "knots",
                                             .help = "Number of knots of the spline, both ends included",
                                             .unit = "knots",
                                             .type = CAL_INTEGER,
                                             .value = 6,
                                             .min = 3,
                                             .max = KNOTS_MAX},
                                            {.name = NULL}}},
    .note = "Changes the confidence of the predicted class alone, and may change which of two samples is the "
            "more confident.",
    .top_only = true,
    .fit = fit,
    .parameters = parameters,
    .counts = counts,
    .saved = (const cal_saved[]){{"from", CAL_SAVED_ANY, 0, 1},
                                 {"to", CAL_SAVED_ANY, -CAL_SAVED_MOST, CAL_SAVED_MOST},
                                 {.name = NULL}},
    .save = cal_polyline_save,
    .restore = cal_polyline_restore,
    .top = top,
};
