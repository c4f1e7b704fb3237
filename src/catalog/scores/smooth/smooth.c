// Residuals are spread onto a mesh of a few points per width, by polynomials of degree 5, and summed with the
// Gaussian there. Between points the smoothed residual is a cubic, whose area is computed in parts between
// sign changes. The mesh is processed in windows, so that the narrowest Gaussian needs no more memory.
#include "catalog/scores/smooth/smooth.h"
#include "base/maths/maths.h"

enum { WINDOW = 1024, MARGIN = 8, BASE = 1024, STEPS = 60 };
static const double narrowest = 1e-6, root_2pi = 2.506628274631000502;

// Accuracy: mesh points per width, widths at which the Gaussian ends, and tolerance of the fixed point.
typedef struct precision {
    int fine;
    double reach, absolute, relative;
} precision;

static const precision of_figure = {16, 7, 1e-8, 0}, of_draw = {3, 4.5, 1e-8, 0.005};

// Residuals over n, in the order of their positions.
typedef struct residuals {
    int count;
    double *at, *value;
} residuals;

// Memory for one window.
typedef struct workspace {
    precision how;
    residuals list;
    double *tap, *in, *out;
    double points, width; // mesh points over [0,1] without the last, and per sigma
    int taps;             // on one side of the middle
} workspace;

int cal_smooth_stencil(double *weight, double x) {
    int at = (int)(x + 4) - 4; // rounds down
    double s = x - at, one = s * s - 1, four = s * s - 4, three = s - 3;
    weight[0] = -s * one * (s - 2) * three / 120;
    weight[1] = s * (s - 1) * four * three / 24;
    weight[2] = -one * four * three / 12;
    weight[3] = s * (s + 1) * four * three / 12;
    weight[4] = -s * one * (s + 2) * three / 24;
    weight[5] = s * one * four / 120;
    return at - 2;
}

// A draw of many samples is replaced by fewer points, which share each sample: the figure is linear in them.
static void list_residuals(residuals *out, cal_arena *own, const cal_scores *scores) {
    bool shared = scores->is_draw && scores->n > BASE;
    int n = scores->n, count = shared ? BASE + 1 : n;
    *out = (residuals){.count = count};
    out->at = cal_arena_alloc(own, (size_t)count * sizeof *out->at);
    out->value = cal_arena_alloc(own, (size_t)count * sizeof *out->value);
    if (own->refused) return;
    for (int j = 0; shared && j < count; j++) out->at[j] = (double)j / BASE;
    for (int place = 0; place < n; place++) {
        int i = scores->order[place];
        double c = scores->confidence[i], value = (c - scores->correct[i]) / n;
        if (!shared) out->at[place] = c, out->value[place] = value;
        else {
            int at = c < 1 ? (int)(c * BASE) : BASE - 1;
            double fraction = c * BASE - at;
            out->value[at] += (1 - fraction) * value, out->value[at + 1] += fraction * value;
        }
    }
}

// Index of the first one at or above x.
static int first_from(const residuals *list, double x) {
    int low = 0, high = list->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (list->at[middle] < x) low = middle + 1;
        else high = middle;
    }
    return low;
}

// Spreads the image c -> sign c + shift of the list onto the part of the mesh from `first` to `last`.
static bool put_image(workspace *d, double first, double last, double sign, double shift) {
    const residuals *list = &d->list;
    double a = sign * ((first - 3) / d->points - shift), b = sign * ((last + 3) / d->points - shift);
    int begin = first_from(list, sign > 0 ? a : b);
    double end = sign > 0 ? b : a, weight[6];
    bool any = false;
    for (int i = begin; i < list->count && list->at[i] <= end; i++, any = true) {
        double x = (sign * list->at[i] + shift) * d->points - first;
        double *in = d->in + MARGIN + cal_smooth_stencil(weight, x);
        for (int j = 0; j < 6; j++) in[j] += weight[j] * list->value[i];
    }
    return any;
}

// Returns false if nothing was in this part.
static bool put_images(workspace *d, double first, double last) {
    bool any = false;
    for (int i = 0; i < (int)(last - first) + 1 + 2 * MARGIN; i++) d->in[i] = 0;
    int from = (int)((first / d->points - 3) / 2) - 1, to = (int)((last / d->points + 3) / 2) + 1;
    for (int j = from; j <= to; j++)
        for (double sign = 1; sign >= -1; sign -= 2)
            if (put_image(d, first, last, sign, 2.0 * j)) any = true;
    return any;
}

// out[j] for j = 0 .. count-1 is the sum around in[j + taps].
static void smooth(double *restrict out, const double *restrict in, const double *tap, int taps, int count) {
    for (int j = 0; j < count; j++) out[j] = tap[0] * in[j + taps];
    for (int t = 1; t <= taps; t++) {
        const double *below = in + taps - t, *above = in + taps + t;
        for (int j = 0; j < count; j++) out[j] += tap[t] * (below[j] + above[j]);
    }
}

static double cubic(const double *c, double x) { return c[0] + x * (c[1] + x * (c[2] + x * c[3])); }
static double primitive(const double *c, double x) {
    return x * (c[0] + x * (c[1] / 2 + x * (c[2] / 3 + x * c[3] / 4)));
}

