#define JSMN_STATIC
#include "run/tables/json/objects.h"
#include <string.h>

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

static void skip_blanks(cal_json_objects *o) {
    while (o->at < o->end && is_blank(*o->at)) o->at++;
}

cal_json_objects cal_json_objects_open(const cal_file *file) {
    cal_json_objects o = {.at = (const char *)file->bytes, .end = (const char *)file->bytes + file->size};
    if (file->size >= 3 && !memcmp(o.at, "\xef\xbb\xbf", 3)) o.at += 3;
    cal_json_objects start = o;
    skip_blanks(&start);
    if (start.at == start.end || *start.at != '[') return o; // blank lines before the first object count
    start.at++, start.array = true;
    return start;
}

static bool next_line(cal_slice *text, cal_json_objects *o) {
    while (o->at < o->end) {
        const char *stop = memchr(o->at, '\n', (size_t)(o->end - o->at));
        *text = (cal_slice){o->at, (int)((stop ? stop : o->end) - o->at)};
        o->at += text->length + (stop != NULL);
        o->number++;
        for (int i = 0; i < text->length; i++)
            if (!is_blank(text->at[i])) return true;
    }
    return false;
}

// Returns the end of the object at `at`, past its closing brace, or `end`.
static const char *object_end(const char *at, const char *end) {
    int depth = 0;
    for (bool quoted = false; at < end; at++) {
        if (quoted) {
            if (*at == '\\') at++;
            else quoted = *at != '"';
        } else if (*at == '"') quoted = true;
        else if (*at == '{' || *at == '[') depth++;
        else if ((*at == '}' || *at == ']') && !--depth) return at + 1;
    }
    return end;
}

// Ends the reading with a text that does not parse.
static bool no_object(cal_slice *text, cal_json_objects *o) {
    *text = (cal_slice){"]", 1};
    o->at = o->end, o->closed = true;
    o->number++;
    return true;
}

static bool next_entry(cal_slice *text, cal_json_objects *o) {
    skip_blanks(o);
    if (o->closed) return o->at < o->end && no_object(text, o);
    if (o->at < o->end && *o->at == ']') {
        o->at++, o->closed = true;
        return next_entry(text, o);
    }
    if (o->entries && o->at < o->end && *o->at == ',') o->at++;
    else if (o->entries) return no_object(text, o);
    skip_blanks(o);
    if (o->at == o->end || *o->at != '{') return no_object(text, o);
    const char *stop = object_end(o->at, o->end);
    *text = (cal_slice){o->at, (int)(stop - o->at)};
    o->at = stop;
    o->entries++, o->number++;
    return true;
}

bool cal_json_objects_next(cal_slice *text, cal_json_objects *o) {
    return o->array ? next_entry(text, o) : next_line(text, o);
}

cal_status cal_json_object_parse(cal_json_object *out, cal_arena *arena, cal_slice text, int number,
                                 cal_error *err) {
    jsmn_parser parser;
    *out = (cal_json_object){.text = text.at, .number = number};
    jsmn_init(&parser);
    const int count = jsmn_parse(&parser, text.at, (size_t)text.length, NULL, 0);
    if (count < 1) return CAL_OK;
    jsmntok_t *token = cal_arena_alloc(arena, (size_t)count * sizeof *token);
    if (!token) return cal_refuse_memory(err, "a line of JSON");
    jsmn_init(&parser);
    const int parsed = jsmn_parse(&parser, text.at, (size_t)text.length, token, (unsigned)count);
    out->token = token, out->count = parsed > 0 && token[0].type == JSMN_OBJECT ? parsed : 0;
    if (cal_json_after(out, 0) != out->count) out->count = 0; // more than one value
    return CAL_OK;
}
