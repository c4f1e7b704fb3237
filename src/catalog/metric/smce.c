// The supremum is a linear programme over the samples in the order of their confidence:
//
//   maximise sum_i w_i x_i,  |x_i| <= 1,  |x_i - x_(i+1)| <= c_(i+1) - c_i,  w_i = (a_i - c_i) / n.
//
// It is solved by dynamic programming. F_i(x), the best sum of the first i terms with x_i = x, is concave and
// piecewise linear. Its slope falls from breakpoint to breakpoint. Those to the left and to the right of the
// maximum are two stacks that meet there. A step of length d moves the left ones d to the left and the right
// ones d to the right. Adding w x carries breakpoints over the maximum until their falls add up to w, and
// adds each fall times its position to the maximum. Beyond -1 and 1 the slope falls without end. Every sample
// leaves at most one breakpoint, so the whole takes O(n) after sorting.
#include "catalog/metric/metric.h"

typedef struct breakpoint {
    double place, fall; // place: relative to its side's `moved`
} breakpoint;

typedef struct side {
    breakpoint *bottom;
    int step; // 1 or -1: the two stacks grow towards each other, in one array
    int count;
    double moved; // offset of all places of this side
} side;

// Carries falls of total `weight` from one side to the other. Returns the sum of fall times place. `sign` is
// 1 if the maximum moves right (the far end is 1) and -1 if it moves left.
static double carry(side *from, side *to, double weight, double sign) {
    double sum = 0;
    while (weight > 0) {
        breakpoint *top = from->count ? from->bottom + from->step * (from->count - 1) : NULL;
        double place = top ? top->place + from->moved : sign;
        if (top && sign * place >= 1) { // this one and all below it are beyond the end
            from->count = 0;
            continue;
        }
        double fall = top && top->fall < weight ? top->fall : weight;
        const breakpoint carried = {place - to->moved, fall};
        sum += fall * place;
        weight -= fall;
        if (top && (top->fall -= fall) <= 0) from->count--;
        to->bottom[to->step * to->count++] = carried;
    }
    return sum;
}

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    (void)choice;
    // A carry leaves one breakpoint more than it found: n in all, on either side.
    cal_arena own = {0};
    const size_t most = (size_t)scores->n + 1;
    breakpoint *all = cal_arena_alloc(&own, most * sizeof *all);
    *out = (cal_figure){.value = __builtin_nan("")};
    if (!all) {
        arena->refused = true;
        return;
    }
    side left = {.bottom = all, .step = 1}, right = {.bottom = all + most - 1, .step = -1};
    double best = 0, before = 0;
    for (int at = 0; at < scores->n; at++) {
        int i = scores->order[at];
        double c = scores->confidence[i], w = scores->correct[i] - c;
        left.moved -= c - before, right.moved += c - before;
        before = c;
        if (w > 0) best += carry(&right, &left, w, 1);
        else best -= carry(&left, &right, -w, -1);
    }
    cal_arena_free(&own);
    out->value = best / scores->n;
}

const cal_metric cal_metric_smce = {
    .entry = {.id = "smce",
              .label = "Smooth calibration error",
              .tex = "\\sup_{\\eta:[0,1]\\to[-1,1],\\ \\mathrm{Lip}(\\eta) \\le 1}"
                     "\\ \\frac1n\\sum_i \\eta(c_i)\\,(a_i - c_i)",
              .source = "Kakade and Foster 2004; Blasiok et al. 2023, definition 2.2; solved exactly",
              .help = "Largest mean product of the residuals with any 1-Lipschitz function of the "
                      "confidence; no bins"},
    .unit = "%",
    .kind = CAL_CALIBRATION,
    .needs = CAL_NEEDS_TOP,
    .compute = compute,
};
