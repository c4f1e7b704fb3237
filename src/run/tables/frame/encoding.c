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

cal_status cal_file_utf8(cal_file *out, cal_arena *arena, const cal_file *file, cal_error *err) {
    *out = *file;
    // A file that begins with such a byte is not text; frame.c reports that.
    const uint8_t first = file->size ? file->bytes[0] : 0;
    if (first == 0x80 || first == 0x89 || first == 0xd0 || first >= 0xfe || !file->size ||
        memchr(file->bytes, 0, file->size) || is_utf8(file))
        return CAL_OK;
    uint8_t *to = cal_arena_alloc(arena, 3 * file->size + 1);
    size_t size = 0;
    if (!to) return cal_refuse_memory(err, "%s: its letters", file->name);
    for (size_t i = 0; i < file->size; i++) {
        const uint32_t letter = windows_letter(file->bytes[i]);
        if (letter < 0x80) to[size++] = (uint8_t)letter;
        else if (letter < 0x800)
            to[size++] = (uint8_t)(0xc0 | letter >> 6), to[size++] = (uint8_t)(0x80 | (letter & 0x3f));
        else {
            to[size++] = (uint8_t)(0xe0 | letter >> 12);
            to[size++] = (uint8_t)(0x80 | (letter >> 6 & 0x3f));
            to[size++] = (uint8_t)(0x80 | (letter & 0x3f));
        }
    }
    out->bytes = to, out->size = size;
    return CAL_OK;
}
