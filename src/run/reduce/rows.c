// Adds rows to a reduction.
#include <limits.h>
#include "run/reduce/reduce.h"

cal_status cal_reduced_set_begin(cal_reduced_set *out, int k, double temperature, cal_error *err) {
    *out = (cal_reduced_set){.k = k, .temperature = temperature};
    if (k < 2 || k > CAL_REDUCED_CLASSES)
        return cal_fail(err, CAL_USAGE, "%d classes are not from 2 to %d", k, CAL_REDUCED_CLASSES);
    if (!(temperature >= 0.01 && temperature <= 100))
        return cal_fail(err, CAL_USAGE, "temperature %g is not from 0.01 to 100", temperature);
    if (cal_class_count_begin(&out->count, &out->arena, k, CAL_REDUCED_BINS, CAL_EDGES_RIGHT)) return CAL_OK;
    cal_arena_free(&out->arena);
    return cal_refuse_memory(err, "the bins of %d classes", k);
}

static bool grow(cal_reduced_set *r, int n) {
    double **wide[] = {&r->confidence, &r->log_p_label, &r->square};
    float **narrow[] = {&r->predicted, &r->label};
    bool had = true;
    for (int c = 0; c < 3 && had; c++) {
        double *moved = cal_mem_grow(*wide[c], &r->capacity[c], n, sizeof(double));
        had = moved, *wide[c] = moved ? moved : *wide[c];
    }
    for (int c = 0; c < 2 && had; c++) {
        float *moved = cal_mem_grow(*narrow[c], &r->capacity[3 + c], n, sizeof(float));
        had = moved, *narrow[c] = moved ? moved : *narrow[c];
    }
    return had;
}

static void keep(cal_reduced_set *r, const cal_scores *s) {
    for (int i = 0; i < s->n; i++) {
        const int at = r->n + i;
        r->confidence[at] = s->confidence[i], r->log_p_label[at] = s->log_p_label[i],
        r->square[at] = s->square[i];
        r->predicted[at] = (float)s->predicted[i], r->label[at] = (float)s->labels[i];
    }
}

cal_status cal_reduced_set_take(cal_reduced_set *r, cal_pool *pool, const float *logits,
                                const int32_t *labels, int n, cal_error *err) {
    cal_arena arena = {0};
    cal_scores scores;
    cal_error reason = {0};
    if (n > CAL_REDUCED_ROWS - r->n)
        return cal_fail(err, CAL_FAILED, "more than %d rows; reduce them in several shards",
                        CAL_REDUCED_ROWS);
    cal_status status = cal_scores_check(logits, labels, n, r->k, &reason);
    if (status) return cal_fail(err, status, "after %d rows: %s", r->n, reason.text);
    if (!grow(r, r->n + n)) return cal_refuse_memory(err, "%d rows", r->n + n);
    status = cal_scores_make_how(&scores, &arena, (cal_scores_options){.pool = pool}, logits, labels, NULL, n,
                                 r->k, r->temperature, err);
    const int batch = status ? 1 : cal_scores_batch(&scores);
    double *p = cal_arena_alloc(&arena, (size_t)batch * (size_t)r->k * sizeof *p);
    if (!status && !p) status = cal_refuse_memory(err, "the probabilities of %d rows", batch);
    for (int first = 0; first < n && !status; first += batch) {
        const int rows = n - first < batch ? n - first : batch;
        cal_scores_rows(p, &scores, first, rows);
        cal_class_count_add(&r->count, pool, p, labels + first, rows);
    }
    if (!status && !cal_reduced_likelihood(r->likelihood, pool, logits, labels, n, r->k))
        status = cal_refuse_memory(err, "the likelihoods of %d rows", n);
    if (!status) keep(r, &scores), r->n += n;
    cal_arena_free(&arena);
    return status;
}

void cal_reduced_set_end(cal_reduced_set *r) {
    cal_mem_free(r->confidence), cal_mem_free(r->log_p_label), cal_mem_free(r->square);
    cal_mem_free(r->predicted), cal_mem_free(r->label);
    cal_arena_free(&r->arena);
    *r = (cal_reduced_set){0};
}
