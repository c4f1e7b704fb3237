#include "run/views/view.h"
#include "run/report/figures.h"
#include "catalog/registry/registry.h"

static const cal_metric *metric_of(const cal_choice *choice) {
    return cal_metrics[cal_choice_integer(choice, "metric")];
}

// Computes the bins of the metric that the view's parameter names.
static cal_status measure(cal_figure *out, cal_arena *arena, const cal_scores *scores,
                          const cal_choice *choice, cal_error *err) {
    const cal_metric *metric = metric_of(choice);
    cal_choice with_bins;
    if (scores->weight && !metric->weighted)
        return cal_fail(err, CAL_USAGE, "view %s: metric %s has no weighted form; leave out the weights",
                        choice->entry->id, metric->entry.id);
    if (!cal_metric_is_known(metric, scores))
        return cal_fail(err, CAL_USAGE, "view %s: metric %s needs %s", choice->entry->id, metric->entry.id,
                        metric->needs == CAL_NEEDS_POSTERIOR
                            ? "the true probabilities: of the data of a run, or soft labels"
                            : "a second set");
    cal_choice_with_bins(&with_bins, &metric->entry, cal_choice_integer(choice, "bins"));
    metric->compute(out, arena, scores, &with_bins);
    if (!arena->refused && !out->bins)
        return cal_fail(err, CAL_USAGE, "view %s: metric %s has no bins", choice->entry->id,
                        metric->entry.id);
    return CAL_OK;
}

// Loads the out-of-distribution set. Its labels are all 0 and never read.
static cal_status load_ood(cal_scores *out, cal_arena *arena, const cal_view_request *r, cal_error *err) {
    cal_error reason = {0};
    int32_t *labels = cal_arena_alloc(arena, (size_t)(r->ood_n > 0 ? r->ood_n : 1) * sizeof *labels);
    if (!labels) return cal_refuse_memory(err, "the second set");
    cal_status status =
        cal_scores_make(out, arena, r->ood_logits, labels, NULL, r->ood_n, r->k, r->temperature, &reason);
    return status ? cal_fail(err, status, "out-of-distribution %s", reason.text) : CAL_OK;
}

static cal_status load_validation(cal_scores *out, cal_arena *arena, const cal_view_request *r,
                                  cal_error *err) {
    cal_error reason = {0};
    cal_status status =
        cal_scores_make(out, arena, r->val_logits, r->val_labels, NULL, r->val_n, r->k, 1, &reason);
    return status ? cal_fail(err, status, "validation %s", reason.text) : CAL_OK;
}

static cal_status check(const cal_view_request *r, cal_error *err) {
    const cal_view *view = cal_view_of(r->choice);
    if (!(r->temperature > 0 && r->temperature < 1e30))
        return cal_fail(err, CAL_USAGE, "temperature %g is not a positive number", r->temperature);
    if (view->needs == CAL_VIEW_NEEDS_OOD && !r->ood_logits)
        return cal_fail(err, CAL_USAGE,
                        "view %s needs a second set of logits, of out-of-distribution samples",
                        view->entry.id);
    return CAL_OK;
}

// Each label as a row of a binary task.
typedef struct labels {
    cal_label_rows rows;
    cal_scores before, pair, scores, validation, validation_pair;
} labels;

static cal_status load_label_set(cal_label_rows *rows, cal_scores *out, cal_scores *pair, cal_arena *arena,
                                 const cal_label_set *set, double temperature, cal_error *err) {
    cal_label_set at = *set;
    at.temperature = temperature;
    const cal_status status = cal_label_rows_make(rows, arena, &at, err);
    return status ? status : cal_label_rows_score(out, pair, arena, rows, NULL, err);
}

static bool is_some_known(const cal_label_set *set) {
    const size_t values = (size_t)set->n * (set->one ? 1 : (size_t)set->k);
    for (size_t i = 0; i < values; i++)
        if (set->labels[i] >= 0) return true;
    return false;
}

static cal_status load_labels(labels *out, cal_view_input *in, cal_arena *arena, const cal_view_request *r,
                              cal_error *err) {
    cal_label_rows other;
    cal_scores pair;
    cal_error reason = {0};
    cal_status status = load_label_set(&out->rows, &out->before, &out->pair, arena, r->several, 1, err);
    in->before = in->scores = &out->before, in->pair = &out->pair;
    in->label_of = out->rows.group, in->labels = out->rows.labels;
    if (!status && r->temperature != 1) {
        status = load_label_set(&other, &out->scores, &pair, arena, r->several, r->temperature, err);
        in->scores = &out->scores;
    }
    if (status || !r->val_several || !is_some_known(r->val_several)) return status;
    status =
        load_label_set(&other, &out->validation, &out->validation_pair, arena, r->val_several, 1, &reason);
    in->validation = &out->validation, in->validation_pair = &out->validation_pair;
    return status ? cal_fail(err, status, "validation %s", reason.text) : CAL_OK;
}

cal_status cal_view_build(cal_table *out, cal_arena *arena, cal_view_input *in, const cal_choice *choice,
                          cal_error *err) {
    const cal_view *view = cal_view_of(choice);
    cal_figure figure;
    cal_status status = CAL_OK;
    if (cal_param_find(&view->entry, "metric") >= 0) {
        status = measure(&figure, arena, in->scores, choice, err);
        in->metric = metric_of(choice), in->figure = &figure;
    }
    if (!status && view->check) status = view->check(in, choice, err);
    if (!status && !arena->refused) view->build(out, arena, in, choice);
    return !status && arena->refused ? cal_refuse_memory(err, "view %s", view->entry.id) : status;
}

cal_status cal_view_make(cal_table *out, const cal_view_request *r, cal_error *err) {
    cal_arena arena = {0};
    cal_scores before, scores, validation, ood;
    labels several;
    cal_view_input in = {.scores = &before, .before = &before};
    cal_status status = check(r, err);
    if (!status)
        status = r->several ? load_labels(&several, &in, &arena, r, err)
                            : cal_scores_make(&before, &arena, r->logits, r->labels, r->posterior, r->n, r->k,
                                              1, err);
    if (!status && r->temperature != 1 && !r->several) {
        status = cal_scores_make(&scores, &arena, r->logits, r->labels, r->posterior, r->n, r->k,
                                 r->temperature, err);
        in.scores = &scores;
    }
    if (!status && r->val_logits) {
        status = load_validation(&validation, &arena, r, err);
        in.validation = &validation;
    }
    if (!status && r->ood_logits) {
        status = load_ood(&ood, &arena, r, err);
        before.ood = scores.ood = &ood;
    }
    if (!status) status = cal_view_build(out, &arena, &in, r->choice, err);
    cal_arena_free(&arena);
    return status;
}

void cal_view_write_columns(cal_text *json, const cal_view *view) {
    cal_json_open(json, '[');
    for (const cal_column *c = view->columns; c->id; c++) {
        cal_json_open(json, '{');
        cal_json_member_string(json, "id", c->id);
        cal_json_member_string(json, "label", c->label);
        cal_json_member_string(json, "unit", c->unit);
        cal_json_close(json, '}');
    }
    cal_json_close(json, ']');
}

void cal_view_write_facts(cal_text *json, const cal_table *table) {
    cal_json_open(json, '{');
    for (int i = 0; i < table->facts; i++) {
        cal_json_member_number(json, table->fact[i].name, table->fact[i].value);
    }
    cal_json_close(json, '}');
}
