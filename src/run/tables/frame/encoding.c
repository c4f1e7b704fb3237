// Converts a text to UTF-8.
#include "run/tables/frame/encoding.h"
#include <string.h>

static bool is_utf8(const cal_file *file) {
    for (size_t i = 0; i < file->size;) {
        const uint8_t c = file->bytes[i];
        const size_t more = c < 0x80 ? 0 : c >= 0xc2 && c < 0xe0 ? 1 : c >= 0xe0 && c < 0xf0 ? 2 : 3;
        if (c >= 0x80 && (c < 0xc2 || c > 0xf4)) return false;
        if (i + more >= file->size) return more == 0;
        for (size_t j = 1; j <= more; j++)
            if ((file->bytes[i + j] & 0xc0) != 0x80) return false;
        i += 1 + more;
    }
    return true;
}

// Returns the letter of 0x80 to 0x9f in Windows' code page 1252; 0: none.
static uint32_t windows_letter(uint8_t c) {
    static const uint16_t letters[32] = {0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
                                         0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017d, 0,
                                         0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
                                         0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178};
    return c < 0x80 || c > 0x9f ? c : letters[c - 0x80] ? letters[c - 0x80] : 0xfffd;
}

static size_t put_letter(uint8_t *to, uint32_t letter) {
    if (letter < 0x80) return to[0] = (uint8_t)letter, 1;
    const size_t more = letter < 0x800 ? 1 : letter < 0x10000 ? 2 : 3;
    static const uint8_t first[] = {0, 0xc0, 0xe0, 0xf0};
    to[0] = (uint8_t)(first[more] | letter >> (6 * more));
    for (size_t i = 1; i <= more; i++) to[i] = (uint8_t)(0x80 | (letter >> (6 * (more - i)) & 0x3f));
    return more + 1;
}

static uint32_t unit_at(const uint8_t *at, bool big) {
    return big ? (uint32_t)at[0] << 8 | at[1] : (uint32_t)at[1] << 8 | at[0];
}

// Converts UTF-16 with a byte order mark, as Excel's "Unicode text" has it.
static cal_status read_utf16(cal_file *out, cal_arena *arena, const cal_file *file, cal_error *err) {
    const bool big = file->bytes[0] == 0xfe;
    uint8_t *to = cal_arena_alloc(arena, 2 * file->size + 1); // at most 3 bytes for each 2
    size_t size = 0;
    if (!to) return cal_refuse_memory(err, "%s: its letters", file->name);
    for (size_t i = 2; i + 1 < file->size; i += 2) {
        uint32_t letter = unit_at(file->bytes + i, big);
        const bool high = letter >= 0xd800 && letter < 0xdc00 && i + 3 < file->size;
        const uint32_t low = high ? unit_at(file->bytes + i + 2, big) : 0;
        if (low >= 0xdc00 && low < 0xe000)
            letter = 0x10000 + ((letter - 0xd800) << 10) + (low - 0xdc00), i += 2;
        else if (letter >= 0xd800 && letter < 0xe000) letter = 0xfffd;
        size += put_letter(to + size, letter);
    }
    out->bytes = to, out->size = size;
    return CAL_OK;
}

cal_status cal_file_utf8(cal_file *out, cal_arena *arena, const cal_file *file, cal_error *err) {
    *out = *file;
    const bool marked = file->size >= 2 && file->size % 2 == 0 &&
                        (!memcmp(file->bytes, "\xff\xfe", 2) || !memcmp(file->bytes, "\xfe\xff", 2));
    if (marked) return read_utf16(out, arena, file, err);
    // A file that begins with such a byte is not text; frame.c reports that.
    const uint8_t first = file->size ? file->bytes[0] : 0;
    if (first == 0x80 || first == 0x89 || first == 0xd0 || first >= 0xfe || !file->size ||
        memchr(file->bytes, 0, file->size) || is_utf8(file))
        return CAL_OK;
    uint8_t *to = cal_arena_alloc(arena, 3 * file->size + 1);
    size_t size = 0;
    if (!to) return cal_refuse_memory(err, "%s: its letters", file->name);
    for (size_t i = 0; i < file->size; i++) {
        size += put_letter(to + size, windows_letter(file->bytes[i]));
    }
    out->bytes = to, out->size = size;
    return CAL_OK;
}
