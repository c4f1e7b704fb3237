// Data: the files that the user provides, and their samples.
#include "api.h"
#include "api_internal.h"
#include <string.h>
#include "api/calib.h"
#include "base/memory.h"

const char *cal_api_file(cal_api *api, const char *name, size_t length, uint8_t *bytes, size_t size) {
    cal_text *json = cal_api_begin(api);
    cal_status status = CAL_OK;
    char *copy = NULL;
    if (length > 255 || api->files == CAL_API_FILES_MAX)
        status = cal_fail(&api->error, CAL_USAGE, "files: at most %d, with names of at most 255 bytes",
                          CAL_API_FILES_MAX);
    else if (!(copy = cal_mem_alloc(length + 1)))
        status = cal_fail(&api->error, CAL_MEMORY, "files: memory was refused");
    if (status) {
        cal_mem_free(bytes);
        return cal_api_end(api, status);
    }
    memcpy(copy, name, length);
    api->file[api->files++] = (cal_file){copy, bytes, size};
    cal_json_open(json, '{');
    cal_json_close(json, '}');
    return cal_api_end(api, CAL_OK);
}

void cal_api_file_drop(cal_api *api) {
    if (!api->files) return;
    api->files--;
    cal_mem_free((void *)api->file[api->files].name);
    cal_mem_free((void *)api->file[api->files].bytes);
}

void cal_api_files_drop(cal_api *api) {
    while (api->files) cal_api_file_drop(api);
}

const char *cal_api_load(cal_api *api, const char *link, size_t length) {
    cal_text *json = cal_api_begin(api);
    cal_samples *samples = NULL;
    const cal_link *of;
    cal_status status = cal_api_lend_files(api, api->lab);
    if (!status) status = cal_api_link(&of, api, link, length);
    if (!status) status = cal_samples_load(&samples, api->lab, of, &api->error);
    if (!status) {
        cal_json_open(json, '{');
        cal_json_member_string(json, "hash", cal_samples_hash(samples));
        cal_json_close(json, '}');
    }
    cal_samples_free(samples);
    return cal_api_end(api, status);
}

const char *cal_api_measure(cal_api *api, const char *link, size_t length) {
    cal_text *json = cal_api_begin(api);
    const cal_link *of;
    cal_link *measured = NULL;
    cal_status status = cal_api_lend_files(api, api->lab);
    if (!status) status = cal_api_link(&of, api, link, length);
    if (!status) status = cal_link_measured(&measured, api->lab, of, &api->error);
    if (!status) {
        cal_json_open(json, '{');
        cal_json_member_string(json, "spec", measured->text.data);
        cal_json_close(json, '}');
    }
    cal_link_free(measured);
    return cal_api_end(api, status);
}

const char *cal_api_loading(cal_api *api, const char *link, size_t length) {
    cal_text *json = cal_api_begin(api);
    size_t bytes;
    const cal_link *of;
    cal_status status = cal_api_lend_files(api, api->lab);
    if (!status) status = cal_api_link(&of, api, link, length);
    if (!status) status = cal_samples_loading(&bytes, api->lab, of, &api->error);
    if (!status) {
        cal_json_open(json, '{');
        cal_json_member_number(json, "bytes", (double)bytes);
        cal_json_close(json, '}');
    }
    return cal_api_end(api, status);
}

const char *cal_api_data(cal_api *api, const char *link, size_t length) {
    cal_samples *samples = NULL;
    cal_bytes json;
    const cal_link *of;
    cal_api_begin(api);
    cal_status status = cal_api_lend_files(api, api->lab);
    if (!status) status = cal_api_link(&of, api, link, length);
    if (!status) status = cal_samples_load(&samples, api->lab, of, &api->error);
    if (!status) status = cal_samples_json(&json, samples, CAL_NEAR_USUAL, &api->error);
    cal_samples_free(samples);
    return cal_api_end_json(api, &json, status);
}

