// Fits the calibrators, applies them, and measures the metrics again.
#include "run/report/fits.h"
#include <string.h>
#include "run/report/refit.h"
#include "run/link/link.h"
#include "run/link/spec.h"

// Counts the samples whose predicted class has changed.
static int count_changed(const cal_scores *after, const cal_scores *before) {
    int count = 0;
    for (int i = 0; i < before->n; i++) count += after->predicted[i] != before->predicted[i];
    return count;
}

static cal_status measure(cal_fit_figures *out, cal_arena *kept, const cal_calibrator *calibrator,
                          const cal_fit *fit, const cal_scores *test, const cal_metric_request *metrics,
                          cal_error *err) {
    cal_arena arena = {0};
    cal_scores after, ood;
    cal_figures *figures = cal_arena_alloc(kept, sizeof *figures);
    cal_status status = calibrator->apply(&after, &arena, fit, test, err);
    if (!status && test->ood) {
        status = calibrator->apply(&ood, &arena, fit, test->ood, err);
        after.ood = &ood;
    }
    after.weight = test->weight, after.cases = test->cases, after.case_count = test->case_count;
    after.clustered = test->clustered;
    if (!status) out->changed = count_changed(&after, test);
    if (!status && test->how.binary) {
        const cal_scores plain = after;
        status = cal_scores_positive(&after, &arena, &plain, err);
    }
    if (!status && !figures) status = cal_refuse_memory(err, "the figures");
    if (!status) status = cal_figures_make(figures, kept, &after, metrics, err);
    out->figures = figures;
    cal_arena_free(&arena);
    return status;
}

static double *keep_numbers(cal_arena *kept, const double *from, int count) {
    double *to = cal_arena_alloc(kept, (size_t)count * sizeof *to);
    return to && count ? memcpy(to, from, (size_t)count * sizeof *to) : to;
}

static void keep_fit(cal_fit *out, cal_arena *kept, const cal_fit *fit) {
    *out = *fit;
    out->state = NULL;
    for (int i = 0; i < CAL_FOUND_MAX && fit->found[i].name; i++)
        out->found[i].number = keep_numbers(kept, fit->found[i].number, fit->found[i].count);
    if (!fit->points) return;
    out->at = keep_numbers(kept, fit->at, fit->points);
    out->score = keep_numbers(kept, fit->score, fit->points);
}

// Keeps the reason why a criterion of a calibrator has no fit.
static void keep_left_out(cal_calibrator_figures *out, cal_arena *kept, int fits,
                          const cal_scores *fitted_on) {
    cal_text why = {0};
    if (out->calibrator->left_out) out->calibrator->left_out(&why, fits, fitted_on);
    else if (!fits) cal_text_add(&why, "the set it is fitted on has too few samples");
    kept->refused |= why.refused;
    if (why.length && !why.refused) out->left_out = cal_arena_string(kept, why.data);
    cal_text_free(&why);
}

