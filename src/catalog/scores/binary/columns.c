#include "catalog/scores/binary/columns.h"
#include "catalog/scores/sort.h"

enum { BATCH_BYTES = 1 << 26 };

typedef struct column {
    uint8_t *correct;
    int32_t *order, *scratch;
} column;

typedef struct columns {
    const cal_scores *scores;
    double *p;   // [classes][n]
    int first;   // class of the first column
    column *own; // [workers]
    cal_class_visit *visit;
    void *context;
} columns;

static void visit_one(void *context, int at, int worker) {
    const columns *c = context;
    const cal_scores *s = c->scores;
    column *own = &c->own[worker];
    cal_scores one = {.n = s->n,
                      .k = 2,
                      .labels = s->labels,
                      .cases = s->cases,
                      .case_count = s->case_count,
                      .clustered = s->clustered,
                      .weight = s->weight,
                      .from = s->from,
                      .is_draw = s->is_draw,
                      .positive = true,
                      .confidence = c->p + (size_t)at * (size_t)s->n,
                      .correct = own->correct,
                      .order = own->order};
    for (int i = 0; i < s->n; i++) own->correct[i] = s->labels[i] == c->first + at;
    cal_sort_order(own->order, own->scratch, one.confidence, s->n);
    c->visit(c->context, c->first + at, &one, worker);
}

// Computes the columns of `count` classes from the first one.
static void fill(const columns *c, double *row, int count) {
    const cal_scores *s = c->scores;
    const int batch = cal_scores_batch(s);
    for (int first = 0; first < s->n; first += batch) {
        const int rows = s->n - first < batch ? s->n - first : batch;
        cal_scores_rows(row, s, first, rows);
        for (int j = 0; j < count; j++)
            for (int i = 0; i < rows; i++)
                c->p[(size_t)j * (size_t)s->n + (size_t)(first + i)] =
                    row[(size_t)i * (size_t)s->k + (size_t)(c->first + j)];
    }
}

// Allocates columns for a batch of classes and returns their number.
static int take(columns *c, double **row, cal_arena *own, int rows, int k, int each, int workers) {
    const size_t n = (size_t)rows, fit = BATCH_BYTES / sizeof(double) / n;
    const int batch = fit >= (size_t)k ? k : fit > 0 ? (int)fit : 1;
    c->p = cal_arena_alloc(own, (size_t)batch * n * sizeof *c->p);
    c->own = cal_arena_alloc(own, (size_t)workers * sizeof *c->own);
    *row = cal_arena_alloc(own, (size_t)each * (size_t)k * sizeof **row);
    for (int w = 0; w < workers; w++) {
        const column one = {cal_arena_alloc(own, n), cal_arena_alloc(own, n * sizeof(int32_t)),
                            cal_arena_alloc(own, n * sizeof(int32_t))};
        if (c->own) c->own[w] = one;
    }
    return batch;
}

size_t cal_class_columns_bytes(int n, int k, int workers) {
    const cal_scores s = {.n = n, .k = k};
    cal_arena own = {.counts = true};
    columns c;
    double *row;
    take(&c, &row, &own, n, k, cal_scores_batch(&s), workers);
    return own.taken;
}

bool cal_class_columns(cal_arena *arena, const cal_scores *s, cal_class_visit *visit, void *context) {
    cal_arena own = {0};
    columns c = {.scores = s, .visit = visit, .context = context};
    double *row;
    const int batch = take(&c, &row, &own, s->n, s->k, cal_scores_batch(s), cal_pool_workers(s->how.pool));
    for (c.first = 0; !own.refused && c.first < s->k; c.first += batch) {
        const int count = s->k - c.first < batch ? s->k - c.first : batch;
        fill(&c, row, count);
        cal_pool_run(s->how.pool, count, visit_one, &c);
    }
    if (own.refused) arena->refused = true;
    cal_arena_free(&own);
    return !arena->refused;
}
