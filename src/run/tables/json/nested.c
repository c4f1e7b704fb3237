#include "run/tables/json/nested.h"
#include <string.h>

// Returns the value of a key in an object, or in the first element of an array of objects; -1: none.
static int member_of(const cal_json_object *o, int at, const char *key) {
    if (at < 0 || at >= o->count) return -1;
    if (o->token[at].type == JSMN_ARRAY) at = o->token[at].size ? at + 1 : -1;
    if (at < 0 || at >= o->count || o->token[at].type != JSMN_OBJECT) return -1;
    const int end = o->token[at].end;
    for (int k = at + 1; k + 1 < o->count && o->token[k].start < end; k = cal_json_after(o, k + 1))
        if (cal_slice_is(cal_json_text(o, k), key)) return k + 1;
    return -1;
}

// ---- writing

typedef struct writer {
    char *text;
    int length;
} writer;

static void put(writer *w, const char *text, int length) {
    memcpy(w->text + w->length, text, (size_t)length);
    w->length += length;
}

static void put_comma(writer *w) {
    if (w->text[w->length - 1] != '{') put(w, ",", 1);
}

// Puts a value as it is written, with its quotation marks.
static void put_value(writer *w, const cal_json_object *o, int at) {
    const int quote = o->token[at].type == JSMN_STRING;
    put(w, o->text + o->token[at].start - quote, o->token[at].end - o->token[at].start + 2 * quote);
}

static bool is_plain(const cal_json_object *o, int at) {
    return at >= 0 && at < o->count &&
           (o->token[at].type == JSMN_STRING || o->token[at].type == JSMN_PRIMITIVE);
}

// Puts the plain members of an object.
static void put_members(writer *w, const cal_json_object *o, int at) {
    if (at < 0 || o->token[at].type != JSMN_OBJECT) return;
    const int end = o->token[at].end;
    for (int k = at + 1; k + 1 < o->count && o->token[k].start < end; k = cal_json_after(o, k + 1)) {
        if (!is_plain(o, k + 1)) continue;
        put_comma(w), put_value(w, o, k), put(w, ":", 1), put_value(w, o, k + 1);
    }
}

// ---- OpenAI

// Puts a word without the blanks around it, which tokens have.
static void put_token(writer *w, const cal_json_object *o, int at) {
    cal_slice word = cal_json_text(o, at);
    while (word.length && *word.at == ' ') word.at++, word.length--;
    while (word.length && word.at[word.length - 1] == ' ') word.length--;
    put(w, "\"", 1), put(w, word.at, word.length), put(w, "\"", 1);
}

static void put_tokens(writer *w, const cal_json_object *o, int list) {
    const char *start = ",\"top_logprobs\":{";
    put(w, w->text[w->length - 1] == '{' ? start + 1 : start,
        (int)strlen(start) - (w->text[w->length - 1] == '{'));
    for (int i = 0, at = list + 1; i < o->token[list].size && at < o->count;
         i++, at = cal_json_after(o, at)) {
        const int token = member_of(o, at, "token"), number = member_of(o, at, "logprob");
        if (!is_plain(o, token) || !is_plain(o, number)) continue;
        put_comma(w), put_token(w, o, token), put(w, ":", 1), put_value(w, o, number);
    }
    put(w, "}", 1);
}

// ---- Vertex AI

// Returns a member of the prediction that is a list of words or of numbers; -1: none.
static int list_in(const cal_json_object *o, int at, bool words) {
    int found = -1;
    if (at < 0 || o->token[at].type != JSMN_OBJECT) return -1;
    const int end = o->token[at].end;
    for (int k = at + 1; k + 1 < o->count && o->token[k].start < end; k = cal_json_after(o, k + 1)) {
        const jsmntok_t *list = &o->token[k + 1];
        if (list->type != JSMN_ARRAY || list->size < 2 || k + 2 >= o->count) continue;
        // The ids of classes are words, too, next to their names.
        const bool ids = cal_slice_is(cal_json_text(o, k), "ids");
        if (!ids && o->token[k + 2].type == (words ? JSMN_STRING : JSMN_PRIMITIVE)) found = k + 1;
    }
    return found;
}

static void put_prediction(writer *w, const cal_json_object *o, int prediction) {
    const int words = list_in(o, prediction, true), numbers = list_in(o, prediction, false);
    put_comma(w);
    if (words < 0 || numbers < 0 || o->token[words].size != o->token[numbers].size) {
        put(w, "\"prediction\":", 13), put_value(w, o, prediction);
        return;
    }
    put(w, "\"prediction\":{", 14);
    for (int i = 1; i <= o->token[words].size; i++) {
        if (!is_plain(o, words + i) || !is_plain(o, numbers + i)) continue;
        put_comma(w), put_value(w, o, words + i), put(w, ":", 1), put_value(w, o, numbers + i);
    }
    put(w, "}", 1);
}

cal_status cal_json_flatten(cal_slice *text, cal_arena *arena, const cal_json_object *o, const char *file,
                            cal_error *err) {
    enum { ROOM = 64 };
    const int choices = member_of(o, member_of(o, member_of(o, 0, "response"), "body"), "choices");
    const int instance = member_of(o, 0, "instance"), prediction = member_of(o, 0, "prediction");
    const bool vertex = instance >= 0 && prediction >= 0;
    if (choices < 0 && !vertex) return CAL_OK;
    const int list = member_of(o, member_of(o, member_of(o, choices, "logprobs"), "content"), "top_logprobs");
    if (!vertex && (list < 0 || o->token[list].type != JSMN_ARRAY || o->token[list].size < 2))
        return cal_fail(
            err, CAL_FAILED,
            "%.200s: line %d: its answer has no top_logprobs; ask for them with logprobs=true and "
            "top_logprobs=20",
            file, o->number);
    // Every part is copied once, and words get quotation marks.
    writer w = {cal_arena_alloc(arena, 2 * (size_t)text->length + ROOM), 0};
    if (!w.text) return cal_refuse_memory(err, "%s: line %d", file, o->number);
    put(&w, "{", 1);
    if (vertex) put_members(&w, o, instance);
    for (int k = 1; k + 1 < o->count; k = cal_json_after(o, k + 1)) {
        const bool null = cal_slice_is(cal_json_text(o, k + 1), "null"); // such as error
        if (!is_plain(o, k + 1) || null || k + 1 == prediction || k + 1 == instance) continue;
        put_comma(&w), put_value(&w, o, k), put(&w, ":", 1), put_value(&w, o, k + 1);
    }
    if (vertex) put_prediction(&w, o, prediction);
    else put_tokens(&w, o, list);
    put(&w, "}", 1);
    *text = (cal_slice){w.text, w.length};
    return CAL_OK;
}
