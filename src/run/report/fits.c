// Fits the calibrators, applies them, and measures the metrics again.
#include "run/report/fits.h"
#include <string.h>
#include "run/report/figures.h"
#include "run/report/refit.h"
#include "run/link/link.h"
#include "run/link/spec.h"

void cal_fit_write(cal_text *json, const cal_fit *fit) {
    for (int i = 0; i < CAL_FOUND_MAX && fit->found[i].name; i++) {
        const cal_found *found = &fit->found[i];
        cal_json_key(json, found->name);
        if (found->count == 1) cal_json_number(json, *found->number);
        else cal_json_numbers(json, found->number, found->count);
    }
    cal_json_member_bool(json, "at_bound", fit->at_bound);
    if (fit->points) {
        cal_json_key(json, "curve");
        cal_json_open(json, '{');
        cal_json_member_numbers(json, "at", fit->at, fit->points);
        cal_json_member_numbers(json, "score", fit->score, fit->points);
        cal_json_close(json, '}');
    }
}

// Counts the samples whose predicted class has changed.
static int count_changed(const cal_scores *after, const cal_scores *before) {
    int count = 0;
    for (int i = 0; i < before->n; i++) count += after->predicted[i] != before->predicted[i];
    return count;
}

// A fit's effect on the test set: the number of changed predictions, and the place of its metrics in the
// text.
typedef struct effect {
    int changed, start, end;
} effect;

static void write_changed(cal_text *json, const effect *at) {
    cal_json_member_integer(json, "changed", at->changed);
    cal_json_key(json, "metrics");
}

static cal_status measure(cal_text *json, effect *at, const cal_calibrator *calibrator, const cal_fit *fit,
                          const cal_scores *test, const cal_metric_request *metrics, cal_error *err) {
    cal_arena arena = {0};
    cal_scores after, ood;
    cal_status status = calibrator->apply(&after, &arena, fit, test, err);
    if (!status && test->ood) {
        status = calibrator->apply(&ood, &arena, fit, test->ood, err);
        after.ood = &ood;
    }
    after.weight = test->weight, after.cases = test->cases, after.case_count = test->case_count;
    after.clustered = test->clustered;
    if (!status) at->changed = count_changed(&after, test);
    if (!status && test->how.binary) {
        const cal_scores plain = after;
        status = cal_scores_positive(&after, &arena, &plain, err);
    }
    cal_metric_request mine = *metrics;
    mine.origin = (cal_figures_origin){calibrator, fit, at->changed, NULL};
    if (!status) write_changed(json, at);
    at->start = json->length;
    if (!status) status = cal_metrics_write(json, &after, &mine, err);
    at->end = json->length;
    cal_arena_free(&arena);
    return status;
}

static cal_status write_fit(cal_text *json, effect *at, const cal_calibrator *calibrator, const cal_fit *fit,
                            int f, int count, const cal_scores *test, const cal_metric_request *metrics,
                            const cal_refits *refits, cal_error *err) {
    // For the progress, fitting counts as much as measuring one of the calibrator's fits.
    cal_metric_request mine = *metrics;
    mine.refits = refits;
    mine.progress =
        cal_progress_range_part(&metrics->progress, (f + 1.0) / (count + 1), (f + 2.0) / (count + 1));
    int before = 0;
    cal_status status = CAL_OK;
    cal_json_key(json, fit[f].way);
    cal_json_open(json, '{');
    if (calibrator->note) {
        cal_json_member_string(json, "note", calibrator->note);
    }
    cal_fit_write(json, &fit[f]);
    while (before < f && !cal_fits_equal(&fit[before], &fit[f])) before++;
    if (before < f) {
        at[f] = at[before];
        write_changed(json, &at[f]);
        cal_json_again(json, at[f].start, at[f].end);
        const cal_figures_origin origin = {calibrator, &fit[f], at[f].changed, fit[before].way};
        if (metrics->listener)
            status = metrics->listener->take(metrics->listener->to, &origin, NULL, metrics->chance, err);
    } else status = measure(json, &at[f], calibrator, &fit[f], test, &mine, err);
    cal_progress_range_report(&mine.progress, 1);
    if (!status) cal_json_close(json, '}');
    return status;
}

