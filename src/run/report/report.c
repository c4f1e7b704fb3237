#include "run/report/report.h"
#include <stdio.h>
#include <string.h>
#include "run/report/fits/refit.h"
#include "run/report/fits/fits.h"
#include "run/report/against.h"
#include "run/report/fits/helps.h"
#include "run/report/scoring.h"
#include "run/report/groups/slices.h"

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
static void list_left_out(cal_report_value *out, const cal_scores *scores) {
    cal_scores unweighted = *scores;
    int most = 0;
    unweighted.weight = NULL;
    if (scores->fill && !scores->weight) return;
    while (cal_metrics[most]) most++;
    out->left_out = cal_arena_alloc(&out->arena, (size_t)most * sizeof *out->left_out);
    for (int i = 0; out->left_out && i < most; i++) {
        const cal_metric *m = cal_metrics[i];
        const bool rows = !scores->fill && (m->needs == CAL_NEEDS_ROWS || m->needs == CAL_NEEDS_CLASSES);
        if (m->on_request && !scores->how.ragged) continue;
        if (rows || (scores->weight && !m->weighted && cal_metric_is_known(m, &unweighted)))
            out->left_out[out->left_out_count++] = m->entry.id;
    }
}

static cal_metric_request metrics_of(const cal_library *library, const cal_metric_request *metrics) {
    cal_metric_request like = *metrics;
    like.metric = library->metric;
    like.strict = false;
    for (like.count = 0; like.count < CAL_MATCH_METRICS && library->metric[like.count]; like.count++) {
    }
    return like;
}

// Measures every library's figures, without floors and intervals.
static cal_status measure_libraries(cal_report_value *out, const cal_scores *scores,
                                    const cal_metric_request *metrics, cal_error *err) {
    cal_status status = CAL_OK;
    int count = 0;
    while (cal_libraries[count].name) count++;
    cal_figures *figures = cal_arena_alloc(&out->arena, (size_t)count * sizeof *figures);
    if (!figures) return cal_refuse_memory(err, "the figures");
    for (int i = 0; i < count && !status; i++) {
        cal_metric_request like = metrics_of(&cal_libraries[i], metrics);
        like.chance = (cal_resampling){0};
        status = cal_figures_make(&figures[i], &out->arena, scores, &like, err);
    }
    out->libraries = figures;
    return status;
}

static double effective(const cal_outputs *o) {
    double sum = 0, square = 0;
    for (int i = 0; o->weight && i < o->n; i++) sum += o->weight[i], square += o->weight[i] * o->weight[i];
    return sum * sum / square;
}

static double prevalence(const cal_outputs *o, const cal_scores *test) {
    double happened = 0;
    for (int i = 0; i < o->n; i++) happened += cal_scores_weight(test, i) * (o->labels[i] == 1);
    return happened / cal_scores_total(test);
}

static const char *const *keep_names(cal_arena *kept, const char *const *name, int count) {
    const char **out = cal_arena_alloc(kept, (size_t)count * sizeof *out + 1);
    for (int i = 0; out && i < count; i++) out[i] = cal_arena_string(kept, name[i]);
    return out;
}

static void keep_read(cal_report_value *out, const cal_outputs *o) {
    cal_arena *kept = &out->arena;
    out->output_kind = o->confidence      ? "confidence"
                       : o->odds          ? "log odds"
                       : o->probabilities ? "probabilities"
                                          : "logits";
    if (!o->read || o->task == CAL_TASK_MULTI_LABEL) return;
    cal_columns_read *read = cal_arena_alloc(kept, sizeof *read);
    if (!read) return;
    *read = *o->read;
    read->label = cal_arena_string(kept, read->label);
    read->predicted = cal_arena_string(kept, read->predicted);
    read->confidence = cal_arena_string(kept, read->confidence);
    read->output = keep_names(kept, read->output, read->outputs);
    read->other = keep_names(kept, read->other, read->others);
    out->read = read;
}

