#include "catalog/scores/binary/binary.h"
#include "base/maths/maths.h"
#include "catalog/scores/binary/logistic.h"
#include "catalog/scores/binary/lowess.h"
#include "catalog/scores/bins.h"

// The log odds as given, where they are, since those of p have lost digits near 1.
static double log_odds(const cal_scores *s, int i) {
    if (s->logit) return s->logit[s->from ? s->from[i] : i];
    const double p = s->confidence[i];
    return cal_log(p) - cal_log1p(-p);
}

int cal_binary_cox(double b[2], cal_arena *arena, const cal_scores *s, bool large) {
    double *x = cal_arena_alloc(arena, (size_t)s->n * sizeof *x + 1);
    uint8_t *y = cal_arena_alloc(arena, (size_t)s->n + 1);
    int used = 0;
    b[0] = b[1] = __builtin_nan("");
    if (!x || !y) return 0;
    for (int i = 0; i < s->n; i++) {
        const double z = log_odds(s, i);
        if (z - z != 0) continue;
        x[used] = z, y[used++] = s->correct[i];
    }
    cal_logistic f = {.n = used, .outcome = y};
    if (large) f.offset = x;
    else f.terms = 1, f.x[0] = x;
    cal_logistic_fit(b, &f);
    if (large) b[1] = 1;
    return s->n - used;
}

double cal_sorted_quantile(const double *sorted, int n, double fraction) {
    const double place = fraction * (n - 1);
    const int at = (int)place;
    return at + 1 < n ? sorted[at] + (place - at) * (sorted[at + 1] - sorted[at]) : sorted[n - 1];
}

double *cal_binary_smooth_errors(cal_arena *arena, const cal_scores *s) {
    const size_t n = (size_t)s->n;
    cal_arena own = {0};
    double *x = cal_arena_alloc(&own, n * sizeof *x), *fitted = cal_arena_alloc(&own, n * sizeof *fitted);
    uint8_t *y = cal_arena_alloc(&own, n);
    int32_t *order = cal_arena_alloc(&own, n * sizeof *order),
            *scratch = cal_arena_alloc(&own, n * sizeof *scratch);
    double *out = cal_arena_alloc(arena, n * sizeof *out);
    if (own.refused) arena->refused = true;
    if (!arena->refused) {
        for (int i = 0; i < s->n; i++) x[i] = s->confidence[s->order[i]], y[i] = s->correct[s->order[i]];
        // A draw among many is good to one percent with a coarser step.
        const double step = s->is_draw ? 0.02 : 0.01;
        cal_lowess(fitted, x, y, s->n, 2.0 / 3, step * (x[s->n - 1] - x[0]));
        for (int i = 0; i < s->n; i++) fitted[i] = __builtin_fabs(x[i] - fitted[i]);
        cal_sort_order(order, scratch, fitted, s->n);
        for (int i = 0; i < s->n; i++) out[i] = fitted[order[i]];
    }
    cal_arena_free(&own);
    return arena->refused ? NULL : out;
}

// Of each sample: its rank among all minus that among its own outcome counts the others below it, ties half. Those
// counts, divided by their number, are the placements, whose mean is the area.
cal_roc_area cal_binary_roc(const cal_scores *s) {
    const double none = __builtin_nan("");
    int64_t positives = 0, below[2] = {0, 0}; // negatives and positives with a smaller p
    double sum[2] = {0, 0}, square[2] = {0, 0};
    for (int i = 0; i < s->n; i++) positives += s->correct[i];
    const int64_t total[2] = {s->n - positives, positives};
    if (!total[0] || !total[1]) return (cal_roc_area){none, none};
    // Deviations from 1/2 rather than placements, so that their squares lose no digits.
    for (int i = 0; i < s->n;) {
        const double p = s->confidence[s->order[i]];
        int64_t tied[2] = {0, 0};
        for (; i < s->n && s->confidence[s->order[i]] == p; i++) tied[s->correct[s->order[i]]]++;
        const double up = ((double)below[0] + (double)tied[0] / 2) / (double)total[0] - 0.5;
        const double down = ((double)(total[1] - below[1]) - (double)tied[1] / 2) / (double)total[1] - 0.5;
        sum[1] += (double)tied[1] * up, square[1] += (double)tied[1] * up * up;
        sum[0] += (double)tied[0] * down, square[0] += (double)tied[0] * down * down;
        below[0] += tied[0], below[1] += tied[1];
    }
    double variance = 0;
    for (int c = 0; c < 2; c++) {
        const double m = (double)total[c], mean = sum[c] / m;
        variance += m > 1 ? (square[c] - m * mean * mean) / (m - 1) / m : none;
    }
    return (cal_roc_area){0.5 + sum[1] / (double)total[1],
                          variance > 0 || variance != variance ? variance : 0};
}
