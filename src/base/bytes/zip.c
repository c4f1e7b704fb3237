#include "base/bytes/zip.h"
#include <string.h>
#include "base/bytes/inflate.h"

enum { LOCAL = 30, CENTRAL = 46, END = 22, COMMENT_MAX = 65535, ENTRIES_MAX = 4096 };

static uint32_t half(const uint8_t *at) { return (uint32_t)at[0] | (uint32_t)at[1] << 8; }
static uint32_t word(const uint8_t *at) { return half(at) | half(at + 2) << 16; }

// Continues the checksum `crc` of the bytes before; 0 at the start.
static uint32_t crc_of(uint32_t crc, const uint8_t *bytes, size_t size) {
    uint32_t table[256];
    crc = ~crc;
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int bit = 0; bit < 8; bit++) c = c & 1 ? c >> 1 ^ 0xedb88320 : c >> 1;
        table[i] = c;
    }
    for (size_t i = 0; i < size; i++) crc = table[(crc ^ bytes[i]) & 255] ^ crc >> 8;
    return ~crc;
}

bool cal_zip_is(const cal_file *file) {
    return file->size >= END && memcmp(file->bytes, "PK\x03\x04", 4) == 0;
}

// Finds the end-of-directory record; null if there is none.
static const uint8_t *find_end(const cal_file *file) {
    for (size_t back = END; back <= file->size && back <= END + COMMENT_MAX; back++) {
        const uint8_t *at = file->bytes + file->size - back;
        if (word(at) == 0x06054b50 && half(at + 20) == back - END) return at;
    }
    return NULL;
}

static cal_status bad(const char *name, cal_slice path, const char *reason, cal_error *err) {
    return cal_fail(err, CAL_FAILED, "%.200s/%.*s: %s", name, CAL_QUOTED(path), reason);
}

// Reads a directory entry at `at`, with `left` bytes remaining. *length: bytes of the entry.
static cal_status read_entry(cal_zip_entry *out, size_t *length, const cal_file *file, const uint8_t *at,
                             size_t left, cal_error *err) {
    if (left < CENTRAL || word(at) != 0x02014b50)
        return cal_fail(err, CAL_FAILED, "%s: the archive's directory is damaged", file->name);
    *length = CENTRAL + (size_t)half(at + 28) + half(at + 30) + half(at + 32);
    if (*length > left)
        return cal_fail(err, CAL_FAILED, "%s: the archive's directory is damaged", file->name);
    const uint32_t method = half(at + 10);
    const size_t local = word(at + 42);
    *out = (cal_zip_entry){.path = {(const char *)at + CENTRAL, (int)half(at + 28)},
                           .stored = word(at + 20),
                           .size = word(at + 24),
                           .crc = word(at + 16),
                           .deflated = method == 8};
    if (half(at + 8) & 1) return bad(file->name, out->path, "it is encrypted", err);
    if (method != 0 && method != 8)
        return bad(file->name, out->path, "it is packed in another way than deflate", err);
    if (out->size == UINT32_MAX || out->stored == UINT32_MAX || local == UINT32_MAX)
        return bad(file->name, out->path, "it is larger than 4 GB; give it as .npy", err);
    if (local > file->size - LOCAL || word(file->bytes + local) != 0x04034b50)
        return bad(file->name, out->path, "it is not where the archive's directory says", err);
    const size_t begin = local + LOCAL + half(file->bytes + local + 26) + half(file->bytes + local + 28);
    if (begin > file->size || out->stored > file->size - begin)
        return bad(file->name, out->path, "it is longer than the archive", err);
    if (!out->deflated && out->size != out->stored)
        return bad(file->name, out->path, "its size is not that of its bytes", err);
    if (out->deflated && out->size > out->stored * CAL_INFLATE_RATIO + 64)
        return bad(file->name, out->path, "it claims to be larger than it can be", err);
    out->packed = file->bytes + begin;
    return CAL_OK;
}