static void begin(cal_report_value *out, const cal_report_request *r, const cal_scores *test) {
    const cal_outputs *o = &r->test;
    const bool binary = cal_outputs_are_binary(o);
    cal_arena *kept = &out->arena;
    out->spec = cal_arena_string(kept, r->spec);
    out->task = o->task;
    out->n = o->n, out->k = test->fill ? o->k : 0;
    out->samples = o->samples, out->labels = o->labels_each;
    out->positive = cal_arena_string(kept, o->positive);
    out->prevalence = binary ? prevalence(o, test) : __builtin_nan("");
    out->weighted = o->weight;
    out->weight_name = cal_arena_string(kept, o->weight_name);
    out->effective = effective(o);
    keep_read(out, o);
    list_left_out(out, test);
}

// Measures the test set as it is, in groups, and in comparison with another model.
static cal_status measure(cal_report_value *out, const cal_report_request *r, const cal_scores *test,
                          const cal_metric_request *metrics, cal_error *err) {
    cal_arena *kept = &out->arena;
    cal_figures *figures = cal_arena_alloc(kept, sizeof *figures);
    if (!figures) return cal_refuse_memory(err, "the figures");
    out->figures = figures;
    cal_status status = cal_figures_make(figures, kept, test, metrics, err);
    if (!status && r->match && !out->library) status = measure_libraries(out, test, &r->metrics, err);
    if (!status) status = cal_slices_make(&out->groups, kept, &r->test, r->pool, metrics, err);
    if (!status) status = cal_sample_groups_make(&out->sample_groups, kept, &r->test, r->pool, metrics, err);
    if (!status && r->against)
        status = cal_against_make(&out->against, kept, r->against, &r->other, test, metrics, err);
    return status;
}

cal_status cal_ready_check(const cal_ready_fit *ready, const cal_outputs *o, cal_error *err) {
    const int k = o->task == CAL_TASK_MULTI_LABEL ? o->labels_each : o->k;
    const bool probabilities = cal_outputs_are_binary(o) ? !o->odds : o->probabilities != NULL;
    if (o->confidence || o->task != ready->task)
        return cal_fail(err, CAL_FAILED,
                        "%.100s: the calibrator was fitted for another task than that of the outputs",
                        ready->name);
    if (k != ready->k)
        return cal_fail(err, CAL_FAILED,
                        "%.100s: rows have %d outputs, but the calibrator was fitted on rows of %d",
                        ready->name, k, ready->k);
    if (probabilities == ready->probabilities) return CAL_OK;
    return ready->probabilities
               ? cal_fail(err, CAL_USAGE,
                          "%.100s: the calibrator was fitted on probabilities, and is not applied to logits",
                          ready->name)
               : cal_fail(err, CAL_USAGE,
                          "%.100s: the calibrator was fitted on logits, and is not applied to probabilities",
                          ready->name);
}

// Makes a ready fit for the request's outputs. The report keeps a copy of the calibrator, a part of the file.
static cal_status bind(cal_fit *fit, const cal_calibrator **calibrator, cal_report_value *out,
                       cal_arena *arena, const cal_report_request *r, cal_error *err) {
    cal_calibrator *kept = cal_arena_alloc(&out->arena, sizeof *kept);
    if (!kept) return cal_refuse_memory(err, "the calibrator");
    *kept = **calibrator, *calibrator = kept;
    if (r->ood.n)
        return cal_fail(err, CAL_USAGE,
                        "%.100s: the calibrator corrects groups, which out-of-distribution outputs lack: "
                        "report without them",
                        r->ready->name);
    return r->ready->bind(fit, arena, r->ready, &r->test, err);
}

// Measures a calibrator that was fitted before.
static cal_status apply_ready(cal_report_value *out, const cal_report_request *r, const cal_fit_sets *sets,
                              cal_metric_request *metrics, cal_error *err) {
    out->fitted_on = "file";
    metrics->chance = out->calibrated_chance = quarter(metrics->chance, NULL, sets->test);
    metrics->strict = false;
    cal_status status = cal_ready_check(r->ready, &r->test, err);
    cal_arena arena = {0};
    cal_fit fit = *r->ready->fit;
    const cal_calibrator *calibrator = r->ready->calibrator;
    if (!status && r->ready->bind) status = bind(&fit, &calibrator, out, &arena, r, err);
    if (!status) status = cal_calibrators_take(out, sets, metrics, calibrator, &fit, err);
    cal_arena_free(&arena);
    return status ? status : cal_helps_make(out, sets->given, err);
}

