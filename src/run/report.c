#include "run/report.h"
#include <assert.h>
#include <string.h>
#include "run/noise_floor.h"
#include "run/spec.h"
#include "zoo/calibrator.h"
#include "zoo/metric.h"

static cal_status refused(cal_error *err) {
    return cal_fail(err, CAL_MEMORY, "memory for the report was refused");
}

// The entry's defaults, with the report's own number of bins where it bins at all.
static void choose(cal_choice *out, const cal_entry *entry, int bins) {
    cal_choice_default(out, entry);
    for (int i = 0; entry->params && entry->params[i].name; i++)
        if (strcmp(entry->params[i].name, "bins") == 0) out->value[i].number[0] = bins;
}

static void write_bins(cal_text *json, const cal_figure *figure) {
    cal_json_key(json, "outside");
    cal_json_integer(json, figure->outside);
    cal_json_key(json, "bins");
    cal_json_open(json, '[');
    for (int b = 0; b < figure->bins; b++) {
        const cal_bin *bin = &figure->bin[b];
        cal_json_open(json, '{');
        cal_json_key(json, "low");
        cal_json_number(json, bin->low);
        cal_json_key(json, "high");
        cal_json_number(json, bin->high);
        cal_json_key(json, "count");
        cal_json_integer(json, bin->count);
        // An empty bin has no confidence and no accuracy: null, so that nobody draws it as perfect.
        cal_json_key(json, "confidence");
        cal_json_number(json, bin->count ? bin->confidence : __builtin_nan(""));
        cal_json_key(json, "accuracy");
        cal_json_number(json, bin->count ? bin->accuracy : __builtin_nan(""));
        cal_json_close(json, '}');
    }
    cal_json_close(json, ']');
}

// One figure; floors take CAL_FLOOR_DRAWS times as long as the figures themselves.
static bool write_figure(cal_text *json, const cal_metric *metric, const cal_scores *scores, int bins,
                         bool with_bins, bool with_floor) {
    cal_arena arena = {0};
    cal_choice choice;
    cal_figure figure;
    choose(&choice, &metric->entry, bins);
    metric->compute(&figure, &arena, scores, &choice);
    cal_json_key(json, metric->entry.id);
    cal_json_open(json, '{');
    cal_json_key(json, "value");
    cal_json_number(json, figure.value);
    if (figure.bins && with_floor && !metric->needs_posterior) {
        cal_json_key(json, "floor");
        cal_json_number(json, cal_noise_floor(&arena, metric, &choice, scores));
    }
    if (figure.bins && with_bins) write_bins(json, &figure);
    cal_json_close(json, '}');
    bool done = !arena.refused;
    cal_arena_free(&arena);
    return done;
}

static cal_status write_metrics(cal_text *json, const cal_scores *scores, int bins, bool with_bins,
                                bool with_floor, cal_error *err) {
    bool done = true;
    cal_json_open(json, '{');
    for (int i = 0; cal_metrics[i] && done; i++)
        if (!cal_metrics[i]->needs_posterior || scores->posterior)
            done = write_figure(json, cal_metrics[i], scores, bins, with_bins, with_floor);
    cal_json_close(json, '}');
    return done ? CAL_OK : refused(err);
}

cal_status cal_metrics_write(cal_text *json, const cal_scores *scores, int bins, bool with_bins,
                             cal_error *err) {
    return write_metrics(json, scores, bins, with_bins, false, err);
}

double cal_metric_value(cal_arena *arena, const char *id, const cal_scores *scores, int bins) {
    for (int i = 0; cal_metrics[i]; i++) {
        const cal_metric *metric = cal_metrics[i];
        if (strcmp(metric->entry.id, id) != 0) continue;
        if (metric->needs_posterior && !scores->posterior) return __builtin_nan("");
        cal_arena own = {0}; // what it takes is given back at once
        cal_choice choice;
        cal_figure figure;
        choose(&choice, &metric->entry, bins);
        metric->compute(&figure, &own, scores, &choice);
        if (own.refused) arena->refused = true;
        cal_arena_free(&own);
        return figure.value;
    }
    assert(!"no such metric");
    return __builtin_nan("");
}

