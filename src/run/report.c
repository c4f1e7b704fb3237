#include "run/report.h"
#include <string.h>
#include "run/figures.h"
#include "run/report_fits.h"

// What was fitted on a set and is measured on it looks better than it is: only --fit-on-test gives that.
static cal_status check_apart(const cal_report_request *r, cal_error *err) {
    size_t numbers = (size_t)r->n * (size_t)r->k;
    bool same = r->val_logits && r->val_n == r->n &&
                memcmp(r->val_logits, r->logits, numbers * sizeof *r->logits) == 0;
    return same ? cal_fail(
                      err, CAL_USAGE,
                      "the validation logits are the test logits: a calibrator is not measured on the set "
                      "it was fitted on, unless --fit-on-test asks for it instead")
                : CAL_OK;
}

// How floors and intervals were drawn.
static void write_chance(cal_text *json, cal_chance chance) {
    if (!chance.floor && !chance.interval) return;
    cal_json_key(json, "chance");
    cal_json_open(json, '{');
    cal_json_key(json, "floor_draws");
    cal_json_integer(json, chance.floor);
    cal_json_key(json, "interval_draws");
    cal_json_integer(json, chance.interval);
    cal_json_key(json, "level");
    cal_json_number(json, 0.95);
    cal_json_close(json, '}');
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
        else status = check_apart(r, err);
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
        write_chance(json, r->asked.chance);
        cal_json_key(json, "metrics");
        status = cal_metrics_write(json, &test, &r->asked, err);
    }
    if (!status) {
        cal_json_key(json, "fitted_on");
        cal_json_string(json, r->val_logits ? "validation" : r->fit_on_test ? "test" : NULL);
        cal_json_key(json, "calibrators");
        cal_json_open(json, '{');
        if (fitted_on) status = cal_calibrators_write(json, &test, fitted_on, &r->asked, err);
        cal_json_close(json, '}');
    }
    cal_arena_free(&arena);
    if (!status && json->refused) return cal_fail(err, CAL_MEMORY, "memory for the report was refused");
    return status;
}
