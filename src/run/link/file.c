#include "run/link/file.h"
#include <string.h>
#define JSMN_STATIC
#define JSMN_STRICT
#define JSMN_PARENT_LINKS
#include <jsmn.h>

enum { FILE_MAX = 64 << 20 }; // bytes; a report with its history has a few megabytes

// Returns the index of the first token after the value at token `at` and everything inside it.
static int after(const jsmntok_t *token, int count, int at) {
    const int end = token[at].end;
    while (at < count && token[at].start < end) at++;
    return at;
}

cal_status cal_link_file_read(cal_slice *out, cal_arena *arena, const cal_file *file, cal_error *err) {
    const char *json = (const char *)file->bytes;
    jsmn_parser parser;
    jsmn_init(&parser);
    if (file->size > FILE_MAX)
        return cal_fail(err, CAL_USAGE, "%s: %zu bytes are too many for a file with a link", file->name,
                        file->size);
    int count = jsmn_parse(&parser, json, file->size, NULL, 0);
    jsmntok_t *token = count > 0 ? cal_arena_alloc(arena, (size_t)count * sizeof *token) : NULL;
    if (count > 0 && !token) return cal_refuse_memory(err, "%s: it", file->name);
    jsmn_init(&parser);
    if (token) count = jsmn_parse(&parser, json, file->size, token, (unsigned)count);
    if (count < 1 || token[0].type != JSMN_OBJECT)
        return cal_fail(err, CAL_USAGE, "%s: not a JSON object, or cut short", file->name);
    for (int at = 1; at + 1 < count; at = after(token, count, at + 1)) {
        const jsmntok_t *value = &token[at + 1];
        const cal_slice key = {json + token[at].start, token[at].end - token[at].start};
        if (!cal_slice_is(key, "link")) continue;
        if (value->type != JSMN_STRING) break;
        *out = (cal_slice){json + value->start, value->end - value->start};
        return CAL_OK;
    }
    return cal_fail(err, CAL_USAGE, "%s: it has no \"link\"", file->name);
}

void cal_link_file_write(cal_text *json, const char *link) {
    cal_json_open(json, '{');
    cal_json_member_integer(json, "calib", 1);
    cal_json_member_string(json, "link", link);
    cal_json_close(json, '}');
}
