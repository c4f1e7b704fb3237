// Scans one temperature in single precision.
//
// Samples are counted in cells by the leading bits of s, between the smallest and the largest. A cell also
// has the sum of their gaps, confidence - right, in whole units of 2^-22. Whole numbers add up to the same in
// any order. Bins are unions of cells. An edge between bins tears the cell that contains it: its samples are
// counted one by one, and sorted for bins of equal mass.
#include "catalog/scores/temperature_grid/scan.h"
#include <string.h>
#include "base/maths/f4.h"
#include "base/maths/maths.h"

// Largest relative error of a confidence of the scan, 1/(1 + s): twice that of the worst rows.
static const float CLOSE = 4e-6f;
static const float UNIT = 0x1p22f, ROUNDER = 0x1.8p23f; // adding ROUNDER rounds to a whole number

enum { CELLS_MIN = 64, CELLS_MAX = 4096, IN_CELL = 8 }; // samples in a cell, if they were spread evenly
// samples whose 1 + s are multiplied, and samples whose logarithms are added
enum { MULTIPLIED = 16, BLOCK = 1024 };

// Flags of a torn cell; the bits above these number the cells torn by mass.
enum { BY_WIDTH = 1, BY_MASS = 2, TORN_SHIFT = 2 };

typedef struct cal_grid_cell {
    int64_t gap;
    int32_t count;
    int32_t torn;
} cell;

