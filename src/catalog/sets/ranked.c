#include "catalog/sets/ranked.h"
#include "base/random/random.h"
#include "catalog/scores/sort.h"

int cal_rank_of(const cal_ranked *row, int32_t class) {
    int rank = 0;
    while (rank < row->k - 1 && row->class[rank] != class) rank++;
    return rank;
}

double cal_conformity_uniform(const cal_conformity_rule *rule, const cal_ranked_rows *rows, int i) {
    const int index = rows->index ? rows->index[i] : i;
    if (!rule->random) return 1;
    return cal_random_uniform(rule->seed, CAL_STREAM_SETS, (uint64_t)rows->step, (uint64_t)index);
}

void cal_ranked_part(cal_scores *out, cal_arena *arena, const cal_scores *s, const int32_t *row, int n) {
    int32_t *from = cal_arena_alloc(arena, (size_t)n * sizeof *from);
    int32_t *labels = cal_arena_alloc(arena, (size_t)n * sizeof *labels);
    *out = *s;
    out->n = n, out->from = from, out->labels = labels;
    if (arena->refused) return;
    for (int i = 0; i < n; i++) from[i] = s->from ? s->from[row[i]] : row[i], labels[i] = s->labels[row[i]];
}

// Scratch memory of a worker, [k] each.
typedef struct scratch {
    double *key, *p, *above;
    int32_t *class, *other;
} scratch;

typedef struct ranking {
    const cal_ranked_rows *rows;
    cal_ranked_visit *visit;
    void *context;
    const double *p; // [count][k]
    int first, count, chunks;
    scratch *own; // [workers]
} ranking;

// Sorts few classes by insertion, many by cal_sort_order.
static void sort_classes(const scratch *s, const double *p, int k) {
    enum { FEW = 48 };
    if (k > FEW) {
        for (int j = 0; j < k; j++) s->key[j] = -p[j];
        cal_sort_order(s->class, s->other, s->key, k);
        return;
    }
    for (int j = 0; j < k; j++) {
        int at = j;
        for (; at > 0 && p[s->class[at - 1]] < p[j]; at--) s->class[at] = s->class[at - 1];
        s->class[at] = j;
    }
}

static void rank_row(const ranking *r, int i, const scratch *s) {
    const int k = r->rows->options ? r->rows->options[i] : r->rows->scores->k;
    const double *p = r->p + (size_t)(i - r->first) * (size_t)r->rows->scores->k;
    double above = 0;
    sort_classes(s, p, k);
    for (int rank = 0; rank < k; rank++) {
        s->p[rank] = p[s->class[rank]], s->above[rank] = above;
        above += s->p[rank];
    }
    const cal_ranked row = {k, s->class, s->p, s->above};
    r->visit(r->context, i, &row);
}

static void run_chunk(void *context, int chunk, int worker) {
    const ranking *r = context;
    const int from = (int)((int64_t)r->count * chunk / r->chunks),
              to = (int)((int64_t)r->count * (chunk + 1) / r->chunks);
    for (int i = from; i < to; i++) rank_row(r, r->first + i, &r->own[worker]);
}

static bool take_scratch(ranking *r, cal_arena *arena, int workers, int k) {
    const size_t classes = (size_t)k;
    r->own = cal_arena_alloc(arena, (size_t)workers * sizeof *r->own);
    for (int w = 0; r->own && w < workers; w++) {
        scratch *s = &r->own[w];
        s->key = cal_arena_alloc(arena, classes * sizeof *s->key);
        s->p = cal_arena_alloc(arena, classes * sizeof *s->p);
        s->above = cal_arena_alloc(arena, classes * sizeof *s->above);
        s->class = cal_arena_alloc(arena, classes * sizeof *s->class);
        s->other = cal_arena_alloc(arena, classes * sizeof *s->other);
    }
    return !arena->refused;
}

cal_status cal_ranked_each(const cal_ranked_rows *rows, cal_ranked_visit *visit, void *context,
                           cal_error *err) {
    const cal_scores *s = rows->scores;
    const int batch = cal_scores_batch(s), workers = cal_pool_workers(s->how.pool);
    ranking r = {.rows = rows, .visit = visit, .context = context};
    cal_arena arena = {0};
    double *p = cal_arena_alloc(&arena, (size_t)batch * (size_t)s->k * sizeof *p);
    if (!take_scratch(&r, &arena, workers, s->k)) {
        cal_arena_free(&arena);
        return cal_refuse_memory(err, "the sets");
    }
    for (r.p = p; r.first < s->n; r.first += r.count) {
        r.count = s->n - r.first < batch ? s->n - r.first : batch;
        r.chunks = cal_pool_cut(s->how.pool, workers, r.count);
        cal_scores_rows(p, s, r.first, r.count);
        cal_pool_run(s->how.pool, r.chunks, run_chunk, &r);
    }
    cal_arena_free(&arena);
    return CAL_OK;
}
