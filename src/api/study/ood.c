// Compares outputs with those of out-of-distribution samples.
#include "api/handles.h"
#include "run/ood/ood.h"

static cal_ood_set set_of(const cal_logit_set *set) {
    return (cal_ood_set){set->logits, set->labels, set->posterior, set->n};
}

static cal_status check(const cal_logit_set *test, const cal_logit_set *validation,
                        const cal_logit_set *other, int bins, cal_error *err) {
    cal_status status = cal_need_pointer_of(test, "cal_outputs_ood_json", "the test set", err);
    if (!status) status = cal_need_pointer_of(other, "cal_outputs_ood_json", "the other set", err);
    if (!status) status = cal_check_one_label(test->labelling, "test", err);
    if (!status) status = cal_check_logit_set(test, "test", err);
    if (!status && validation) status = cal_check_one_label(validation->labelling, "validation", err);
    if (!status && validation) status = cal_check_logit_set(validation, "validation", err);
    if (!status && (!other->logits || other->n < 1))
        status = cal_fail(err, CAL_USAGE, "ood: the other set has no outputs");
    if (!status && (other->k != test->k || (validation && validation->k != test->k)))
        status = cal_fail(err, CAL_FAILED, "%s logits have %d classes, but the logits have %d",
                          other->k != test->k ? "out-of-distribution" : "validation",
                          other->k != test->k ? other->k : validation->k, test->k);
    if (!status && (bins < 1 || bins > 1000))
        status = cal_fail(err, CAL_USAGE, "bins=%d is not between 1 and 1000", bins);
    return status;
}

cal_status cal_outputs_ood_json(cal_bytes *out, const cal_logit_set *test, const cal_logit_set *validation,
                                const cal_logit_set *other, const char *name, int bins, cal_error *err) {
    cal_text json = {0};
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    status = check(test, validation, other, bins, err);
    if (!status) {
        cal_ood_outputs outputs = {.k = test->k,
                                   .test = set_of(test),
                                   .other_name = name ? name : "",
                                   .other = other->logits,
                                   .other_n = other->n};
        if (validation) outputs.val = set_of(validation);
        cal_json_open(&json, '{');
        cal_json_member_string(&json, "spec", NULL);
        status = cal_ood_write_outputs(&json, &outputs, bins, err);
        if (!status) cal_json_close(&json, '}');
    }
    return cal_give_text(out, &json, status, err);
}
