// The objects of a JSON file: one per line (JSON lines), or the entries of one array.
#ifndef CAL_RUN_TABLES_JSON_OBJECTS_H
#define CAL_RUN_TABLES_JSON_OBJECTS_H
#ifndef JSMN_STATIC
#define JSMN_HEADER
#endif
#define JSMN_STRICT
#define JSMN_PARENT_LINKS
#include <jsmn.h>
#include "base/memory.h"
#include "base/slice.h"
#include "base/bytes/file.h"
#include "base/status.h"

// A parsed object; its first token is the object itself.
typedef struct cal_json_object {
    const char *text;
    const jsmntok_t *token;
    int count, number; // number of tokens, 0 if it is not an object; number of the line or entry, from 1
} cal_json_object;

static inline cal_slice cal_json_text(const cal_json_object *o, int at) {
    return (cal_slice){o->text + o->token[at].start, o->token[at].end - o->token[at].start};
}
// Returns the token that follows the value at `at`.
static inline int cal_json_after(const cal_json_object *o, int at) {
    const int end = at < o->count ? o->token[at].end : 0;
    while (at < o->count && o->token[at].start < end) at++;
    return at;
}

typedef struct cal_json_objects {
    const char *at, *end;
    bool array, closed;
    int number;  // line or entry of the latest object
    int entries; // entries of the array before the next one
} cal_json_objects;

// The file has at most INT_MAX / 2 bytes.
cal_json_objects cal_json_objects_open(const cal_file *file);
// Finds the text of the next object; false past the last. Text that is not an object is returned, too, and
// does not parse as one.
bool cal_json_objects_next(cal_slice *text, cal_json_objects *o);
// Parses that text into tokens in `arena`.
cal_status cal_json_object_parse(cal_json_object *out, cal_arena *arena, cal_slice text, int number,
                                 cal_error *err);

#endif
