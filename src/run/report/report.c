#include "run/report/report.h"
#include <string.h>
#include "run/report/match.h"
#include "run/outputs/outputs.h"
#include "run/report/refit.h"
#include "run/report/fits.h"
#include "run/report/against.h"
#include "run/report/scoring.h"
#include "run/report/groups/slices.h"

void cal_report_write_chance(cal_text *json, const char *key, cal_resampling chance) {
    if (!chance.floor && !chance.interval) return;
    cal_json_key(json, key);
    cal_json_open(json, '{');
    cal_json_member_integer(json, "floor_draws", chance.floor);
    cal_json_member_integer(json, "interval_draws", chance.interval);
    if (chance.refits) {
        cal_json_member_integer(json, "refits", chance.refits);
    }
    cal_json_member_number(json, "level", 0.95);
    cal_json_close(json, '}');
}

// After calibrators, a quarter of the draws is enough, since there are many, with fewer refits of each.
static cal_resampling quarter(cal_resampling chance, const cal_scores *fitted_on, const cal_scores *test) {
    cal_resampling less = {(chance.floor + 3) / 4, (chance.interval + 3) / 4, 0};
    if (fitted_on) less.refits = cal_refits_default(fitted_on->n, test->n, fitted_on->k);
    if (less.refits > less.interval) less.refits = less.interval;
    return less;
}

// Scores the out-of-distribution set. Its labels are all 0 and never read.
static cal_status score_ood(cal_scores *measured, cal_scores *fitted, cal_arena *arena,
                            const cal_report_request *r, cal_error *err) {
    cal_error reason = {0};
    cal_outputs set = r->ood;
    int32_t *labels = cal_arena_alloc(arena, (size_t)set.n * sizeof *labels);
    if (!labels) return cal_refuse_memory(err, "the second set");
    set.labels = labels;
    const cal_status status = cal_outputs_score(measured, fitted, arena, &set, r->pool, 0, &reason);
    return status ? cal_fail(err, status, "out-of-distribution %s", reason.text) : CAL_OK;
}

// Scores the set on which calibrators are fitted. They use neither weights nor true probabilities.
static cal_status score_validation(cal_scores *out, cal_arena *arena, const cal_report_request *r,
                                   cal_error *err) {
    cal_scores measured;
    cal_error reason = {0};
    cal_outputs set = r->validation;
    set.weight = set.posterior = NULL;
    const cal_status status = cal_outputs_score(&measured, out, arena, &set, r->pool, 0, &reason);
    return status ? cal_fail(err, status, "validation %s", reason.text) : CAL_OK;
}

// Lists metrics that need data which was not given.
static void write_left_out(cal_text *json, const cal_scores *scores) {
    cal_scores unweighted = *scores;
    unweighted.weight = NULL;
    if (scores->fill && !scores->weight) return;
    cal_json_key(json, "left_out");
    cal_json_open(json, '[');
    for (int i = 0; cal_metrics[i]; i++) {
        const cal_metric *m = cal_metrics[i];
        const bool rows = !scores->fill && (m->needs == CAL_NEEDS_ROWS || m->needs == CAL_NEEDS_CLASSES);
        if (rows || (scores->weight && !m->weighted && cal_metric_is_known(m, &unweighted)))
            cal_json_string(json, m->entry.id);
    }
    cal_json_close(json, ']');
}

static cal_metric_request metrics_of(const cal_library *library, const cal_metric_request *metrics) {
    cal_metric_request like = *metrics;
    like.metric = library->metric;
    like.strict = false;
    for (like.count = 0; like.count < CAL_MATCH_METRICS && library->metric[like.count]; like.count++) {
    }
    return like;
}

// Writes every library's figures, without floors and intervals.
static cal_status write_libraries(cal_text *json, const cal_scores *scores, const cal_metric_request *metrics,
                                  cal_error *err) {
    cal_status status = CAL_OK;
    cal_json_open(json, '{');
    for (const cal_library *l = cal_libraries; l->name && !status; l++) {
        cal_metric_request like = metrics_of(l, metrics);
        like.chance = (cal_resampling){0};
        like.listener = NULL; // these are not the report's own
        cal_json_key(json, l->name);
        status = cal_metrics_write(json, scores, &like, err);
    }
    if (!status) cal_json_close(json, '}');
    return status;
}

