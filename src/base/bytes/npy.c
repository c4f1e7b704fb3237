// Implements the .npy format (NEP 1): magic, version, header length, a Python dictionary as text, numbers.
#include <assert.h>
#include <limits.h>
#include <string.h>
#include "base/bytes/half.h"
#include "base/bytes/npy.h"

enum { HEADER_MAX = 65536 };

// The dictionary is read with a cursor that never passes `end`.
typedef struct cursor {
    const char *name, *start, *at, *end;
} cursor;

static cal_status bad(const cursor *c, cal_error *err, const char *reason) {
    return cal_fail(err, CAL_FAILED, "%s: byte %zu: %s", c->name, (size_t)(c->at - c->start), reason);
}

static void blanks(cursor *c) {
    while (c->at < c->end && (*c->at == ' ' || *c->at == '\n' || *c->at == '\t')) c->at++;
}

static bool take(cursor *c, char wanted) {
    blanks(c);
    if (c->at == c->end || *c->at != wanted) return false;
    c->at++;
    return true;
}

static bool take_word(cursor *c, const char *word) {
    size_t length = strlen(word);
    blanks(c);
    if ((size_t)(c->end - c->at) < length || memcmp(c->at, word, length) != 0) return false;
    c->at += length;
    return true;
}

// Reads a quoted string without escapes; false if there is none or it does not fit.
static bool take_string(cursor *c, char *out, int size) {
    blanks(c);
    if (c->at == c->end || (*c->at != '\'' && *c->at != '"')) return false;
    char quote = *c->at++;
    int length = 0;
    for (; c->at < c->end && *c->at != quote; c->at++) {
        if (length + 1 == size || *c->at == '\\') return false;
        out[length++] = *c->at;
    }
    out[length] = 0;
    return take(c, quote);
}

