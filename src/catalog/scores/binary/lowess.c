#include "catalog/scores/binary/lowess.h"
#include "base/maths/maths.h"

typedef struct window {
    const double *x;
    const double *y;
    int n, first, last; // the nearest points are x[first..last]
    double range;
    double *weight; // [n]
} window;

static double tricube(double distance, double reach) {
    if (distance <= 0.001 * reach) return 1;
    const double r = distance / reach, rest = 1 - r * r * r;
    return rest * rest * rest;
}

// The weighted line at `here`; -1 if no point has weight. Points that tie with the last of the window count,
// too.
static double line_at(const window *w, double here, double otherwise) {
    const double left = here - w->x[w->first], right = w->x[w->last] - here;
    const double reach = left > right ? left : right;
    double sum = 0, mean = 0, spread = 0, height = 0, tilt = 0;
    int end = w->first;
    for (; end < w->n && w->x[end] - here <= 0.999 * reach; end++) {
        const double distance = __builtin_fabs(w->x[end] - here);
        w->weight[end] = distance > 0.999 * reach ? 0 : tricube(distance, reach);
        sum += w->weight[end], mean += w->weight[end] * w->x[end];
    }
    if (!(sum > 0)) return otherwise;
    mean /= sum;
    for (int j = w->first; j < end; j++) {
        const double weight = w->weight[j] / sum, off = w->x[j] - mean;
        spread += weight * off * off;
        height += weight * w->y[j];
        tilt += weight * off * w->y[j];
    }
    // If the points hardly differ, uses their mean instead of a line.
    return reach > 0 && cal_sqrt(spread) > 0.001 * w->range ? height + (here - mean) / spread * tilt : height;
}

// Interpolates the points that were skipped between two fitted ones.
static void interpolate(double *fitted, const double *x, int from, int to) {
    const double run = x[to] - x[from];
    for (int j = from + 1; j < to; j++) {
        const double part = (x[j] - x[from]) / run;
        fitted[j] = part * fitted[to] + (1 - part) * fitted[from];
    }
}

void cal_lowess(double *fitted, double *room, const double *x, const double *y, int n, double span,
                double delta) {
    int size = (int)(span * n + 1e-7), last = -1, at = 0;
    if (size < 2) size = 2;
    if (size > n) size = n;
    window w = {x, y, n, 0, size - 1, n ? x[n - 1] - x[0] : 0, room};
    while (last < n - 1) {
        while (w.last < n - 1 && x[at] - x[w.first] > x[w.last + 1] - x[at]) w.first++, w.last++;
        fitted[at] = line_at(&w, x[at], y[at]);
        if (last >= 0 && last < at - 1) interpolate(fitted, x, last, at);
        last = at;
        const double cut = x[last] + delta;
        for (at = last + 1; at < n && x[at] <= cut; at++)
            if (x[at] == x[last]) fitted[at] = fitted[last], last = at;
        at = last + 1 > at - 1 ? last + 1 : at - 1;
    }
}
