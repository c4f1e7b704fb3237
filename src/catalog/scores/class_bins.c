#include "catalog/scores/class_bins.h"
#include "base/maths/row_sums.h"

enum { CLASSES = 128 }; // classes per chunk

bool cal_class_count_begin(cal_class_count *out, cal_arena *arena, int k, int bins, cal_edges edges) {
    size_t all = (size_t)k * (size_t)bins;
    *out = (cal_class_count){.k = k, .bins = bins, .edges = edges};
    out->edge = cal_arena_alloc(arena, (size_t)bins * sizeof *out->edge);
    out->confidence = cal_arena_alloc(arena, all * sizeof *out->confidence);
    out->count = cal_arena_alloc(arena, all * sizeof *out->count);
    out->right = cal_arena_alloc(arena, all * sizeof *out->right);
    if (arena->refused || arena->counts) return false;
    cal_bins_lay(out->edge, bins, edges);
    return true;
}

// Index of class j's bin for this probability.
static size_t place(const cal_class_count *c, int j, double p) {
    return (size_t)cal_bins_find(c->edge, c->bins, c->edges, p) * (size_t)c->k + (size_t)j;
}

static void add_one(const cal_class_count *c, int j, double p) {
    size_t at = place(c, j, p);
    c->confidence[at] += p;
    if (at >= (size_t)c->k) c->count[at]++;
}

// With many classes, most probabilities are in the first bin.
static void add_row(const cal_class_count *c, const double *p, int first, int end) {
    int others[CLASSES];
    double high = c->edge[0].high;
    if (c->edges != CAL_EDGES_RIGHT) high -= high * 0x1p-53; // below the edge, not on it
    const int count = cal_add_small(others, c->confidence + first, p + first, end - first, high);
    for (int i = 0; i < count; i++) add_one(c, first + others[i], p[first + others[i]]);
}

typedef struct job {
    const cal_class_count *count;
    const double *p;
    const int32_t *labels;
    int rows;
} job;

static void add_classes(void *context, int chunk, int worker) {
    (void)worker;
    const job *q = context;
    const cal_class_count *c = q->count;
    int first = chunk * CLASSES, end = first + CLASSES < c->k ? first + CLASSES : c->k;
    for (int i = 0; i < q->rows; i++) {
        const double *p = q->p + (size_t)i * (size_t)c->k;
        int label = q->labels[i];
        add_row(c, p, first, end);
        if (label >= first && label < end) c->right[place(c, label, p[label])]++;
    }
}

void cal_class_count_add(const cal_class_count *count, cal_pool *pool, const double *p, const int32_t *labels,
                         int rows) {
    job q = {count, p, labels, rows};
    cal_pool_run(pool, (count->k + CLASSES - 1) / CLASSES, add_classes, &q);
}

void cal_class_count_finish(cal_bin *table, const cal_class_count *c, int n) {
    for (int j = 0; j < c->k; j++) {
        cal_bin *bin = table + (size_t)j * (size_t)c->bins;
        int rest = n;
        for (int b = c->bins - 1; b >= 0; b--) {
            size_t at = (size_t)b * (size_t)c->k + (size_t)j;
            int count = b ? c->count[at] : rest;
            bin[b] = (cal_bin){.low = c->edge[b].low, .high = c->edge[b].high, .count = count};
            rest -= count;
            if (!count) continue;
            bin[b].confidence = c->confidence[at] / count;
            bin[b].accuracy = (double)c->right[at] / count;
        }
    }
}
