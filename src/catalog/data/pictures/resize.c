#include "catalog/data/pictures/resize.h"
#include <string.h>

// Output i is the sum over taps t of weight[i taps + t] * input[first[i] + t], over `total`.
typedef struct axis {
    int from, to, taps;
    int64_t total;
    int32_t *first, *weight;
} axis;

struct cal_resize {
    axis y, x;
};

// Output i covers [i from, (i + 1) from) where input j covers [j to, (j + 1) to).
static void axis_cover(axis *a) {
    a->total = a->from;
    for (int i = 0; i < a->to; i++) {
        const int64_t low = (int64_t)i * a->from, high = low + a->from;
        a->first[i] = (int32_t)(low / a->to);
        for (int t = 0; t < a->taps; t++) {
            const int64_t left = (int64_t)(a->first[i] + t) * a->to, right = left + a->to;
            const int64_t cover = (right < high ? right : high) - (left > low ? left : low);
            a->weight[i * a->taps + t] = cover > 0 ? (int32_t)cover : 0;
        }
    }
}

// In units of 1 / (2 to) input pixels, the centre of output i is (2 i + 1) from - to after that of input 0.
static void axis_between(axis *a) {
    const int64_t unit = 2 * (int64_t)a->to;
    a->total = unit;
    for (int i = 0; i < a->to; i++) {
        int64_t at = (2 * (int64_t)i + 1) * a->from - a->to;
        if (at < 0) at = 0;
        int64_t first = at / unit, past = at % unit;
        if (first >= a->from - 1) first = a->from - 1, past = 0;
        a->first[i] = (int32_t)first;
        a->weight[2 * i] = (int32_t)(unit - past);
        a->weight[2 * i + 1] = (int32_t)past;
    }
}

static void axis_make(axis *a, cal_arena *arena, int from, int to) {
    const int covered = from % to ? from / to + 2 : from / to;
    *a = (axis){.from = from, .to = to, .taps = to < from ? covered : 2};
    a->first = cal_arena_alloc(arena, (size_t)to * sizeof *a->first);
    a->weight = cal_arena_alloc(arena, (size_t)to * (size_t)a->taps * sizeof *a->weight);
    if (!a->first || !a->weight) return; // refused, or counting
    if (to < from) axis_cover(a);
    else axis_between(a);
}

cal_resize *cal_resize_create(cal_arena *arena, int from_h, int from_w, int to_h, int to_w) {
    cal_resize made, *out = cal_arena_alloc(arena, sizeof *out);
    axis_make(&made.y, arena, from_h, to_h);
    axis_make(&made.x, arena, from_w, to_w);
    if (arena->refused || !out) return NULL;
    *out = made;
    return out;
}

size_t cal_resize_size(const cal_resize *resize) { return (size_t)resize->y.to * (size_t)resize->x.to; }

static int64_t row_sum(const uint8_t *in, const axis *x, int at) {
    int64_t sum = 0;
    const int32_t *weight = x->weight + (size_t)at * (size_t)x->taps;
    for (int t = 0; t < x->taps; t++)
        if (weight[t]) sum += (int64_t)weight[t] * in[x->first[at] + t];
    return sum;
}

void cal_resize_plane(uint8_t *out, const uint8_t *in, const cal_resize *resize) {
    const axis *y = &resize->y, *x = &resize->x;
    if (y->from == y->to && x->from == x->to) {
        memcpy(out, in, (size_t)y->to * (size_t)x->to);
        return;
    }
    const int64_t total = y->total * x->total;
    for (int i = 0; i < y->to; i++) {
        const int32_t *weight = y->weight + (size_t)i * (size_t)y->taps;
        for (int j = 0; j < x->to; j++) {
            int64_t sum = 0;
            for (int t = 0; t < y->taps; t++)
                if (weight[t])
                    sum += weight[t] * row_sum(in + (size_t)(y->first[i] + t) * (size_t)x->from, x, j);
            out[(size_t)i * (size_t)x->to + (size_t)j] = (uint8_t)((2 * sum + total) / (2 * total));
        }
    }
}
