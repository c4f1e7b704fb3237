// Reads the objects of a JSON file as a frame.
#include <string.h>
#include "run/tables/frame/frame.h"
#include "run/tables/json/nested.h"
#include "run/tables/json/objects.h"

static cal_slice text_of(const cal_json_object *l, int at) {
    const cal_slice text = cal_json_text(l, at);
    return l->token[at].type == JSMN_PRIMITIVE && *text.at == 'n' ? (cal_slice){"", 0} : text; // null
}

// Returns true if an array holds only plain values.
static bool is_plain_list(const cal_json_object *l, int at) {
    if (l->token[at].type != JSMN_ARRAY || !l->token[at].size) return false;
    for (int i = 1; i <= l->token[at].size; i++)
        if (at + i >= l->count || l->token[at + i].type != JSMN_PRIMITIVE) return false;
    return true;
}

// Returns the token of a list of plain values: the value, or the values of a dense vector of Spark,
// {"type": 1, "values": [0.1, 0.9]}; 0: neither.
static int list_of(const cal_json_object *l, int at) {
    if (is_plain_list(l, at)) return at;
    if (l->token[at].type != JSMN_OBJECT || l->token[at].size != 2 || at + 4 >= l->count) return 0;
    const bool vector = cal_slice_is(cal_json_text(l, at + 1), "type") &&
                        cal_slice_is(cal_json_text(l, at + 2), "1") &&
                        cal_slice_is(cal_json_text(l, at + 3), "values");
    return vector && is_plain_list(l, at + 4) ? at + 4 : 0;
}

// Returns true if an object holds two numbers or more and nothing else, such as the probabilities of classes
// by name.
static bool is_numbers(const cal_json_object *l, int at) {
    const int count = l->token[at].size;
    if (l->token[at].type != JSMN_OBJECT || count < 2) return false;
    for (int i = 0; i < count; i++) {
        const int value = at + 2 + 2 * i;
        if (value >= l->count || l->token[value].type != JSMN_PRIMITIVE) return false;
        const char c = l->text[l->token[value].start];
        if (c != '-' && (c < '0' || c > '9')) return false;
    }
    return true;
}

// The word and the number of an object in a list, such as {"label": "cat", "score": 0.8}.
typedef struct word_number {
    int word, number; // tokens
} word_number;

static bool is_word_number(word_number *out, const cal_json_object *l, int at) {
    *out = (word_number){0, 0};
    if (at >= l->count || l->token[at].type != JSMN_OBJECT || l->token[at].size != 2) return false;
    for (int key = at + 1, i = 0; i < 2; key = cal_json_after(l, key + 1), i++) {
        if (key + 1 >= l->count) return false;
        const jsmntok_t *value = &l->token[key + 1];
        const char c = l->text[value->start];
        if (value->type == JSMN_STRING) out->word = key + 1;
        else if (value->type == JSMN_PRIMITIVE && (c == '-' || (c >= '0' && c <= '9'))) out->number = key + 1;
    }
    return out->word && out->number;
}

// Returns true for a list of such objects, as pipelines write the scores of classes.
static bool is_scores(const cal_json_object *l, int at) {
    word_number entry;
    if (l->token[at].type != JSMN_ARRAY || l->token[at].size < 2) return false;
    for (int i = 0, one = at + 1; i < l->token[at].size; i++, one = cal_json_after(l, one))
        if (!is_word_number(&entry, l, one)) return false;
    return true;
}

// Joins the name of a column for a number in an object: probs.cat
static cal_status join_names(cal_slice *out, cal_arena *arena, cal_slice key, cal_slice inner,
                             cal_error *err) {
    char *own = cal_arena_alloc(arena, (size_t)key.length + (size_t)inner.length + 1);
    if (!own) return cal_refuse_memory(err, "the name of a column");
    memcpy(own, key.at, (size_t)key.length);
    own[key.length] = '.';
    memcpy(own + key.length + 1, inner.at, (size_t)inner.length);
    *out = (cal_slice){own, key.length + 1 + inner.length};
    return CAL_OK;
}

