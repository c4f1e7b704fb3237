#include "base/bytes/mat.h"
#include <string.h>
#include "base/bytes/inflate.h"

enum { HEADER = 128, MATRIX = 14, COMPRESSED = 15, NUMERIC_CLASS = 6, COMPLEX = 8 };
enum { START = 160, TAG = 8 }; // leading bytes of compressed data, which must contain the array's name

// Photographs shrink to about a half, drawings to a tenth. A file that claims far more is meant to exhaust
// memory.
enum { UNPACKED_FREE = 64 << 20, UNPACKED_TIMES = 32 };

// A sequence of elements: type, size in bytes, data. Data of up to 4 bytes shares the word of the type.
typedef struct elements {
    const char *file;
    const uint8_t *bytes;
    size_t size, at;
    size_t packed_at; // file offset of the compressed data unpacked here; 0: the file itself
} elements;

typedef struct element {
    uint32_t type;
    size_t size, at;
    const uint8_t *data;
} element;

static cal_status bad(const elements *e, size_t at, const char *reason, cal_error *err) {
    if (!e->packed_at) return cal_fail(err, CAL_FAILED, "%s: byte %zu: %s", e->file, at, reason);
    return cal_fail(err, CAL_FAILED, "%s: byte %zu of the data compressed in the element at byte %zu: %s",
                    e->file, at, e->packed_at, reason);
}

