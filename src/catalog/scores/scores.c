#include "catalog/scores/scores.h"
#include <assert.h>
#include <string.h>
#include "base/maths/exp_row.h"
#include "base/maths/maths.h"
#include "catalog/scores/bins.h"
#include "catalog/scores/sort.h"
#include "catalog/scores/class_bins.h"

static cal_status check_label(const int32_t *labels, int i, int k, cal_error *err) {
    if (labels[i] >= 0 && labels[i] < k) return CAL_OK;
    return cal_fail(err, CAL_FAILED, "labels: row %d is %d, which is not one of the classes 0 to %d", i,
                    labels[i], k - 1);
}

static bool is_finite(const float *z, int k) {
    const uint32_t exponent = 0x7f800000;
    uint32_t some = 0;
    for (int j = 0; j < k; j++) {
        uint32_t bits;
        memcpy(&bits, z + j, sizeof bits);
        some |= (bits & exponent) == exponent;
    }
    return !some;
}

cal_status cal_scores_check(const float *logits, const int32_t *labels, int n, int k, cal_error *err) {
    if (n < 1) return cal_fail(err, CAL_FAILED, "logits: no rows; at least one is needed");
    if (k < 2) return cal_fail(err, CAL_FAILED, "logits: %d column; at least 2 classes are needed", k);
    for (int i = 0; i < n; i++) {
        const float *z = logits + (size_t)i * k;
        for (int j = 0; !is_finite(z, k) && j < k; j++)
            if (!(z[j] - z[j] == 0))
                return cal_fail(err, CAL_FAILED, "logits: row %d, column %d is %s", i, j,
                                z[j] != z[j] ? "not a number" : "infinite");
        cal_status status = check_label(labels, i, k, err);
        if (status) return status;
    }
    return CAL_OK;
}

// p = softmax(z/T), in double. The differences to the maximum are exact or nearly so before they are divided,
// so that large logits cost no accuracy. The largest term is e^0 = 1. Returns the divisor of p; `top` is the
// index of a largest logit.
static double softmax(double *p, const cal_scores *s, int i, int top) {
    const float *z = s->logits + (size_t)i * s->k;
    double sum = cal_exp_row(p, z, s->k, z[top], s->temperature);
    cal_row_divide(p, s->k, sum);
    return sum;
}

// Row i of the logits, which is sample i of these scores unless they are resampled (`from`).
static void fill_softmax(double *p, const cal_scores *s, int i) {
    softmax(p, s, i, s->from ? cal_row_largest(s->logits + (size_t)i * s->k, s->k) : s->predicted[i]);
}

void cal_scores_row(double *p, const cal_scores *s, int i) { s->fill(p, s, s->from ? s->from[i] : i); }

static void keep_row(cal_scores *s, const double *p, int i, int best, double log_p_label) {
    double square = 0;
    for (int j = 0; j < s->k; j++) {
        double d = p[j] - (j == s->labels[i]);
        square += d * d;
    }
    s->square[i] = square;
    s->log_p_label[i] = log_p_label;
    s->confidence[i] = p[best];
    s->predicted[i] = best;
    s->correct[i] = best == s->labels[i];
}

static void score_logits(cal_scores *s, double *p, int i) {
    const float *z = s->logits + (size_t)i * s->k;
    int best = cal_row_largest(z, s->k);
    double sum = softmax(p, s, i, best);
    keep_row(s, p, i, best, ((double)z[s->labels[i]] - z[best]) / s->temperature - cal_log(sum));
}

static void score_filled(cal_scores *s, double *p, int i) {
    const float *rank = s->rank ? s->rank + (size_t)i * s->k : NULL;
    int best = 0;
    s->fill(p, s, i);
    for (int j = 1; j < s->k; j++)
        if (p[j] > p[best] || (p[j] == p[best] && rank && rank[j] > rank[best])) best = j;
    keep_row(s, p, i, best, cal_log(p[s->labels[i]]));
}

// Numbers in the rows that are computed before their classes are binned, and in those that a thread computes
// at a time.
enum { BATCH = 1 << 15, CHUNK = 1 << 12 };
static int rows_of(int numbers, int k) { return numbers > k ? numbers / k : 1; }

typedef struct batch {
    cal_scores *scores;
    double *p; // [rows][k]
    int first, end;
} batch;

static void make_rows(void *context, int chunk, int worker) {
    (void)worker;
    const batch *b = context;
    cal_scores *s = b->scores;
    int first = b->first + chunk * rows_of(CHUNK, s->k), end = first + rows_of(CHUNK, s->k);
    for (int i = first; i < end && i < b->end; i++) {
        double *p = b->p + (size_t)(i - b->first) * (size_t)s->k;
        if (s->logits) score_logits(s, p, i);
        else score_filled(s, p, i);
    }
}

