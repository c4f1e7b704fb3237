#include "catalog/scores/binary/binary.h"
#include "base/maths/maths.h"
#include "catalog/scores/binary/logistic.h"
#include "catalog/scores/binary/lowess.h"
#include "catalog/scores/bins.h"
#include "catalog/scores/sort.h"

// The given log odds if there are any, since those computed from p have lost digits near 1.
static double log_odds(const cal_scores *s, int i) {
    if (s->logit) return s->logit[s->from ? s->from[i] : i];
    const double p = s->confidence[i];
    return cal_log(p) - cal_log1p(-p);
}

// Merges neighbours in p. In a draw of many samples, this many runs are enough; their sizes differ by at most
// one. The bootstrap centres its draws on the figure, so a bias of the merging cancels.
enum { RUNS = 500, FEW = 2 * RUNS };

typedef struct runs {
    int n;
    double *p, *rate, *size; // [n] means, and numbers of samples
} runs;

static bool uses_runs(const cal_scores *s) { return s->is_draw && s->n > FEW; }

static bool take_runs(runs *out, cal_arena *arena, const cal_scores *s) {
    *out =
        (runs){RUNS, cal_arena_alloc(arena, RUNS * sizeof(double)),
               cal_arena_alloc(arena, RUNS * sizeof(double)), cal_arena_alloc(arena, RUNS * sizeof(double))};
    if (!out->p || !out->rate || !out->size) return false;
    for (int g = 0, i = 0; g < RUNS; g++) {
        const int end = (int)((int64_t)s->n * (g + 1) / RUNS);
        for (; i < end; i++) {
            const double weight = cal_scores_weight(s, s->order[i]);
            out->size[g] += weight;
            out->p[g] += weight * s->confidence[s->order[i]],
                out->rate[g] += weight * s->correct[s->order[i]];
        }
        out->p[g] /= out->size[g], out->rate[g] /= out->size[g];
    }
    return true;
}

static int cox_of_runs(double b[2], cal_arena *arena, const cal_scores *s, bool large) {
    runs g;
    if (!take_runs(&g, arena, s)) return 0;
    int used = 0;
    for (int i = 0; i < g.n; i++) {
        const double z = cal_log(g.p[i]) - cal_log1p(-g.p[i]);
        if (z - z != 0) continue;
        g.p[used] = z, g.rate[used] = g.rate[i], g.size[used++] = g.size[i];
    }
    cal_logistic f = {.n = used, .target = g.rate, .weight = g.size};
    if (large) f.offset = g.p;
    else f.terms = 1, f.x[0] = g.p;
    cal_logistic_fit(b, &f);
    return 0;
}

static int fit_cox(double b[2], cal_arena *arena, const cal_scores *s, bool large) {
    b[0] = b[1] = __builtin_nan("");
    if (uses_runs(s)) return cox_of_runs(b, arena, s, large);
    double *x = cal_arena_alloc(arena, (size_t)s->n * sizeof *x + 1);
    uint8_t *y = cal_arena_alloc(arena, (size_t)s->n + 1);
    double *weight = s->weight ? cal_arena_alloc(arena, (size_t)s->n * sizeof *weight + 1) : NULL;
    int used = 0;
    if (!x || !y || arena->refused) return 0;
    for (int i = 0; i < s->n; i++) {
        const double z = log_odds(s, i);
        if (z - z != 0) continue;
        if (weight) weight[used] = s->weight[i];
        x[used] = z, y[used++] = s->correct[i];
    }
    cal_logistic f = {.n = used, .outcome = y, .weight = weight};
    if (large) f.offset = x;
    else f.terms = 1, f.x[0] = x;
    cal_logistic_fit(b, &f);
    if (large) b[1] = 1;
    return s->n - used;
}

int cal_binary_cox(double b[2], cal_arena *arena, const cal_scores *s, bool large) {
    cal_binary_memo *memo = s->memo;
    if (large || !memo) return fit_cox(b, arena, s, large);
    if (!memo->fitted) memo->left_out = fit_cox(memo->cox, arena, s, false);
    memo->fitted = true;
    b[0] = memo->cox[0], b[1] = memo->cox[1];
    return memo->left_out;
}