const char *cal_npy_type(cal_slice type) {
    static const char *const known[] = {"f2", "f4", "f8", "i1", "i2", "i4",
                                        "i8", "u1", "u2", "u4", "u8", "b1"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (cal_slice_is(type, known[i])) return known[i];
    return NULL;
}

static cal_status read_type(cal_array *out, cursor *c, cal_error *err) {
    char descr[8];
    if (!take_string(c, descr, sizeof descr)) return bad(c, err, "its 'descr' is not one simple type");
    out->big = descr[0] == '>';
    const char *text = descr[0] && strchr("<>|=", descr[0]) ? descr + 1 : descr;
    const char *type = cal_npy_type((cal_slice){text, (int)strlen(text)});
    if (type) memcpy(out->type, type, 3);
    if (*text == 'U' || *text == 'S') {              // words
        for (const char *at = text + 1; *at; at++) { // at most six digits
            if (*at < '0' || *at > '9') return bad(c, err, "its 'descr' is not one simple type");
            out->width = out->width * 10 + (*at - '0');
        }
        return out->type[0] = *text, out->type[1] = 0, CAL_OK;
    }
    return type ? CAL_OK
                : cal_fail(err, CAL_FAILED,
                           "%s: numbers of type '%s' cannot be read; save them as float32 or int32", c->name,
                           descr);
}

static cal_status read_shape(cal_array *out, cursor *c, cal_error *err) {
    if (!take(c, '(')) return bad(c, err, "its 'shape' does not open with '('");
    out->ndim = 0;
    uint64_t count = 1;
    while (!take(c, ')')) {
        int64_t size = 0;
        const char *first = c->at;
        for (; c->at < c->end && *c->at >= '0' && *c->at <= '9' && size <= INT_MAX; c->at++)
            size = size * 10 + (*c->at - '0');
        if (c->at == first) return bad(c, err, "its 'shape' is not a list of sizes");
        if (out->ndim == 4) return bad(c, err, "more than 4 dimensions");
        if (size > INT_MAX || (size && count > ((uint64_t)1 << 60) / (uint64_t)size))
            return bad(c, err, "the sizes are too large");
        out->dim[out->ndim++] = (int)size;
        count *= (uint64_t)size;
        blanks(c);
        if (!take(c, ',') && (c->at == c->end || *c->at != ')'))
            return bad(c, err, "a ',' or ')' is missing");
    }
    out->count = count < SIZE_MAX ? (size_t)count : SIZE_MAX;
    return CAL_OK;
}

static cal_status read_dictionary(cal_array *out, cursor *c, cal_error *err) {
    enum { DESCR = 1, ORDER = 2, SHAPE = 4 };
    int seen = 0;
    bool fortran = false;
    if (!take(c, '{')) return bad(c, err, "its header does not open with '{'");
    while (!take(c, '}')) {
        char key[16];
        if (!take_string(c, key, sizeof key) || !take(c, ':'))
            return bad(c, err, "its header is not a dictionary of descr, fortran_order and shape");
        int which = strcmp(key, "descr") == 0           ? DESCR
                    : strcmp(key, "fortran_order") == 0 ? ORDER
                    : strcmp(key, "shape") == 0         ? SHAPE
                                                        : 0;
        if (!which || seen & which) return bad(c, err, "its header has an unknown or repeated key");
        seen |= which;
        cal_status status = which == DESCR   ? read_type(out, c, err)
                            : which == SHAPE ? read_shape(out, c, err)
                                             : CAL_OK;
        if (status) return status;
        if (which == ORDER) {
            fortran = take_word(c, "True");
            if (!fortran && !take_word(c, "False"))
                return bad(c, err, "its 'fortran_order' is not True or False");
        }
        blanks(c);
        if (!take(c, ',') && (c->at == c->end || *c->at != '}'))
            return bad(c, err, "a ',' or '}' is missing");
    }
    if (seen != (DESCR | ORDER | SHAPE)) return bad(c, err, "its header lacks descr, fortran_order or shape");
    out->fortran = fortran && out->ndim > 1;
    out->big &= out->type[1] != '1';
    return CAL_OK;
}

static cal_status read_head(cal_array *out, size_t *begin, const cal_file *file, cal_error *err) {
    const uint8_t *b = file->bytes;
    *out = (cal_array){0};
    if (file->size < 10 || memcmp(b, "\x93NUMPY", 6) != 0)
        return cal_fail(err, CAL_FAILED, "%s: not a .npy file: save the array with numpy.save", file->name);
    if (b[6] < 1 || b[6] > 3)
        return cal_fail(err, CAL_FAILED,
                        "%s: version %d of the .npy format is unknown; versions 1 to 3 are read", file->name,
                        b[6]);
    size_t start = b[6] == 1 ? 10 : 12, length = 0;
    for (size_t i = start; i-- > 8 && file->size >= start;) length = length << 8 | b[i];
    if (file->size < start || length > HEADER_MAX || length > file->size - start)
        return cal_fail(err, CAL_FAILED,
                        "%s: byte 8: a header of %zu bytes is longer than the file of %zu bytes", file->name,
                        length, file->size);
    cursor c = {file->name, (const char *)b, (const char *)b + start, (const char *)b + start + length};
    cal_status status = read_dictionary(out, &c, err);
    if (status) return status;
    blanks(&c);
    if (c.at != c.end) return bad(&c, err, "unexpected text after the dictionary");
    *begin = start + length;
    return CAL_OK;
}

cal_status cal_npy_head(cal_array *out, size_t *begin, const cal_file *file, cal_error *err) {
    const cal_status status = read_head(out, begin, file, err);
    if (status || out->type[1]) return status;
    return cal_fail(err, CAL_FAILED,
                    "%s: words, of type '%s%d', cannot be read as numbers; save numbers as float32 or int32",
                    file->name, out->type, out->width);
}

// ---- words

bool cal_npy_holds_words(const cal_file *file) {
    cal_array a;
    size_t begin;
    cal_error ignored;
    return !read_head(&a, &begin, file, &ignored) && !a.type[1];
}

// Writes a character in UTF-8, a quotation mark twice; returns the number of bytes. No character: U+FFFD.
static int put_character(char *out, uint32_t c) {
    if (c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) c = 0xfffd;
    if (c == '"') return out[0] = out[1] = '"', 2;
    if (c < 0x80) return out[0] = (char)c, 1;
    const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const uint8_t first[] = {0, 0xc0, 0xe0, 0xf0};
    out[0] = (char)(first[more] | c >> (6 * more));
    for (int i = 1; i <= more; i++) out[i] = (char)(0x80 | (c >> (6 * (more - i)) & 0x3f));
    return more + 1;
}

static uint32_t character(const uint8_t *at, bool wide, bool big) {
    if (!wide) return *at;
    return big ? (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3]
               : (uint32_t)at[3] << 24 | (uint32_t)at[2] << 16 | (uint32_t)at[1] << 8 | at[0];
}

cal_status cal_npy_words(cal_file *out, cal_arena *arena, const cal_file *file, cal_error *err) {
    static const char head[] = "label\n";
    cal_array a;
    size_t begin;
    const cal_status status = read_head(&a, &begin, file, err);
    if (status) return status;
    const bool wide = a.type[0] == 'U';
    const size_t each = (size_t)a.width * (wide ? 4 : 1), left = file->size - begin;
    if (!a.width || a.ndim < 1 || (size_t)a.dim[0] != a.count || a.count > left / each ||
        a.count * each != left)
        return cal_fail(err, CAL_FAILED, "%s: words must be an array [samples], each a label", file->name);
    char *text = cal_arena_alloc(arena, sizeof head + 2 * left + 3 * a.count);
    if (!text) return cal_refuse_memory(err, "%s: its words", file->name);
    char *to = text + sizeof head - 1;
    memcpy(text, head, sizeof head - 1);
    for (size_t i = 0; i < a.count; i++) {
        const uint8_t *word = (const uint8_t *)file->bytes + begin + i * each;
        size_t length = each;
        while (length && !word[length - 1]) length--; // padding
        *to++ = '"';
        for (size_t at = 0; at < length; at += wide ? 4 : 1)
            to += put_character(to, character(word + at, wide, a.big));
        *to++ = '"', *to++ = '\n';
    }
    *out = (cal_file){file->name, (const uint8_t *)text, (size_t)(to - text)};
    return CAL_OK;
}

// ---- numbers

cal_status cal_npy_read(cal_array *out, const cal_file *file, cal_error *err) {
    size_t begin = 0;
    cal_status status = cal_npy_head(out, &begin, file, err);
    if (status) return status;
    if (out->count > (size_t)PTRDIFF_MAX / 8)
        return cal_fail(err, CAL_FAILED, "%s: byte %zu: the sizes are too large", file->name, begin);
    size_t wanted = out->count * (size_t)(out->type[1] - '0'), left = file->size - begin;
    if (wanted != left)
        return cal_fail(err, CAL_FAILED, "%s: byte %zu: its shape needs %zu bytes of %s, but %zu follow",
                        file->name, begin, wanted, out->type, left);
    out->data = (const uint8_t *)file->bytes + begin;
    return CAL_OK;
}

static cal_status wrong_type(const cal_array *a, const char *name, const char *wanted, cal_error *err) {
    return cal_fail(err, CAL_FAILED, "%s: its numbers are %s; they must be %s", name, a->type, wanted);
}

cal_status cal_npy_check_plain(const cal_array *a, const char *name, cal_error *err) {
    if (a->big)
        return cal_fail(err, CAL_FAILED,
                        "%s: its numbers are big-endian; save them with astype('<f4') or the like", name);
    if (!a->fortran) return CAL_OK;
    return cal_fail(err, CAL_FAILED,
                    "%s: its rows and columns are in Fortran order; save it after numpy.ascontiguousarray",
                    name);
}

// Offset in the file of number i in C order.
static size_t place_of(const cal_array *a, size_t i) {
    if (!a->fortran) return i;
    size_t place = 0, stride = a->count;
    for (int d = a->ndim; d-- > 0;) {
        const size_t size = (size_t)a->dim[d];
        stride /= size;
        place += i % size * stride;
        i /= size;
    }
    return place;
}

// The bytes of number i, lowest first. Copies them to `reversed` if the file is big-endian.
static const uint8_t *bytes_at(uint8_t reversed[8], const cal_array *a, size_t i) {
    const size_t size = (size_t)(a->type[1] - '0');
    const uint8_t *from = (const uint8_t *)a->data + place_of(a, i) * size;
    if (!a->big) return from;
    for (size_t b = 0; b < size && b < 8; b++) reversed[b] = from[size - 1 - b];
    return reversed;
}

static double number_at(const cal_array *a, size_t i) {
    uint8_t reversed[8];
    const uint8_t *bytes = bytes_at(reversed, a, i);
    if (a->type[1] == '2') return (double)cal_half_at(bytes);
    if (a->type[1] == '4') {
        float value;
        memcpy(&value, bytes, 4);
        return value;
    }
    double value;
    memcpy(&value, bytes, 8);
    return value;
}

static bool is_as_written(const cal_array *a) { return !a->fortran && !a->big; }

static cal_status allocate(void *out, cal_arena *arena, const cal_array *a, size_t size, const char *name,
                           cal_error *err) {
    void *memory = cal_arena_alloc(arena, a->count * size + 1); // an empty array must not look refused
    if (!memory && !arena->counts) return cal_refuse_memory(err, "%s: %zu numbers", name, a->count);
    memcpy(out, &memory, sizeof memory);
    return CAL_OK;
}

cal_status cal_npy_floats(float **out, cal_arena *arena, const cal_array *a, const char *name,
                          cal_error *err) {
    if (a->type[0] != 'f') return wrong_type(a, name, "float16, float32 or float64", err);
    if (a->type[1] == '4' && is_as_written(a) && (uintptr_t)a->data % sizeof(float) == 0) {
        memcpy(out, &a->data, sizeof *out);
        return CAL_OK;
    }
    cal_status status = allocate(out, arena, a, sizeof **out, name, err);
    for (size_t i = 0; !status && *out && i < a->count; i++) (*out)[i] = (float)number_at(a, i);
    return status;
}

cal_status cal_npy_doubles(double **out, cal_arena *arena, const cal_array *a, const char *name,
                           cal_error *err) {
    if (a->type[0] != 'f') return wrong_type(a, name, "float16, float32 or float64", err);
    if (a->type[1] == '8' && is_as_written(a) && (uintptr_t)a->data % sizeof(double) == 0) {
        memcpy(out, &a->data, sizeof *out);
        return CAL_OK;
    }
    cal_status status = allocate(out, arena, a, sizeof **out, name, err);
    for (size_t i = 0; !status && *out && i < a->count; i++) (*out)[i] = number_at(a, i);
    return status;
}

// Returns false if the number does not fit into 32 bits.
static bool whole_at(int32_t *out, const cal_array *a, size_t i) {
    uint8_t reversed[8];
    const int size = a->type[1] - '0';
    const uint8_t *bytes = bytes_at(reversed, a, i);
    uint64_t value = a->type[0] == 'i' && bytes[size - 1] & 0x80 ? UINT64_MAX : 0;
    for (int b = size; b-- > 0;) value = value << 8 | bytes[b];
    *out = (int32_t)value;
    return a->type[0] == 'i' ? (int64_t)value >= INT32_MIN && (int64_t)value <= INT32_MAX
                             : value <= INT32_MAX;
}

double cal_npy_number(const cal_array *a, size_t i) {
    int32_t whole;
    if (a->type[0] == 'f') return number_at(a, i);
    return whole_at(&whole, a, i) ? whole : __builtin_nan("");
}

static cal_status rounded_at(int32_t *out, const cal_array *a, size_t i, const char *name, cal_error *err) {
    const double value = number_at(a, i);
    const bool fits = value >= INT32_MIN && value <= INT32_MAX;
    *out = fits ? (int32_t)value : 0;
    if (fits && value == (double)*out) return CAL_OK;
    return cal_fail(err, CAL_FAILED, "%s: row %zu is %g; labels are whole numbers", name, i, value);
}

cal_status cal_npy_labels(int32_t **out, cal_arena *arena, const cal_array *a, const char *name,
                          cal_error *err) {
    cal_status status = allocate(out, arena, a, sizeof **out, name, err);
    for (size_t i = 0; !status && *out && i < a->count; i++) {
        if (a->type[0] == 'f') status = rounded_at(&(*out)[i], a, i, name, err);
        else if (!whole_at(&(*out)[i], a, i))
            status = cal_fail(err, CAL_FAILED, "%s: row %zu does not fit into 32 bits", name, i);
    }
    return status;
}

void cal_npy_write_head(cal_text *out, const char *type, const int *dim, int ndim) {
    cal_text header = {0};
    cal_text_add(&header, "{'descr': '<%s', 'fortran_order': False, 'shape': (", type);
    for (int i = 0; i < ndim; i++) cal_text_add(&header, i ? ", %d" : ndim == 1 ? "%d," : "%d", dim[i]);
    cal_text_add(&header, "), }");
    // Pads with blanks so that magic, version, length, header and final line feed fill a multiple of 64
    // bytes.
    while ((header.length + 11) % 64 && !header.refused) cal_text_add(&header, " ");
    cal_text_add(&header, "\n");
    if (header.refused) out->refused = true;
    else {
        uint8_t start[10] = {
            0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (uint8_t)header.length, (uint8_t)(header.length >> 8)};
        cal_text_add_bytes(out, (const char *)start, sizeof start);
        cal_text_add_bytes(out, header.data, (size_t)header.length);
    }
    cal_text_free(&header);
}

void cal_npy_write(cal_text *out, const char *type, const void *data, const int *dim, int ndim) {
    size_t count = 1;
    for (int i = 0; i < ndim; i++) count *= (size_t)dim[i];
    cal_npy_write_head(out, type, dim, ndim);
    cal_text_add_bytes(out, data, count * (size_t)(type[1] - '0'));
}

cal_status cal_npy_replace(cal_file *io, cal_arena *arena, const char *type, const void *data, const int *dim,
                           int ndim, cal_error *err) {
    cal_text npy = {0};
    cal_npy_write(&npy, type, data, dim, ndim);
    const char *copy = npy.refused ? NULL : cal_arena_text(arena, npy.data, (size_t)npy.length);
    *io = (cal_file){io->name, (const uint8_t *)copy, (size_t)npy.length};
    cal_text_free(&npy);
    return copy ? CAL_OK : cal_refuse_memory(err, "%s: its numbers", io->name);
}
