// The safetensors format: eight bytes of header length, a JSON header, then the numbers of all tensors.
//
// {"__metadata__":{"layers":"fc"},"0.weight":{"dtype":"F32","shape":[10,2],"data_offsets":[0,80]}, ...}
#include <limits.h>
#include <string.h>
#define JSMN_STATIC
#define JSMN_STRICT
#define JSMN_PARENT_LINKS // closing a bracket takes constant time, however deeply a hostile header nests
#include <jsmn.h>
#include "base/bytes/half.h"
#include "base/bytes/safetensors.h"

enum { HEADER_MAX = 8 << 20, TOKENS_MAX = 1 << 20, LETTERS_MAX = 512, NAME_MAX_SHOWN = 80 };

static void write_numbers(cal_text *json, const char *key, const int64_t *value, int count) {
    cal_json_key(json, key);
    cal_json_open(json, '[');
    for (int i = 0; i < count; i++) cal_json_integer(json, value[i]);
    cal_json_close(json, ']');
}

void cal_safetensors_write(cal_text *out, const cal_safetensor *tensor, int count,
                           const char *const (*words)[2]) {
    cal_text header = {0};
    cal_json_open(&header, '{');
    cal_json_key(&header, "__metadata__");
    cal_json_open(&header, '{');
    for (; (*words)[0]; words++) {
        cal_json_member_string(&header, (*words)[0], (*words)[1]);
    }
    cal_json_close(&header, '}');
    size_t at = 0;
    for (int i = 0; i < count; i++) {
        const cal_safetensor *t = &tensor[i];
        const size_t end = at + (t->wide ? 8 : 4) * t->size;
        int64_t range[2] = {(int64_t)at, (int64_t)end}, dim[4];
        at = end;
        for (int d = 0; d < t->ndim; d++) dim[d] = t->dim[d];
        cal_json_key(&header, t->name);
        cal_json_open(&header, '{');
        cal_json_member_string(&header, "dtype", t->wide ? "F64" : "F32");
        write_numbers(&header, "shape", dim, t->ndim);
        write_numbers(&header, "data_offsets", range, 2);
        cal_json_close(&header, '}');
    }
    cal_json_close(&header, '}');
    while (header.length % 8 && !header.refused) cal_text_add(&header, " "); // aligns the numbers
    char length[8];
    for (int i = 0; i < 8; i++) length[i] = (char)((uint64_t)header.length >> 8 * i);
    cal_text_reserve(out, (size_t)out->length + sizeof length + (size_t)header.length + at);
    cal_text_add_bytes(out, length, sizeof length);
    if (header.refused) out->refused = true;
    else cal_text_add_bytes(out, header.data, (size_t)header.length);
    for (int i = 0; i < count; i++)
        cal_text_add_bytes(out, tensor[i].place, (tensor[i].wide ? 8 : 4) * tensor[i].size);
    cal_text_free(&header);
}

struct cal_safetensors_file {
    const char *name; // name of the file
    const char *what; // owner of the tensors, for errors
    const char *json;
    const jsmntok_t *token;
    int tokens, at;
    const uint8_t *data;
    size_t size; // bytes of data
};
typedef struct cal_safetensors_file reader;

static bool is_text(const reader *r, int token, const char *text) {
    const jsmntok_t *t = &r->token[token];
    return t->type == JSMN_STRING && (size_t)(t->end - t->start) == strlen(text) &&
           memcmp(r->json + t->start, text, strlen(text)) == 0;
}

static cal_status bad(const reader *r, int token, const char *reason, cal_error *err) {
    int start = token < r->tokens ? r->token[token].start : 0;
    return cal_fail(err, CAL_FAILED, "%s: byte %d: %s", r->name, start + 8, reason);
}

// A whole number of at most 15 digits; -1 for anything else.
static int64_t whole(const reader *r, int token) {
    const jsmntok_t *t = &r->token[token];
    int64_t value = 0;
    if (t->type != JSMN_PRIMITIVE || t->end - t->start < 1 || t->end - t->start > 15) return -1;
    for (int i = t->start; i < t->end; i++) {
        if (r->json[i] < '0' || r->json[i] > '9') return -1;
        value = value * 10 + (r->json[i] - '0');
    }
    return value;
}

// Skips the value at r->at, with everything inside it.
static void skip(reader *r) {
    int end = r->token[r->at].end;
    do r->at++;
    while (r->at < r->tokens && r->token[r->at].start < end);
}

// Reads an array of whole numbers. Returns its length, or -1.
static int read_numbers(reader *r, int64_t *out, int most) {
    const jsmntok_t *array = &r->token[r->at];
    if (array->type != JSMN_ARRAY || array->size > most || r->at + array->size >= r->tokens) return -1;
    for (int i = 0; i < array->size; i++)
        if ((out[i] = whole(r, r->at + 1 + i)) < 0) return -1;
    r->at += 1 + array->size;
    return array->size;
}

