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

// Writes "metrics" of logits at a temperature and, if clean logits are given, how well the
// two can be distinguished.
static cal_status write_metrics(cal_text *json, const study *s, const float *logits, const cal_split *split,
                                const float *clean, double temperature, cal_error *err) {
    cal_arena arena = {0};
    cal_scores here, there;
    cal_status status = scores_of(&here, &arena, s, logits, split, temperature, err);
    if (!status && clean) status = scores_of(&there, &arena, s, clean, &s->data->test, temperature, err);
    cal_json_key(json, "metrics");
    if (!status) status = cal_metrics_write(json, &here, &s->asked, err);
    if (!status && clean) {
        const char *const auroc[] = {"auroc"};
        cal_metric_request asked = {.metric = auroc, .count = 1, .bins = s->asked.bins};
        there.ood = &here; // the corrupted set is the out-of-distribution one
        cal_json_key(json, "told_apart");
        status = cal_metrics_write(json, &there, &asked, err);
    }
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

cal_status cal_ood_write(cal_text *json, cal_run *run, const cal_choice *corruption, int count, int bins,
                         cal_error *err) {
    study s = {.run = run, .data = cal_run_data(run), .asked = {.bins = bins}};
    cal_status status = find_temperature(&s, err);
    cal_json_member_integer(json, "n", s.data->test.n);
    cal_json_member_integer(json, "k", s.data->k);
    if (!status) status = write_set(json, &s, cal_run_test_logits(run), &s.data->test, NULL, err);
    cal_json_key(json, "corruptions");
    cal_json_open(json, '[');
    for (int i = 0; i < count && !status; i++) status = write_corrupted(json, &s, &corruption[i], err);
    cal_json_close(json, ']');
    return status;
}