// The area under |cubic| between a and b, where it has at most one sign change.
static double area_between(const double *c, double a, double b) {
    double low = a, high = b;
    bool rises = cubic(c, a) < 0;
    if (rises == (cubic(c, b) < 0)) return __builtin_fabs(primitive(c, b) - primitive(c, a));
    for (int step = 0; step < 40; step++) {
        double middle = (low + high) / 2;
        if ((cubic(c, middle) < 0) == rises) low = middle;
        else high = middle;
    }
    double root = primitive(c, low);
    return __builtin_fabs(root - primitive(c, a)) + __builtin_fabs(primitive(c, b) - root);
}

// The area between v[1] and v[2], which are 1 apart, under the cubic through v[0] to v[3].
static double area(const double *v) {
    double middle = 9 * (v[1] + v[2]) - v[0] - v[3];
    if ((v[1] >= 0 && v[2] >= 0 && middle >= 0) || (v[1] <= 0 && v[2] <= 0 && middle <= 0))
        return __builtin_fabs(13 * (v[1] + v[2]) - v[0] - v[3]) / 24;
    double c[4] = {v[1], -v[0] / 3 - v[1] / 2 + v[2] - v[3] / 6, v[0] / 2 - v[1] + v[2] / 2,
                   (v[3] - v[0]) / 6 + (v[1] - v[2]) / 2};
    return area_between(c, 0, 0.5) + area_between(c, 0.5, 1);
}

static bool make_workspace(workspace *d, cal_arena *own, const cal_scores *scores) {
    *d = (workspace){.how = scores->is_draw ? of_draw : of_figure};
    int most = (int)(d->how.reach * (d->how.fine + 1)) + 2;
    list_residuals(&d->list, own, scores);
    d->tap = cal_arena_alloc(own, (size_t)(most + 1) * sizeof(double));
    d->in = cal_arena_alloc(own, (size_t)(WINDOW + 3 + 2 * (most + MARGIN)) * sizeof(double));
    d->out = cal_arena_alloc(own, (WINDOW + 3) * sizeof(double));
    return !own->refused;
}

static double error_at(workspace *d, double sigma) {
    d->points = (double)(int)(d->how.fine / sigma + 0.999999);
    d->width = sigma * d->points;
    d->taps = (int)(d->how.reach * d->width) + 1;
    for (int t = 0; t <= d->taps; t++) {
        double x = t / d->width;
        d->tap[t] = cal_exp(-x * x / 2) / (root_2pi * d->width);
    }
    double sum = 0;
    for (double first = 0; first < d->points; first += WINDOW) {
        int count = d->points - first < WINDOW ? (int)(d->points - first) : WINDOW;
        if (!put_images(d, first - 1 - d->taps, first + count + 1 + d->taps)) continue;
        smooth(d->out, d->in + MARGIN, d->tap, d->taps, count + 3);
        for (int j = 0; j < count; j++) sum += area(d->out + j);
    }
    return sum;
}

// A wider Gaussian gives a smaller error. So an error above its width is below the fixed point and vice
// versa, and each evaluation moves both bounds. Between them it follows the line through the last two, or
// bisects.
static cal_smooth_ece agreed(workspace *d) {
    double sum = 0, low = 0, high = 0, at = 0, beyond = 0, before_at = 0, before = 0;
    for (int i = 0; i < d->list.count; i++) sum += d->list.value[i], high += __builtin_fabs(d->list.value[i]);
    low = __builtin_fabs(sum);
    if (high > 1) high = 1; // only by rounding
    for (int step = 0; step < STEPS; step++) {
        double next = step == 0 ? high : step == 1 ? high / 4 : (low + high) / 2;
        if (step > 1 && step % 8 && beyond != before)
            next = at - beyond * (at - before_at) / (beyond - before);
        if (!(next > low)) next = step == 1 ? low : (low + high) / 2;
        if (!(next < high)) next = step == 0 ? high : (low + high) / 2;
        before_at = at, before = beyond;
        at = next > narrowest ? next : narrowest;
        double found = error_at(d, at);
        beyond = found - at;
        double off = __builtin_fabs(beyond);
        if (off <= d->how.absolute || off <= d->how.relative * at || (at == narrowest && beyond < 0))
            return (cal_smooth_ece){found, at};
        if (beyond > 0) low = at, high = found < high ? found : high;
        else high = at, low = found > low ? found : low;
    }
    return (cal_smooth_ece){at + beyond, at};
}

static cal_smooth_ece measured(cal_arena *arena, const cal_scores *scores, double sigma) {
    cal_arena own = {0};
    cal_smooth_ece found = {__builtin_nan(""), __builtin_nan("")};
    workspace d;
    if (!make_workspace(&d, &own, scores)) arena->refused = true;
    else if (sigma > 0) found = (cal_smooth_ece){error_at(&d, sigma), sigma};
    else found = agreed(&d);
    cal_arena_free(&own);
    return found;
}

cal_smooth_ece cal_smooth_error(cal_arena *arena, const cal_scores *scores, double sigma) {
    return measured(arena, scores, sigma);
}

cal_smooth_ece cal_smooth_agreed(cal_arena *arena, const cal_scores *scores) {
    return measured(arena, scores, 0);
}

cal_status cal_smooth_check(const cal_choice *choice, cal_error *err) {
    const double least = 1e-4;
    double sigma = cal_choice_number(choice, "sigma");
    if (sigma == 0 || sigma >= least) return CAL_OK;
    return cal_fail(err, CAL_USAGE, "%s: sigma=%.10g is neither 0 nor at least %g", choice->entry->id, sigma,
                    least);
}
