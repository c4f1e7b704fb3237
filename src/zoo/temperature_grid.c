#include "zoo/temperature_grid.h"
#include <string.h>
#include "base/exp_row.h"
#include "base/maths.h"
#include "zoo/bins.h"

// A confidence of the scan, 1/(1 + s), is off by no more than this share of it, twice that in the worst of
// rows.
static const float CLOSE = 4e-6f;

// Equal-mass bins without sorting: samples are counted in cells by the leading bits of s, and only cells that
// an edge between bins runs through are sorted.
enum { CELL_SHIFT = 17, CELL_FIRST = 65 << (23 - CELL_SHIFT), CELLS = 80 << (23 - CELL_SHIFT) };

typedef struct scan {
    const cal_scores *scores;
    int n, bins;
    float *s, *confidence, *gap; // [n]; gap = confidence - correct
    int32_t *bin;                // [n] equal width
    uint16_t *cell;              // [n] 0 for the least confident
    int32_t *count;              // [CELLS]
    double *sum;                 // [CELLS] of the gaps
    uint64_t *torn, *torn_to;    // [n] samples of cells with an edge: s from large to small, and their index
    double *width_sum;           // [4][bins]
    int near_width, near_mass;   // samples whose bin the scan may have wrong
} scan;

static double magnitude(double x) { return x < 0 ? -x : x; }

// Confidences, gaps and equal-width bins, (i/M, (i+1)/M]; returns the mean of log(1 + s).
static double look(scan *c) {
    const cal_f4 one = cal_f4_splat(1), bins = cal_f4_splat((float)c->bins), half = cal_f4_splat(0.5f);
    const cal_f4 window = cal_f4_splat(CLOSE * (float)c->bins);
    v128_t near = wasm_i32x4_splat(0), last = wasm_i32x4_splat(c->bins - 1), none = wasm_i32x4_splat(0);
    double total = 0;
    for (int first = 0; first < c->n; first += 256) {
        int end = first + 256 < c->n ? first + 256 : c->n;
        cal_f4 sum = cal_f4_splat(0);
        for (int i = first; i < end; i += 4) { // the arrays go on with zeros to a multiple of 4
            cal_f4 all = cal_f4_add(cal_f4_load(c->s + i), one), confidence = cal_f4_div(one, all);
            cal_f4_store(c->confidence + i, confidence);
            sum = cal_f4_add(sum, cal_f4_log(all));
            cal_f4 place = cal_f4_mul(confidence, bins);
            v128_t whole = wasm_i32x4_trunc_sat_f32x4(place);
            v128_t on_edge = wasm_f32x4_eq(wasm_f32x4_convert_i32x4(whole), place);
            v128_t bin = wasm_i32x4_min(wasm_i32x4_max(wasm_i32x4_add(whole, on_edge), none), last);
            wasm_v128_store(c->bin + i, bin);
            cal_f4 edge = wasm_f32x4_convert_i32x4(wasm_i32x4_trunc_sat_f32x4(cal_f4_add(place, half)));
            v128_t inner = wasm_v128_and(cal_f4_greater(edge, half), cal_f4_greater(bins, edge));
            cal_f4 distance = wasm_f32x4_abs(cal_f4_sub(place, edge));
            v128_t close = cal_f4_greater(cal_f4_mul(window, confidence), distance);
            near = wasm_i32x4_sub(near, wasm_v128_and(inner, close));
        }
        total += cal_f4_sum(sum);
    }
    int32_t lanes[4];
    wasm_v128_store(lanes, near);
    c->near_width = lanes[0] + lanes[1] + lanes[2] + lanes[3];
    return total / c->n;
}

static double by_width(scan *c) {
    memset(c->width_sum, 0, 4 * (size_t)c->bins * sizeof *c->width_sum);
    for (int i = 0; i < c->n; i++) {
        float gap = c->confidence[i] - (float)c->scores->correct[i];
        c->gap[i] = gap;
        // Four sums a bin: neighbours mostly share the bin, and one would wait for the other.
        c->width_sum[(i & 3) * c->bins + c->bin[i]] += gap;
    }
    double total = 0;
    for (int b = 0; b < c->bins; b++) {
        const double *sum = c->width_sum + b;
        total += magnitude((sum[0] + sum[2 * c->bins]) + (sum[c->bins] + sum[3 * c->bins]));
    }
    return total / c->n;
}

static uint32_t bits_of(float s) {
    uint32_t bits;
    memcpy(&bits, &s, sizeof bits);
    return bits;
}

// Merge sort, bottom up; returns which of the two arrays has the result.
static uint64_t *sort(uint64_t *from, uint64_t *to, int n) {
    for (int64_t width = 1; width < n; width *= 2) {
        for (int64_t start = 0; start < n; start += 2 * width) {
            int64_t middle = start + width < n ? start + width : n;
            int64_t end = middle + width < n ? middle + width : n, a = start, b = middle;
            for (int64_t k = start; k < end; k++)
                to[k] = b == end || (a < middle && from[a] <= from[b]) ? from[a++] : from[b++];
        }
        uint64_t *swap = from;
        from = to, to = swap;
    }
    return from;
}

