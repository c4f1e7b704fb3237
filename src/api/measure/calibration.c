// Fits calibrators on one set of logits and applies them to others.
#include "api/handles.h"
#include <string.h>
#include "catalog/calibrator/calibrator.h"
#include "run/report/labels.h"
#include "run/report/print/json.h"

struct cal_calibration {
    cal_arena arena;
    cal_pool *pool;
    cal_choice choice;
    const cal_calibrator *calibrator;
    cal_scores fitted_on; // copies: a fit may read them again
    int k, ways;
    bool several;
    cal_fit fit[CAL_FITS_MAX];
};

cal_calibration_def cal_default_calibration(void) {
    return (cal_calibration_def){.cookie = CAL_COOKIE_CALIBRATION};
}

static void *copy_of(cal_arena *arena, const void *bytes, size_t size) {
    void *copy = cal_arena_alloc(arena, size);
    if (copy) memcpy(copy, bytes, size);
    return copy;
}

// Makes each known label a row of a binary task, so that one fit holds for all labels.
static cal_status take_labels(cal_scores *out, cal_arena *arena, cal_pool *pool, const cal_logit_set *set,
                              cal_error *err) {
    cal_scores measured;
    cal_label_rows rows;
    const cal_label_set labels = cal_label_set_of(set, 0);
    const cal_status status = cal_label_rows_make(&rows, arena, &labels, err);
    return status ? status : cal_label_rows_score(&measured, out, arena, &rows, pool, err);
}

static cal_status take_classes(cal_calibration *c, const cal_logit_set *set, cal_error *err) {
    const cal_status status = cal_scores_check(set->logits, set->labels, set->n, set->k, err);
    if (status) return status;
    const size_t numbers = (size_t)set->n * (size_t)set->k;
    const float *logits = copy_of(&c->arena, set->logits, numbers * sizeof *logits);
    const int32_t *labels = copy_of(&c->arena, set->labels, (size_t)set->n * sizeof *labels);
    if (c->arena.refused) return cal_refuse_memory(err, "the calibrator");
    return cal_scores_make_how(&c->fitted_on, &c->arena, (cal_scores_options){c->pool, 0}, logits, labels,
                               NULL, set->n, set->k, 1, err);
}

static cal_status fit(cal_calibration *c, const cal_calibration_def *def, cal_error *err) {
    const cal_logit_set *set = &def->fitted_on;
    cal_status status =
        cal_choice_parse(&c->choice, "calibrator", def->calibrator, strlen(def->calibrator), err);
    if (status) return status;
    c->calibrator = cal_calibrator_of(&c->choice);
    c->k = set->k;
    c->several = set->labelling != CAL_LABELS_ONE;
    if (c->several && c->calibrator->top_only)
        return cal_check_one_label(set->labelling, def->calibrator, err);
    status =
        c->several ? take_labels(&c->fitted_on, &c->arena, c->pool, set, err) : take_classes(c, set, err);
    if (status) return status;
    c->ways = c->calibrator->fit(c->fit, &c->arena, &c->fitted_on, &c->choice);
    if (c->arena.refused) return cal_refuse_memory(err, "the calibrator");
    if (!c->ways)
        return cal_fail(err, CAL_FAILED, "calibrator %s: %d samples are too few to fit it on",
                        c->calibrator->entry.id, set->n);
    return CAL_OK;
}

cal_status cal_calibration_fit(cal_calibration **out, cal_lab *lab, const cal_calibration_def *def,
                               cal_error *err) {
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = NULL;
    status = cal_need_pointer(lab, "the lab", err);
    if (!status) status = cal_need_def(def, CAL_COOKIE_CALIBRATION, "calibration", err);
    if (!status) status = cal_need_pointer(def->calibrator, "the calibrator", err);
    if (!status) status = cal_check_logit_set(&def->fitted_on, "fitted-on", err);
    if (!status) status = cal_make_handle(out, sizeof **out, err);
    if (status) return status;
    (*out)->pool = lab->pool;
    status = fit(*out, def, err);
    if (status) {
        cal_calibration_free(*out);
        *out = NULL;
    }
    return status;
}

void cal_calibration_free(cal_calibration *c) {
    if (!c) return;
    cal_arena_free(&c->arena);
    cal_mem_free(c);
}

int cal_calibration_ways(const cal_calibration *c) { return c ? c->ways : 0; }

const char *cal_calibration_way(const cal_calibration *c, int way) {
    return c && way >= 0 && way < c->ways ? c->fit[way].way : NULL;
}

static cal_status check_way(const cal_calibration *c, int way, const char *function, cal_error *err) {
    cal_status status = cal_need_pointer_of(c, function, "the calibration", err);
    if (!status && !cal_calibration_way(c, way))
        status = cal_fail(err, CAL_USAGE, "calibrator %s: way %d is not between 0 and %d",
                          c->calibrator->entry.id, way, c->ways - 1);
    return status;
}