static bool is_joined(cal_slice name, cal_slice key, cal_slice inner) {
    return name.length == key.length + 1 + inner.length && !memcmp(name.at, key.at, (size_t)key.length) &&
           name.at[key.length] == '.' && !memcmp(name.at + key.length + 1, inner.at, (size_t)inner.length);
}

// Takes the columns from the first object. Inner objects of other things, and lists of these, are not
// columns.
static cal_status take_names(cal_frame *out, bool *fits, cal_arena *arena, const cal_json_object *l,
                             int object, cal_error *err) {
    const int end = l->token[object].end;
    for (int at = object + 1; at + 1 < l->count && l->token[at].start < end; at = cal_json_after(l, at + 1)) {
        const cal_slice key = text_of(l, at);
        const jsmntok_t *value = &l->token[at + 1];
        const bool plain = value->type == JSMN_STRING || value->type == JSMN_PRIMITIVE;
        const bool numbers = is_numbers(l, at + 1), scores = is_scores(l, at + 1);
        const int list = list_of(l, at + 1);
        const int width = list ? l->token[list].size : numbers || scores ? value->size : plain;
        int entry = at + 2; // if it is a list of scores
        if (out->columns + width > CAL_FRAME_USUAL) {
            *fits = false;
            return cal_fail(err, CAL_FAILED,
                            "%s: line %d: more than %d values a line; save the outputs as .npy, or as CSV "
                            "with a column for "
                            "each class",
                            out->name, l->number, (int)CAL_FRAME_USUAL);
        }
        for (int i = 0; i < width; i++) {
            cal_slice name = key;
            if (numbers) {
                const cal_status status = join_names(&name, arena, key, text_of(l, at + 2 + 2 * i), err);
                if (status) return status;
            }
            if (scores) {
                word_number one;
                (void)is_word_number(&one, l, entry);
                entry = cal_json_after(l, entry);
                const cal_status status = join_names(&name, arena, key, text_of(l, one.word), err);
                if (status) return status;
            } else if (list) {
                char *own = cal_arena_alloc(arena, (size_t)key.length + 4);
                if (!own) return cal_refuse_memory(err, "%s: its columns", out->name);
                memcpy(own, key.at, (size_t)key.length);
                name.at = own, own[name.length++] = '_';
                if (i >= 10) own[name.length++] = (char)('0' + i / 10);
                own[name.length++] = (char)('0' + i % 10);
            }
            out->head[out->columns++] = name;
        }
    }
    out->named = true;
    out->fields = out->columns, out->head_line = 1;
    return out->columns
               ? CAL_OK
               : cal_fail(
                     err, CAL_FAILED,
                     "%s: line %d: its objects hold no plain values; give an object a line such as "
                     "{\"label\": 1, \"p\": 0.8} (in pandas, to_json with orient='records' and lines=True)",
                     out->name, l->number);
}