static float confidence_of(const scan *c, uint64_t torn) { return c->confidence[(uint32_t)torn]; }

// Pairs that an edge at `at` of the sorted list may have the wrong way round.
static int near_edge(const scan *c, const uint64_t *torn, int count, int at) {
    int left = 0, right = 0;
    float edge = confidence_of(c, torn[at]), close = CLOSE * edge;
    // Where all are as good as certain, every bin has confidence 1 and the order does not matter.
    if (edge > 1 - CLOSE) return 0;
    while (left < at && edge - confidence_of(c, torn[at - 1 - left]) < close) left++;
    while (at + right < count && confidence_of(c, torn[at + right]) - edge < close) right++;
    return left < right ? left : right;
}

static double by_mass(scan *c) {
    memset(c->count, 0, CELLS * sizeof *c->count);
    memset(c->sum, 0, CELLS * sizeof *c->sum);
    for (int i = 0; i < c->n; i++) {
        int cell = CELLS - 1 - ((int)(bits_of(c->s[i]) >> CELL_SHIFT) - CELL_FIRST);
        cell = cell < 0 ? 0 : cell > CELLS - 1 ? CELLS - 1 : cell;
        c->cell[i] = (uint16_t)cell;
        c->count[cell]++;
        c->sum[cell] += c->gap[i];
    }
    // Cells with an edge inside are torn: their count becomes negative.
    int longer = c->n % c->bins, bin = 0, end = c->n / c->bins + (longer > 0), at = 0;
    for (int cell = 0; cell < CELLS; cell++) {
        int next = at + c->count[cell];
        while (end < next && end <= at && bin < c->bins - 1) bin++, end += c->n / c->bins + (bin < longer);
        if (end < next) c->count[cell] = -c->count[cell];
        at = next;
    }
    int torn = 0;
    for (int i = 0; i < c->n; i++)
        if (c->count[c->cell[i]] < 0)
            c->torn[torn++] = (uint64_t)(0xffffffffu - bits_of(c->s[i])) << 32 | (uint32_t)i;
    const uint64_t *sorted = sort(c->torn, c->torn_to, torn);
    double total = 0, sum = 0;
    int used = 0, first = 0;
    bin = 0, end = c->n / c->bins + (longer > 0), at = 0;
    c->near_mass = 0;
    for (int cell = 0; cell < CELLS; cell++) {
        int count = c->count[cell] < 0 ? -c->count[cell] : c->count[cell];
        if (c->count[cell] > 0) sum += c->sum[cell], at += count;
        else
            for (first = used; used < first + count; used++, at++) {
                while (at == end && bin < c->bins - 1) {
                    total += magnitude(sum), sum = 0;
                    bin++, end += c->n / c->bins + (bin < longer);
                    c->near_mass += near_edge(c, sorted, torn, used);
                }
                sum += c->gap[(uint32_t)sorted[used]];
            }
        while (at == end && bin < c->bins - 1) {
            total += magnitude(sum), sum = 0;
            bin++, end += c->n / c->bins + (bin < longer);
        }
    }
    return (total + magnitude(sum)) / c->n;
}

// ---- in double, with the arithmetic of the scores

typedef struct exact {
    const cal_scores *scores;
    cal_bin *bin;
    cal_binning in;
    double *confidence;
    int32_t *order, *scratch;
} exact;

static void evaluate(cal_temperature_grid *out, exact *e, int g) {
    const cal_scores *s = e->scores;
    double nll = 0, temperature = out->at[g];
    for (int i = 0; i < s->n; i++) {
        const float *z = s->logits + (size_t)i * s->k;
        double top = z[s->predicted[i]], sum = cal_exp_row(NULL, z, s->k, z[s->predicted[i]], temperature);
        e->confidence[i] = 1 / sum;
        nll -= (z[s->labels[i]] - top) / temperature - cal_log(sum);
    }
    out->score[CAL_GRID_BY_NLL][g] = nll / s->n;
    cal_bins_equal_width(e->bin, &e->in);
    out->score[CAL_GRID_BY_ECE][g] = cal_bins_mean_gap(e->bin, e->in.bins, s->n);
    cal_sort_order(e->order, e->scratch, e->confidence, s->n);
    cal_bins_equal_mass(e->bin, &e->in);
    out->score[CAL_GRID_BY_ADAECE][g] = cal_bins_mean_gap(e->bin, e->in.bins, s->n);
}

static int smallest(const double score[CAL_GRID]) {
    int best = 0;
    for (int g = 1; g < CAL_GRID; g++)
        if (score[g] < score[best]) best = g;
    return best;
}