// Writes the source of the weights, and the effective number of samples (Kish 1965).
static void write_weights(cal_text *json, const cal_outputs *o) {
    double sum = 0, square = 0;
    for (int i = 0; i < o->n; i++) sum += o->weight[i], square += o->weight[i] * o->weight[i];
    cal_json_key(json, "weights");
    cal_json_open(json, '{');
    cal_json_member_string(json, "name", o->weight_name);
    cal_json_member_number(json, "effective", sum * sum / square);
    cal_json_close(json, '}');
}

static void write_binary(cal_text *json, const cal_outputs *o, const cal_scores *test) {
    double happened = 0;
    for (int i = 0; i < o->n; i++) happened += cal_scores_weight(test, i) * (o->labels[i] == 1);
    cal_json_member_string(json, "task", o->task == CAL_TASK_MULTI_LABEL ? "multilabel" : "binary");
    if (o->task == CAL_TASK_MULTI_LABEL) {
        cal_json_member_integer(json, "rows", o->samples);
        cal_json_member_integer(json, "labels", o->labels_each);
    }
    cal_json_member_string(json, "positive", o->positive);
    cal_json_member_number(json, "prevalence", happened / cal_scores_total(test));
}

static void write_start(cal_text *json, const cal_report_request *r, const cal_scores *test) {
    const cal_outputs *o = &r->test;
    cal_json_member_integer(json, "schema", 1);
    cal_json_member_string(json, "spec", r->spec);
    cal_json_member_integer(json, "n", o->n);
    cal_json_member_number(json, "k", test->fill ? o->k : __builtin_nan(""));
    if (cal_outputs_are_binary(o)) write_binary(json, o, test);
    if (o->task == CAL_TASK_QUESTIONS) cal_json_member_string(json, "task", "questions");
    if (o->weight) write_weights(json, o);
    cal_report_write_chance(json, "chance", r->metrics.chance);
    write_left_out(json, test);
}

// Fractions of the work that are done after each of these.
static const double METRICS = 0.25, CALIBRATORS = 0.98;

static cal_status write_all(cal_text *json, const cal_report_request *r, const cal_scores *test,
                            const cal_scores *calibrated, const cal_scores *fitted_on, cal_error *err) {
    const cal_library *library = r->match ? cal_library_find(r->match) : NULL;
    cal_metric_request metrics = library ? metrics_of(library, &r->metrics) : r->metrics;
    double temperature = 1;
    const cal_progress_range progress = metrics.progress;
    write_start(json, r, test);
    if (library) {
        cal_json_member_string(json, "match", library->name);
    }
    cal_json_key(json, "metrics");
    metrics.progress = cal_progress_range_part(&progress, 0, fitted_on ? METRICS : 1);
    cal_status status = cal_metrics_write(json, test, &metrics, err);
    if (!status && r->match && !library) {
        cal_json_key(json, "match");
        status = write_libraries(json, test, &r->metrics, err);
    }
    if (status) return status;
    status = cal_slices_write(json, &r->test, r->pool, &metrics, err);
    if (!status) status = cal_sample_groups_write(json, &r->test, r->pool, &metrics, err);
    if (!status && r->against) status = cal_against_write(json, r->against, &r->other, test, &metrics, err);
    if (status) return status;
    cal_json_member_string(json, "fitted_on", !fitted_on ? NULL : r->fit_on_test ? "test" : "validation");
    metrics.chance = quarter(metrics.chance, fitted_on, test);
    if (fitted_on) cal_report_write_chance(json, "calibrated_chance", metrics.chance);
    cal_json_key(json, "calibrators");
    cal_json_open(json, '{');
    metrics.progress = cal_progress_range_part(&progress, METRICS, CALIBRATORS);
    metrics.strict = false; // after a calibrator the scores may have less than a metric needs
    if (fitted_on)
        status =
            cal_calibrators_write(json, &temperature, calibrated, fitted_on, &metrics, r->calibrators, err);
    if (status) return status;
    cal_json_close(json, '}');
    if (fitted_on && !metrics.count && !r->calibrators && r->test.task == CAL_TASK_CLASSES) {
        cal_json_key(json, "post_processing_gap");
        status = cal_gap_write(json, calibrated, fitted_on, temperature, metrics.bins, err);
    }
    return status;
}

