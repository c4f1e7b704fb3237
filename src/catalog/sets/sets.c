#include "catalog/sets/sets.h"
#include "catalog/scores/sort.h"

// ---- quantiles

static const double near_whole = 1e-9;
// Sums of probabilities are rounded: those of all classes are 1 within some units in the last place.
static const double near_quantile = 1e-12;

int cal_conformal_rank(int n, double alpha) {
    const int above = (int)((n + 1.0) * alpha + near_whole); // floor
    return n + 1 - above;
}

int cal_conformal_least(double alpha) {
    const double samples = 1 / alpha - near_whole;
    const int whole = (int)samples; // its ceiling, less 1
    return samples > whole ? whole : whole - 1;
}

double cal_conformal_quantile(const double *score, int n, double alpha, int32_t *order) {
    cal_sort_order(order, order + n, score, n);
    return score[order[cal_conformal_rank(n, alpha) - 1]];
}

typedef struct labelled {
    const cal_ranked_rows *rows;
    const cal_conformity_rule *rule;
    double *score;
} labelled;

static void score_label(void *context, int i, const cal_ranked *row) {
    const labelled *l = context;
    l->score[i] = l->rule->conformity->score(row, cal_rank_of(row, l->rows->labels[i]),
                                             cal_conformity_uniform(l->rule, l->rows, i), l->rule->penalty);
}

cal_status cal_conformity_of_labels(double *score, const cal_ranked_rows *rows,
                                    const cal_conformity_rule *rule, cal_error *err) {
    labelled l = {rows, rule, score};
    return cal_ranked_each(rows, score_label, &l, err);
}

// ---- sets

typedef struct making {
    cal_label_sets *out;
    const cal_ranked_rows *rows;
    const cal_conformity_rule *rule;
    const cal_quantiles *quantiles;
} making;

static void add(cal_label_sets *sets, int i, int32_t class) {
    uint8_t *byte = &sets->bits[(size_t)i * (size_t)sets->stride + (size_t)class / 8];
    *byte = (uint8_t)(*byte | 1 << class % 8);
    sets->size[i]++;
}

static void make_set(void *context, int i, const cal_ranked *row) {
    const making *m = context;
    const cal_quantiles *q = m->quantiles;
    const double u = cal_conformity_uniform(m->rule, m->rows, i);
    for (int rank = 0; rank < row->k; rank++) {
        const int at = q->by_class ? row->class[rank] : q->group ? q->group[i] : 0;
        if (m->rule->conformity->score(row, rank, u, m->rule->penalty) <= q->quantile[at] + near_quantile)
            add(m->out, i, row->class[rank]);
    }
    if (q->top && !m->out->size[i]) add(m->out, i, row->class[0]);
}

cal_status cal_label_sets_make(cal_label_sets *out, cal_arena *arena, const cal_ranked_rows *rows,
                               const cal_conformity_rule *rule, const cal_quantiles *quantiles,
                               cal_error *err) {
    const int n = rows->scores->n, k = rows->scores->k;
    *out = (cal_label_sets){.n = n, .k = k, .stride = (k + 7) / 8};
    out->bits = cal_arena_alloc(arena, (size_t)n * (size_t)out->stride);
    out->size = cal_arena_alloc(arena, (size_t)n * sizeof *out->size);
    if (arena->refused) return cal_refuse_memory(err, "the sets");
    making m = {out, rows, rule, quantiles};
    return cal_ranked_each(rows, make_set, &m, err);
}

// ---- penalties of ranks

typedef struct choosing {
    const cal_ranked_rows *rows;
    cal_conformity_rule rule; // its penalty has kreg
    const double *lambda;
    int count, n;
    double *score;    // [count][n] of the true classes
    int32_t *rank;    // [n] ranks of the true classes, from 1
    double *quantile; // [count]
    int32_t *size;    // [count][n]
} choosing;

static void see_rank(void *context, int i, const cal_ranked *row) {
    choosing *c = context;
    c->rank[i] = cal_rank_of(row, c->rows->labels[i]) + 1;
}

