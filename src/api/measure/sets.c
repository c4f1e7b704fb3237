// Conformal sets of outputs.
#include "api/handles.h"
#include <string.h>
#include "run/conformal/conformal.h"
#include "run/conformal/seen.h"
#include "run/outputs/probabilities.h"

struct cal_sets {
    cal_sets_value value;
    cal_notes notes;
};

cal_sets_def cal_default_sets(void) {
    return (cal_sets_def){
        .cookie = CAL_COOKIE_SETS, .score = "aps", .temperature = 1, .alpha = 0.1, .seed = 1};
}

// ---- requests

static cal_status read_by(cal_sets_by *out, const char *by, cal_error *err) {
    *out = CAL_SETS_BY_NONE;
    if (!by) return CAL_OK;
    if (strcmp(by, "class") == 0) return *out = CAL_SETS_BY_CLASS, CAL_OK;
    if (strcmp(by, "group") == 0) return *out = CAL_SETS_BY_GROUP, CAL_OK;
    return cal_fail(err, CAL_USAGE, "by=%.40s is not one of class and group", by);
}

static cal_status read_empty(bool *top, const char *empty, cal_error *err) {
    *top = empty && strcmp(empty, "top") == 0;
    if (!empty || *top || strcmp(empty, "allow") == 0) return CAL_OK;
    return cal_fail(err, CAL_USAGE, "empty=%.40s is not one of allow and top", empty);
}

static cal_status read_def(cal_sets_request *out, const cal_sets_def *def, cal_error *err) {
    cal_status status = cal_need_def(def, CAL_COOKIE_SETS, "sets", err);
    if (status) return status;
    *out = (cal_sets_request){.score = def->score ? def->score : "aps",
                              .calibrator = def->calibrator,
                              .temperature = def->temperature,
                              .alpha = def->alpha,
                              .seed = def->seed,
                              .seen = def->seen};
    status = read_by(&out->by, def->by, err);
    return status ? status : read_empty(&out->top, def->empty, err);
}

static cal_status read_outputs(cal_outputs *out, cal_arena *arena, const cal_logit_set *set,
                               const char *which, cal_notes *notes, cal_error *err) {
    static const float some = 0;
    cal_logit_set like = *set;
    if (set->probabilities) like.logits = &some; // only its presence is checked
    cal_status status = cal_check_logit_set(&like, which, err);
    if (!status) status = cal_check_one_label(set->labelling, "sets", err);
    if (status) return status;
    *out = (cal_outputs){.n = set->n,
                         .k = set->k,
                         .logits = set->probabilities ? NULL : set->logits,
                         .probabilities = set->probabilities,
                         .labels = set->labels,
                         .posterior = set->posterior};
    return set->probabilities ? cal_probabilities_renormalise(&out->probabilities, arena, (size_t)set->n,
                                                              (size_t)set->k, which, notes, err)
                              : cal_scores_check(set->logits, set->labels, set->n, set->k, err);
}

// ---- sets

static cal_status begin(cal_sets **out, const char *function, cal_error *err) {
    const cal_status status = cal_need_pointer_of(out, function, "out", err);
    if (status) return status;
    *out = NULL;
    return cal_make_handle(out, sizeof **out, err);
}

static cal_status end(cal_sets **out, cal_status status) {
    if (status) {
        cal_sets_free(*out);
        *out = NULL;
    }
    return status;
}

static cal_status make(cal_sets *s, cal_pool *pool, const cal_sets_def *def, const char *seen,
                       cal_error *err) {
    cal_arena arena = {0};
    cal_sets_request request;
    cal_fitted fitted = {.n = 0};
    const cal_file file = cal_file_of(&def->calibrator_file);
    cal_status status = read_def(&request, def, err);
    if (!status && def->validation.n && def->validation.k != def->test.k)
        status = cal_fail(err, CAL_FAILED, "validation logits have %d classes, but test logits have %d",
                          def->validation.k, def->test.k);
    if (!status) status = read_outputs(&request.test, &arena, &def->test, "test", &s->notes, err);
    if (!status && def->validation.n)
        status = read_outputs(&request.validation, &arena, &def->validation, "validation", &s->notes, err);
    if (!status && file.bytes)
        status = cal_sets_read_calibrator(&fitted, &request, &file, def->naming, &s->notes, err);
    if (!status) {
        request.pool = pool;
        if (seen) request.seen = seen;
        status = cal_sets_make_value(&s->value, &request, err);
    }
    cal_fitted_free(&fitted);
    cal_arena_free(&arena);
    return status;
}