void cal_fit_write(cal_text *json, const cal_fit *fit) {
    cal_json_key(json, "T");
    cal_json_number(json, fit->temperature);
    cal_json_key(json, "at_bound");
    cal_json_bool(json, fit->at_bound);
    if (fit->points) {
        cal_json_key(json, "curve");
        cal_json_open(json, '{');
        cal_json_key(json, "at");
        cal_json_numbers(json, fit->at, fit->points);
        cal_json_key(json, "score");
        cal_json_numbers(json, fit->score, fit->points);
        cal_json_close(json, '}');
    }
}

static cal_status write_fit(cal_text *json, const cal_fit *fit, const cal_report_request *r, cal_error *err) {
    cal_arena arena = {0};
    cal_scores after;
    cal_status status = cal_scores_make(&after, &arena, r->logits, r->labels, r->posterior, r->n, r->k,
                                        fit->temperature, err);
    cal_json_key(json, fit->way);
    cal_json_open(json, '{');
    cal_fit_write(json, fit);
    if (!status) {
        cal_json_key(json, "metrics");
        status = write_metrics(json, &after, r->bins, true, true, err);
    }
    cal_json_close(json, '}');
    cal_arena_free(&arena);
    return status;
}

static cal_status write_calibrators(cal_text *json, const cal_report_request *r, const cal_scores *fitted_on,
                                    cal_error *err) {
    cal_status status = CAL_OK;
    for (int i = 0; cal_calibrators[i] && !status; i++) {
        const cal_calibrator *calibrator = cal_calibrators[i];
        cal_arena arena = {0};
        cal_choice choice;
        cal_fit fit[CAL_FITS_MAX];
        choose(&choice, &calibrator->entry, r->bins);
        int count = calibrator->fit(fit, &arena, fitted_on, &choice);
        if (arena.refused) status = refused(err);
        cal_json_key(json, calibrator->entry.id);
        cal_json_open(json, '{');
        for (int f = 0; f < count && !status; f++) status = write_fit(json, &fit[f], r, err);
        cal_json_close(json, '}');
        cal_arena_free(&arena);
    }
    return status;
}

cal_status cal_report_write(cal_text *json, const cal_report_request *r, cal_error *err) {
    cal_arena arena = {0};
    cal_scores test, validation, *fitted_on = NULL;
    cal_error reason = {0};
    cal_status status =
        cal_scores_make(&test, &arena, r->logits, r->labels, r->posterior, r->n, r->k, 1, err);
    if (!status && r->val_logits) {
        fitted_on = &validation;
        status = cal_scores_make(&validation, &arena, r->val_logits, r->val_labels, NULL, r->val_n, r->k, 1,
                                 &reason);
        if (status) cal_fail(err, status, "validation %s", reason.text);
    } else if (!status && r->fit_on_test) fitted_on = &test;
    if (!status) {
        cal_json_key(json, "schema");
        cal_json_integer(json, 1);
        cal_json_key(json, "spec");
        cal_json_string(json, r->spec);
        cal_json_key(json, "n");
        cal_json_integer(json, r->n);
        cal_json_key(json, "k");
        cal_json_integer(json, r->k);
        cal_json_key(json, "metrics");
        status = write_metrics(json, &test, r->bins, true, true, err);
    }
    if (!status) {
        cal_json_key(json, "fitted_on");
        cal_json_string(json, r->val_logits ? "validation" : r->fit_on_test ? "test" : NULL);
        cal_json_key(json, "calibrators");
        cal_json_open(json, '{');
        if (fitted_on) status = write_calibrators(json, r, fitted_on, err);
        cal_json_close(json, '}');
    }
    cal_arena_free(&arena);
    if (!status && json->refused) return refused(err);
    return status;
}