static cal_status calibrate(cal_report_value *out, const cal_report_request *r, const cal_fit_sets *sets,
                            cal_metric_request *metrics, cal_error *err) {
    const cal_scores *test = sets->test, *fitted_on = sets->fitted_on;
    char crossed[16];
    snprintf(crossed, sizeof crossed, "cross:%d", r->folds);
    out->fitted_on = r->folds         ? cal_arena_string(&out->arena, crossed)
                     : r->fit_on_test ? "test"
                                      : "validation";
    metrics->chance = out->calibrated_chance = quarter(metrics->chance, r->folds ? NULL : fitted_on, test);
    metrics->strict = false; // after a calibrator the scores may have less than a metric needs
    cal_status status = cal_calibrators_make(out, sets, metrics, r->calibrators, err);
    if (!status) status = cal_helps_make(out, sets->given, err);
    if (status || metrics->count || r->calibrators || r->folds || r->test.task != CAL_TASK_CLASSES)
        return status;
    cal_gap_figures *gap = cal_arena_alloc(&out->arena, sizeof *gap);
    out->gap = gap;
    return gap ? cal_gap_make(gap, test, fitted_on, cal_report_temperature(out), metrics->bins, err)
               : cal_refuse_memory(err, "the post-processing gap");
}

// Fractions of the work that are done after each of these.
static const double METRICS = 0.25, CALIBRATORS = 0.98;

static cal_status make(cal_report_value *out, const cal_report_request *r, const cal_scores *test,
                       const cal_scores *calibrated, const cal_scores *fitted_on, cal_error *err) {
    out->library = r->match ? cal_library_find(r->match) : NULL;
    cal_metric_request metrics = out->library ? metrics_of(out->library, &r->metrics) : r->metrics;
    const cal_progress_range progress = metrics.progress;
    begin(out, r, test);
    metrics.progress = cal_progress_range_part(&progress, 0, fitted_on || r->ready ? METRICS : 1);
    cal_status status = measure(out, r, test, &metrics, err);
    metrics.progress = cal_progress_range_part(&progress, METRICS, CALIBRATORS);
    if (status || (!fitted_on && !r->ready)) return status;
    cal_arena arena = {0};
    cal_cross cross;
    const cal_fit_sets sets = {test, out->figures, calibrated, fitted_on, r->folds ? &cross : NULL};
    if (r->folds) status = cal_cross_make(&cross, &arena, calibrated, r->folds, err);
    if (!status) status = (r->ready ? apply_ready : calibrate)(out, r, &sets, &metrics, err);
    cal_arena_free(&arena);
    return status;
}

cal_status cal_report_make(cal_report_value *out, const cal_report_request *r, cal_error *err) {
    cal_arena arena = {0};
    cal_scores test, calibrated, validation, ood, moved, *fitted_on = NULL;
    // All metrics are requested, so that of each class is among them.
    const bool classes = !r->metrics.count && !r->match && r->test.task == CAL_TASK_CLASSES;
    *out = (cal_report_value){.n = 0};
    cal_status status =
        cal_outputs_score(&test, &calibrated, &arena, &r->test, r->pool, classes ? r->metrics.bins : 0, err);
    if (!status && r->ood.n) {
        status = score_ood(&ood, &moved, &arena, r, err);
        test.ood = &ood, calibrated.ood = &moved;
    }
    if (r->validation.n) fitted_on = &validation;
    else if (r->fit_on_test || r->folds) fitted_on = &calibrated;
    if (!status && r->validation.n) status = score_validation(&validation, &arena, r, err);
    if (!status) status = make(out, r, &test, &calibrated, fitted_on, err);
    if (!status && out->arena.refused) status = cal_refuse_memory(err, "the report");
    cal_arena_free(&arena);
    if (status) cal_report_value_free(out);
    return status;
}

void cal_report_value_free(cal_report_value *report) {
    cal_arena_free(&report->arena);
    *report = (cal_report_value){.n = 0};
}