static void make_all(cal_scores *s, double *p, const cal_class_count *count) {
    int rows = rows_of(BATCH, s->k), step = rows_of(CHUNK, s->k);
    for (int first = 0; first < s->n; first += rows) {
        batch b = {s, p, first, s->n - first < rows ? s->n : first + rows};
        cal_pool_run(s->how.pool, (b.end - first + step - 1) / step, make_rows, &b);
        if (count) cal_class_count_add(count, s->how.pool, p, s->labels + first, b.end - first);
    }
}

// Memory that is needed only while the scores are made.
typedef struct making {
    cal_class_count count;
    double *p;        // [rows of a batch][k]
    int32_t *scratch; // [n]
} making;

static void take(cal_scores *s, making *m, cal_arena *arena, cal_arena *own) {
    const size_t rows = (size_t)s->n, batched = (size_t)rows_of(BATCH, s->k);
    const size_t bins = (size_t)s->k * (size_t)s->how.class_bins;
    m->p = cal_arena_alloc(own, (batched < rows ? batched : rows) * (size_t)s->k * sizeof *m->p);
    m->scratch = cal_arena_alloc(own, rows * sizeof *m->scratch);
    s->log_p_label = cal_arena_alloc(arena, rows * sizeof(double));
    s->square = cal_arena_alloc(arena, rows * sizeof(double));
    s->confidence = cal_arena_alloc(arena, rows * sizeof(double));
    s->predicted = cal_arena_alloc(arena, rows * sizeof(int32_t));
    s->correct = cal_arena_alloc(arena, rows);
    s->order = cal_arena_alloc(arena, rows * sizeof(int32_t));
    s->classes = cal_arena_alloc(arena, sizeof *s->classes);
    cal_bin *bin = bins ? cal_arena_alloc(arena, bins * sizeof *bin) : NULL;
    if (bins) cal_class_count_begin(&m->count, own, s->k, s->how.class_bins, CAL_EDGES_RIGHT);
    if (s->classes) *s->classes = (cal_class_table){arena, s->how.class_bins, CAL_EDGES_RIGHT, bin};
}

size_t cal_scores_count(cal_arena *counted, int n, int k, int class_bins) {
    cal_arena own = {.counts = true};
    cal_scores s = {.n = n, .k = k, .how = {NULL, class_bins}};
    making m;
    take(&s, &m, counted, &own);
    return own.taken;
}

void cal_scores_bytes(size_t *kept, size_t *passing, int n, int k, int class_bins) {
    cal_arena arena = {.counts = true};
    *passing = cal_scores_count(&arena, n, k, class_bins);
    *kept = arena.taken;
}

static cal_status make(cal_scores *s, cal_arena *arena, cal_error *err) {
    cal_arena own = {0};
    making m;
    take(s, &m, arena, &own);
    cal_status status = CAL_OK;
    if (arena->refused || own.refused)
        status = cal_refuse_memory(err, "the probabilities of %d rows and %d classes", s->n, s->k);
    if (!status) {
        make_all(s, m.p, s->classes->bin ? &m.count : NULL);
        if (s->classes->bin) cal_class_count_finish(s->classes->bin, &m.count, s->n);
        cal_sort_order(s->order, m.scratch, s->confidence, s->n);
    }
    cal_arena_free(&own);
    return status;
}

cal_status cal_scores_make_how(cal_scores *out, cal_arena *arena, cal_scores_options how, const float *logits,
                               const int32_t *labels, const double *posterior, int n, int k,
                               double temperature, cal_error *err) {
    assert(temperature > 0);
    cal_status status = cal_scores_check(logits, labels, n, k, err);
    if (status) return status;
    *out = (cal_scores){.n = n,
                        .k = k,
                        .how = how,
                        .logits = logits,
                        .labels = labels,
                        .posterior = posterior,
                        .temperature = temperature,
                        .fill = fill_softmax};
    return make(out, arena, err);
}

cal_status cal_scores_make(cal_scores *out, cal_arena *arena, const float *logits, const int32_t *labels,
                           const double *posterior, int n, int k, double temperature, cal_error *err) {
    return cal_scores_make_how(out, arena, (cal_scores_options){0}, logits, labels, posterior, n, k,
                               temperature, err);
}

cal_status cal_scores_at(cal_scores *out, cal_arena *arena, const cal_scores *s, double temperature,
                         cal_error *err) {
    *out = (cal_scores){.n = s->n,
                        .k = s->k,
                        .how = s->how,
                        .logits = s->logits,
                        .labels = s->labels,
                        .posterior = s->posterior,
                        .temperature = temperature,
                        .fill = fill_softmax};
    return make(out, arena, err);
}

cal_status cal_scores_make_filled(cal_scores *out, cal_arena *arena, cal_scores_options how,
                                  cal_scores_fill *fill, const void *source, const float *rank,
                                  const int32_t *labels, const double *posterior, int n, int k,
                                  cal_error *err) {
    *out = (cal_scores){.n = n,
                        .k = k,
                        .how = how,
                        .labels = labels,
                        .posterior = posterior,
                        .temperature = 1,
                        .fill = fill,
                        .source = source,
                        .rank = rank};
    return make(out, arena, err);
}

typedef struct filled_rows {
    const cal_scores *scores;
    double *p;
    int first, end;
} filled_rows;

