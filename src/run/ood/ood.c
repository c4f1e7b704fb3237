#include "run/ood/ood.h"
#include <string.h>
#include "run/report/print/json.h"
#include "run/link/link.h"
#include "run/link/spec.h"
#include "catalog/calibrator/calibrator.h"
#include "catalog/corruption/corruption.h"

typedef struct study {
    int k;
    cal_ood_set test, val; // clean
    cal_metric_request metrics;
    double temperature; // 0: none
} study;

static cal_status scores_of(cal_scores *out, cal_arena *arena, const study *s, const cal_ood_set *set,
                            double temperature, cal_error *err) {
    return cal_scores_make(out, arena, set->logits, set->labels, set->posterior, set->n, s->k, temperature,
                           err);
}

static cal_status write_figures(cal_text *json, const char *key, const cal_scores *scores,
                                const cal_metric_request *metrics, cal_error *err) {
    cal_arena arena = {0};
    cal_figures figures;
    const cal_status status = cal_figures_make(&figures, &arena, scores, metrics, err);
    if (!status) {
        cal_json_key(json, key);
        cal_figures_write(json, &figures);
    }
    cal_arena_free(&arena);
    return status;
}

// Writes how well the scores of a second set can be distinguished from those of the clean test set.
static cal_status write_apart(cal_text *json, const study *s, const cal_scores *second, double temperature,
                              cal_error *err) {
    static const char *const auroc[] = {"auroc"};
    const cal_metric_request metrics = {.metric = auroc, .count = 1, .bins = s->metrics.bins};
    cal_arena arena = {0};
    cal_scores first;
    cal_status status = scores_of(&first, &arena, s, &s->test, temperature, err);
    first.ood = second;
    if (!status) status = write_figures(json, "told_apart", &first, &metrics, err);
    cal_arena_free(&arena);
    return status;
}

// Writes "metrics" of a set at a temperature and, unless it is the clean one, how well the two can be
// distinguished.
static cal_status write_metrics(cal_text *json, const study *s, const cal_ood_set *set, double temperature,
                                cal_error *err) {
    cal_arena arena = {0};
    cal_scores here;
    cal_status status = scores_of(&here, &arena, s, set, temperature, err);
    if (!status) status = write_figures(json, "metrics", &here, &s->metrics, err);
    if (!status && set != &s->test) status = write_apart(json, s, &here, temperature, err);
    cal_arena_free(&arena);
    return status;
}

static cal_status write_set(cal_text *json, const study *s, const cal_ood_set *set, cal_error *err) {
    cal_status status = write_metrics(json, s, set, 1, err);
    if (status || s->temperature == 0) return status;
    cal_json_key(json, "temperature");
    cal_json_open(json, '{');
    cal_json_member_number(json, "T", s->temperature);
    status = write_metrics(json, s, set, s->temperature, err);
    if (!status) cal_json_close(json, '}');
    return status;
}

static cal_status write_corrupted(cal_text *json, const study *s, cal_run *run, const cal_choice *choice,
                                  cal_error *err) {
    cal_arena arena = {0};
    cal_split split;
    cal_text text = {0};
    const cal_dataset *data = cal_run_data(run);
    cal_status status = cal_split_corrupt(&split, &arena, data, &data->test, choice, err);
    float *logits = cal_arena_alloc(&arena, (size_t)s->test.n * (size_t)s->k * sizeof *logits);
    if (!status && !logits) status = cal_refuse_memory(err, "the corrupted set");
    cal_choice_write(&text, choice);
    if (!status && text.refused) status = cal_refuse_memory(err, "the corrupted set");
    if (!status) {
        cal_run_outputs(logits, run, &split);
        cal_json_open(json, '{');
        cal_json_member_string(json, "corruption", text.data);
        status = write_set(json, s, &(cal_ood_set){logits, split.labels, split.posterior, split.n}, err);
        if (!status) cal_json_close(json, '}'); // after a refusal, the object stays open
    }
    cal_text_free(&text);
    cal_arena_free(&arena);
    return status;
}

// ---- another set

static cal_status write_stranger(cal_text *json, const study *s, const cal_ood_set *set, double temperature,
                                 cal_error *err) {
    cal_arena arena = {0};
    cal_scores scores;
    double confidence = 0;
    cal_status status = scores_of(&scores, &arena, s, set, temperature, err);
    for (int i = 0; !status && i < scores.n; i++) confidence += scores.confidence[i];
    if (!status) {
        cal_json_member_number(json, "confidence", confidence / scores.n);
        status = write_apart(json, s, &scores, temperature, err);
    }
    cal_arena_free(&arena);
    return status;
}