static uint32_t word(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static cal_status element_next(element *out, elements *e, cal_error *err) {
    const size_t left = e->size - e->at;
    if (left < 8) return bad(e, e->at, "an element is truncated", err);
    const uint8_t *tag = e->bytes + e->at;
    const uint32_t first = word(tag);
    out->at = e->at;
    if (first >> 16) {
        *out = (element){first & 0xffff, first >> 16, e->at, tag + 4};
        e->at += 8;
        return out->size <= 4 ? CAL_OK : bad(e, out->at, "a small element of more than 4 bytes", err);
    }
    *out = (element){first, word(tag + 4), e->at, tag + 8};
    if (out->size > left - 8) return bad(e, e->at, "an element is longer than the rest of the file", err);
    // Elements begin at multiples of 8, except compressed ones.
    const size_t padded = out->type == COMPRESSED ? out->size : (out->size + 7) / 8 * 8;
    e->at += 8 + (padded < left - 8 ? padded : left - 8);
    return CAL_OK;
}

static const struct {
    char kind, size;
} types[] = {[1] = {'i', 1}, [2] = {'u', 1}, [3] = {'i', 2}, [4] = {'u', 2},  [5] = {'i', 4},
             [6] = {'u', 4}, [7] = {'f', 4}, [9] = {'f', 8}, [12] = {'i', 8}, [13] = {'u', 8}};
enum { TYPES = sizeof types / sizeof *types };

static bool is_name(const element *e, const char *name) {
    return e->type == 1 && e->size == strlen(name) && !memcmp(e->data, name, e->size);
}

// Reads the parts of an array: flags, dimensions, name, numbers. *found stays false if it has another name.
static cal_status matrix_read(cal_mat_array *out, bool *found, elements *e, const char *name,
                              cal_error *err) {
    element flags, dims, named, numbers;
    cal_status status = element_next(&flags, e, err);
    if (!status) status = element_next(&dims, e, err);
    if (!status) status = element_next(&named, e, err);
    if (status) return status;
    if (flags.type != 6 || flags.size != 8 || dims.type != 5)
        return bad(e, flags.at, "an array without flags and dimensions", err);
    if (!is_name(&named, name)) return CAL_OK;
    const int class = flags.data[0];
    if (class < NUMERIC_CLASS || class > NUMERIC_CLASS + 9 || flags.data[1] & COMPLEX)
        return bad(e, flags.at, "not an array of real numbers", err);
    const size_t ndim = dims.size / 4;
    if (dims.size % 4 || ndim < 2 || ndim > CAL_MAT_DIMS)
        return bad(e, dims.at, "not an array of 2 to 4 dimensions", err);
    status = element_next(&numbers, e, err);
    if (status) return status;
    if (numbers.type >= TYPES || !types[numbers.type].size)
        return bad(e, numbers.at, "numbers of an unknown type", err);
    *out = (cal_mat_array){.ndim = (int)ndim,
                           .kind = types[numbers.type].kind,
                           .size = types[numbers.type].size,
                           .count = numbers.size / (size_t)types[numbers.type].size,
                           .data = numbers.data};
    uint64_t wanted = 1;
    for (size_t i = 0; i < ndim; i++) {
        const uint32_t size = word(dims.data + 4 * i);
        if (!size || size > numbers.size) // also keeps the product within 64 bits
            return bad(e, dims.at, "a dimension is 0 or larger than the number of values", err);
        out->dim[i] = (int)size;
        if ((wanted *= size) > numbers.size)
            return bad(e, dims.at, "fewer values than the dimensions need", err);
    }
    if (wanted * (uint64_t)out->size != numbers.size)
        return bad(e, numbers.at, "the number of values does not match the dimensions", err);
    *found = true;
    return CAL_OK;
}

static cal_status refuse_size(const elements *e, const element *packed, uint64_t size, cal_error *err) {
    return cal_fail(
        err, CAL_FAILED,
        "%s: byte %zu: %zu compressed bytes would unpack to %llu; at most %d times as many and %d MB "
        "more are read; save the file without compression",
        e->file, packed->at, packed->size, (unsigned long long)size, UNPACKED_TIMES, UNPACKED_FREE >> 20);
}

// Unpacks a compressed element (one array with its tag) into the arena. With a counting arena it unpacks only
// `start`, which is long enough for the tag of the numbers.
static cal_status unpack(elements *out, uint8_t start[START + TAG], cal_arena *arena, const elements *e,
                         const element *packed, cal_error *err) {
    uint8_t tag[TAG];
    const cal_inflated head = cal_inflate(tag, sizeof tag, packed->data, packed->size);
    *out = (elements){.file = e->file, .packed_at = packed->at};
    if (head.bad || head.size < sizeof tag)
        return bad(e, packed->at + 8 + head.at, head.bad ? head.bad : "no data in a compressed element", err);
    const uint64_t size = (uint64_t)word(tag + 4) + 8;
    if (word(tag) != MATRIX || size > (uint64_t)packed->size * CAL_INFLATE_RATIO)
        return bad(e, packed->at,
                   "a compressed element is not an array, or declares more bytes than it can hold", err);
    if (size > UNPACKED_FREE + (uint64_t)packed->size * UNPACKED_TIMES)
        return refuse_size(e, packed, size, err);
    uint8_t *bytes = cal_arena_alloc(arena, (size_t)size + 1);
    if (arena->refused)
        return cal_refuse_memory(err, "%s: the %llu bytes compressed at byte %zu", e->file,
                                 (unsigned long long)size, packed->at);
    const size_t room = arena->counts ? START + TAG : (size_t)size + 1;
    const cal_inflated all = cal_inflate(arena->counts ? start : bytes, room, packed->data, packed->size);
    if (all.bad || all.size != (size < room ? size : room))
        return bad(e, packed->at + 8 + all.at,
                   all.bad ? all.bad : "a compressed element holds fewer bytes than it declares", err);
    out->bytes = arena->counts ? start : bytes;
    out->size = (size_t)size;
    return CAL_OK;
}

// Returns true if the leading bytes of a compressed element show an array of another name, which is then not
// unpacked. A name that begins beyond them never matches. Shorter data is unpacked, and refused there.
static bool is_other(const element *packed, const char *name) {
    uint8_t start[START];
    const cal_inflated head = cal_inflate(start, sizeof start, packed->data, packed->size);
    elements e = {.file = "", .bytes = start, .size = head.size, .at = 8};
    element part = {0};
    for (int i = 0; i < 3; i++) // flags, dimensions, name
        if (head.bad || head.size < 8 || element_next(&part, &e, NULL))
            return !head.bad && head.size == sizeof start;
    return !is_name(&part, name);
}

cal_status cal_mat_read(cal_mat_array *out, cal_arena *arena, const cal_file *file, const char *name,
                        cal_error *err) {
    elements e = {.file = file->name, .bytes = file->bytes, .size = file->size, .at = HEADER};
    if (file->size >= 8 && !memcmp(file->bytes, "\x89HDF\r\n\x1a\n", 8))
        return bad(&e, 0, "a file of version 7.3, which is HDF5; save it with -v7", err);
    if (file->size < HEADER || file->bytes[126] != 'I' || file->bytes[127] != 'M' || file->bytes[125] != 1)
        return bad(&e, file->size < HEADER ? 0 : 124, "not a little-endian MATLAB file of version 5", err);
    while (e.at < e.size) {
        element next = {0}; // filled from a file that ends in a tag
        uint8_t start[START + TAG];
        bool found = false;
        cal_status status = element_next(&next, &e, err);
        elements inside = {.file = e.file, .bytes = e.bytes, .size = next.at + 8 + next.size, .at = next.at};
        if (!status && next.type != MATRIX && next.type != COMPRESSED)
            status = bad(&e, next.at, "neither an array nor a compressed one", err);
        if (!status && next.type == COMPRESSED && is_other(&next, name)) continue;
        // Either this is the requested array or reading ends with an error, so at most one element is
        // unpacked.
        if (!status && next.type == COMPRESSED) status = unpack(&inside, start, arena, &e, &next, err);
        if (!status) inside.at += 8;
        if (!status) status = matrix_read(out, &found, &inside, name, err);
        if (inside.bytes == start) out->data = NULL;
        if (status || found) return status;
    }
    return cal_fail(err, CAL_FAILED, "%s: no array named %s", file->name, name);
}

double cal_mat_number(const cal_mat_array *a, size_t index) {
    const uint8_t *at = a->data + index * (size_t)a->size;
    if (a->kind == 'f' && a->size == 4) {
        float value;
        memcpy(&value, at, sizeof value);
        return (double)value;
    }
    if (a->kind == 'f') {
        double value;
        memcpy(&value, at, sizeof value);
        return value;
    }
    uint64_t value = a->kind == 'i' && at[a->size - 1] & 0x80 ? UINT64_MAX : 0;
    for (int b = a->size; b-- > 0;) value = value << 8 | at[b];
    return a->kind == 'i' ? (double)(int64_t)value : (double)value;
}