// Every temperature whose score, less its bound, is no more than the best exact one so far.
static void refine(cal_temperature_grid *out, double slack[CAL_GRID_WAYS][CAL_GRID], exact *e) {
    bool done[CAL_GRID] = {false};
    for (int way = 0; way < CAL_GRID_WAYS; way++) {
        const double *score = out->score[way];
        double best = __builtin_inf();
        for (int g = 0; g < CAL_GRID; g++)
            if (done[g] && score[g] < best) best = score[g];
        for (;;) {
            int next = -1;
            for (int g = 0; g < CAL_GRID; g++)
                if (!done[g] && (next < 0 || score[g] - slack[way][g] < score[next] - slack[way][next]))
                    next = g;
            if (next < 0 || score[next] - slack[way][next] > best) break;
            evaluate(out, e, next);
            done[next] = true;
            if (score[next] < best) best = score[next];
        }
        out->best[way] = smallest(score);
    }
}

static bool scan_begin(scan *c, cal_arena *arena, const cal_scores *s, int bins) {
    size_t rows = ((size_t)s->n + 3) / 4 * 4;
    *c = (scan){.scores = s, .n = s->n, .bins = bins};
    c->s = cal_arena_alloc(arena, rows * sizeof *c->s);
    c->confidence = cal_arena_alloc(arena, rows * sizeof *c->confidence);
    c->gap = cal_arena_alloc(arena, rows * sizeof *c->gap);
    c->bin = cal_arena_alloc(arena, rows * sizeof *c->bin);
    c->cell = cal_arena_alloc(arena, rows * sizeof *c->cell);
    c->count = cal_arena_alloc(arena, CELLS * sizeof *c->count);
    c->sum = cal_arena_alloc(arena, CELLS * sizeof *c->sum);
    c->torn = cal_arena_alloc(arena, rows * sizeof *c->torn);
    c->torn_to = cal_arena_alloc(arena, rows * sizeof *c->torn_to);
    c->width_sum = cal_arena_alloc(arena, 4 * (size_t)bins * sizeof *c->width_sum);
    return !arena->refused;
}

// The scan's scores, and how far each may be off: a sample in a wrong bin moves two sums by at most 1/n each,
// and a few may be wrong unnoticed.
static bool scan_all(cal_temperature_grid *out, double slack[CAL_GRID_WAYS][CAL_GRID], const cal_scores *s,
                     int bins) {
    cal_arena arena = {0};
    scan c;
    float *sums = cal_arena_alloc(&arena, (size_t)s->n * CAL_GRID_SUMS * sizeof *sums);
    float *scratch = cal_arena_alloc(&arena, ((size_t)s->k + 3) / 4 * 4 * sizeof *scratch);
    bool done = scan_begin(&c, &arena, s, bins);
    if (done) {
        double margin = 0, rounding = 4e-6 * (s->k > 1000 ? s->k / 1000.0 : 1);
        for (int i = 0; i < s->n; i++) {
            const float *z = s->logits + (size_t)i * s->k;
            margin += ((double)z[s->labels[i]] - z[s->predicted[i]]) / s->n;
        }
        cal_grid_sums(sums, scratch, s);
        for (int g = 0; g < CAL_GRID; g++) {
            cal_grid_interpolate(c.s, sums, s->n, g);
            double nll = look(&c) - margin / out->at[g];
            out->score[CAL_GRID_BY_NLL][g] = nll;
            out->score[CAL_GRID_BY_ECE][g] = by_width(&c);
            out->score[CAL_GRID_BY_ADAECE][g] = by_mass(&c);
            slack[CAL_GRID_BY_NLL][g] = rounding * (1 + nll);
            slack[CAL_GRID_BY_ECE][g] = rounding + (8 + 2.0 * c.near_width) / s->n;
            slack[CAL_GRID_BY_ADAECE][g] = rounding + (8 + 4.0 * c.near_mass) / s->n;
        }
    }
    cal_arena_free(&arena);
    return done;
}

bool cal_temperature_grid_search(cal_temperature_grid *out, const cal_scores *s, int bins) {
    double slack[CAL_GRID_WAYS][CAL_GRID];
    cal_arena arena = {0};
    size_t rows = (size_t)s->n;
    for (int g = 0; g < CAL_GRID; g++) out->at[g] = (g + 1) / 10.0;
    bool done = scan_all(out, slack, s, bins);
    exact e = {.scores = s};
    e.confidence = cal_arena_alloc(&arena, rows * sizeof *e.confidence);
    e.order = cal_arena_alloc(&arena, rows * sizeof *e.order);
    e.scratch = cal_arena_alloc(&arena, rows * sizeof *e.scratch);
    e.bin = cal_arena_alloc(&arena, (size_t)bins * sizeof *e.bin);
    e.in = (cal_binning){
        .bins = bins, .n = s->n, .confidence = e.confidence, .correct = s->correct, .order = e.order};
    done = done && !arena.refused;
    if (done) refine(out, slack, &e);
    cal_arena_free(&arena);
    return done;
}