static cal_status wrong_shape(const reader *r, const cal_safetensor *tensor,
                              const cal_safetensors_entry *listed, cal_error *err) {
    cal_text got = {0}, wanted = {0};
    for (int i = 0; i < listed->ndim; i++)
        cal_text_add(&got, i ? ", %lld" : "%lld", (long long)listed->dim[i]);
    for (int i = 0; i < tensor->ndim; i++)
        if (tensor->dim[i] == CAL_STORED_ANY) cal_text_add(&wanted, i ? ", any" : "any");
        else cal_text_add(&wanted, i ? ", %d" : "%d", tensor->dim[i]);
    cal_status status =
        cal_fail(err, CAL_FAILED, "%s: %s has shape [%s], the %s needs [%s]", r->name, tensor->name,
                 got.data ? got.data : "", r->what, wanted.data ? wanted.data : "");
    cal_text_free(&got);
    cal_text_free(&wanted);
    return status;
}

static cal_dtype dtype_of(const reader *r, int token) {
    static const char *const names[] = {NULL, "F16", "BF16", "F32", "F64"};
    for (int i = CAL_F16; i <= CAL_F64; i++)
        if (is_text(r, token, names[i])) return (cal_dtype)i;
    return CAL_OTHER;
}

static size_t width_of(cal_dtype type) { return type == CAL_F64 ? 8 : type == CAL_F32 ? 4 : 2; }

// Reads the object at r->at, which describes a tensor, except its name.
static cal_status read_entry(cal_safetensors_entry *out, reader *r, cal_error *err) {
    int start = r->at, members = r->token[start].size, offsets = -1;
    bool typed = false;
    int64_t range[2] = {0, 0};
    *out = (cal_safetensors_entry){.ndim = -1, .at = start};
    if (r->token[start].type != JSMN_OBJECT)
        return bad(r, start, "a tensor is not described by an object", err);
    r->at++;
    for (int m = 0; m < members; m++) {
        int key = r->at++;
        if (key + 1 >= r->tokens || r->token[key].size != 1) return bad(r, key, "a value is missing", err);
        if (is_text(r, key, "dtype")) {
            out->type = dtype_of(r, r->at);
            typed = true;
            skip(r);
        } else if (is_text(r, key, "shape")) {
            if ((out->ndim = read_numbers(r, out->dim, 8)) < 0)
                return bad(r, key, "its shape is not a list of sizes", err);
        } else if (is_text(r, key, "data_offsets")) {
            if ((offsets = read_numbers(r, range, 2)) != 2)
                return bad(r, key, "its data_offsets are not two numbers", err);
        } else return bad(r, key, "a key other than dtype, shape and data_offsets", err);
    }
    if (out->ndim < 0 || !typed || offsets < 0)
        return bad(r, start, "dtype, shape or data_offsets is missing", err);
    if (range[0] > range[1] || (uint64_t)range[1] > r->size)
        return bad(r, start, "its data_offsets point outside the file", err);
    out->bytes = r->data + range[0];
    out->size = (size_t)(range[1] - range[0]);
    return CAL_OK;
}

// Returns true if both have the same shape.
static bool same_shape(const cal_safetensor *tensor, const cal_safetensors_entry *listed) {
    bool same = listed->ndim == tensor->ndim;
    for (int i = 0; same && i < tensor->ndim; i++)
        same = listed->dim[i] == tensor->dim[i] ||
               (tensor->dim[i] == CAL_STORED_ANY && listed->dim[i] <= INT_MAX);
    return same;
}

// Fills in the open dimensions, if any. In a hostile header the known ones may multiply to more than all
// bytes.
static bool fill_in(cal_safetensor *tensor, const cal_safetensors_entry *listed) {
    const size_t most = listed->size / width_of(listed->type);
    size_t size = 1;
    bool open = false;
    for (int i = 0; i < tensor->ndim; i++) open |= tensor->dim[i] == CAL_STORED_ANY;
    for (int i = 0; i < tensor->ndim && open; i++) {
        tensor->dim[i] = (int)listed->dim[i];
        if (tensor->dim[i] && size > most / (size_t)tensor->dim[i]) return false;
        size *= (size_t)tensor->dim[i];
    }
    if (open) tensor->size = size;
    return true;
}

static cal_status check_finite(const reader *r, const cal_safetensor *tensor, cal_error *err) {
    for (size_t i = 0; i < tensor->size && !tensor->loose; i++) {
        float value = (float)cal_safetensor_number(tensor, i);
        if (!(value - value == 0))
            return cal_fail(err, CAL_FAILED, "%s: number %zu of %s is not a finite float", r->name, i,
                            tensor->name);
    }
    return CAL_OK;
}

