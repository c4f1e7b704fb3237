// Places of a link, set, removed and read: JavaScript never takes a link apart.
#include "api_internal.h"
#include <string.h>
#include "run/link/place.h"

enum { CHANGES_MAX = 256 }; // more than a link has places

static const char *end_link(cal_api *api, cal_text *link, cal_status status) {
    if (!status) {
        cal_json_open(&api->reply, '{');
        cal_json_member_string(&api->reply, "link", link->data);
        cal_json_close(&api->reply, '}');
    }
    cal_text_free(link);
    return cal_api_end(api, status);
}

// Cuts the text up to a zero byte off the front.
static cal_slice next_text(const char **at, const char *end) {
    const char *const start = *at, *stop = memchr(start, 0, (size_t)(end - start));
    if (!stop) stop = end;
    *at = stop < end ? stop + 1 : end;
    return (cal_slice){start, stop - start > CAL_LINK_MAX ? CAL_LINK_MAX + 1 : (int)(stop - start)};
}

const char *cal_api_link_set(cal_api *api, const char *link, size_t length, const char *changes,
                             size_t size) {
    cal_change change[CHANGES_MAX];
    cal_text made = {0};
    cal_api_begin(api);
    int count = 0;
    for (const char *at = changes, *end = changes + size; at < end; count++) {
        if (count == CHANGES_MAX)
            return cal_api_end(api, cal_fail(&api->error, CAL_USAGE,
                                             "link: more than %d places are set at once", CHANGES_MAX));
        change[count].place = next_text(&at, end);
        change[count].value = next_text(&at, end);
    }
    return end_link(api, &made, cal_link_change(&made, link, length, change, count, &api->error));
}

const char *cal_api_link_remove(cal_api *api, const char *link, size_t length, const char *place,
                                size_t size) {
    const char *at = place;
    cal_text made = {0};
    cal_api_begin(api);
    const cal_change change = {.place = next_text(&at, place + size)};
    return end_link(api, &made, cal_link_change(&made, link, length, &change, 1, &api->error));
}

const char *cal_api_link_read(cal_api *api, const char *link, size_t length, const char *place, size_t size) {
    const char *at = place;
    cal_text value = {0}, *json = cal_api_begin(api);
    bool given;
    cal_status status =
        cal_link_look_up(&value, &given, link, length, next_text(&at, place + size), &api->error);
    if (!status) {
        cal_json_open(json, '{');
        cal_json_member_string(json, "value", value.data);
        cal_json_member_bool(json, "given", given);
        cal_json_close(json, '}');
    }
    cal_text_free(&value);
    return cal_api_end(api, status);
}
