// Computes the post-processing gap of a report.
#include "run/report/figures.h"
#include "run/report/fits.h"

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
    cal_status status = cal_calibrator_lipschitz.apply(&after, &arena, fit, s, err);
    if (!status) *out = risk(s) - risk(&after);
    cal_arena_free(&arena);
    return status;
}

// Writes how much a temperature reduces each of the calibration errors that papers report.
static cal_status write_differences(cal_text *json, const cal_scores *test, double temperature, int bins,
                                    cal_error *err) {
    static const char *const ids[] = {"ece", "smce", "adaece", "cwece"};
    cal_arena arena = {0};
    cal_scores after;
    cal_status status = cal_scores_at(&after, &arena, test, temperature, err);
    cal_json_open(json, '{');
    cal_json_member_number(json, "T", temperature);
    for (int i = 0; i < 4 && !status; i++) {
        cal_json_member_number(json, ids[i],
                               cal_metric_value(&arena, ids[i], test, bins) -
                                   cal_metric_value(&arena, ids[i], &after, bins));
        if (arena.refused) status = cal_refuse_memory(err, "the post-processing gap");
    }
    cal_json_close(json, '}');
    cal_arena_free(&arena);
    return status;
}

cal_status cal_gap_write(cal_text *json, const cal_scores *test, const cal_scores *fitted_on,
                         double temperature, int bins, cal_error *err) {
    cal_arena arena = {0};
    cal_fit fit;
    double held_out = 0, fitted = 0;
    cal_status status = CAL_OK;
    cal_calibrator_lipschitz.fit(&fit, &arena, fitted_on, NULL);
    if (arena.refused) status = cal_refuse_memory(err, "the post-processing gap");
    if (!status) status = reduction(&held_out, &fit, test, err);
    if (!status) status = reduction(&fitted, &fit, fitted_on, err);
    cal_json_open(json, '{');
    cal_json_member_number(json, "value", held_out);
    cal_json_member_number(json, "fitted", fitted);
    cal_json_key(json, "temperature");
    if (!status) status = write_differences(json, test, temperature, bins, err);
    if (!status) cal_json_close(json, '}');
    cal_arena_free(&arena);
    return status;
}
