// Computes metrics at a temperature, and fits temperature scaling, for logits of a run or a file.
#include "api.h"
#include "api_internal.h"

static cal_lab *lab_of(cal_api *api) { return api->crew ? api->crew : api->lab; }

const char *cal_api_evaluate(cal_api *api, const float *logits, const int32_t *labels,
                             const double *posterior, int n, int k, int labelling, double temperature,
                             int bins, int draws, int headline) {
    cal_text *json = cal_api_begin(api);
    cal_metrics_def def = cal_default_metrics();
    cal_bytes metrics;
    def.test = cal_api_logits(logits, labels, posterior, n, k, labelling);
    def.temperature = temperature, def.bins = bins, def.draws = draws, def.headline = headline;
    const cal_status status = cal_metrics_json(&metrics, lab_of(api), &def, &api->error);
    if (!status) {
        cal_json_open(json, '{');
        cal_api_member_json(json, "metrics", &metrics);
        cal_json_close(json, '}');
    }
    return cal_api_end(api, status);
}

static cal_status write_fits(cal_text *json, const cal_calibration *fitted, cal_error *err) {
    cal_status status = CAL_OK;
    cal_bytes found;
    cal_json_open(json, '{');
    cal_json_key(json, "temperature");
    cal_json_open(json, '{');
    for (int i = 0; !status && i < cal_calibration_ways(fitted); i++) {
        status = cal_calibration_json(&found, fitted, i, err);
        if (!status) cal_api_member_json(json, cal_calibration_way(fitted, i), &found);
    }
    cal_json_close(json, '}');
    cal_json_close(json, '}');
    return status;
}

const char *cal_api_fit(cal_api *api, const float *logits, const int32_t *labels, int n, int k,
                        int labelling) {
    cal_text *json = cal_api_begin(api);
    cal_calibration_def def = cal_default_calibration();
    cal_calibration *fitted = NULL;
    def.calibrator = "temperature";
    def.fitted_on = cal_api_logits(logits, labels, NULL, n, k, labelling);
    cal_status status = cal_calibration_fit(&fitted, lab_of(api), &def, &api->error);
    if (!status) status = write_fits(json, fitted, &api->error);
    cal_calibration_free(fitted);
    return cal_api_end(api, status);
}

const char *cal_api_cubic(cal_api *api, const double *x, const double *y, int count) {
    cal_text *json = cal_api_begin(api);
    cal_fitted_cubic cubic;
    const cal_status status = cal_fit_cubic(&cubic, x, y, count, &api->error);
    cal_json_open(json, '{');
    if (!status) {
        cal_json_member_numbers(json, "coefficients", cubic.coefficient, 4);
        cal_json_member_number(json, "center", cubic.center);
        cal_json_member_number(json, "scale", cubic.scale);
        cal_json_member_number(json, "residual", cubic.residual);
        cal_json_member_number(json, "r2", cubic.explained);
    }
    cal_json_close(json, '}');
    return cal_api_end(api, status == CAL_FAILED ? CAL_OK : status); // {} for too few x
}
