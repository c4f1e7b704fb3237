// Fits calibrators on one set of outputs, keeps them as files, and applies them to others.
#include "api/handles.h"
#include <string.h>
#include "run/report/labels.h"
#include "run/report/print/json.h"

cal_calibration_def cal_default_calibration(void) {
    return (cal_calibration_def){.cookie = CAL_COOKIE_CALIBRATION};
}

static bool is_several(const cal_calibration *c) { return c->fitted.task == CAL_TASK_MULTI_LABEL; }

// ---- fitting

// Makes each known label a row of a binary task, so that one fit holds for all labels.
static cal_status fit_labels(cal_calibration *c, const cal_calibration_def *def, cal_error *err) {
    cal_arena arena = {0};
    cal_label_rows rows;
    const cal_label_set labels = cal_label_set_of(&def->fitted_on, 0);
    cal_status status = cal_label_rows_make(&rows, &arena, &labels, err);
    if (!status) {
        const cal_outputs outputs = cal_label_rows_outputs(&rows, NULL);
        status = cal_fitted_make(&c->fitted, &outputs, def->calibrator, c->pool, err);
    }
    cal_arena_free(&arena);
    return status;
}

static cal_status fit_classes(cal_calibration *c, const cal_calibration_def *def, cal_error *err) {
    const cal_logit_set *set = &def->fitted_on;
    const cal_status status = cal_scores_check(set->logits, set->labels, set->n, set->k, err);
    const cal_outputs outputs = {.n = set->n, .k = set->k, .logits = set->logits, .labels = set->labels};
    return status ? status : cal_fitted_make(&c->fitted, &outputs, def->calibrator, c->pool, err);
}

// Creates a calibration without fits.
static cal_status make(cal_calibration **out, cal_lab *lab, cal_error *err) {
    cal_status status = cal_need_pointer_of(out, "cal_calibration_fit", "out", err);
    if (status) return status;
    *out = NULL;
    status = cal_need_pointer_of(lab, "cal_calibration_fit", "the lab", err);
    if (!status) status = cal_make_handle(out, sizeof **out, err);
    if (!status) (*out)->pool = lab->pool;
    return status;
}

static cal_status give(cal_calibration **out, cal_status status) {
    if (status) {
        cal_calibration_free(*out);
        *out = NULL;
    }
    return status;
}

cal_status cal_calibration_fit(cal_calibration **out, cal_lab *lab, const cal_calibration_def *def,
                               cal_error *err) {
    cal_status status = make(out, lab, err);
    if (status) return status;
    status = cal_need_def(def, CAL_COOKIE_CALIBRATION, "calibration", err);
    if (!status) status = cal_need_pointer(def->calibrator, "the calibrator", err);
    if (!status) status = cal_check_logit_set(&def->fitted_on, "fitted-on", err);
    if (status) return give(out, status);
    const bool several = def->fitted_on.labelling != CAL_LABELS_ONE;
    return give(out, several ? fit_labels(*out, def, err) : fit_classes(*out, def, err));
}

cal_status cal_calibration_fit_files(cal_calibration **out, cal_lab *lab, const char *calibrator,
                                     const cal_report_inputs *inputs, cal_naming naming, cal_error *err) {
    cal_status status = make(out, lab, err);
    if (status) return status;
    status = cal_need_pointer(calibrator, "the calibrator", err);
    if (!status) status = cal_need_pointer(inputs, "the files", err);
    if (status) return give(out, status);
    const cal_report_files files = {.val_logits = cal_file_of(&inputs->val_logits),
                                    .val_labels = cal_file_of(&inputs->val_labels),
                                    .val_csv = cal_file_of(&inputs->val_csv)};
    const cal_report_options options = {.probs = inputs->probs,
                                        .as_logits = inputs->as_logits,
                                        .strict = inputs->strict,
                                        .task = inputs->task,
                                        .columns = inputs->columns,
                                        .naming = naming,
                                        .notes = &(*out)->notes,
                                        .pool = (*out)->pool};
    return give(out, cal_fitted_of_files(&(*out)->fitted, calibrator, &files, &options, err));
}

cal_status cal_calibration_load(cal_calibration **out, cal_lab *lab, const cal_input *input, cal_error *err) {
    cal_status status = make(out, lab, err);
    if (status) return status;
    status = cal_need_pointer(input, "the file", err);
    if (!status) status = cal_need_pointer(input->bytes, "the file's bytes", err);
    if (status) return give(out, status);
    const cal_file file = cal_file_of(input);
    return give(out, cal_fitted_read(&(*out)->fitted, &file, err));
}

void cal_calibration_free(cal_calibration *c) {
    if (!c) return;
    cal_fitted_free(&c->fitted);
    cal_mem_free(c);
}

// ---- what was fitted

const char *cal_calibration_note(const cal_calibration *c, int index) {
    return c && index >= 0 && index < c->notes.count ? c->notes.note[index].text : NULL;
}

int cal_calibration_ways(const cal_calibration *c) { return c ? c->fitted.ways : 0; }