// Writes why a criterion of a calibrator has no fit.
static void write_left_out(cal_text *json, const cal_calibrator *calibrator, int fits,
                           const cal_scores *fitted_on) {
    cal_text why = {0};
    if (calibrator->left_out) calibrator->left_out(&why, fits, fitted_on);
    else if (!fits) cal_text_add(&why, "the set it is fitted on has too few samples");
    json->refused |= why.refused;
    if (why.length && !why.refused) cal_json_member_string(json, "left_out", why.data);
    cal_text_free(&why);
}

static cal_status write_calibrator(cal_text *json, double *temperature, const cal_choice *choice,
                                   const cal_scores *test, const cal_scores *fitted_on,
                                   const cal_metric_request *metrics, cal_error *err) {
    const cal_calibrator *calibrator = cal_calibrator_of(choice);
    cal_arena arena = {0};
    cal_fit fit[CAL_FITS_MAX];
    cal_refits refits[CAL_FITS_MAX];
    effect at[CAL_FITS_MAX];
    cal_status status = CAL_OK;
    int count = calibrator->fit(fit, &arena, fitted_on, choice);
    if (arena.refused) status = cal_refuse_memory(err, "the calibrators");
    if (!status && metrics->chance.refits)
        status = cal_refit(refits, &arena,
                           &(cal_refit_of){calibrator, choice, fit, count, test, fitted_on, metrics},
                           metrics->chance.refits, err);
    cal_json_key(json, calibrator->entry.id);
    cal_json_open(json, '{');
    if (!status) write_left_out(json, calibrator, count, fitted_on);
    for (int f = 0; f < count && !status; f++)
        status = write_fit(json, at, calibrator, fit, f, count, test, metrics,
                           metrics->chance.refits ? &refits[f] : NULL, err);
    for (int f = 0; f < count; f++)
        if (calibrator == &cal_calibrator_temperature && strcmp(fit[f].way, "by_ece") == 0)
            *temperature = *fit[f].found[0].number;
    if (!status) cal_json_close(json, '}');
    cal_arena_free(&arena);
    return status;
}

cal_status cal_calibrators_write(cal_text *json, double *temperature, const cal_scores *test,
                                 const cal_scores *fitted_on, const cal_metric_request *metrics,
                                 const char *const *chosen, cal_error *err) {
    cal_status status = CAL_OK;
    cal_choice choice;
    cal_metric_request each = *metrics;
    int count = 0;
    while (chosen ? !!chosen[count] : !!cal_calibrators[count]) count++;
    for (int i = 0; i < count && !status; i++) {
        each.progress = cal_progress_range_part(&metrics->progress, (double)i / count, (i + 1.0) / count);
        if (chosen) status = cal_choice_parse(&choice, "calibrator", chosen[i], strlen(chosen[i]), err);
        else cal_choice_with_bins(&choice, &cal_calibrators[i]->entry, metrics->bins);
        const cal_calibrator *calibrator = status ? NULL : cal_calibrator_of(&choice);
        // Questions allow only calibrators that treat all options equally.
        const bool symmetric =
            calibrator == &cal_calibrator_temperature || (calibrator && calibrator->top_only);
        if (calibrator && test->how.ragged && !symmetric) {
            if (!chosen) continue;
            status = cal_fail(
                err, CAL_USAGE,
                "calibrator %s is fitted for each class, and the options of questions are no classes",
                calibrator->entry.id);
        } else if (calibrator && (test->how.binary ? calibrator->top_only : calibrator->binary)) {
            if (!chosen) continue;
            status =
                cal_fail(err, CAL_USAGE, "calibrator %s %s", calibrator->entry.id,
                         calibrator->binary ? "needs a binary task: a label and the probability of one class"
                                            : "maps the confidence of the predicted class, which a binary "
                                              "task does not have");
        }
        if (!status) status = write_calibrator(json, temperature, &choice, test, fitted_on, &each, err);
        cal_progress_range_report(&each.progress, 1);
    }
    return status;
}
