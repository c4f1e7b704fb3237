// Makes conformal sets of files, as `calib sets` does.
#include "api.h"
#include "api_internal.h"

static cal_status take(cal_sets_def *out, cal_api *api, cal_slice key, cal_slice value) {
    const struct {
        const char *name;
        const char **to;
    } texts[] = {
        {"score", &out->score}, {"by", &out->by}, {"empty", &out->empty}, {"calibrator", &out->calibrator}};
    double number;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (cal_slice_is(key, texts[i].name)) {
            *texts[i].to = cal_api_text(api, value.at, (size_t)value.length);
            return CAL_OK;
        }
    const bool alpha = cal_slice_is(key, "alpha"), seed = cal_slice_is(key, "seed");
    if ((!alpha && !seed) || !cal_number_parse(&number, value) ||
        (seed && !(number >= 0 && number <= UINT32_MAX && number == (double)(uint32_t)number)))
        return cal_fail(&api->error, CAL_USAGE, "sets: '%.*s' is no option, or not with such a value",
                        CAL_QUOTED(key));
    if (alpha) out->alpha = number;
    else out->seed = (uint32_t)number;
    return CAL_OK;
}

static const char *give_csv(cal_api *api, const cal_sets *sets) {
    cal_text *json = &api->reply;
    cal_bytes_free(&api->saved);
    const cal_status status = cal_sets_save(&api->saved, sets, "csv", &api->error);
    if (status) return cal_api_end(api, status);
    cal_json_open(json, '{');
    cal_api_member_address(json, "at", api->saved.data);
    cal_json_member_integer(json, "size", (int64_t)api->saved.size);
    cal_json_close(json, '}');
    return cal_api_end(api, CAL_OK);
}

const char *cal_api_sets(cal_api *api, const char *how, size_t how_length, const char *options, size_t length,
                         int csv) {
    cal_api_request w;
    cal_sets_def def = cal_default_sets();
    cal_sets *sets = NULL;
    cal_bytes json = {0};
    const char *reply;
    cal_api_begin(api);
    cal_status status = cal_api_read_options(&w, api, options, length);
    def.naming = CAL_NAMES_PAGE;
    for (cal_slice rest = {how, (int)how_length}; !status && rest.at && how_length;) {
        cal_slice value = cal_slice_cut(&rest, '&'), key = cal_slice_cut(&value, '=');
        status = value.at ? take(&def, api, key, value)
                          : cal_fail(&api->error, CAL_USAGE,
                                     "sets: '%.*s' is no option, or not with such a value", CAL_QUOTED(key));
    }
    if (!status) status = cal_sets_read(&sets, api->lab, &def, &w.inputs, &api->error);
    if (!status && csv) reply = give_csv(api, sets);
    else {
        if (!status) status = cal_sets_json(&json, sets, &api->error);
        reply = cal_api_end_json(api, &json, status);
    }
    cal_sets_free(sets);
    return reply;
}