int cal_calibration_usual(const cal_calibration *c) { return c ? cal_fitted_usual(&c->fitted) : 0; }

const char *cal_calibration_way(const cal_calibration *c, int way) {
    return c && way >= 0 && way < c->fitted.ways ? c->fitted.fit[way].way : NULL;
}

static cal_status check_way(const cal_calibration *c, int way, const char *function, cal_error *err) {
    cal_status status = cal_need_pointer_of(c, function, "the calibration", err);
    if (!status && !cal_calibration_way(c, way))
        status = cal_fail(err, CAL_USAGE, "calibrator %s: way %d is not between 0 and %d",
                          c->fitted.calibrator->entry.id, way, c->fitted.ways - 1);
    return status;
}

int cal_calibration_found(double *value, int most, const cal_calibration *c, int way, const char *name) {
    if (!cal_calibration_way(c, way) || !name) return 0;
    const cal_found *found = c->fitted.fit[way].found;
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
    cal_fit_write(&json, &c->fitted.fit[way]);
    cal_json_close(&json, '}');
    return cal_give_text(out, &json, CAL_OK, err);
}

cal_status cal_calibration_save(cal_bytes *out, const cal_calibration *c, int way, cal_error *err) {
    cal_text json = {0};
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    status = check_way(c, way, "cal_calibration_save", err);
    if (status) return status;
    cal_fitted_write(&json, &c->fitted, way);
    return cal_give_text(out, &json, CAL_OK, err);
}

// ---- applying

static cal_status apply(double *probabilities, double *confidence, int32_t *predicted, cal_arena *arena,
                        const cal_calibration *c, int way, const float *logits, int n, cal_error *err) {
    const cal_outputs outputs = {.n = n, .k = c->fitted.k, .logits = logits};
    cal_calibrated found;
    const cal_status status =
        cal_fitted_apply(&found, arena, &c->fitted, way, &outputs, NULL, false, c->pool, err);
    if (status) return status;
    if (probabilities && !found.probabilities)
        return cal_fail(err, CAL_USAGE,
                        "calibrator %s says nothing of the other classes: ask for confidence and predicted",
                        c->fitted.calibrator->entry.id);
    const size_t rows = (size_t)n;
    if (probabilities)
        memcpy(probabilities, found.probabilities, rows * (size_t)c->fitted.k * sizeof *probabilities);
    if (confidence) memcpy(confidence, found.confidence, rows * sizeof *confidence);
    if (predicted) memcpy(predicted, found.predicted, rows * sizeof *predicted);
    return CAL_OK;
}

// Computes the probability that each label is present.
static cal_status apply_labels(double *probabilities, cal_arena *arena, const cal_calibration *c, int way,
                               const float *logits, int n, cal_error *err) {
    const size_t k = (size_t)c->fitted.k, all = (size_t)n * k;
    cal_label_rows rows;
    cal_calibrated found;
    int32_t *labels = cal_arena_alloc(arena, all * sizeof *labels);
    if (!labels) return cal_refuse_memory(err, "the calibrated outputs");
    const cal_label_set set = {.logits = logits, .labels = labels, .n = n, .k = c->fitted.k};
    cal_status status = cal_label_rows_make(&rows, arena, &set, err);
    if (status) return status;
    const cal_outputs outputs = cal_label_rows_outputs(&rows, NULL);
    status = cal_fitted_apply(&found, arena, &c->fitted, way, &outputs, NULL, false, c->pool, err);
    for (size_t j = 0; !status && j < k; j++) // rows are ordered by label
        for (size_t i = 0; i < (size_t)n; i++)
            probabilities[i * k + j] = found.probabilities[2 * (j * (size_t)n + i) + 1];
    return status;
}

cal_status cal_calibration_apply(double *probabilities, double *confidence, int32_t *predicted,
                                 const cal_calibration *c, int way, const float *logits, int n,
                                 cal_error *err) {
    cal_arena arena = {0};
    cal_status status = check_way(c, way, "cal_calibration_apply", err);
    if (!status) status = cal_need_pointer(logits, "the logits", err);
    if (!status && n < 1) status = cal_fail(err, CAL_USAGE, "calibration: n=%d is not at least 1", n);
    if (!status && c->fitted.task == CAL_TASK_BINARY)
        status = cal_fail(err, CAL_USAGE, "calibration: of a binary task, apply it with cal_apply_open");
    if (!status && c->fitted.task == CAL_TASK_CLASSES && c->fitted.probabilities)
        status = cal_fail(err, CAL_USAGE, "calibration: fitted on probabilities, not on logits");
    if (!status && is_several(c) && (!probabilities || confidence || predicted))
        status = cal_fail(err, CAL_USAGE, "calibration: multi-label data has probabilities only");
    if (!status)
        status = is_several(c) ? apply_labels(probabilities, &arena, c, way, logits, n, err)
                               : apply(probabilities, confidence, predicted, &arena, c, way, logits, n, err);
    cal_arena_free(&arena);
    return status;
}
