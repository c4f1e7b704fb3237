// Files of several arrays.
#include "api.h"
#include "api_internal.h"
#include "api/calib.h"

const char *cal_api_unpack(cal_api *api, const char *name, size_t length, uint8_t *bytes, size_t size) {
    cal_text *json = cal_api_begin(api);
    cal_arena_free(&api->opened);
    cal_arena_free(&api->listed);
    cal_mem_free(api->packed);
    api->packed = bytes;
    api->arrays = (cal_arrays){0};
    const char *text = cal_arena_text(&api->listed, name, length);
    if (!text) return cal_api_end(api, cal_refuse_memory(&api->error, "the name of a file"));
    const cal_file file = {text, bytes, size};
    const cal_status status = cal_arrays_read(&api->arrays, &api->listed, &file, &api->error);
    if (status) {
        api->arrays.count = 0;
        return cal_api_end(api, status);
    }
    cal_json_open(json, '{');
    cal_json_key(json, "arrays");
    cal_json_open(json, '[');
    for (int i = 0; i < api->arrays.count; i++) cal_json_string(json, api->arrays.array[i].name);
    cal_json_close(json, ']');
    cal_json_close(json, '}');
    return cal_api_end(api, CAL_OK);
}

const char *cal_api_unpacked(cal_api *api, int index) {
    cal_text *json = cal_api_begin(api);
    cal_file file = {0};
    cal_arena_free(&api->opened);
    if (index < 0 || index >= api->arrays.count)
        return cal_api_end(api, cal_fail(&api->error, CAL_USAGE, "there is no array %d", index));
    const cal_status status =
        cal_arrays_open(&file, &api->arrays, &api->opened, &api->arrays.array[index], &api->error);
    if (status) return cal_api_end(api, status);
    cal_json_open(json, '{');
    cal_api_member_address(json, "at", file.bytes);
    cal_json_member_integer(json, "size", (int64_t)file.size);
    cal_json_close(json, '}');
    return cal_api_end(api, CAL_OK);
}