static double score_at(const choosing *c, int i, const cal_ranked *row, int rank, int which) {
    const cal_rank_penalty penalty = {c->lambda[which], c->rule.penalty.kreg};
    return c->rule.conformity->score(row, rank, cal_conformity_uniform(&c->rule, c->rows, i), penalty);
}

static void see_scores(void *context, int i, const cal_ranked *row) {
    choosing *c = context;
    for (int l = 0; l < c->count; l++)
        c->score[(size_t)l * (size_t)c->n + (size_t)i] = score_at(c, i, row, c->rank[i] - 1, l);
}

static void see_sizes(void *context, int i, const cal_ranked *row) {
    choosing *c = context;
    for (int l = 0; l < c->count; l++) {
        int32_t *size = &c->size[(size_t)l * (size_t)c->n + (size_t)i];
        while (*size < row->k && score_at(c, i, row, *size, l) <= c->quantile[l] + near_quantile) ++*size;
    }
}

// Returns the smallest rank that holds 1 - alpha of the true classes.
static int choose_kreg(const choosing *c, double alpha) {
    int kreg = 0, held = 0;
    while (held < (1 - alpha) * c->n - near_whole) {
        kreg++;
        for (int i = 0; i < c->n; i++) held += c->rank[i] == kreg;
    }
    return kreg;
}

static bool take_choosing(choosing *c, cal_arena *arena, int32_t **order) {
    const size_t n = (size_t)c->n, all = n * (size_t)c->count;
    c->score = cal_arena_alloc(arena, all * sizeof *c->score);
    c->size = cal_arena_alloc(arena, all * sizeof *c->size);
    c->quantile = cal_arena_alloc(arena, (size_t)c->count * sizeof *c->quantile);
    c->rank = cal_arena_alloc(arena, n * sizeof *c->rank);
    *order = cal_arena_alloc(arena, 2 * n * sizeof **order);
    return !arena->refused;
}

static cal_status choose(cal_rank_penalty *out, choosing *c, cal_arena *arena, double alpha, cal_error *err) {
    int32_t *order;
    int64_t least = 0;
    if (!take_choosing(c, arena, &order)) return cal_refuse_memory(err, "the sets");
    cal_status status = cal_ranked_each(c->rows, see_rank, c, err);
    if (!status && !c->rule.penalty.kreg) c->rule.penalty.kreg = choose_kreg(c, alpha);
    out->kreg = c->rule.penalty.kreg, out->lambda = c->lambda[0];
    if (status || c->count == 1) return status;
    status = cal_ranked_each(c->rows, see_scores, c, err);
    for (int l = 0; !status && l < c->count; l++)
        c->quantile[l] = cal_conformal_quantile(c->score + (size_t)l * (size_t)c->n, c->n, alpha, order);
    if (!status) status = cal_ranked_each(c->rows, see_sizes, c, err);
    for (int l = 0; !status && l < c->count; l++) {
        int64_t sum = 0;
        for (int i = 0; i < c->n; i++) sum += c->size[(size_t)l * (size_t)c->n + (size_t)i];
        if (!l || sum < least) least = sum, out->lambda = c->lambda[l];
    }
    return status;
}

cal_status cal_rank_penalty_choose(cal_rank_penalty *out, const cal_ranked_rows *rows,
                                   const cal_conformity_rule *rule, const double *lambda, int count, int kreg,
                                   double alpha, cal_error *err) {
    choosing c = {.rows = rows, .rule = *rule, .lambda = lambda, .count = count, .n = rows->scores->n};
    cal_arena arena = {0};
    if (c.n < cal_conformal_least(alpha))
        return cal_fail(
            err, CAL_FAILED,
            "%d samples are too few to choose lambda and kreg at alpha %g: at least %d are needed", c.n,
            alpha, cal_conformal_least(alpha));
    c.rule.penalty.kreg = kreg;
    const cal_status status = choose(out, &c, &arena, alpha, err);
    cal_arena_free(&arena);
    return status;
}