// Fits a calibrator and measures each of its fits. Equal fits are measured once.
static cal_status make(cal_calibrator_figures *out, cal_arena *kept, const cal_choice *choice,
                       const cal_scores *test, const cal_scores *fitted_on, const cal_metric_request *metrics,
                       cal_error *err) {
    const cal_calibrator *calibrator = cal_calibrator_of(choice);
    cal_arena arena = {0};
    cal_fit fit[CAL_FITS_MAX];
    cal_refits refits[CAL_FITS_MAX];
    cal_metric_request each = *metrics;
    cal_status status = CAL_OK;
    const int count = calibrator->fit(fit, &arena, fitted_on, choice);
    if (arena.refused) status = cal_refuse_memory(err, "the calibrators");
    if (!status && metrics->chance.refits)
        status = cal_refit(refits, &arena,
                           &(cal_refit_of){calibrator, choice, fit, count, test, fitted_on, metrics},
                           metrics->chance.refits, err);
    *out = (cal_calibrator_figures){.calibrator = calibrator};
    if (!status) keep_left_out(out, kept, count, fitted_on);
    out->fit = cal_arena_alloc(kept, (size_t)count * sizeof *out->fit);
    if (!status && kept->refused) status = cal_refuse_memory(err, "the calibrators");
    for (int f = 0; f < count && !status; f++) {
        cal_fit_figures *to = &out->fit[out->count++];
        int before = 0;
        // For the progress, fitting counts as much as measuring one of the calibrator's fits.
        each.progress =
            cal_progress_range_part(&metrics->progress, (f + 1.0) / (count + 1), (f + 2.0) / (count + 1));
        each.refits = metrics->chance.refits ? &refits[f] : NULL;
        while (before < f && !cal_fits_equal(&fit[before], &fit[f])) before++;
        if (before < f) *to = out->fit[before];
        else status = measure(to, kept, calibrator, &fit[f], test, &each, err);
        keep_fit(&to->fit, kept, &fit[f]);
        cal_progress_range_report(&each.progress, 1);
    }
    if (!status && kept->refused) status = cal_refuse_memory(err, "the calibrators");
    cal_arena_free(&arena);
    return status;
}

// Refuses a calibrator that the task does not have.
static cal_status refuse(const cal_calibrator *calibrator, const cal_scores *test, cal_error *err) {
    if (test->how.ragged)
        return cal_fail(err, CAL_USAGE,
                        "calibrator %s is fitted for each class, and the options of questions are no classes",
                        calibrator->entry.id);
    return cal_fail(err, CAL_USAGE, "calibrator %s %s", calibrator->entry.id,
                    calibrator->binary ? "needs a binary task: a label and the probability of one class"
                                       : "maps the confidence of the predicted class, which a binary "
                                         "task does not have");
}

static bool is_for(const cal_calibrator *calibrator, const cal_scores *test) {
    // Questions allow only calibrators that treat all options equally.
    if (test->how.ragged && calibrator != &cal_calibrator_temperature && !calibrator->top_only) return false;
    return !(test->how.binary ? calibrator->top_only : calibrator->binary);
}

cal_status cal_calibrators_make(cal_report_value *out, const cal_scores *test, const cal_scores *fitted_on,
                                const cal_metric_request *metrics, const char *const *chosen,
                                cal_error *err) {
    cal_status status = CAL_OK;
    cal_choice choice;
    cal_metric_request each = *metrics;
    int count = 0;
    while (chosen ? !!chosen[count] : !!cal_calibrators[count]) count++;
    out->calibrator = cal_arena_alloc(&out->arena, (size_t)count * sizeof *out->calibrator);
    if (!out->calibrator) return cal_refuse_memory(err, "the calibrators");
    for (int i = 0; i < count && !status; i++) {
        each.progress = cal_progress_range_part(&metrics->progress, (double)i / count, (i + 1.0) / count);
        if (chosen) status = cal_choice_parse(&choice, "calibrator", chosen[i], strlen(chosen[i]), err);
        else cal_choice_with_bins(&choice, &cal_calibrators[i]->entry, metrics->bins);
        if (status) break;
        if (is_for(cal_calibrator_of(&choice), test))
            status =
                make(&out->calibrator[out->calibrators++], &out->arena, &choice, test, fitted_on, &each, err);
        else if (chosen) status = refuse(cal_calibrator_of(&choice), test, err);
        else continue;
        cal_progress_range_report(&each.progress, 1);
    }
    return status;
}

double cal_report_temperature(const cal_report_value *report) {
    for (int i = 0; i < report->calibrators; i++) {
        const cal_calibrator_figures *c = &report->calibrator[i];
        for (int f = 0; f < c->count && c->calibrator == &cal_calibrator_temperature; f++)
            if (strcmp(c->fit[f].fit.way, "by_ece") == 0) return *c->fit[f].fit.found[0].number;
    }
    return 1;
}