const char *cal_binary_cox_note(double value, const cal_scores *s, bool large) {
    cal_outcome_ranges ranges = {0};
    if (value == value || s->is_draw) return NULL;
    for (int i = 0; i < s->n; i++) {
        const double z = log_odds(s, i);
        if (z - z == 0 && cal_scores_weight(s, i) > 0) cal_outcome_ranges_add(&ranges, z, s->correct[i]);
    }
    return cal_logistic_reason(&ranges, !large);
}

double cal_sorted_quantile(const double *sorted, int n, double fraction) {
    const double place = fraction * (n - 1);
    const int at = (int)place;
    return at + 1 < n ? sorted[at] + (place - at) * (sorted[at + 1] - sorted[at]) : sorted[n - 1];
}

static double *smooth_errors(int *count, cal_arena *arena, const cal_scores *s) {
    cal_arena own = {0};
    runs g = {.n = s->n};
    if (uses_runs(s)) take_runs(&g, &own, s);
    else {
        g.p = cal_arena_alloc(&own, (size_t)s->n * sizeof *g.p);
        g.rate = cal_arena_alloc(&own, (size_t)s->n * sizeof *g.rate);
        for (int i = 0; !own.refused && i < s->n; i++)
            g.p[i] = s->confidence[s->order[i]], g.rate[i] = s->correct[s->order[i]];
    }
    const size_t n = (size_t)g.n;
    double *fitted = cal_arena_alloc(&own, n * sizeof *fitted),
           *room = cal_arena_alloc(&own, n * sizeof *room), *out = cal_arena_alloc(arena, n * sizeof *out);
    int32_t *order = cal_arena_alloc(&own, n * sizeof *order),
            *scratch = cal_arena_alloc(&own, n * sizeof *scratch);
    if (own.refused) arena->refused = true;
    if (!arena->refused) {
        cal_lowess(fitted, room, g.p, g.rate, g.n, 2.0 / 3, 0.01 * (g.p[g.n - 1] - g.p[0]));
        for (int i = 0; i < g.n; i++) fitted[i] = __builtin_fabs(g.p[i] - fitted[i]);
        cal_sort_order(order, scratch, fitted, g.n);
        for (int i = 0; i < g.n; i++) out[i] = fitted[order[i]];
    }
    cal_arena_free(&own);
    *count = g.n;
    return arena->refused ? NULL : out;
}

const double *cal_binary_smooth_errors(int *count, cal_arena *arena, const cal_scores *s) {
    cal_binary_memo *memo = s->memo;
    if (!memo) return smooth_errors(count, arena, s);
    if (!memo->errors) memo->errors = smooth_errors(&memo->count, &memo->arena, s);
    if (!memo->errors) arena->refused = true;
    *count = memo->count;
    return memo->errors;
}

void cal_binary_memo_free(cal_binary_memo *memo) { cal_arena_free(&memo->arena); }

// A sample's rank among all minus its rank among samples with its outcome counts the others below it, ties
// half. Those counts, divided by the number of others, are the placements. Their mean is the area.
static double weighted_area(const cal_scores *s) {
    double below = 0, negatives = 0, positives = 0, pairs = 0;
    for (int i = 0; i < s->n;) {
        const double p = s->confidence[s->order[i]];
        double tied[2] = {0, 0};
        for (; i < s->n && s->confidence[s->order[i]] == p; i++)
            tied[s->correct[s->order[i]]] += s->weight[s->order[i]];
        pairs += tied[1] * (below + tied[0] / 2);
        below += tied[0];
        negatives += tied[0], positives += tied[1];
    }
    return negatives > 0 && positives > 0 ? pairs / negatives / positives : __builtin_nan("");
}

cal_roc_area cal_binary_roc(const cal_scores *s) {
    const double none = __builtin_nan("");
    if (s->weight) return (cal_roc_area){weighted_area(s), none};
    int64_t positives = 0, below[2] = {0, 0}; // negatives and positives with a smaller p
    double sum[2] = {0, 0}, square[2] = {0, 0};
    for (int i = 0; i < s->n; i++) positives += s->correct[i];
    const int64_t total[2] = {s->n - positives, positives};
    if (!total[0] || !total[1]) return (cal_roc_area){none, none};
    // Differences from 1/2 rather than placements, so that their squares lose no digits.
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