static void write_classes(cal_text *json, const cal_samples *samples) {
    const char *name;
    cal_json_key(json, "classNames");
    cal_json_open(json, '[');
    for (int i = 0; (name = cal_samples_class(samples, i)); i++) cal_json_string(json, name);
    cal_json_close(json, ']');
}

void cal_api_open_samples(cal_text *json, const cal_samples *samples, cal_set set, int n, int first,
                          int count, const uint8_t *pixels) {
    const cal_sample_set from = cal_samples_of(samples, set);
    const size_t values = (size_t)from.c * (size_t)from.h * (size_t)from.w, at = (size_t)first;
    cal_json_open(json, '{');
    cal_json_member_number(json, "n", n);
    cal_json_member_number(json, "count", count);
    cal_json_member_number(json, "c", from.c);
    cal_json_member_number(json, "h", from.h);
    cal_json_member_number(json, "w", from.w);
    cal_json_member_number(json, "k", from.k);
    if (!pixels && from.pixels) pixels = from.pixels + at * values;
    cal_api_member_address(json, "pixels", pixels);
    cal_api_member_address(json, "features", from.features ? from.features + at * values : NULL);
    const size_t labels = from.labelling == CAL_LABELS_SEVERAL ? (size_t)from.k : 1;
    cal_json_member_bool(json, "several", labels > 1);
    cal_api_member_address(json, "labels", from.labels ? from.labels + at * labels : NULL);
    cal_api_member_address(json, "posterior", from.posterior ? from.posterior + at * (size_t)from.k : NULL);
    write_classes(json, samples);
}

// Corrupts the pictures of a range of samples into api->corrupted.
static cal_status corrupt(cal_api *api, const cal_sample_set *all, const char *corruption, int first,
                          int count) {
    const size_t values = (size_t)all->c * (size_t)all->h * (size_t)all->w;
    cal_sample_set part = *all;
    if (!all->pixels)
        return cal_fail(&api->error, CAL_FAILED, "samples: these are no pictures, which alone are corrupted");
    part.n = count;
    part.pixels += (size_t)first * values;
    if (part.source) part.source += first;
    if (!(api->corrupted = cal_mem_alloc((size_t)count * values)))
        return cal_refuse_memory(&api->error, "corrupted pictures");
    return cal_corrupt_pixels(api->corrupted, &part, corruption, &api->error);
}

const char *cal_api_samples(cal_api *api, const char *link, size_t length, const char *corruption,
                            size_t size, int split, int first, int count) {
    cal_text *json = cal_api_begin(api);
    const cal_link *of;
    const char *how = size ? cal_api_text(api, corruption, size) : "";
    cal_status status = cal_api_link(&of, api, link, length);
    if (!status && (split < 0 || split > 2 || first < 0 || count < 0))
        status = cal_fail(&api->error, CAL_USAGE, "samples: split %d, first %d or count %d is out of range",
                          split, first, count);
    if (!status) status = cal_api_lend_files(api, api->lab);
    if (status) return cal_api_end(api, status);
    const cal_link_info about = cal_link_about(of);
    const cal_set set = (cal_set)split; // the enumerators have the same order
    const int n = set == CAL_SET_TRAIN ? about.train : set == CAL_SET_TEST ? about.test : about.validation;
    if (first > n) first = n;
    if (count > n - first) count = n - first;
    cal_samples_free(api->shown);
    cal_mem_free(api->corrupted);
    api->corrupted = NULL;
    status = cal_samples_first(&api->shown, api->lab, of, set, first + count, &api->error);
    if (!status && !(how && !*how) && count) {
        const cal_sample_set all = cal_samples_of(api->shown, set);
        status = corrupt(api, &all, how, first, count);
    }
    if (!status) {
        cal_api_open_samples(json, api->shown, set, n, first, count, api->corrupted);
        cal_json_close(json, '}');
    }
    return cal_api_end(api, status);
}
