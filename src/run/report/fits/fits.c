// Fits the calibrators, applies them, and measures the metrics again.
#include "run/report/fits/fits.h"
#include <string.h>
#include "run/report/fits/helps.h"
#include "run/report/fits/refit.h"
#include "run/link/link.h"
#include "run/link/spec.h"

// Counts the samples whose predicted class has changed.
static int count_changed(const cal_scores *after, const cal_scores *before) {
    int count = 0;
    for (int i = 0; i < before->n; i++) count += after->predicted[i] != before->predicted[i];
    return count;
}

static cal_status measure(cal_fit_figures *out, cal_arena *kept, const cal_calibrator *calibrator,
                          const cal_fit *fit, const cal_cross_fits *folds, const cal_fit_sets *sets,
                          const cal_metric_request *metrics, cal_error *err) {
    const cal_scores *test = sets->test;
    cal_arena arena = {0};
    cal_scores after, ood;
    cal_figures *figures = cal_arena_alloc(kept, sizeof *figures);
    cal_status status = folds ? cal_cross_apply(&after, &arena, sets->cross, folds, fit->way, err)
                              : cal_calibrator_apply(&after, &arena, calibrator, fit, test, err);
    if (!status && test->ood) {
        status = cal_calibrator_apply(&ood, &arena, calibrator, fit, test->ood, err);
        after.ood = &ood;
    }
    after.weight = test->weight, after.cases = test->cases, after.case_count = test->case_count;
    after.clustered = test->clustered, after.score = test->score;
    if (!status) out->changed = count_changed(&after, test);
    if (!status && test->how.binary) {
        const cal_scores plain = after;
        status = cal_scores_positive(&after, &arena, &plain, err);
    }
    if (!status && !figures) status = cal_refuse_memory(err, "the figures");
    if (!status) status = cal_figures_make(figures, kept, &after, metrics, err);
    if (!status)
        cal_helps_measure(&out->help, &arena, &(cal_helps_base){sets->given, sets->figures}, &after, figures,
                          metrics->refits);
    if (!status && arena.refused) status = cal_refuse_memory(err, "the table of calibrators");
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

// Keeps the fits that every fold has, too. Returns their number.
static int keep_crossed(cal_fit *fit, int count, const cal_cross_fits *folds, int fold_count) {
    int kept = 0;
    for (int f = 0; f < count; f++)
        if (cal_cross_has(folds, fold_count, fit[f].way)) fit[kept++] = fit[f];
    return kept;
}

static bool are_equal(const cal_fit *a, const cal_fit *b, const cal_cross_fits *folds,
                      const cal_fit_sets *sets) {
    return folds ? cal_cross_equal(folds, sets->cross->folds, a->way, b->way) : cal_fits_equal(a, b);
}

static void report_fit(const cal_fit_watch *watch, const cal_calibrator *calibrator, bool fitted) {
    if (watch->report) watch->report(watch->context, calibrator->entry.id, fitted);
}

// Fits a calibrator and measures each of its fits. Equal fits are measured once.
static cal_status make(cal_calibrator_figures *out, cal_arena *kept, const cal_choice *choice,
                       const cal_fit_sets *sets, const cal_metric_request *metrics, cal_error *err) {
    const cal_calibrator *calibrator = cal_calibrator_of(choice);
    cal_arena arena = {0};
    cal_fit fit[CAL_FITS_MAX];
    cal_refits refits[CAL_FITS_MAX];
    cal_metric_request each = *metrics;
    cal_status status = CAL_OK;
    cal_cross_fits *folds = sets->cross ? cal_arena_alloc(&arena, sizeof *folds) : NULL;
    report_fit(&metrics->fitting, calibrator, false);
    int count = calibrator->fit(fit, &arena, sets->fitted_on, choice);
    if (arena.refused) status = cal_refuse_memory(err, "the calibrators");
    const int found = count;
    if (!status && folds) status = cal_cross_fit(folds, &arena, sets->cross, calibrator, choice, err);
    report_fit(&metrics->fitting, calibrator, true);
    if (!status && folds) count = keep_crossed(fit, count, folds, sets->cross->folds);
    if (!status && metrics->chance.refits)
        status =
            cal_refit(refits, &arena,
                      &(cal_refit_of){calibrator, choice, fit, count, sets->test, sets->fitted_on, metrics},
                      metrics->chance.refits, err);
    *out = (cal_calibrator_figures){.calibrator = calibrator};
    if (!status) keep_left_out(out, kept, found, sets->fitted_on);
    if (!status && count < found && !out->left_out)
        out->left_out = cal_arena_string(kept, "a fold has too few samples for a fit on all others");
    out->fit = cal_arena_alloc(kept, (size_t)count * sizeof *out->fit);
    if (!status && kept->refused) status = cal_refuse_memory(err, "the calibrators");
    for (int f = 0; f < count && !status; f++) {
        cal_fit_figures *to = &out->fit[out->count++];
        int before = 0;
        // For the progress, fitting counts as much as measuring one of the calibrator's fits.
        each.progress =
            cal_progress_range_part(&metrics->progress, (f + 1.0) / (count + 1), (f + 2.0) / (count + 1));
        each.refits = metrics->chance.refits ? &refits[f] : NULL;
        while (before < f && !are_equal(&fit[before], &fit[f], folds, sets)) before++;
        if (before < f) *to = out->fit[before];
        else status = measure(to, kept, calibrator, &fit[f], folds, sets, &each, err);
        keep_fit(&to->fit, kept, &fit[f]);
        cal_progress_range_report(&each.progress, 1);
    }
    if (!status && kept->refused) status = cal_refuse_memory(err, "the calibrators");
    cal_arena_free(&arena);
    return status;
}

// Returns true if soft labels leave a calibrator out, with the reason.
static bool needs_classes(cal_calibrator_figures *out, const cal_calibrator *calibrator,
                          const cal_scores *fitted_on) {
    if (!fitted_on->soft || calibrator->soft) return false;
    *out = (cal_calibrator_figures){.calibrator = calibrator,
                                    .left_out = "it needs a class for each sample, not soft labels"};
    return true;
}

// Returns true if a report that does not name this calibrator leaves it out, with the reason.
static bool leave_out(cal_calibrator_figures *out, const cal_calibrator *calibrator,
                      const cal_scores *fitted_on) {
    if (!cal_calibrator_is_by_name(calibrator, fitted_on->n, fitted_on->k)) return false;
    *out = (cal_calibrator_figures){.calibrator = calibrator, .left_out = "it is fitted only if named"};
    return true;
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

cal_status cal_calibrators_make(cal_report_value *out, const cal_fit_sets *sets,
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
        const cal_calibrator *calibrator = cal_calibrator_of(&choice);
        cal_calibrator_figures *to = &out->calibrator[out->calibrators];
        if (!is_for(calibrator, sets->test)) {
            if (!chosen) continue;
            status = refuse(calibrator, sets->test, err);
        } else {
            out->calibrators++;
            if (needs_classes(to, calibrator, sets->fitted_on)) continue;
            if (chosen || !leave_out(to, calibrator, sets->fitted_on))
                status = make(to, &out->arena, &choice, sets, &each, err);
        }
        cal_progress_range_report(&each.progress, 1);
    }
    return status;
}

cal_status cal_calibrators_take(cal_report_value *out, const cal_fit_sets *sets,
                                const cal_metric_request *metrics, const cal_calibrator *calibrator,
                                const cal_fit *fit, cal_error *err) {
    cal_arena *kept = &out->arena;
    cal_calibrator_figures *to = out->calibrator = cal_arena_alloc(kept, sizeof *to);
    cal_fit_figures *figures = cal_arena_alloc(kept, sizeof *figures);
    if (kept->refused) return cal_refuse_memory(err, "the calibrators");
    *to = (cal_calibrator_figures){.calibrator = calibrator, .count = 1, .fit = figures};
    out->calibrators = 1;
    const cal_status status = measure(figures, kept, calibrator, fit, NULL, sets, metrics, err);
    keep_fit(&figures->fit, kept, fit);
    figures->fit.way = cal_arena_string(kept, fit->way);
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
