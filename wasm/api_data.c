// Data: the files that the user provides, and samples of them.
#include "api_internal.h"
#include <string.h>
#include "base/memory.h"
#include "run/report/data.h"

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
    cal_spec spec;
    cal_dataset data;
    cal_status status = cal_spec_parse(&spec, link, length, &api->error);
    if (!status) status = cal_data_load(&data, &spec.data, api->file, api->files, &api->error);
    if (!status) {
        cal_json_open(json, '{');
        cal_json_member_string(json, "hash", data.hash);
        cal_json_close(json, '}');
        cal_dataset_free(&data);
    }
    return cal_api_end(api, status);
}

const char *cal_api_measure(cal_api *api, const char *link, size_t length) {
    cal_text *json = cal_api_begin(api), canonical = {0};
    cal_spec spec;
    cal_status status = cal_spec_parse(&spec, link, length, &api->error);
    if (!status) status = cal_data_measure(&spec.data, api->file, api->files, &api->error);
    if (!status) {
        cal_spec_write(&canonical, &spec);
        cal_json_open(json, '{');
        cal_json_member_string(json, "spec", canonical.data);
        cal_json_close(json, '}');
        json->refused |= canonical.refused;
        cal_text_free(&canonical);
    }
    return cal_api_end(api, status);
}

const char *cal_api_data(cal_api *api, const char *link, size_t length) {
    cal_text *json = cal_api_begin(api);
    cal_spec spec;
    cal_dataset data;
    cal_status status = cal_spec_parse(&spec, link, length, &api->error);
    if (!status) status = cal_data_load(&data, &spec.data, api->file, api->files, &api->error);
    if (!status) {
        status = cal_data_report(json, &spec.data, &data, CAL_NEAR, &api->error);
        cal_dataset_free(&data);
    }
    return cal_api_end(api, status);
}

static const char *const split_names[] = {"train", "val", "test"};

// A generated split begins with any shorter split of its kind, so a few samples can be shown alone.
// Files must be read whole: which samples a split contains depends on the sizes of all splits.
static void shorten(cal_choice *choice, int split, int wanted) {
    if (cal_data_of(choice)->needs_files) return;
    for (int i = 0; choice->entry->params[i].name; i++)
        for (int s = 0; s < 3; s++) {
            if (strcmp(choice->entry->params[i].name, split_names[s])) continue;
            double least = choice->entry->params[i].min, most = s == split ? wanted : least;
            double *number = &choice->value[i].number[0];
            *number = *number < most ? *number : most > least ? most : least;
        }
    choice->hex[0] = 0;
}

static void write_samples(cal_text *json, const cal_dataset *data, int split, int n, int first, int count) {
    const cal_split *from = split == 0 ? &data->train : split == 1 ? &data->val : &data->test;
    const size_t values = (size_t)data->c * (size_t)data->h * (size_t)data->w;
    cal_json_open(json, '{');
    cal_json_member_number(json, "n", n);
    cal_json_member_number(json, "count", count);
    cal_json_member_number(json, "c", data->c);
    cal_json_member_number(json, "h", data->h);
    cal_json_member_number(json, "w", data->w);
    cal_json_member_number(json, "k", data->k);
    cal_api_member_address(json, "pixels", from->pixels ? from->pixels + (size_t)first * values : NULL);
    cal_api_member_address(json, "features", from->features ? from->features + (size_t)first * values : NULL);
    cal_api_member_address(json, "labels", from->labels ? from->labels + first : NULL);
    cal_api_member_address(json, "posterior",
                           from->posterior ? from->posterior + (size_t)first * (size_t)data->k : NULL);
    cal_api_member_classes(json, data);
    cal_json_close(json, '}');
}

const char *cal_api_samples(cal_api *api, const char *link, size_t length, int split, int first, int count) {
    cal_text *json = cal_api_begin(api);
    cal_spec spec;
    cal_status status = cal_spec_parse(&spec, link, length, &api->error);
    if (!status && (split < 0 || split > 2 || first < 0 || count < 0))
        status = cal_fail(&api->error, CAL_USAGE, "samples: split %d, first %d or count %d is out of range",
                          split, first, count);
    if (status) return cal_api_end(api, status);
    const int n = cal_choice_integer(&spec.data, split_names[split]);
    if (first > n) first = n;
    if (count > n - first) count = n - first;
    shorten(&spec.data, split, first + count);
    cal_dataset_free(&api->shown);
    status = cal_data_load(&api->shown, &spec.data, api->file, api->files, &api->error);
    if (!status) write_samples(json, &api->shown, split, n, first, count);
    return cal_api_end(api, status);
}
