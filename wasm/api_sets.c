// Makes conformal sets of files, as `calib sets` does.
#include "api.h"
#include "api_internal.h"

static cal_status take(cal_sets_def *out, cal_api *api, cal_slice key, cal_slice value) {
    const struct {
        const char *name;
        const char **to;
    } texts[] = {
        {"score", &out->score}, {"by", &out->by}, {"empty", &out->empty}, {"calibrator", &out->calibrator}};
    double number = 0;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (value.at && cal_slice_is(key, texts[i].name)) {
            *texts[i].to = cal_api_text(api, value.at, (size_t)value.length);
            return CAL_OK;
        }
    const bool alpha = cal_slice_is(key, "alpha"), seed = cal_slice_is(key, "seed");
    if ((!alpha && !seed) || !value.at || !cal_number_parse(&number, value) ||
        (seed && !(number >= 0 && number <= UINT32_MAX && number == (double)(uint32_t)number)))
        return cal_fail(&api->error, CAL_USAGE, "sets: '%.*s' is not an option, or not with this value",
                        CAL_QUOTED(key));
    if (alpha) out->alpha = number;
    else out->seed = (uint32_t)number;
    return CAL_OK;
}

static cal_status make(cal_sets **out, cal_api *api, cal_slice how, cal_slice options) {
    cal_api_request w;
    cal_sets_def def = cal_default_sets();
    cal_api_begin(api);
    *out = NULL;
    cal_status status = cal_api_read_options(&w, api, options.at, (size_t)options.length);
    def.naming = CAL_NAMES_PAGE;
    for (cal_slice rest = how; !status && rest.at && how.length;) {
        cal_slice value = cal_slice_cut(&rest, '&'), key = cal_slice_cut(&value, '=');
        status = take(&def, api, key, value);
    }
    return status ? status : cal_sets_read(out, api->lab, &def, &w.inputs, &api->error);
}

const char *cal_api_sets(cal_api *api, const char *how, size_t how_length, const char *options,
                         size_t length) {
    cal_sets *sets;
    cal_bytes json = {0};
    cal_status status =
        make(&sets, api, (cal_slice){how, (int)how_length}, (cal_slice){options, (int)length});
    if (!status) status = cal_sets_json(&json, sets, &api->error);
    cal_sets_free(sets);
    return cal_api_end_json(api, &json, status);
}

const char *cal_api_sets_csv(cal_api *api, const char *how, size_t how_length, const char *options,
                             size_t length) {
    cal_sets *sets;
    cal_status status =
        make(&sets, api, (cal_slice){how, (int)how_length}, (cal_slice){options, (int)length});
    cal_text *json = &api->reply;
    cal_bytes_free(&api->saved);
    if (!status) status = cal_sets_save(&api->saved, sets, "csv", &api->error);
    cal_sets_free(sets);
    if (status) return cal_api_end(api, status);
    cal_json_open(json, '{');
    cal_api_member_address(json, "at", api->saved.data);
    cal_json_member_integer(json, "size", (int64_t)api->saved.size);
    cal_json_close(json, '}');
    return cal_api_end(api, CAL_OK);
}