cal_status cal_report_write(cal_text *json, const cal_report_request *r, cal_error *err) {
    cal_arena arena = {0};
    cal_scores test, calibrated, validation, ood, moved, *fitted_on = NULL;
    // All metrics are requested, so that of each class is among them.
    const bool classes = !r->metrics.count && !r->match && r->test.task == CAL_TASK_CLASSES;
    cal_status status =
        cal_outputs_score(&test, &calibrated, &arena, &r->test, r->pool, classes ? r->metrics.bins : 0, err);
    if (!status && r->ood.n) {
        status = score_ood(&ood, &moved, &arena, r, err);
        test.ood = &ood, calibrated.ood = &moved;
    }
    if (r->validation.n) fitted_on = &validation;
    else if (r->fit_on_test) fitted_on = &calibrated;
    if (!status && r->validation.n) status = score_validation(&validation, &arena, r, err);
    if (!status) status = write_all(json, r, &test, &calibrated, fitted_on, err);
    cal_arena_free(&arena);
    if (!status && json->refused) return cal_refuse_memory(err, "the report");
    return status;
}

// ---- sizes

// Returns the bytes of JSON while it grows by doubling, when the old and the new text exist.
static size_t text_bytes(const cal_report_size *s, size_t before, int metrics) {
    // bytes per bin; metrics that have bins; bytes of a figure with its draws
    enum { BIN = 256, BINNED = 6, FIGURE = 768 };
    const size_t figures = (size_t)s->bins * BINNED * BIN + (size_t)metrics * FIGURE;
    size_t ways = 1, capacity = 1;
    for (int i = 0; s->val_n && cal_calibrators[i]; i++) // temperature has several
        if (!cal_calibrators[i]->binary) ways += i ? 1 : 4;
    const size_t length = before + ways * figures;
    while (capacity <= length) capacity *= 2;
    return capacity + capacity / 2;
}

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

// Returns the bytes of a fit on a random half, and of the test set's figures after it, on one thread.
static size_t refit_bytes(const cal_report_size *s, const cal_choice *choice, size_t figures) {
    const int half = (s->val_n + 1) / 2;
    cal_arena fit = {.counts = true};
    size_t kept, passing;
    cal_scores_bytes(&kept, &passing, half, s->k, 0);
    const size_t own = cal_calibrator_of(choice)->counts(&fit, choice, half, s->k, 1);
    return kept + (size_t)half * ((size_t)s->k + 1) * sizeof(float) + (size_t)s->val_n * 6 + fit.taken +
           larger(own, figures);
}

// Returns the bytes of the largest calibrator: its fits, plus the largest of making them, refits, and the
// figures after them.
static size_t fits_bytes(const cal_report_size *s, size_t figures, size_t refit_figures) {
    size_t most = 0;
    for (int i = 0; cal_calibrators[i]; i++) {
        cal_choice choice;
        cal_arena kept = {.counts = true};
        if (cal_calibrators[i]->binary) continue;
        cal_choice_with_bins(&choice, &cal_calibrators[i]->entry, s->bins);
        const size_t own = cal_calibrators[i]->counts(&kept, &choice, s->val_n, s->k, s->workers),
                     refits = (size_t)s->workers * refit_bytes(s, &choice, refit_figures);
        most = larger(most, kept.taken + larger(own, larger(refits, figures)));
    }
    return most;
}

size_t cal_report_bytes(const cal_report_size *s, size_t before) {
    const size_t workers = (size_t)s->workers;
    const cal_resampling chance = cal_resampling_default(s->n, s->k);
    size_t test, val, making, making_val, metrics = 0;
    for (int i = 0; cal_metrics[i]; i++) metrics += cal_metrics[i]->needs != CAL_NEEDS_BINARY;
    cal_scores_bytes(&test, &making, s->n, s->k, s->bins);
    cal_scores_bytes(&val, &making_val, s->val_n, s->k, 0);
    const size_t figures =
        metrics * (sizeof(cal_measured) + (size_t)(chance.interval + chance.floor) * sizeof(double) +
                   (size_t)s->bins * sizeof(cal_bin));
    const size_t drawing =
        cal_chance_bytes(s->n, s->k, (int)metrics, s->workers) + workers * cal_metric_row_bytes(s->n);
    const size_t classes =
        // cwece: 32 draws and the value
        (size_t)s->k * (size_t)s->bins * sizeof(double) * 33;
    size_t passing = drawing + test + making;
    if (s->val_n) passing = val + fits_bytes(s, passing, test + making + cal_metric_row_bytes(s->n));
    return test + making_val + 2 * figures + classes + passing + text_bytes(s, before, (int)metrics);
}