cal_status cal_zip_read(cal_zip *out, cal_arena *arena, const cal_file *file, cal_error *err) {
    const uint8_t *end = file->size < END ? NULL : find_end(file);
    *out = (cal_zip){.name = file->name};
    if (!end) return cal_fail(err, CAL_FAILED, "%s: the archive has no directory, as if cut off", file->name);
    const size_t count = half(end + 10), size = word(end + 12), begin = word(end + 16);
    if (begin > (size_t)(end - file->bytes) || size > (size_t)(end - file->bytes) - begin)
        return cal_fail(err, CAL_FAILED, "%s: the archive's directory lies beyond its end", file->name);
    if (count > ENTRIES_MAX)
        return cal_fail(err, CAL_FAILED, "%s: the archive has %zu files; at most %d are read", file->name,
                        count, (int)ENTRIES_MAX);
    out->entry = cal_arena_alloc(arena, (count + 1) * sizeof *out->entry);
    if (!out->entry) return cal_refuse_memory(err, "%s: its directory", file->name);
    for (size_t i = 0, at = 0, length = 0; i < count; i++, at += length) {
        cal_zip_entry *entry = &out->entry[out->count];
        const cal_status status = read_entry(entry, &length, file, file->bytes + begin + at, size - at, err);
        if (status) return status;
        if (entry->path.length && entry->path.at[entry->path.length - 1] != '/') out->count++;
    }
    return CAL_OK;
}

cal_status cal_zip_open(const uint8_t **out, cal_arena *arena, const cal_zip *zip, const cal_zip_entry *entry,
                        cal_error *err) {
    *out = entry->packed;
    if (entry->deflated) {
        uint8_t *bytes = cal_arena_alloc(arena, entry->size + 1);
        if (!bytes) return cal_refuse_memory(err, "%s: %zu bytes", zip->name, entry->size);
        const cal_inflated got = cal_inflate_raw(bytes, entry->size, entry->packed, entry->stored);
        if (got.bad) return bad(zip->name, entry->path, got.bad, err);
        if (got.size != entry->size)
            return bad(zip->name, entry->path, "it is shorter than the archive says", err);
        *out = bytes;
    }
    if (crc_of(0, *out, entry->size) != entry->crc)
        return bad(zip->name, entry->path, "its checksum is wrong", err);
    return CAL_OK;
}

// ---- writing

// Adds whole numbers of two or four bytes.
static void add_numbers(cal_text *out, const char *sizes, const uint32_t *number) {
    for (int i = 0; sizes[i]; i++)
        for (int byte = 0; byte < sizes[i] - '0'; byte++) {
            const char value = (char)(number[i] >> 8 * byte & 255);
            cal_text_add_bytes(out, &value, 1);
        }
}

enum { ZIP_VERSION = 20, SIZES_FOLLOW = 8, FIRST_DAY = 33 }; // 1 January 1980

void cal_zip_begin(cal_text *out, cal_zip_writer *zip, const char *name) {
    *zip = (cal_zip_writer){.name = name};
    add_numbers(out, "42222444222",
                (uint32_t[]){0x04034b50, ZIP_VERSION, SIZES_FOLLOW, 0, 0, FIRST_DAY, 0, 0, 0,
                             (uint32_t)strlen(name), 0});
    cal_text_add_bytes(out, name, strlen(name));
}

void cal_zip_add(cal_text *out, cal_zip_writer *zip, const void *bytes, uint32_t size) {
    zip->crc = crc_of(zip->crc, bytes, size);
    zip->size += size;
    cal_text_add_bytes(out, bytes, size);
}

void cal_zip_end(cal_text *out, const cal_zip_writer *z) {
    enum { DESCRIPTOR = 16 };
    const uint32_t length = (uint32_t)strlen(z->name), directory = LOCAL + length + z->size + DESCRIPTOR;
    add_numbers(out, "4444", (uint32_t[]){0x08074b50, z->crc, z->size, z->size});
    add_numbers(out, "42222224442222244",
                (uint32_t[]){0x02014b50, ZIP_VERSION, ZIP_VERSION, SIZES_FOLLOW, 0, 0, FIRST_DAY, z->crc,
                             z->size, z->size, length, 0, 0, 0, 0, 0, 0});
    cal_text_add_bytes(out, z->name, length);
    add_numbers(out, "42222442", (uint32_t[]){0x06054b50, 0, 0, 1, 1, CENTRAL + length, directory, 0});
}