static cal_status take_row(cal_frame *out, const cal_json_object *l, int object, cal_error *err) {
    cal_slice *row = out->cell + (size_t)out->n * (size_t)out->columns;
    const int end = l->token[object].end;
    for (int c = 0; c < out->columns; c++) row[c] = (cal_slice){"", 0};
    for (int at = object + 1; at + 1 < l->count && l->token[at].start < end; at = cal_json_after(l, at + 1)) {
        const cal_slice key = text_of(l, at);
        const jsmntok_t *value = &l->token[at + 1];
        for (int i = 0, all = is_numbers(l, at + 1) ? value->size : 0; i < all; i++)
            for (int c = 0; c < out->columns; c++)
                if (is_joined(out->head[c], key, text_of(l, at + 2 + 2 * i)))
                    row[c] = text_of(l, at + 3 + 2 * i);
        const int entries = is_scores(l, at + 1) ? value->size : 0;
        for (int i = 0, entry = at + 2; i < entries; i++, entry = cal_json_after(l, entry)) {
            word_number one;
            (void)is_word_number(&one, l, entry);
            for (int c = 0; c < out->columns; c++)
                if (is_joined(out->head[c], key, text_of(l, one.word))) row[c] = text_of(l, one.number);
        }
        for (int c = 0; c < out->columns; c++) {
            const int list = list_of(l, at + 1);
            const bool starts = out->head[c].length > key.length + 1;
            if (!list && cal_slice_same(out->head[c], key)) row[c] = text_of(l, at + 1);
            if (!list || !starts || memcmp(out->head[c].at, key.at, (size_t)key.length) != 0 ||
                memcmp(out->head[c].at + key.length, "_0", 2) != 0 || out->head[c].length != key.length + 2)
                continue;
            int width = 1; // length of the first line's list
            while (c + width < out->columns && out->head[c + width].length >= key.length + 2 &&
                   !memcmp(out->head[c + width].at, key.at, (size_t)key.length) &&
                   out->head[c + width].at[key.length] == '_' &&
                   out->head[c + width].at[key.length + 1] != '0')
                width++;
            const int size = l->token[list].size;
            if (size != width)
                return cal_fail(
                    err, CAL_FAILED,
                    "%s: line %d: %.*s has %d values, but the first line %d; rows with different numbers of "
                    "options are not read: give the label's and the chosen option's probability as label, "
                    "pred "
                    "and conf",
                    out->name, l->number, CAL_QUOTED(key), size, width);
            for (int i = 0; i < width; i++) row[c + i] = text_of(l, list + 1 + i);
        }
    }
    out->line[out->n++] = l->number;
    return CAL_OK;
}

static cal_status bad(const cal_frame *f, int number, cal_error *err) {
    return cal_fail(err, CAL_FAILED,
                    "%s: line %d is not a JSON object on one line, such as {\"label\": 1, \"p\": 0.8}; NaN "
                    "and Infinity are not JSON",
                    f->name, number);
}

static cal_status room_for(cal_frame *out, cal_arena *arena, size_t rows, cal_error *err) {
    out->cell = cal_arena_alloc(arena, rows * (size_t)out->columns * sizeof *out->cell);
    out->line = cal_arena_alloc(arena, rows * sizeof *out->line);
    return arena->refused ? cal_refuse_memory(err, "%s: %zu rows", out->name, rows) : CAL_OK;
}

cal_status cal_frame_read_json(cal_frame *out, bool *fits, cal_arena *arena, const cal_file *file,
                               cal_error *err) {
    out->json = true;
    if (file->size > INT32_MAX / 2)
        return cal_fail(err, CAL_FAILED, "%s: more than 1 GB of JSON", file->name);
    cal_json_objects rest = cal_json_objects_open(file), all = rest;
    cal_slice text;
    size_t rows = 0;
    while (cal_json_objects_next(&text, &all)) rows++;
    cal_status status = CAL_OK;
    while (!status && cal_json_objects_next(&text, &rest)) {
        cal_arena own = {0};
        cal_json_object l;
        status = cal_json_object_parse(&l, &own, text, rest.number, err);
        if (!status && !l.count) status = bad(out, rest.number, err);
        const char *const before = text.at;
        if (!status) status = cal_json_flatten(&text, arena, &l, out->name, err);
        if (!status && text.at != before) status = cal_json_object_parse(&l, &own, text, rest.number, err);
        if (!status && !out->columns) status = take_names(out, fits, arena, &l, 0, err);
        if (!status && !out->cell) {
            // A row has at least two bytes per column.
            const size_t most = file->size / 2 / (size_t)out->columns + 1;
            rows = rows < most ? rows : most;
            status = room_for(out, arena, rows, err);
        }
        if (!status && (size_t)out->n >= rows) status = bad(out, rest.number, err);
        if (!status) status = take_row(out, &l, 0, err);
        cal_arena_free(&own);
    }
    if (!status && !out->n) status = cal_fail(err, CAL_FAILED, "%s: no objects", file->name);
    return status;
}