// Checks everything except that the numbers are finite.
static cal_status place_tensor(cal_safetensor *tensor, const cal_safetensors_entry *listed, const reader *r,
                               cal_error *err) {
    if (listed->type == CAL_OTHER)
        return cal_fail(err, CAL_FAILED, "%s: %s has a type other than F16, BF16, F32 and F64", r->name,
                        tensor->name);
    if (!same_shape(tensor, listed)) return wrong_shape(r, tensor, listed, err);
    if (!fill_in(tensor, listed) || listed->size != tensor->size * width_of(listed->type))
        return bad(r, listed->at, "its data_offsets do not fit its shape", err);
    tensor->found = listed->bytes;
    tensor->found_type = listed->type;
    return CAL_OK;
}

cal_status cal_safetensor_fit(cal_safetensor *tensor, const cal_safetensors_entry *listed,
                              const cal_safetensors_file *file, cal_error *err) {
    cal_status status = place_tensor(tensor, listed, file, err);
    return status ? status : check_finite(file, tensor, err);
}

static int find_tensor(const reader *r, int token, const cal_safetensor *tensor, int count) {
    for (int i = 0; i < count; i++)
        if (is_text(r, token, tensor[i].name)) return i;
    return -1;
}

static bool is_counter(const reader *r, int token) {
    static const char tail[] = "num_batches_tracked";
    const jsmntok_t *t = &r->token[token];
    int length = (int)sizeof tail - 1;
    return t->end - t->start >= length && memcmp(r->json + t->end - length, tail, (size_t)length) == 0;
}

// Calls `take` for each name in the header's object, with r->at at its value.
typedef cal_status take_member(void *to, reader *r, int key, cal_error *err);

static cal_status each_tensor(reader *r, take_member *take, void *to, cal_error *err) {
    if (r->tokens < 1 || r->token[0].type != JSMN_OBJECT)
        return bad(r, 0, "the header is not an object", err);
    int members = r->token[0].size;
    r->at = 1;
    for (int m = 0; m < members; m++) {
        int key = r->at++;
        if (key + 1 >= r->tokens || r->token[key].type != JSMN_STRING || r->token[key].size != 1)
            return bad(r, key, "a key without a value", err);
        if (is_text(r, key, "__metadata__")) {
            skip(r);
            continue;
        }
        cal_status status = take(to, r, key, err);
        if (status) return status;
    }
    if (r->at != r->tokens) return bad(r, r->at, "there is more text after the header's object", err);
    return CAL_OK;
}

typedef struct wanted {
    cal_safetensor *tensor;
    int count;
} wanted;

static cal_status take_wanted(void *to, reader *r, int key, cal_error *err) {
    const wanted *w = to;
    cal_safetensors_entry listed;
    int i = find_tensor(r, key, w->tensor, w->count), length = r->token[key].end - r->token[key].start;
    if (i < 0 && !is_counter(r, key))
        return cal_fail(err, CAL_FAILED, "%s: the %s has no tensor '%.*s'", r->name, r->what,
                        length < NAME_MAX_SHOWN ? length : NAME_MAX_SHOWN, r->json + r->token[key].start);
    if (i >= 0 && w->tensor[i].found) return bad(r, key, "a tensor is given twice", err);
    cal_status status = read_entry(&listed, r, err);
    return status || i < 0 ? status : place_tensor(&w->tensor[i], &listed, r, err);
}

cal_status cal_safetensors_find(cal_safetensor *tensor, int count, cal_safetensors_file *r, cal_error *err) {
    wanted w = {tensor, count};
    cal_status status = each_tensor(r, take_wanted, &w, err);
    for (int i = 0; !status && i < count; i++)
        if (!tensor[i].found)
            status = cal_fail(err, CAL_FAILED, "%s: the %s's tensor %s is missing", r->name, r->what,
                              tensor[i].name);
    for (int i = 0; !status && i < count; i++) status = check_finite(r, &tensor[i], err);
    return status;
}

typedef struct list {
    cal_arena *arena;
    cal_safetensors_entry *entry;
    int count;
} list;

static cal_status take_listed(void *to, reader *r, int key, cal_error *err) {
    list *l = to;
    cal_safetensors_entry *entry = &l->entry[l->count++];
    const jsmntok_t *name = &r->token[key];
    if (name->end - name->start > LETTERS_MAX) return bad(r, key, "the name of a tensor is too long", err);
    cal_status status = read_entry(entry, r, err);
    if (!status)
        entry->name = cal_arena_text(l->arena, r->json + name->start, (size_t)(name->end - name->start));
    return status;
}

