// Describes data sets, and loads a part of one to look at.
#include "api/handles.h"
#include "run/link/link.h"
#include "run/describe/data.h"
#include "catalog/data/shared/splits.h"
#include "catalog/data/subset/duplicates.h"

static cal_status check_set(cal_set set, const char *function, cal_error *err) {
    return (unsigned)set <= CAL_SET_TEST
               ? CAL_OK
               : cal_fail(err, CAL_USAGE, "%s: %d is not a cal_set", function, (int)set);
}

// Reduces a generated split, which begins with any shorter split of its kind. Files must be read whole: the
// samples of a split depend on the sizes of all splits.
static void shorten(cal_choice *data, cal_set set, int wanted) {
    static const char *const sizes[] = {
        [CAL_SET_TRAIN] = "train", [CAL_SET_VALIDATION] = "val", [CAL_SET_TEST] = "test"};
    if (cal_data_of(data)->needs_files) return;
    for (int s = 0; s < 3; s++) {
        const int param = cal_param_find(data->entry, sizes[s]);
        if (param < 0) continue;
        const double least = data->entry->params[param].min;
        const double most = s == (int)set && wanted > least ? wanted : least;
        double *number = &data->value[param].number[0];
        if (*number > most) *number = most;
    }
    data->hex[0] = 0;
}

cal_status cal_samples_first(cal_samples **out, const cal_lab *lab, const cal_link *link, cal_set set,
                             int count, cal_error *err) {
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = NULL;
    status = check_set(set, "cal_samples_first", err);
    if (!status && count < 0) status = cal_fail(err, CAL_USAGE, "samples: count=%d is below 0", count);
    if (!status) status = cal_need_link(link, err);
    if (!status) status = cal_need_pointer(lab, "the lab", err);
    if (status) return status;
    cal_spec spec = link->spec;
    shorten(&spec.data, set, count);
    return cal_load_samples(out, lab, &spec, err);
}

cal_blend_def cal_default_blend(void) { return (cal_blend_def){.cookie = CAL_COOKIE_BLEND}; }

static cal_status blend(cal_samples *out, const cal_blend_def *def, cal_error *err) {
    static const int stream[] = {[CAL_SET_TRAIN] = CAL_SAMPLE_TRAIN,
                                 [CAL_SET_VALIDATION] = CAL_SAMPLE_VAL,
                                 [CAL_SET_TEST] = CAL_SAMPLE_TEST};
    cal_status status = cal_need_link(def->link, err);
    if (status) return status;
    out->spec = def->link->spec;
    const cal_data_blends blends = {.split = stream[def->set],
                                    .index = def->index,
                                    .first = def->first,
                                    .second = def->second,
                                    .fraction = def->fraction,
                                    .n = def->n};
    return cal_data_blend(&out->data, &out->spec.data, &blends, err);
}

cal_status cal_samples_blend(cal_samples **out, const cal_blend_def *def, cal_error *err) {
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = NULL;
    status = cal_need_def(def, CAL_COOKIE_BLEND, "blend", err);
    if (!status) status = check_set(def->set, "cal_samples_blend", err);
    if (!status) status = cal_need_pointer(def->fraction, "the fractions", err);
    if (!status) status = cal_make_handle(out, sizeof **out, err);
    if (status) return status;
    status = blend(*out, def, err);
    if (status) {
        cal_samples_free(*out);
        *out = NULL;
    }
    return status;
}

static cal_status check_near(double *near, cal_error *err) {
    if (*near == CAL_NEAR_USUAL) *near = CAL_NEAR;
    return *near >= 0 && *near <= 255
               ? CAL_OK
               : cal_fail(err, CAL_USAGE, "samples: near=%g is not between 0 and 255", *near);
}

cal_status cal_samples_overlap(cal_overlap *out, const cal_samples *samples, cal_set of, cal_set in,
                               double near, cal_error *err) {
    cal_duplicates found;
    cal_status status = cal_need_pointer(out, "out", err);
    if (!status) status = cal_need_pointer(samples, "the samples", err);
    if (!status) status = check_set(of, "cal_samples_overlap", err);
    if (!status) status = check_set(in, "cal_samples_overlap", err);
    if (!status) status = check_near(&near, err);
    if (status) return status;
    const cal_dataset *data = &samples->data;
    status = cal_duplicates_count(&found, data, cal_split_of(data, of), cal_split_of(data, in), near, err);
    if (!status) *out = (cal_overlap){found.exact, found.near, found.other_label};
    return status;
}

cal_status cal_samples_json(cal_bytes *out, const cal_samples *samples, double near, cal_error *err) {
    cal_text json = {0};
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    status = cal_need_pointer(samples, "the samples", err);
    if (!status) status = check_near(&near, err);
    if (!status) status = cal_data_report(&json, &samples->spec.data, &samples->data, near, err);
    return cal_give_text(out, &json, status, err);
}
