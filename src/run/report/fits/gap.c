// Computes the post-processing gap of a report.
#include "run/report/fits/fits.h"

// Returns the risk: the mean of (confidence - correct)^2.
static double risk(const cal_scores *s) {
    double sum = 0;
    for (int i = 0; i < s->n; i++) {
        double off = s->confidence[i] - s->correct[i];
        sum += off * off;
    }
    return sum / s->n;
}

// Computes how much the fit reduces a set's risk.
static cal_status reduction(double *out, const cal_fit *fit, const cal_scores *s, cal_error *err) {
    cal_arena arena = {0};
    cal_scores after;
    cal_status status = cal_calibrator_apply(&after, &arena, &cal_calibrator_lipschitz, fit, s, err);
    if (!status) *out = risk(s) - risk(&after);
    cal_arena_free(&arena);
    return status;
}

// Measures how much a temperature reduces each of the calibration errors that papers report.
static cal_status differences(cal_gap_figures *out, const cal_scores *test, int bins, cal_error *err) {
    static const char *const ids[] = {"ece", "smce", "adaece", "cwece"};
    double *const reduction[] = {&out->ece, &out->smce, &out->adaece, &out->cwece};
    cal_arena arena = {0};
    cal_scores after;
    cal_status status = cal_scores_at(&after, &arena, test, out->temperature, err);
    for (int i = 0; i < 4 && !status; i++) {
        *reduction[i] =
            cal_metric_value(&arena, ids[i], test, bins) - cal_metric_value(&arena, ids[i], &after, bins);
        if (arena.refused) status = cal_refuse_memory(err, "the post-processing gap");
    }
    cal_arena_free(&arena);
    return status;
}

cal_status cal_gap_make(cal_gap_figures *out, const cal_scores *test, const cal_scores *fitted_on,
                        double temperature, int bins, cal_error *err) {
    cal_arena arena = {0};
    cal_fit fit;
    cal_status status = CAL_OK;
    *out = (cal_gap_figures){.temperature = temperature};
    cal_calibrator_lipschitz.fit(&fit, &arena, fitted_on, NULL);
    if (arena.refused) status = cal_refuse_memory(err, "the post-processing gap");
    if (!status) status = reduction(&out->value, &fit, test, err);
    if (!status) status = reduction(&out->fitted, &fit, fitted_on, err);
    if (!status) status = differences(out, test, bins, err);
    cal_arena_free(&arena);
    return status;
}