cal_status cal_safetensors_list(cal_safetensors_entry **out, int *count, cal_safetensors_file *r,
                                cal_arena *arena, cal_error *err) {
    const int members = r->tokens > 0 ? r->token[0].size : 0;
    list l = {arena, cal_arena_alloc(arena, ((size_t)members + 1) * sizeof *l.entry), 0};
    if (!l.entry) return cal_refuse_memory(err, "%s: the header", r->name);
    cal_status status = each_tensor(r, take_listed, &l, err);
    if (!status && arena->refused) status = cal_refuse_memory(err, "%s: the header", r->name);
    *out = l.entry;
    *count = l.count;
    return status;
}

double cal_safetensor_number(const cal_safetensor *tensor, size_t i) {
    const uint8_t *at = tensor->found + width_of(tensor->found_type) * i;
    float narrow;
    double wide;
    if (tensor->found_type == CAL_F64) return memcpy(&wide, at, 8), wide;
    if (tensor->found_type == CAL_F16) return (double)cal_half_at(at);
    if (tensor->found_type == CAL_F32) return memcpy(&narrow, at, 4), narrow;
    const uint32_t bits = (uint32_t)at[0] << 16 | (uint32_t)at[1] << 24; // the upper half of a float
    return memcpy(&narrow, &bits, 4), narrow;
}

void cal_safetensor_copy(const cal_safetensor *tensor) {
    for (size_t i = 0; i < tensor->size; i++) {
        if (tensor->wide) ((double *)tensor->place)[i] = cal_safetensor_number(tensor, i);
        else ((float *)tensor->place)[i] = (float)cal_safetensor_number(tensor, i);
    }
}

const char *cal_safetensors_metadata(const cal_safetensors_file *r, cal_arena *arena, const char *key) {
    for (int i = 1; i + 1 < r->tokens; i++) {
        const jsmntok_t *value = &r->token[i + 1];
        int object = r->token[i].parent;
        if (object < 1 || r->token[object].parent < 0 || r->token[r->token[object].parent].parent != 0)
            continue;
        if (!is_text(r, r->token[object].parent, "__metadata__") || value->parent != i) continue;
        if (is_text(r, i, key) && value->type == JSMN_STRING)
            return cal_arena_text(arena, r->json + value->start, (size_t)(value->end - value->start));
    }
    return NULL;
}

static cal_status parse(reader *r, const cal_file *file, cal_arena *arena, cal_error *err) {
    uint64_t length = 0;
    for (int i = 8; i-- > 0 && file->size >= 8;) length = length << 8 | file->bytes[i];
    if (file->size < 8 || length > file->size - 8)
        return cal_fail(err, CAL_FAILED, "%s: not a safetensors file, or cut short (%zu bytes)", file->name,
                        file->size);
    if (length > HEADER_MAX)
        return cal_fail(err, CAL_FAILED, "%s: byte 0: its header takes %llu bytes; at most %d are read",
                        file->name, (unsigned long long)length, HEADER_MAX);
    *r = (reader){.name = file->name, .json = (const char *)file->bytes + 8};
    r->data = file->bytes + 8 + length;
    r->size = file->size - 8 - (size_t)length;
    jsmn_parser parser;
    jsmn_init(&parser);
    int tokens = jsmn_parse(&parser, r->json, (size_t)length, NULL, 0);
    if (tokens < 1) return cal_fail(err, CAL_FAILED, "%s: byte 8: the header is not JSON", file->name);
    if (tokens > TOKENS_MAX)
        return cal_fail(
            err, CAL_FAILED,
            "%s: byte 8: its header has %d words and numbers, which is too many tensors; at most %d are read",
            file->name, tokens, TOKENS_MAX);
    jsmntok_t *token = cal_arena_alloc(arena, (size_t)tokens * sizeof *token);
    if (!token) return cal_refuse_memory(err, "%s: the header", file->name);
    jsmn_init(&parser);
    r->tokens = jsmn_parse(&parser, r->json, (size_t)length, token, (unsigned)tokens);
    r->token = token;
    if (r->tokens != tokens)
        return cal_fail(err, CAL_FAILED, "%s: byte 8: the header is not JSON", file->name);
    return CAL_OK;
}

cal_status cal_safetensors_open(cal_safetensors_file **out, cal_arena *arena, const cal_file *file,
                                const char *what, cal_error *err) {
    *out = cal_arena_alloc(arena, sizeof **out);
    if (!*out) return cal_refuse_memory(err, "%s: the header", file->name);
    cal_status status = parse(*out, file, arena, err);
    (*out)->what = what;
    return status;
}