// Writes "other" from outputs [n,k] of unlabelled samples; the labels are 0 and never read.
static cal_status write_other(cal_text *json, const study *s, const char *name, const float *logits, int n,
                              cal_error *err) {
    cal_arena arena = {0};
    int32_t *labels = cal_arena_alloc(&arena, (size_t)n * sizeof *labels);
    const cal_ood_set set = {logits, labels, NULL, n};
    cal_status status = labels ? CAL_OK : cal_refuse_memory(err, "the other set");
    cal_json_key(json, "other");
    cal_json_open(json, '{');
    cal_json_member_string(json, "data", name);
    cal_json_member_integer(json, "n", n);
    if (!status) status = write_stranger(json, s, &set, 1, err);
    if (!status && s->temperature != 0) {
        cal_json_key(json, "temperature");
        cal_json_open(json, '{');
        cal_json_member_number(json, "T", s->temperature);
        status = write_stranger(json, s, &set, s->temperature, err);
        if (!status) cal_json_close(json, '}');
    }
    if (!status) cal_json_close(json, '}');
    cal_arena_free(&arena);
    return status;
}

static cal_status write_other_data(cal_text *json, const study *s, cal_run *run, const cal_ood_other *other,
                                   cal_error *err) {
    cal_arena arena = {0};
    const int n = other->split->n;
    float *logits = cal_arena_alloc(&arena, (size_t)n * (size_t)s->k * sizeof *logits);
    cal_status status = logits ? CAL_OK : cal_refuse_memory(err, "the other set");
    if (!status) {
        cal_run_outputs(logits, run, other->split);
        status = write_other(json, s, other->name, logits, n, err);
    }
    cal_arena_free(&arena);
    return status;
}

// Finds the temperature that papers use: from the grid, by ece.
static cal_status find_temperature(study *s, cal_error *err) {
    const cal_calibrator *calibrator = &cal_calibrator_temperature;
    cal_arena arena = {0};
    cal_choice choice;
    cal_scores scores;
    cal_fit fit[CAL_FITS_MAX];
    if (!s->val.n) return CAL_OK;
    cal_choice_with_bins(&choice, &calibrator->entry, s->metrics.bins);
    cal_status status = scores_of(&scores, &arena, s, &s->val, 1, err);
    int count = status ? 0 : calibrator->fit(fit, &arena, &scores, &choice);
    for (int i = 0; i < count; i++)
        if (strcmp(fit[i].way, "by_ece") == 0) s->temperature = *fit[i].found[0].number;
    if (!status && arena.refused) status = cal_refuse_memory(err, "the temperature");
    cal_arena_free(&arena);
    return status;
}

// Writes the part about the clean set.
static cal_status write_clean(cal_text *json, study *s, cal_error *err) {
    const cal_status status = find_temperature(s, err);
    cal_json_member_integer(json, "n", s->test.n);
    cal_json_member_integer(json, "k", s->k);
    return status ? status : write_set(json, s, &s->test, err);
}

static cal_ood_set set_of(const cal_split *split, const float *logits) {
    return (cal_ood_set){logits, split->labels, split->posterior, split->n};
}

cal_status cal_ood_write(cal_text *json, cal_run *run, const cal_ood_request *request, cal_error *err) {
    const cal_dataset *data = cal_run_data(run);
    study s = {.k = data->k,
               .test = set_of(&data->test, cal_run_test_logits(run)),
               .val = set_of(&data->val, cal_run_val_logits(run)),
               .metrics = {.bins = request->bins}};
    cal_status status = write_clean(json, &s, err);
    if (status) return status;
    cal_json_key(json, "corruptions");
    cal_json_open(json, '[');
    for (int i = 0; i < request->count && !status; i++)
        status = write_corrupted(json, &s, run, &request->corruption[i], err);
    if (!status) cal_json_close(json, ']');
    return status || !request->other ? status : write_other_data(json, &s, run, request->other, err);
}

cal_status cal_ood_write_outputs(cal_text *json, const cal_ood_outputs *o, int bins, cal_error *err) {
    study s = {.k = o->k, .test = o->test, .val = o->val, .metrics = {.bins = bins}};
    const cal_status status = write_clean(json, &s, err);
    return status ? status : write_other(json, &s, o->other_name, o->other, o->other_n, err);
}