cal_status cal_sets_logits(cal_sets **out, cal_lab *lab, const cal_sets_def *def, cal_error *err) {
    cal_status status = begin(out, "cal_sets_logits", err);
    if (status) return status;
    status = cal_need_pointer(lab, "the lab", err);
    return end(out, status ? status : make(*out, lab->pool, def, NULL, err));
}

cal_status cal_sets_training(cal_sets **out, cal_training *t, const cal_sets_def *def, cal_error *err) {
    cal_status status = begin(out, "cal_sets_training", err);
    if (status) return status;
    status = cal_need_pointer(t, "the training", err);
    if (!status) status = cal_need_def(def, CAL_COOKIE_SETS, "sets", err);
    if (status) return end(out, status);
    cal_sets_def own = *def;
    const struct {
        cal_logit_set *set;
        cal_set which;
    } sets[] = {{&own.validation, CAL_SET_VALIDATION}, {&own.test, CAL_SET_TEST}};
    for (int i = 0; i < 2; i++) {
        const cal_sample_set samples = cal_training_samples(t, sets[i].which);
        *sets[i].set = (cal_logit_set){.logits = cal_training_logits(t, sets[i].which),
                                       .labels = samples.labels,
                                       .posterior = samples.posterior,
                                       .n = samples.n,
                                       .k = samples.k,
                                       .labelling = samples.labelling};
    }
    return end(out, make(*out, t->lab->pool, &own, cal_spec_saw_validation(cal_run_spec(t->run)), err));
}

cal_status cal_sets_read(cal_sets **out, cal_lab *lab, const cal_sets_def *def,
                         const cal_report_inputs *inputs, cal_error *err) {
    cal_sets_request request;
    cal_status status = begin(out, "cal_sets_read", err);
    if (status) return status;
    status = cal_need_pointer(lab, "the lab", err);
    if (!status) status = cal_need_pointer(inputs, "inputs", err);
    if (!status) status = read_def(&request, def, err);
    if (status) return end(out, status);
    const cal_report_files files = {
#define OPTION(...)
#define OPTION_FILE(holder, member, ...) .member = cal_file_of(&holder->member),
#define OPTION_INPUTS_ONLY
#include "run/outputs/report_options.inc"
    };
    const cal_report_options options = {.probs = inputs->probs,
                                        .as_logits = inputs->as_logits,
                                        .strict = inputs->strict,
                                        .task = inputs->task,
                                        .columns = inputs->columns,
                                        .normalise = inputs->normalise,
                                        .naming = def->naming,
                                        .notes = &(*out)->notes,
                                        .pool = lab->pool};
    return end(out, cal_sets_of_files(&(*out)->value, &request, &files, &options, err));
}

void cal_sets_free(cal_sets *s) {
    if (!s) return;
    cal_sets_value_free(&s->value);
    cal_mem_free(s);
}

const char *cal_sets_note(const cal_sets *s, int index) {
    return s && index >= 0 && index < s->notes.count ? s->notes.note[index].text : NULL;
}

cal_status cal_sets_json(cal_bytes *out, const cal_sets *s, cal_error *err) {
    cal_text json = {0};
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    status = cal_need_pointer(s, "the sets", err);
    if (!status) cal_sets_write(&json, &s->value, &s->notes);
    return cal_give_text(out, &json, status, err);
}

cal_status cal_sets_save(cal_bytes *out, const cal_sets *s, const char *format, cal_error *err) {
    cal_text text = {0};
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    status = cal_need_pointer(s, "the sets", err);
    if (!status) status = cal_need_pointer(format, "the format", err);
    if (!status) status = cal_sets_write_as(&text, &s->value, format, err);
    return cal_give_text(out, &text, status, err);
}
