// The handle, its reply, and requests that need no data.
#include "api.h"
#include "api_internal.h"
#include <string.h>

cal_api *cal_api_open(void) {
    cal_lab_def def = cal_default_lab();
    cal_api *api = cal_mem_alloc(sizeof *api);
    def.threads = 1;
    if (!api || !cal_lab_create(&api->lab, &def, NULL)) return api;
    cal_mem_free(api);
    return NULL;
}

void *cal_api_alloc(size_t bytes) { return cal_mem_alloc(bytes); }

void cal_api_free(void *memory) { cal_mem_free(memory); }

const char *cal_api_error(const cal_api *api) { return api->error.text; }

cal_text *cal_api_begin(cal_api *api) {
    cal_text_free(&api->reply);
    cal_arena_free(&api->texts);
    api->error = (cal_error){0};
    return &api->reply;
}

const char *cal_api_text(cal_api *api, const char *text, size_t length) {
    size_t zeros = 0, at = 0;
    for (size_t i = 0; i < length; i++) zeros += !text[i];
    char *copy = cal_arena_alloc(&api->texts, length + 2 * zeros + 1);
    for (size_t i = 0; copy && i < length; i++)
        if (text[i]) copy[at++] = text[i];
        else memcpy(copy + at, "%00", 3), at += 3;
    return copy;
}

cal_status cal_api_link(const cal_link **out, cal_api *api, const char *text, size_t length) {
    const char *copy = cal_api_text(api, text, length);
    *out = NULL;
    if (!copy) return cal_refuse_memory(&api->error, "the request");
    if (!api->link || strcmp(api->link->text.data, copy) != 0) {
        cal_link_free(api->link);
        const cal_status status = cal_link_parse(&api->link, copy, &api->error);
        if (status) return status;
    }
    *out = api->link;
    return CAL_OK;
}

const char *cal_api_end(cal_api *api, cal_status status) {
    if (api->texts.refused) status = cal_refuse_memory(&api->error, "the request");
    if (!status && !api->reply.refused) return api->reply.data;
    if (!status) cal_refuse_memory(&api->error, "the answer");
    cal_text_free(&api->reply);
    cal_json_open(&api->reply, '{');
    cal_json_member_string(&api->reply, "error", api->error.text);
    cal_json_close(&api->reply, '}');
    return api->reply.refused ? "{\"error\":\"memory was refused\"}" : api->reply.data;
}

const char *cal_api_end_json(cal_api *api, cal_bytes *json, cal_status status) {
    if (!status) api->reply = (cal_text){.data = json->data, .length = (int)json->size};
    return cal_api_end(api, status);
}

cal_status cal_api_crew(cal_api *api, int threads) {
    cal_lab_def def = cal_default_lab();
    def.threads = threads;
    if (api->crew && cal_lab_threads(api->crew) == threads) return CAL_OK;
    cal_lab_free(api->crew);
    return cal_lab_create(&api->crew, &def, &api->error);
}

cal_status cal_api_lend_files(cal_api *api, cal_lab *lab) {
    cal_status status = CAL_OK;
    cal_lab_drop_files(lab);
    for (int i = 0; !status && i < api->files; i++)
        status = cal_lab_add_file(lab, api->file[i].name, api->file[i].bytes, api->file[i].size, &api->error);
    return status;
}

cal_status cal_api_input(cal_input *out, cal_api *api, int number) {
    if (number < 0 || number >= api->files)
        return cal_fail(&api->error, CAL_USAGE, "there is no file %d", number);
    const cal_file *file = &api->file[number];
    *out = (cal_input){file->name, file->bytes, file->size};
    return CAL_OK;
}

void cal_api_member_json(cal_text *json, const char *key, cal_bytes *value) {
    cal_json_key(json, key);
    cal_json_written(json, value->data);
    cal_bytes_free(value);
}

cal_logit_set cal_api_logits(const float *logits, const int32_t *labels, const double *posterior, int n,
                             int k, int labelling) {
    return (cal_logit_set){.logits = logits,
                           .labels = labels,
                           .posterior = posterior,
                           .n = n,
                           .k = k,
                           .labelling = (cal_labelling)labelling};
}

void cal_api_member_address(cal_text *json, const char *key, const void *address) {
    cal_json_member_integer(json, key, (int64_t)(uintptr_t)address);
}

void cal_api_member_columns(cal_text *json, const cal_result_info *about) {
    cal_json_key(json, "columns");
    cal_json_open(json, '[');
    for (int i = 0; i < about->columns; i++) {
        cal_json_open(json, '{');
        cal_json_member_string(json, "id", about->column[i].id);
        cal_json_member_string(json, "label", about->column[i].label);
        cal_json_member_string(json, "unit", about->column[i].unit);
        cal_json_close(json, '}');
    }
    cal_json_close(json, ']');
}

void cal_api_member_facts(cal_text *json, const cal_result_info *about) {
    cal_json_key(json, "facts");
    cal_json_open(json, '{');
    for (int i = 0; i < about->facts; i++)
        cal_json_member_number(json, about->fact[i].name, about->fact[i].value);
    cal_json_close(json, '}');
}

const char *cal_api_describe(cal_api *api) {
    cal_bytes json;
    cal_api_begin(api);
    return cal_api_end_json(api, &json, cal_catalog_json(&json, &api->error));
}
