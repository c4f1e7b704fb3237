// Computes metrics of logits in memory.
#include "api/handles.h"
#include "run/report/labels.h"
#include "run/report/print/json.h"

cal_status cal_logits_check(const cal_logit_set *set, cal_error *err) {
    cal_status status = cal_need_pointer(set, "the set", err);
    if (!status && set->n > 0) status = cal_need_pointer(set->logits, "logits", err);
    if (!status && set->n > 0) status = cal_need_pointer(set->labels, "labels", err);
    return status ? status : cal_scores_check(set->logits, set->labels, set->n, set->k, err);
}

cal_metrics_def cal_default_metrics(void) {
    return (cal_metrics_def){.cookie = CAL_COOKIE_METRICS, .temperature = 1, .bins = 15};
}

static cal_status check(const cal_metrics_def *def, cal_error *err) {
    cal_status status = cal_need_def(def, CAL_COOKIE_METRICS, "metrics", err);
    if (status) return status;
    if (def->bins < 1 || def->bins > 1000)
        return cal_fail(err, CAL_USAGE, "bins=%d is not between 1 and 1000", def->bins);
    if (def->draws < 0 || def->draws > CAL_DRAWS_MAX)
        return cal_fail(err, CAL_USAGE, "draws=%d is not between 0 and %d", def->draws, CAL_DRAWS_MAX);
    if (!(def->temperature > 0 && def->temperature < 1e30))
        return cal_fail(err, CAL_USAGE, "temperature %g is not a positive number", def->temperature);
    if (def->test.labelling != CAL_LABELS_ONE) return cal_check_logit_set(&def->test, "test", err);
    return cal_logits_check(&def->test, err);
}

// Makes the scores of a binary task with a row for each label of multi-label outputs.
static cal_status score_labels(cal_scores *out, cal_arena *arena, cal_pool *pool, const cal_metrics_def *def,
                               cal_error *err) {
    cal_scores both;
    cal_label_rows rows;
    const cal_label_set set = cal_label_set_of(&def->test, def->temperature);
    const cal_status status = cal_label_rows_make(&rows, arena, &set, err);
    return status ? status : cal_label_rows_score(out, &both, arena, &rows, pool, err);
}

cal_status cal_metrics_json(cal_bytes *out, cal_lab *lab, const cal_metrics_def *def, cal_error *err) {
    cal_text json = {0};
    cal_arena arena = {0};
    cal_scores scores;
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    status = cal_need_pointer(lab, "the lab", err);
    if (!status) status = check(def, err);
    if (status) return status;
    const cal_logit_set *test = &def->test;
    status =
        test->labelling != CAL_LABELS_ONE
            ? score_labels(&scores, &arena, lab->pool, def, err)
            : cal_scores_make_how(&scores, &arena, (cal_scores_options){lab->pool, 0}, test->logits,
                                  test->labels, test->posterior, test->n, test->k, def->temperature, err);
    const cal_metric_request request = {
        .bins = def->bins, .headline = def->headline, .chance = {def->draws, 0}};
    cal_figures figures;
    if (!status) status = cal_figures_make(&figures, &arena, &scores, &request, err);
    if (!status) cal_figures_write(&json, &figures);
    cal_arena_free(&arena);
    return cal_give_text(out, &json, status, err);
}