int cal_calibration_found(double *value, int most, const cal_calibration *c, int way, const char *name) {
    if (!cal_calibration_way(c, way) || !name) return 0;
    const cal_found *found = c->fit[way].found;
    for (int i = 0; i < CAL_FOUND_MAX && found[i].name; i++) {
        if (strcmp(found[i].name, name) != 0) continue;
        for (int j = 0; value && j < most && j < found[i].count; j++) value[j] = found[i].number[j];
        return found[i].count;
    }
    return 0;
}

cal_status cal_calibration_json(cal_bytes *out, const cal_calibration *c, int way, cal_error *err) {
    cal_text json = {0};
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    status = check_way(c, way, "cal_calibration_json", err);
    if (status) return status;
    cal_json_open(&json, '{');
    cal_fit_write(&json, &c->fit[way]);
    cal_json_close(&json, '}');
    return cal_give_text(out, &json, CAL_OK, err);
}

static cal_status apply(double *probabilities, double *confidence, int32_t *predicted, cal_arena *arena,
                        const cal_calibration *c, int way, const float *logits, int n, cal_error *err) {
    cal_scores before, after;
    // Labels are not read: they are all 0.
    int32_t *labels = cal_arena_alloc(arena, (size_t)n * sizeof *labels);
    if (!labels) return cal_refuse_memory(err, "the calibrated outputs");
    cal_status status = cal_scores_make_how(&before, arena, (cal_scores_options){c->pool, 0}, logits, labels,
                                            NULL, n, c->k, 1, err);
    if (!status) status = c->calibrator->apply(&after, arena, &c->fit[way], &before, err);
    if (status) return status;
    if (probabilities && !after.fill)
        return cal_fail(err, CAL_USAGE,
                        "calibrator %s says nothing of the other classes: ask for confidence and predicted",
                        c->calibrator->entry.id);
    if (probabilities)
        for (int first = 0, rows = cal_scores_batch(&after); first < n; first += rows)
            cal_scores_rows(probabilities + (size_t)first * (size_t)c->k, &after, first,
                            n - first < rows ? n - first : rows);
    if (confidence) memcpy(confidence, after.confidence, (size_t)n * sizeof *confidence);
    if (predicted) memcpy(predicted, after.predicted, (size_t)n * sizeof *predicted);
    return CAL_OK;
}

// Computes the probability that each label is present.
static cal_status apply_labels(double *probabilities, cal_arena *arena, const cal_calibration *c, int way,
                               const float *logits, int n, cal_error *err) {
    cal_scores before, after;
    const size_t k = (size_t)c->k, all = (size_t)n * k;
    int32_t *labels = cal_arena_alloc(arena, all * sizeof *labels);
    double *pair = cal_arena_alloc(arena, 2 * all * sizeof *pair);
    if (arena->refused) return cal_refuse_memory(err, "the calibrated outputs");
    const cal_logit_set set = {
        .logits = logits, .labels = labels, .n = n, .k = c->k, .labelling = CAL_LABELS_SEVERAL};
    cal_status status = take_labels(&before, arena, c->pool, &set, err);
    if (!status) status = c->calibrator->apply(&after, arena, &c->fit[way], &before, err);
    if (status) return status;
    for (int first = 0, rows = cal_scores_batch(&after); first < after.n; first += rows)
        cal_scores_rows(pair + (size_t)first * 2, &after, first,
                        after.n - first < rows ? after.n - first : rows);
    for (size_t j = 0; j < k; j++) // rows are ordered by label
        for (size_t i = 0; i < (size_t)n; i++) probabilities[i * k + j] = pair[2 * (j * (size_t)n + i) + 1];
    return CAL_OK;
}

cal_status cal_calibration_apply(double *probabilities, double *confidence, int32_t *predicted,
                                 const cal_calibration *c, int way, const float *logits, int n,
                                 cal_error *err) {
    cal_arena arena = {0};
    cal_status status = check_way(c, way, "cal_calibration_apply", err);
    if (!status) status = cal_need_pointer(logits, "the logits", err);
    if (!status && n < 1) status = cal_fail(err, CAL_USAGE, "calibration: n=%d is not at least 1", n);
    if (!status && c->several && (!probabilities || confidence || predicted))
        status = cal_fail(err, CAL_USAGE, "calibration: multi-label data has probabilities only");
    if (!status)
        status = c->several ? apply_labels(probabilities, &arena, c, way, logits, n, err)
                            : apply(probabilities, confidence, predicted, &arena, c, way, logits, n, err);
    cal_arena_free(&arena);
    return status;
}
