#include "run/ood/ood.h"
#include <string.h>
#include "run/report/figures.h"
#include "run/link/link.h"
#include "run/link/spec.h"
#include "catalog/calibrator/calibrator.h"
#include "catalog/corruption/corruption.h"

typedef struct study {
    cal_run *run;
    const cal_dataset *data;
    cal_metric_request asked;
    double temperature; // 0: none
} study;

static cal_status scores_of(cal_scores *out, cal_arena *arena, const study *s, const float *logits,
                            const cal_split *split, double temperature, cal_error *err) {
    return cal_scores_make(out, arena, logits, split->labels, split->posterior, split->n, s->data->k,
                           temperature, err);
}

// How well the scores of a second set can be distinguished from those of the clean test set.
static cal_status write_apart(cal_text *json, const study *s, const cal_scores *second, const float *clean,
                              double temperature, cal_error *err) {
    static const char *const auroc[] = {"auroc"};
    const cal_metric_request asked = {.metric = auroc, .count = 1, .bins = s->asked.bins};
    cal_arena arena = {0};
    cal_scores first;
    cal_status status = scores_of(&first, &arena, s, clean, &s->data->test, temperature, err);
    first.ood = second;
    cal_json_key(json, "told_apart");
    if (!status) status = cal_metrics_write(json, &first, &asked, err);
    cal_arena_free(&arena);
    return status;
}

// Writes "metrics" of logits at a temperature and, if clean logits are given, how well the
// two can be distinguished.
static cal_status write_metrics(cal_text *json, const study *s, const float *logits, const cal_split *split,
                                const float *clean, double temperature, cal_error *err) {
    cal_arena arena = {0};
    cal_scores here;
    cal_status status = scores_of(&here, &arena, s, logits, split, temperature, err);
    cal_json_key(json, "metrics");
    if (!status) status = cal_metrics_write(json, &here, &s->asked, err);
    if (!status && clean) status = write_apart(json, s, &here, clean, temperature, err);
    cal_arena_free(&arena);
    return status;
}

static cal_status write_set(cal_text *json, const study *s, const float *logits, const cal_split *split,
                            const float *clean, cal_error *err) {
    cal_status status = write_metrics(json, s, logits, split, clean, 1, err);
    if (status || s->temperature == 0) return status;
    cal_json_key(json, "temperature");
    cal_json_open(json, '{');
    cal_json_member_number(json, "T", s->temperature);
    status = write_metrics(json, s, logits, split, clean, s->temperature, err);
    cal_json_close(json, '}');
    return status;
}

static cal_status write_corrupted(cal_text *json, const study *s, const cal_choice *choice, cal_error *err) {
    cal_arena arena = {0};
    cal_split split;
    cal_text text = {0};
    cal_status status = cal_split_corrupt(&split, &arena, s->data, &s->data->test, choice, err);
    float *logits = cal_arena_alloc(&arena, (size_t)s->data->test.n * (size_t)s->data->k * sizeof *logits);
    if (!status && !logits) status = cal_refuse_memory(err, "the corrupted set");
    cal_choice_write(&text, choice);
    if (!status && text.refused) status = cal_refuse_memory(err, "the corrupted set");
    if (!status) {
        cal_run_outputs(logits, s->run, &split);
        cal_json_open(json, '{');
        cal_json_member_string(json, "corruption", text.data);
        status = write_set(json, s, logits, &split, cal_run_test_logits(s->run), err);
        cal_json_close(json, '}');
    }
    cal_text_free(&text);
    cal_arena_free(&arena);
    return status;
}

// ---- another set

// Its labels are all 0, and nothing reads them.
static cal_status write_stranger(cal_text *json, const study *s, const float *logits, const cal_split *split,
                                 double temperature, cal_error *err) {
    cal_arena arena = {0};
    cal_scores scores;
    double confidence = 0;
    cal_status status = scores_of(&scores, &arena, s, logits, split, temperature, err);
    for (int i = 0; !status && i < scores.n; i++) confidence += scores.confidence[i];
    if (!status) {
        cal_json_member_number(json, "confidence", confidence / scores.n);
        status = write_apart(json, s, &scores, cal_run_test_logits(s->run), temperature, err);
    }
    cal_arena_free(&arena);
    return status;
}

static cal_status write_other(cal_text *json, const study *s, const cal_ood_other *other, cal_error *err) {
    cal_arena arena = {0};
    const size_t n = (size_t)other->split->n;
    cal_split split = *other->split;
    float *logits = cal_arena_alloc(&arena, n * (size_t)s->data->k * sizeof *logits);
    split.labels = cal_arena_alloc(&arena, n * sizeof *split.labels); // of 0
    split.posterior = NULL;
    cal_status status = arena.refused ? cal_refuse_memory(err, "the other set") : CAL_OK;
    cal_json_key(json, "other");
    cal_json_open(json, '{');
    if (!status) {
        cal_run_outputs(logits, s->run, &split);
        cal_json_member_string(json, "data", other->name);
        cal_json_member_integer(json, "n", split.n);
        status = write_stranger(json, s, logits, &split, 1, err);
    }
    if (!status && s->temperature != 0) {
        cal_json_key(json, "temperature");
        cal_json_open(json, '{');
        cal_json_member_number(json, "T", s->temperature);
        status = write_stranger(json, s, logits, &split, s->temperature, err);
        cal_json_close(json, '}');
    }
    cal_json_close(json, '}');
    cal_arena_free(&arena);
    return status;
}

// The temperature that papers use: from the grid, by ece.
static cal_status find_temperature(study *s, cal_error *err) {
    const cal_calibrator *calibrator = &cal_calibrator_temperature;
    cal_arena arena = {0};
    cal_choice choice;
    cal_scores scores;
    cal_fit fit[CAL_FITS_MAX];
    if (!s->data->val.n) return CAL_OK;
    cal_choice_with_bins(&choice, &calibrator->entry, s->asked.bins);
    cal_status status = scores_of(&scores, &arena, s, cal_run_val_logits(s->run), &s->data->val, 1, err);
    int count = status ? 0 : calibrator->fit(fit, &arena, &scores, &choice);
    for (int i = 0; i < count; i++)
        if (strcmp(fit[i].way, "by_ece") == 0) s->temperature = *fit[i].found[0].number;
    if (!status && arena.refused) status = cal_refuse_memory(err, "the temperature");
    cal_arena_free(&arena);
    return status;
}

cal_status cal_ood_write(cal_text *json, cal_run *run, const cal_ood_request *request, cal_error *err) {
    study s = {.run = run, .data = cal_run_data(run), .asked = {.bins = request->bins}};
    cal_status status = find_temperature(&s, err);
    cal_json_member_integer(json, "n", s.data->test.n);
    cal_json_member_integer(json, "k", s.data->k);
    if (!status) status = write_set(json, &s, cal_run_test_logits(run), &s.data->test, NULL, err);
    cal_json_key(json, "corruptions");
    cal_json_open(json, '[');
    for (int i = 0; i < request->count && !status; i++)
        status = write_corrupted(json, &s, &request->corruption[i], err);
    cal_json_close(json, ']');
    return status || !request->other ? status : write_other(json, &s, request->other, err);
}