static void fill_rows(void *context, int chunk, int worker) {
    (void)worker;
    const filled_rows *f = context;
    const cal_scores *s = f->scores;
    int first = f->first + chunk * rows_of(CHUNK, s->k), end = first + rows_of(CHUNK, s->k);
    for (int i = first; i < end && i < f->end; i++)
        cal_scores_row(f->p + (size_t)(i - f->first) * (size_t)s->k, s, i);
}

int cal_scores_batch(const cal_scores *s) {
    return s->n < rows_of(BATCH, s->k) ? s->n : rows_of(BATCH, s->k);
}

void cal_scores_rows(double *p, const cal_scores *s, int first, int count) {
    int step = rows_of(CHUNK, s->k);
    filled_rows f = {s, p, first, first + count};
    cal_pool_run(s->how.pool, (count + step - 1) / step, fill_rows, &f);
}

// ---- scores that are given directly

static cal_status check_probabilities(const double *p, const int32_t *labels, int n, int k, cal_error *err) {
    if (n < 1) return cal_fail(err, CAL_FAILED, "probabilities: no rows; at least one is needed");
    if (k < 2) return cal_fail(err, CAL_FAILED, "probabilities: %d column; at least 2 classes are needed", k);
    for (int i = 0; i < n; i++) {
        const double *row = p + (size_t)i * (size_t)k;
        double sum = 0;
        for (int j = 0; j < k; j++) {
            if (!(row[j] >= 0 && row[j] <= 1))
                return cal_fail(err, CAL_FAILED, "probabilities: row %d, column %d is %g, not from 0 to 1", i,
                                j, row[j]);
            sum += row[j];
        }
        if (!(__builtin_fabs(sum - 1) <= 1e-4))
            return cal_fail(err, CAL_FAILED, "probabilities: row %d sums to %.9g, not to 1", i, sum);
        cal_status status = check_label(labels, i, k, err);
        if (status) return status;
    }
    return CAL_OK;
}

static void fill_given(double *p, const cal_scores *s, int i) {
    const double *row = (const double *)s->source + (size_t)i * (size_t)s->k;
    for (int j = 0; j < s->k; j++) p[j] = row[j];
}

cal_status cal_scores_make_probabilities(cal_scores *out, cal_arena *arena, cal_scores_options how,
                                         const double *p, const int32_t *labels, int n, int k,
                                         cal_error *err) {
    cal_status status = check_probabilities(p, labels, n, k, err);
    return status ? status
                  : cal_scores_make_filled(out, arena, how, fill_given, p, NULL, labels, NULL, n, k, err);
}

cal_status cal_scores_positive(cal_scores *out, cal_arena *arena, const cal_scores *s, cal_error *err) {
    const size_t n = (size_t)s->n;
    cal_arena own = {0};
    int32_t *scratch = cal_arena_alloc(&own, n * sizeof *scratch);
    double p[2];
    assert(s->fill && s->k == 2);
    *out = *s;
    out->memo = NULL;
    out->positive = true, out->classes = NULL;
    out->confidence = cal_arena_alloc(arena, n * sizeof(double));
    out->predicted = cal_arena_alloc(arena, n * sizeof(int32_t));
    out->correct = cal_arena_alloc(arena, n);
    out->order = cal_arena_alloc(arena, n * sizeof(int32_t));
    const bool refused = arena->refused || own.refused;
    for (int i = 0; !refused && i < s->n; i++) {
        cal_scores_row(p, s, i);
        out->confidence[i] = p[1];
        out->predicted[i] = 1;
        out->correct[i] = s->labels[i] == 1;
    }
    if (!refused) cal_sort_order(out->order, scratch, out->confidence, s->n);
    cal_arena_free(&own);
    return refused ? cal_refuse_memory(err, "the probabilities of %d rows", s->n) : CAL_OK;
}

cal_status cal_scores_make_top(cal_scores *out, cal_arena *arena, const double *confidence,
                               const int32_t *predicted, const int32_t *labels, int n, cal_error *err) {
    size_t rows = (size_t)n;
    cal_arena own = {0};
    int32_t *scratch = cal_arena_alloc(&own, rows * sizeof *scratch);
    *out = (cal_scores){.n = n, .labels = labels, .temperature = 1};
    out->confidence = cal_arena_alloc(arena, rows * sizeof(double));
    out->predicted = cal_arena_alloc(arena, rows * sizeof(int32_t));
    out->correct = cal_arena_alloc(arena, rows);
    out->order = cal_arena_alloc(arena, rows * sizeof(int32_t));
    bool refused = arena->refused || own.refused;
    for (int i = 0; !refused && i < n; i++) {
        out->confidence[i] = confidence[i];
        out->predicted[i] = predicted[i];
        out->correct[i] = predicted[i] == labels[i];
    }
    if (!refused) cal_sort_order(out->order, scratch, confidence, n);
    cal_arena_free(&own);
    return refused ? cal_refuse_memory(err, "%d confidences", n) : CAL_OK;
}
