// Samples without weights are counted in whole numbers, so that their order does not matter. Heights are
// compared by products, which order fractions of this size as their quotients do.
#include "catalog/scores/binary/resampled.h"

enum { LANES = CAL_RESAMPLED_LANES };

bool cal_resampled_take(cal_resampled *out, cal_arena *arena, size_t n) {
    out->start = cal_arena_alloc(arena, n * sizeof *out->start);
    out->count = cal_arena_alloc(arena, n * LANES * sizeof *out->count);
    out->events = cal_arena_alloc(arena, n * LANES * sizeof *out->events);
    out->outcome = cal_arena_alloc(arena, n * LANES * sizeof *out->outcome);
    out->size = cal_arena_alloc(arena, n * sizeof *out->size);
    out->sum = cal_arena_alloc(arena, n * sizeof *out->sum);
    return !arena->refused;
}

// ---- levels

// Levels of an isotonic fit, the last one on top.
typedef struct levels {
    uint32_t *size, *sum;
    int used;
} levels;

// Adds samples above all others, and joins levels that are not below the next.
static inline void push(levels *l, uint32_t size, uint32_t sum) {
    if (!size) return;
    while (l->used && (uint64_t)l->sum[l->used - 1] * size >= (uint64_t)sum * l->size[l->used - 1]) {
        l->used--;
        size += l->size[l->used], sum += l->sum[l->used];
    }
    l->size[l->used] = size, l->sum[l->used++] = sum;
}

static double recalibrated(const levels *l) {
    double out = 0;
    for (int i = 0; i < l->used; i++) {
        const double size = l->size[i], height = l->sum[i] / size;
        out += size * (height * (1 - height));
    }
    return out;
}

static double value_of(double score, double after, double total) {
    const double value = score / total - after / total;
    return value > 0 ? value : 0;
}

// ---- numbers of samples

// Finds cells of the order: runs of equal outcomes, and equal probabilities. A fit never divides them.
static int find_cells(int32_t *start, const cal_scores *s) {
    int cells = 0, before = -1; // outcome of the last cell, if it has only one
    for (int at = 0; at < s->n;) {
        const int first = at;
        int events = 0;
        for (; at < s->n && s->confidence[s->order[at]] == s->confidence[s->order[first]]; at++)
            events += s->correct[s->order[at]];
        const int pure = events == 0 ? 0 : events == at - first ? 1 : -1;
        if (pure < 0 || pure != before) start[cells++] = first;
        before = pure;
    }
    return cells;
}

static void count_cells(const cal_resampled *to, int cells, const cal_scores *s, const uint8_t *weight,
                        int draws, int first, int lanes) {
    for (int c = 0; c < cells; c++) {
        uint32_t *count = to->count + (size_t)c * LANES, *events = to->events + (size_t)c * LANES;
        const int end = c + 1 < cells ? to->start[c + 1] : s->n;
        for (int l = 0; l < LANES; l++) count[l] = events[l] = 0;
        for (int at = to->start[c]; at < end; at++) {
            const int i = s->order[at];
            const uint8_t *w = weight + (size_t)i * (size_t)draws + first;
            for (int l = 0; l < lanes; l++) count[l] += w[l], events[l] += s->correct[i] ? w[l] : 0;
        }
    }
}

static void draw_numbers(double *value, const cal_scores *s, const uint8_t *weight, int draws,
                         const cal_resampled *to) {
    const int cells = find_cells(to->start, s);
    for (int first = 0; first < draws; first += LANES) {
        const int lanes = draws - first < LANES ? draws - first : LANES;
        double score[LANES] = {0}, total[LANES] = {0};
        for (int i = 0; i < s->n; i++) {
            const uint8_t *w = weight + (size_t)i * (size_t)draws + first;
            const double gap = s->confidence[i] - s->correct[i], square = gap * gap;
            for (int l = 0; l < lanes; l++) score[l] += w[l] * square, total[l] += w[l];
        }
        count_cells(to, cells, s, weight, draws, first, lanes);
        for (int l = 0; l < lanes; l++) {
            levels fit = {to->size, to->sum, 0};
            for (int c = 0; c < cells; c++) push(&fit, to->count[c * LANES + l], to->events[c * LANES + l]);
            value[first + l] = value_of(score[l], recalibrated(&fit), total[l]);
        }
    }
}

// ---- labels

// Fits a draw, whose outcomes are every LANES-th byte.
static double fit_outcomes(const cal_scores *s, const uint8_t *outcome, const cal_resampled *to) {
    levels fit = {to->size, to->sum, 0};
    uint32_t size = 0, sum = 0; // run of one outcome
    for (int at = 0; at < s->n;) {
        const double p = s->confidence[s->order[at]];
        uint32_t own = 0, events = 0;
        do own++, events += outcome[(size_t)at++ * LANES];
        while (at < s->n && s->confidence[s->order[at]] == p);
        const bool joins = (!events && !sum) || (events == own && sum == size);
        if (!joins) push(&fit, size, sum), size = sum = 0;
        size += own, sum += events;
    }
    push(&fit, size, sum);
    return recalibrated(&fit);
}

static void draw_labels(double *value, const cal_scores *s, int class, const int32_t *label, int draws,
                        const cal_resampled *to) {
    for (int first = 0; first < draws; first += LANES) {
        const int lanes = draws - first < LANES ? draws - first : LANES;
        double score[LANES] = {0};
        for (int i = 0; i < s->n; i++) {
            const int32_t *y = label + (size_t)i * (size_t)draws + first;
            const double p = s->confidence[i], off = p * p, on = (p - 1) * (p - 1);
            for (int l = 0; l < lanes; l++) score[l] += y[l] == class ? on : off;
        }
        for (int at = 0; at < s->n; at++) {
            const int32_t *y = label + (size_t)s->order[at] * (size_t)draws + first;
            for (int l = 0; l < lanes; l++) to->outcome[(size_t)at * LANES + (size_t)l] = y[l] == class;
        }
        for (int l = 0; l < lanes; l++)
            value[first + l] = value_of(score[l], fit_outcomes(s, to->outcome + l, to), s->n);
    }
}

void cal_resampled_corp(double *value, const cal_scores *s, int class, const uint8_t *weight,
                        const int32_t *label, int draws, const cal_resampled *scratch) {
    if (weight) draw_numbers(value, s, weight, draws, scratch);
    else draw_labels(value, s, class, label, draws, scratch);
}