static uint32_t bits_of(float s) {
    uint32_t bits;
    memcpy(&bits, &s, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits) {
    float s;
    memcpy(&s, &bits, sizeof s);
    return s;
}

static float confidence_of(float s) { return 1 / (s + 1); }

static int32_t gap_of(float s, float right) {
    return (int32_t)(bits_of((confidence_of(s) - right) * UNIT + ROUNDER) - bits_of(ROUNDER));
}

// The bin of equal width, (i/M, (i+1)/M]. *near counts confidences that may belong to its neighbour.
static int width_bin(int *near, float confidence, int bins) {
    float place = confidence * (float)bins, distance;
    int bin = (int)place, edge = (int)(place + 0.5f);
    if ((float)bin == place) bin--;
    distance = place > (float)edge ? place - (float)edge : (float)edge - place;
    if (edge > 0 && edge < bins && CLOSE * (float)bins * confidence > distance) ++*near;
    return bin < 0 ? 0 : bin > bins - 1 ? bins - 1 : bin;
}

// ---- shared by all temperatures

static void take_worker(cal_grid_worker *worker, cal_arena *arena, size_t n, int bins, int cells) {
    const size_t rows = (n + MULTIPLIED - 1) / MULTIPLIED * MULTIPLIED;
    worker->s = cal_arena_alloc(arena, rows * sizeof *worker->s);
    worker->place = cal_arena_alloc(arena, rows * sizeof *worker->place);
    worker->cell = cal_arena_alloc(arena, (size_t)cells * sizeof *worker->cell);
    worker->torn = cal_arena_alloc(arena, n * sizeof *worker->torn);
    worker->key = cal_arena_alloc(arena, (n + 1) * sizeof *worker->key); // one more is read, and ignored
    worker->key_to = cal_arena_alloc(arena, (n + 1) * sizeof *worker->key_to);
    worker->key_end = cal_arena_alloc(arena, (size_t)bins * sizeof *worker->key_end);
    worker->width_sum = cal_arena_alloc(arena, (size_t)bins * sizeof *worker->width_sum);
}

bool cal_grid_scan_begin(cal_grid_scan *c, cal_arena *arena, const cal_scores *s, int bins, int workers) {
    size_t rows = ((size_t)s->n + MULTIPLIED - 1) / MULTIPLIED * MULTIPLIED, n = (size_t)s->n;
    *c = (cal_grid_scan){.n = s->n, .bins = bins, .cells = CELLS_MIN};
    while (c->cells < CELLS_MAX && c->cells * IN_CELL < c->n) c->cells *= 2;
    float *right = cal_arena_alloc(arena, rows * sizeof *right);
    uint32_t *edge = cal_arena_alloc(arena, 2 * (size_t)bins * sizeof *edge);
    c->worker = cal_arena_alloc(arena, (size_t)workers * sizeof *c->worker);
    if (arena->refused) return false;
    cal_grid_worker counted; // in a counting arena
    for (int l = 0; l < workers; l++)
        take_worker(c->worker ? &c->worker[l] : &counted, arena, n, bins, c->cells);
    if (arena->refused || arena->counts) return false;
    for (size_t i = 0; i < n; i++) right[i] = s->correct[i];
    // The range of confidences that may be on the wrong side of an edge.
    for (int j = 1; j < bins; j++) {
        double at = (double)j / bins, from = 1 / (at * (1 + 4 * CLOSE)) - 1,
               to = 1 / (at * (1 - 4 * CLOSE)) - 1;
        edge[2 * j] = bits_of(from > 0 ? (float)from : 0);
        edge[2 * j + 1] = bits_of((float)to);
    }
    c->right = right, c->edge = edge;
    return true;
}

// ---- one temperature

// Lays out the cells of this temperature, from the most confident sample to the least.
static void lay_cells(cal_grid_worker *worker, const cal_grid_scan *c) {
    v128_t low = wasm_v128_load32_splat(worker->s), high = low;
    int32_t lanes[4];
    worker->pads = (MULTIPLIED - c->n % MULTIPLIED) % MULTIPLIED;
    for (int i = 0; i < worker->pads; i++) worker->s[c->n + i] = worker->s[c->n - 1];
    for (int i = 0; i < c->n; i += 4) { // they sort like whole numbers
        v128_t s = wasm_v128_load(worker->s + i);
        low = wasm_i32x4_min(low, s), high = wasm_i32x4_max(high, s);
    }
    wasm_v128_store(lanes, low);
    for (int l = 1; l < 4; l++) lanes[0] = lanes[l] < lanes[0] ? lanes[l] : lanes[0];
    worker->first = (uint32_t)lanes[0];
    wasm_v128_store(lanes, high);
    for (int l = 1; l < 4; l++) lanes[0] = lanes[l] > lanes[0] ? lanes[l] : lanes[0];
    worker->shift = 0;
    while (((uint32_t)lanes[0] - worker->first) >> worker->shift >= (uint32_t)c->cells) worker->shift++;
    worker->cells = (int)(((uint32_t)lanes[0] - worker->first) >> worker->shift) + 1;
}

// Counts the samples in cells; returns the mean of log(1 + s).
static double count(cal_grid_worker *worker, const cal_grid_scan *c) {
    const cal_f4 one = cal_f4_splat(1), unit = cal_f4_splat(UNIT), rounder = cal_f4_splat(ROUNDER);
    const v128_t first = wasm_i32x4_splat((int32_t)worker->first);
    int32_t gap[BLOCK];
    double total = 0;
    for (int from = 0; from < c->n; from += BLOCK) {
        int rows = c->n - from < BLOCK ? c->n - from : BLOCK;
        const float *s = worker->s + from, *right = c->right + from;
        int32_t *place = worker->place + from;
        cal_f4 sum = cal_f4_splat(0);
        for (int i = 0; i < rows; i += MULTIPLIED) {
            cal_f4 product = one;
            for (int j = i; j < i + MULTIPLIED; j += 4) {
                cal_f4 here = cal_f4_load(s + j), all = cal_f4_add(here, one);
                product = cal_f4_mul(product, all);
                cal_f4 off = cal_f4_sub(cal_f4_div(one, all), cal_f4_load(right + j));
                wasm_v128_store(gap + j, wasm_i32x4_sub(cal_f4_muladd(off, unit, rounder), rounder));
                wasm_v128_store(place + j,
                                wasm_u32x4_shr(wasm_i32x4_sub(here, first), (uint32_t)worker->shift));
            }
            sum = cal_f4_add(sum, cal_f4_log(product));
        }
        total += cal_f4_sum(sum);
        for (int i = 0; i < rows; i++) {
            cell *to = &worker->cell[place[i]];
            to->gap += gap[i];
            to->count++;
        }
    }
    return (total - worker->pads * cal_log1p(worker->s[c->n - 1])) / c->n;
}

// Cuts the order of confidences into bins as numpy's array_split does.
typedef struct cuts {
    int bins, bin, end; // end: number of samples below the end of this bin
    int shorter, longer;
} cuts;

static cuts cuts_begin(const cal_grid_scan *c) {
    int shorter = c->n / c->bins, longer = c->n % c->bins;
    return (cuts){c->bins, 0, shorter + (longer > 0), shorter, longer};
}

// Returns true, and begins the next bin, if a bin that is not the last one ends here.
static bool cuts_next(cuts *q, int at) {
    if (at != q->end || q->bin >= q->bins - 1) return false;
    q->bin++;
    q->end += q->shorter + (q->bin < q->longer);
    return true;
}

// The cell of s; it may be before the first or beyond the last one.
static int cell_of(const cal_grid_worker *worker, uint32_t bits) {
    return bits < worker->first ? -1 : (int)((bits - worker->first) >> worker->shift);
}

// The first sample above a cut, and so its cell, decides the cut's position. Room for keys is laid out in the
// order of the cells.
static void tear(cal_grid_worker *worker, const cal_grid_scan *c) {
    cuts q = cuts_begin(c);
    int at = 0, cells = 0, keys = 0;
    for (int j = worker->cells - 1; j >= 0; j--) {
        cell *here = &worker->cell[j];
        int next = at + here->count;
        if (q.end < next && q.bin < q.bins - 1) {
            here->torn = BY_MASS | cells << TORN_SHIFT;
            worker->key_end[cells++] = keys;
            keys += here->count;
            while (q.end < next && cuts_next(&q, q.end)) {
            }
        }
        at = next;
    }
    for (int edge = 1; edge < c->bins; edge++) {
        int first = cell_of(worker, c->edge[2 * edge]), last = cell_of(worker, c->edge[2 * edge + 1]);
        for (int j = first > 0 ? first : 0; j <= last && j < worker->cells; j++)
            worker->cell[j].torn |= BY_WIDTH;
    }
}

// Merge sort, bottom up and without unpredictable branches. Reads from[n]; returns the array with the result.
static uint64_t *sort(uint64_t *from, uint64_t *to, int n) {
    for (int64_t width = 1; width < n; width *= 2) {
        for (int64_t start = 0; start < n; start += 2 * width) {
            int64_t middle = start + width < n ? start + width : n;
            int64_t end = middle + width < n ? middle + width : n, a = start, b = middle;
            for (int64_t k = start; k < end; k++) {
                uint64_t x = from[a], y = from[b];
                int64_t left = (b == end) | ((a < middle) & (x <= y));
                to[k] = y ^ ((x ^ y) & (uint64_t)-left);
                a += left, b += 1 - left;
            }
        }
        uint64_t *swap = from;
        from = to, to = swap;
    }
    return from;
}

// Sorts from the least confident up; stable.
static uint64_t key_of(float s, int i) { return (uint64_t)(0xffffffffu - bits_of(s)) << 32 | (uint32_t)i; }
static float key_confidence(uint64_t key) {
    return confidence_of(float_of(0xffffffffu - (uint32_t)(key >> 32)));
}

static float least_s(const cal_grid_worker *worker, int j) {
    return float_of(worker->first + ((uint32_t)j << worker->shift));
}

// Number of pairs that a cut below key[at] of cell j may misplace. In other cells, all within the error.
static int near_cut(const cal_grid_worker *worker, int j, const uint64_t *key, int at) {
    int left = 0, right = 0, count = worker->cell[j].count;
    float edge = key_confidence(key[at]), close = CLOSE * edge;
    // If all confidences are close to 1, every bin has confidence 1 and the order does not matter.
    if (edge > 1 - CLOSE) return 0;
    while (left < at && edge - key_confidence(key[at - 1 - left]) < close) left++;
    for (int l = j + 1; left >= at && l < worker->cells && edge - confidence_of(least_s(worker, l)) < close;
         l++)
        left += worker->cell[l].count;
    while (at + right < count && key_confidence(key[at + right]) - edge < close) right++;
    for (int l = j; at + right >= count && l > 0 && confidence_of(least_s(worker, l)) - edge < close; l--)
        right += worker->cell[l - 1].count;
    return left < right ? left : right;
}

static int64_t magnitude(int64_t x) { return x < 0 ? -x : x; }

// Handles the samples of torn cells: those torn by width go to their bins, those by mass to the keys.
static void look(cal_grid_worker *worker, int *near, const cal_grid_scan *c) {
    int torn = 0;
    for (int i = 0; i < c->n; i++) {
        worker->torn[torn] = i;
        torn += worker->cell[worker->place[i]].torn != 0;
    }
    for (int t = 0; t < torn; t++) {
        int i = worker->torn[t], how = worker->cell[worker->place[i]].torn;
        float s = worker->s[i];
        if (how & BY_WIDTH)
            worker->width_sum[width_bin(near, confidence_of(s), c->bins)] += gap_of(s, c->right[i]);
        if (how & BY_MASS) worker->key[worker->key_end[how >> TORN_SHIFT]++] = key_of(s, i);
    }
}

static int64_t by_width(const cal_grid_worker *worker, const cal_grid_scan *c) {
    int64_t total = 0;
    int bin = 0;
    for (int j = worker->cells - 1; j >= 0; j--) {
        const cell *here = &worker->cell[j];
        if (!here->count || here->torn & BY_WIDTH) continue;
        uint32_t bits = worker->first + ((uint32_t)j << worker->shift);
        while (bin < c->bins - 1 && bits < c->edge[2 * (bin + 1)]) bin++;
        worker->width_sum[bin] += here->gap;
    }
    for (int b = 0; b < c->bins; b++) total += magnitude(worker->width_sum[b]);
    return total;
}

static int64_t by_mass(const cal_grid_worker *worker, int *near, const cal_grid_scan *c) {
    cuts q = cuts_begin(c);
    int64_t total = 0, sum = 0;
    int at = 0;
    for (int j = worker->cells - 1; j >= 0; j--) {
        const cell *here = &worker->cell[j];
        if (!(here->torn & BY_MASS)) {
            sum += here->gap, at += here->count;
            continue;
        }
        int start = worker->key_end[here->torn >> TORN_SHIFT] - here->count;
        const uint64_t *key = sort(worker->key + start, worker->key_to + start, here->count);
        for (int own = 0; own < here->count; own++, at++) {
            while (cuts_next(&q, at)) {
                total += magnitude(sum), sum = 0;
                *near += near_cut(worker, j, key, own);
            }
            int i = (int)(uint32_t)key[own];
            sum += gap_of(worker->s[i], c->right[i]);
        }
    }
    return total + magnitude(sum);
}

cal_grid_found cal_grid_scan_run(cal_grid_worker *worker, const cal_grid_scan *c) {
    cal_grid_found found = {0};
    memset(worker->width_sum, 0, (size_t)c->bins * sizeof *worker->width_sum);
    lay_cells(worker, c);
    memset(worker->cell, 0, (size_t)worker->cells * sizeof *worker->cell);
    found.log_all = count(worker, c);
    tear(worker, c);
    look(worker, &found.near_width, c);
    double unit = 1 / (double)UNIT / c->n;
    found.ece = (double)by_width(worker, c) * unit;
    found.adaece = (double)by_mass(worker, &found.near_mass, c) * unit;
    return found;
}
