// Metrics at a temperature, and calibrators, for logits of a run or a file.
#include "api_internal.h"
#include <string.h>
#include "run/report/cubic.h"
#include "run/report/figures.h"
#include "run/report/fits.h"

static cal_status check_bins(int bins, cal_error *err) {
    const cal_param *param = cal_run_entry.params;
    while (param->name && strcmp(param->name, "bins")) param++;
    if (bins >= param->min && bins <= param->max) return CAL_OK;
    return cal_fail(err, CAL_USAGE, "bins=%d is not between %g and %g", bins, param->min, param->max);
}

const char *cal_api_evaluate(cal_api *api, const float *logits, const int32_t *labels,
                             const double *posterior, int n, int k, double temperature, int bins, int draws) {
    cal_text *json = cal_api_begin(api);
    cal_arena arena = {0};
    cal_scores scores;
    cal_status status = check_bins(bins, &api->error);
    if (!status && (draws < 0 || draws > CAL_DRAWS_MAX))
        status = cal_fail(&api->error, CAL_USAGE, "draws=%d is not between 0 and %d", draws, CAL_DRAWS_MAX);
    if (!status && !(temperature > 0 && temperature < 1e30))
        status = cal_fail(&api->error, CAL_USAGE, "temperature %g is not a positive number", temperature);
    if (!status)
        status = cal_scores_make_how(&scores, &arena, (cal_scores_options){api->pool, 0}, logits, labels,
                                     posterior, n, k, temperature, &api->error);
    if (!status) {
        cal_json_open(json, '{');
        cal_json_key(json, "metrics");
        status = cal_metrics_write(
            json, &scores, &(cal_metric_request){.bins = bins, .headline = !draws, .chance = {draws, 0}},
            &api->error);
        cal_json_close(json, '}');
    }
    cal_arena_free(&arena);
    return cal_api_end(api, status);
}

// Temperature scaling alone, for the page's slider.
static void write_temperature(cal_text *json, cal_arena *arena, const cal_scores *scores) {
    const cal_calibrator *calibrator = &cal_calibrator_temperature;
    cal_choice choice;
    cal_fit fit[CAL_FITS_MAX];
    cal_choice_default(&choice, &calibrator->entry);
    int fits = calibrator->fit(fit, arena, scores, &choice);
    cal_json_key(json, calibrator->entry.id);
    cal_json_open(json, '{');
    for (int i = 0; i < fits && !arena->refused; i++) {
        cal_json_key(json, fit[i].way);
        cal_json_open(json, '{');
        cal_fit_write(json, &fit[i]);
        cal_json_close(json, '}');
    }
    cal_json_close(json, '}');
}

const char *cal_api_fit(cal_api *api, const float *logits, const int32_t *labels, int n, int k) {
    cal_text *json = cal_api_begin(api);
    cal_arena arena = {0};
    cal_scores scores;
    cal_status status = cal_scores_make_how(&scores, &arena, (cal_scores_options){api->pool, 0}, logits,
                                            labels, NULL, n, k, 1, &api->error);
    if (!status) {
        cal_json_open(json, '{');
        write_temperature(json, &arena, &scores);
        cal_json_close(json, '}');
        if (arena.refused) status = cal_fail(&api->error, CAL_MEMORY, "fit: memory was refused");
    }
    cal_arena_free(&arena);
    return cal_api_end(api, status);
}

const char *cal_api_cubic(cal_api *api, const double *x, const double *y, int count) {
    cal_text *json = cal_api_begin(api);
    cal_status status = CAL_OK;
    cal_cubic cubic;
    for (int i = 0; i < count && !status; i++) // neither infinite nor NaN
        if (!(x[i] - x[i] == 0 && y[i] - y[i] == 0))
            status = cal_fail(&api->error, CAL_USAGE, "cubic: point %d is not finite", i);
    if (!status) {
        cal_json_open(json, '{');
        if (count >= 4 && cal_cubic_fit(&cubic, x, y, count)) cal_cubic_write(json, &cubic);
        cal_json_close(json, '}');
    }
    return cal_api_end(api, status);
}
