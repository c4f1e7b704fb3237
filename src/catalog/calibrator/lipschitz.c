// The smooth post-processing of the post-processing gap. Confidence c becomes c + eta(c) with a 1-Lipschitz
// eta that minimises the squared error against right and wrong, exactly.
//
// On the sorted confidences the condition is 0 <= k_(i+1) - k_i <= 2 (c_(i+1) - c_i) for k = c + eta. Let
// F_i(x) be the least error of the first i with k_i = x. It is convex, with a piecewise linear derivative.
// For i + 1, the part to the right of the zero moves right by the largest step. That opens a flat piece
// there. Then 2 w (x - a) is added. Only the points where the derivative's slope changes are kept, in two
// stacks to the left and right of the zero. The zeros, clamped backwards, are k. Values outside [0,1] never
// pay.
#include "catalog/calibrator/shared/fit.h"

typedef struct bend {
    double at, change; // increase of the slope at this point
} bend;

typedef struct valley {
    bend *left, *right; // stacks, with the bend nearest to the zero on top
    int lefts, rights;
    double shift;       // offset of all bends in `right`
    double zero, slope; // zero of the derivative, and its slope there
} valley;

// Inserts a flat piece from the zero to `step` beyond it.
static void widen(valley *v, double step) {
    v->left[v->lefts++] = (bend){v->zero, -v->slope};
    v->shift += step;
    v->right[v->rights++] = (bend){v->zero + step - v->shift, v->slope};
    v->slope = 0;
}

// Adds 2 w (x - a) and finds the new zero by walking over the bends between.
static void add(valley *v, double w, double a) {
    double value = 2 * w * (v->zero - a); // the derivative's value at v->zero
    v->slope += 2 * w;
    while (value > 0 && v->lefts) {
        bend b = v->left[v->lefts - 1];
        double there = value - v->slope * (v->zero - b.at);
        if (there < 0) break;
        value = there, v->zero = b.at, v->slope -= b.change, v->lefts--;
        v->right[v->rights++] = (bend){b.at - v->shift, b.change};
    }
    while (value < 0 && v->rights) {
        bend b = v->right[v->rights - 1];
        double there = value + v->slope * (b.at + v->shift - v->zero);
        if (there > 0) break;
        value = there, v->zero = b.at + v->shift, v->slope += b.change, v->rights--;
        v->left[v->lefts++] = (bend){v->zero, b.change};
    }
    v->zero -= value / v->slope;
}

// Merges equal confidences, with their weight and mean. Returns the number of distinct ones.
static int merge(double *at, double *weight, double *mean, const cal_scores *s) {
    int count = 0;
    for (int i = 0; i < s->n; i++) {
        int sample = s->order[i];
        if (!count || s->confidence[sample] > at[count - 1]) {
            at[count] = s->confidence[sample], weight[count] = 0, mean[count] = 0;
            count++;
        }
        weight[count - 1]++;
        mean[count - 1] += s->correct[sample];
    }
    for (int i = 0; i < count; i++) mean[i] /= weight[i];
    return count;
}

typedef struct parts {
    double *weight, *mean, *zero; // [n]
    bend *left, *right;           // [2n]
    cal_polyline *map;
    double *at, *eta; // [n]
} parts;

static parts take(cal_arena *kept, cal_arena *own, int n) {
    const size_t rows = (size_t)n;
    parts t;
    t.weight = cal_arena_alloc(own, rows * sizeof *t.weight);
    t.mean = cal_arena_alloc(own, rows * sizeof *t.mean);
    t.zero = cal_arena_alloc(own, rows * sizeof *t.zero);
    t.left = cal_arena_alloc(own, 2 * rows * sizeof *t.left);
    t.right = cal_arena_alloc(own, 2 * rows * sizeof *t.right);
    t.map = cal_arena_alloc(kept, sizeof *t.map);
    t.at = cal_arena_alloc(kept, rows * sizeof *t.at);
    t.eta = cal_arena_alloc(kept, rows * sizeof *t.eta);
    return t;
}

static size_t counts(cal_arena *kept, const cal_choice *choice, int n, int k, int workers) {
    cal_arena own = {.counts = true};
    (void)choice, (void)k, (void)workers;
    take(kept, &own, n);
    return own.taken;
}

static int fit(cal_fit *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    (void)choice;
    cal_arena own = {0};
    const parts t = take(arena, &own, s->n);
    double *const weight = t.weight, *const mean = t.mean, *const zero = t.zero, *const at = t.at,
                  *const eta = t.eta;
    valley v = {.left = t.left, .right = t.right};
    cal_polyline *m = t.map;
    if (own.refused) arena->refused = true;
    if (!arena->refused) {
        int count = merge(at, weight, mean, s);
        *m = (cal_polyline){count, at, eta};
        v.zero = mean[0], v.slope = 2 * weight[0];
        zero[0] = v.zero;
        for (int i = 1; i < count; i++) {
            widen(&v, 2 * (at[i] - at[i - 1]));
            add(&v, weight[i], mean[i]);
            zero[i] = v.zero;
        }
        double k = zero[count - 1];
        for (int i = count - 1; i >= 0; i--) {
            if (i < count - 1) {
                double least = k - 2 * (at[i + 1] - at[i]);
                k = zero[i] > k ? k : zero[i] < least ? least : zero[i];
            }
            eta[i] = k - at[i];
        }
    }
    cal_arena_free(&own);
    *out = (cal_fit){.way = "by_mse", .state = m};
    return arena->refused ? 0 : 1;
}

static double top(const cal_fit *found, double confidence) {
    double to = confidence + cal_polyline_at(found, confidence);
    return to < 0 ? 0 : to > 1 ? 1 : to;
}

static int parameters(const cal_fit *fit) {
    (void)fit;
    return -1;
}

const cal_calibrator cal_calibrator_lipschitz = {
    .entry = {.id = "lipschitz",
              .label = "Best 1-Lipschitz update",
              .tex = "\\min_{\\eta\\ \\text{1-Lipschitz}}\\ \\tfrac1n\\sum_i (c_i + \\eta(c_i) - a_i)^2",
              .source = "Blasiok, Gopalan, Hu and Nakkiran 2023, post-processing gap",
              .help =
                  "Adds to each confidence the 1-Lipschitz correction that reduces its squared error most"},
    .note = "Changes the confidence of the predicted class alone.",
    .top_only = true,
    .fit = fit,
    .parameters = parameters,
    .counts = counts,
    .saved = (const cal_saved[]){{"at", CAL_SAVED_ANY, 0, 1}, {"eta", CAL_SAVED_ANY, -2, 2}, {.name = NULL}},
    .save = cal_polyline_save,
    .restore = cal_polyline_restore,
    .top = top,
};
