#include "catalog/scores/smooth/relplot.h"
#include "base/maths/maths.h"

enum { BISECTIONS = 10, MESH = 2000, PLACES = 200, COARSE = 4 }; // COARSE: for a draw
static const double narrowest = 0.001, reach = 8.6; // beyond `reach` widths a Gaussian is below 2^-53

// Value and count in one vector, so that one instruction moves both.
typedef cal_relplot_sums both;

static both linear(const both *a, const both *b, double fraction) {
    return (both){a->value * (1 - fraction) + b->value * fraction,
                  a->count * (1 - fraction) + b->count * fraction};
}

static int rounded(double x) { return (int)(x + 0.5); }

static void spread(both *mesh, int points, const cal_scores *scores, bool residuals) {
    for (int i = 0; i < scores->n; i++) {
        double c = scores->confidence[i], place = c * (points - 1);
        double v = residuals ? c - scores->correct[i] : scores->correct[i];
        int at = (int)place < points - 2 ? (int)place : points - 2;
        double fraction = place - at;
        mesh[at].value += (1 - fraction) * v, mesh[at].count += 1 - fraction;
        mesh[at + 1].value += fraction * v, mesh[at + 1].count += fraction;
    }
}

// Taps of the Gaussian at the mesh's spacing. Returns their number; *first is the position of the first one
// relative to the result. There are `points` taps from -1/2 to 1/2, of which negligible ones are left out. If
// their number is even they are half a step off.
static int gaussian(double *tap, int *first, int points, double sigma) {
    double step = 1.0 / (points - 1), middle = (points - 1) / 2.0;
    int far = (int)(reach * sigma / step) + 1;
    int low = (int)middle - far, high = (int)(middle + 0.5) + far, used = 0;
    if (low < 0) low = 0;
    if (high > points - 1) high = points - 1;
    *first = low + points / 2 - (points - 1);
    for (int t = low; t <= high; t++) {
        double d = (t - middle) * step / sigma;
        tap[used++] = cal_exp(-d * d / 2) / (2.506628274631000502 * sigma); // sqrt(2 pi)
    }
    return used;
}

// wide[i] is the mesh at i + first, reflected at both of its ends. The ends are not doubled: a sample on one
// keeps the half of its mass that is inside.
static void unfold(both *wide, int count, const both *mesh, int points, int first) {
    int period = 2 * (points - 1);
    for (int i = 0; i < count; i++) {
        int at = (i + first) % period;
        if (at < 0) at += period;
        wide[i] = mesh[at < points ? at : period - at];
    }
}

// The smoothed mesh between wide[0] and wide[1], as numpy.interp would read it.
static both smoothed(const both *wide, const double *tap, int taps, double fraction) {
    both here = {0, 0}, next = {0, 0};
    if (fraction == 0) { // exactly on a point
        for (int t = 0; t < taps; t++)
            here.value += tap[t] * wide[t].value, here.count += tap[t] * wide[t].count;
        return here;
    }
    for (int t = 0; t < taps; t++) {
        here.value += tap[t] * wide[t].value, here.count += tap[t] * wide[t].count;
        next.value += tap[t] * wide[t + 1].value, next.count += tap[t] * wide[t + 1].count;
    }
    return linear(&here, &next, fraction);
}

static int coarse_of(const cal_scores *scores) { return scores->is_draw ? COARSE : 1; }

void cal_relplot_smooth(cal_relplot_sums *out, int places, cal_arena *arena, const cal_scores *scores,
                        double sigma, bool residuals) {
    int points = rounded(20 / sigma), first;
    points = (points > MESH ? points : MESH) / (2 * coarse_of(scores)) + 1;
    int width = 2 * points;
    cal_arena own = {0};
    both *mesh = cal_arena_alloc(&own, (size_t)points * sizeof *mesh);
    both *wide = cal_arena_alloc(&own, (size_t)width * sizeof *wide);
    double *tap = cal_arena_alloc(&own, (size_t)points * sizeof *tap);
    if (own.refused) arena->refused = true;
    else {
        spread(mesh, points, scores, residuals);
        int taps = gaussian(tap, &first, points, sigma);
        unfold(wide, width, mesh, points, first);
        for (int e = 0; e < places; e++) {
            double place = (double)e / (places - 1) * (points - 1);
            if (scores->is_draw) place = (int)place;
            int at = (int)place < points - 2 ? (int)place : points - 2;
            out[e] = smoothed(wide + at, tap, taps, place - at);
        }
    }
    cal_arena_free(&own);
}

double cal_relplot_error(cal_arena *arena, const cal_scores *scores, double sigma) {
    int places = rounded(10 / sigma);
    places = (places > PLACES ? places : PLACES) / coarse_of(scores);
    cal_arena own = {0};
    both *at = cal_arena_alloc(&own, (size_t)places * sizeof *at);
    double found = 0, all = 0;
    if (at) cal_relplot_smooth(at, places, &own, scores, sigma, true);
    for (int e = 0; e < places && !own.refused; e++) {
        found += __builtin_fabs(at[e].value);
        all += at[e].count + 1e-4;
    }
    if (own.refused) arena->refused = true;
    cal_arena_free(&own);
    return arena->refused ? __builtin_nan("") : found / all;
}

// The width that agrees, for a draw. The line through a width that is too narrow and one that is too wide
// approaches it (regula falsi, Illinois variant).
static double agreed(cal_arena *arena, const cal_scores *scores) {
    double low = 0.02, too_low = cal_relplot_error(arena, scores, low), high = too_low;
    if (too_low > low) too_low -= low;
    else {
        high = low;
        low = narrowest; // finds at least as much error
        too_low -= low;
    }
    double middle = high, too_high = high - cal_relplot_error(arena, scores, high);
    for (int step = 0; step < 5 && too_low > 0 && too_high > 0.005 * high; step++) {
        middle = low + (high - low) * too_low / (too_low + too_high);
        double finds = cal_relplot_error(arena, scores, middle) - middle;
        if (__builtin_fabs(finds) < 0.005 * middle) break;
        if (finds > 0) low = middle, too_low = finds, too_high /= 2;
        else high = middle, too_high = -finds, too_low /= 2;
    }
    return middle;
}

double cal_relplot_width(cal_arena *arena, const cal_scores *scores) {
    if (scores->is_draw) return agreed(arena, scores);
    double low = 0, high = 1;
    // More smoothing never finds more error, so widths well above the error at a narrow width need not be
    // tried.
    double most = 1.25 * cal_relplot_error(arena, scores, 0.02);
    for (int step = 0; step < BISECTIONS; step++) {
        double middle = (low + high) / 2;
        bool finds = middle < narrowest ||
                     ((middle < 0.02 || middle < most) && middle < cal_relplot_error(arena, scores, middle));
        if (finds) low = middle;
        else high = middle;
    }
    return high;
}
