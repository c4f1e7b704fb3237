// Sums over cells of two pictures differ by at most the sum of their pixels' differences: |sum a - sum b| <=
// sum |a - b|. So the sum over all pixels, and then the sums of cells, exclude most pairs without comparing
// pixels. The count stays exact.
#include "catalog/data/subset/duplicates.h"
#include <stdlib.h>
#include <string.h>

enum { GRID = 8, CHANNELS = 4, CELLS = CHANNELS * GRID * GRID };

typedef struct keyed {
    int64_t key; // sum of the bytes, or a hash of the features
    int row;
} keyed;

static int by_key(const void *a, const void *b) {
    const keyed *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return x->row < y->row ? -1 : x->row > y->row;
}

typedef struct look {
    const cal_dataset *data;
    const cal_split *of, *in;
    size_t values;
    int64_t most;   // largest sum of byte differences of near pictures
    keyed *keyed;   // [in->n], sorted by key
    int32_t *cells; // [in->n][CELLS] sums of the pictures' cells
} look;

static int64_t hash_of(const float *features, size_t count) { // FNV-1a
    uint64_t hash = 0xcbf29ce484222325u;
    const uint8_t *byte = (const uint8_t *)features;
    for (size_t i = 0; i < count * sizeof *features; i++) hash = (hash ^ byte[i]) * 0x100000001b3u;
    return (int64_t)(hash >> 1);
}

static int64_t cells_of(int32_t cell[CELLS], const uint8_t *pixel, const cal_dataset *d) {
    int64_t sum = 0;
    memset(cell, 0, CELLS * sizeof *cell);
    for (int c = 0; c < d->c; c++)
        for (int y = 0; y < d->h; y++)
            for (int x = 0; x < d->w; x++, pixel++)
                cell[(c * GRID + y * GRID / d->h) * GRID + x * GRID / d->w] += *pixel;
    for (int i = 0; i < CELLS; i++) sum += cell[i];
    return sum;
}

static bool cells_far(const int32_t *a, const int32_t *b, int64_t most) {
    int64_t sum = 0;
    for (int first = 0; first < CELLS && sum <= most; first += 4 * GRID) {
        int32_t part = 0;
        for (int i = first; i < first + 4 * GRID; i++) part += a[i] < b[i] ? b[i] - a[i] : a[i] - b[i];
        sum += part;
    }
    return sum > most;
}

static int64_t difference(const uint8_t *a, const uint8_t *b, size_t count, int64_t most) {
    int64_t sum = 0;
    for (size_t i = 0; i < count && sum <= most; i++) sum += a[i] < b[i] ? b[i] - a[i] : a[i] - b[i];
    return sum;
}

static void sample_count(cal_duplicates *out, const look *l, int row) {
    int32_t cells[CELLS];
    const bool pixels = l->of->pixels != NULL;
    const uint8_t *pixel = pixels ? l->of->pixels + (size_t)row * l->values : NULL;
    const float *feature = pixels ? NULL : l->of->features + (size_t)row * l->values;
    const int64_t key = pixels ? cells_of(cells, pixel, l->data) : hash_of(feature, l->values);
    int low = 0, high = l->in->n;
    while (low < high) { // finds the first key that is near enough
        const int middle = (low + high) / 2;
        if (l->keyed[middle].key < key - l->most) low = middle + 1;
        else high = middle;
    }
    bool exact = false, near = false, other = false;
    for (; low < l->in->n && l->keyed[low].key <= key + l->most; low++) {
        const size_t at = (size_t)l->keyed[low].row;
        bool same;
        if (pixels) {
            if (cells_far(cells, l->cells + (size_t)low * CELLS, l->most)) continue;
            const int64_t far = difference(pixel, l->in->pixels + at * l->values, l->values, l->most);
            if (far > l->most) continue;
            same = far == 0;
        } else {
            same = !memcmp(feature, l->in->features + at * l->values, l->values * sizeof *feature);
            if (!same) continue;
        }
        exact |= same;
        near |= !same;
        const size_t labels = cal_data_labels(l->data);
        other |= memcmp(l->in->labels + at * labels, l->of->labels + (size_t)row * labels,
                        labels * sizeof *l->in->labels) != 0;
    }
    out->exact += exact;
    out->near += near && !exact;
    out->other_label += other;
}

cal_status cal_duplicates_count(cal_duplicates *out, const cal_dataset *data, const cal_split *of,
                                const cal_split *in, double near, cal_error *err) {
    *out = (cal_duplicates){0};
    if (!of->n || !in->n) return CAL_OK;
    cal_arena arena = {0};
    look l = {
        .data = data, .of = of, .in = in, .values = (size_t)data->c * (size_t)data->h * (size_t)data->w};
    l.most = of->pixels ? (int64_t)(near * (double)l.values) : 0;
    l.keyed = cal_arena_alloc(&arena, (size_t)in->n * sizeof *l.keyed);
    if (of->pixels) l.cells = cal_arena_alloc(&arena, (size_t)in->n * CELLS * sizeof *l.cells);
    cal_status status = CAL_OK;
    if (arena.refused) status = cal_refuse_memory(err, "finding duplicates among %d samples", in->n);
    for (int i = 0; !status && i < in->n; i++) {
        const size_t at = (size_t)i * l.values;
        l.keyed[i] = (keyed){
            in->pixels ? cells_of(l.cells, in->pixels + at, data) : hash_of(in->features + at, l.values), i};
    }
    if (!status) qsort(l.keyed, (size_t)in->n, sizeof *l.keyed, by_key);
    for (int i = 0; !status && in->pixels && i < in->n; i++)
        cells_of(l.cells + (size_t)i * CELLS, in->pixels + (size_t)l.keyed[i].row * l.values, data);
    for (int i = 0; !status && i < of->n; i++) sample_count(out, &l, i);
    cal_arena_free(&arena);
    return status;
}
