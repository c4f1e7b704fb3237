// Sets, removes and reads places of a link, so that JavaScript never parses a link.
#include "api.h"
#include "api_internal.h"
#include <string.h>

enum { EDITS_MAX = 256 }; // more than the places of a link

static const char *change(cal_api *api, const char *link, const cal_link_edit *edit, int count) {
    cal_bytes made = {0};
    const cal_status status = cal_link_edited(&made, link, edit, count, &api->error);
    cal_json_open(&api->reply, '{');
    cal_json_member_string(&api->reply, "link", made.data);
    cal_json_close(&api->reply, '}');
    cal_bytes_free(&made);
    return cal_api_end(api, status);
}

const char *cal_api_link_set(cal_api *api, const char *link, size_t length, const char *changes,
                             size_t size) {
    cal_link_edit edit[EDITS_MAX];
    int count = 0;
    cal_api_begin(api);
    const char *text = cal_api_text(api, link, length), *at = cal_arena_text(&api->texts, changes, size);
    for (const char *end = at ? at + size : NULL; at < end; count++) {
        if (count == EDITS_MAX)
            return cal_api_end(api, cal_fail(&api->error, CAL_USAGE,
                                             "link: more than %d places are set at once", EDITS_MAX));
        edit[count].place = at;
        at += strlen(at) + (at + strlen(at) < end);
        edit[count].value = at;
        at += strlen(at) + (at + strlen(at) < end);
    }
    return change(api, text, edit, count);
}

const char *cal_api_link_remove(cal_api *api, const char *link, size_t length, const char *place,
                                size_t size) {
    cal_api_begin(api);
    const char *text = cal_api_text(api, link, length);
    return change(api, text, &(cal_link_edit){cal_arena_text(&api->texts, place, size), NULL}, 1);
}

const char *cal_api_link_read(cal_api *api, const char *link, size_t length, const char *place, size_t size) {
    cal_text *json = cal_api_begin(api);
    const char *text = cal_api_text(api, link, length), *at = cal_arena_text(&api->texts, place, size);
    cal_bytes value = {0};
    bool given;
    const cal_status status = cal_link_value(&value, &given, text, at, &api->error);
    if (!status) {
        cal_json_open(json, '{');
        cal_json_member_string(json, "value", value.data);
        cal_json_member_bool(json, "given", given);
        cal_json_close(json, '}');
    }
    cal_bytes_free(&value);
    return cal_api_end(api, status);
}
