#include "catalog/data/shared/names.h"
#include <string.h>
#include "base/utf8.h"

enum { NAME_MAX = 80 };

static char *name_keep(cal_arena *arena, const char *text, size_t length) {
    char name[NAME_MAX];
    size_t used = 0;
    while (length) {
        const int bytes = cal_utf8_length(text, length);
        const bool shown = bytes > 1 ? !(bytes == 2 && (uint8_t)text[0] == 0xc2 && (uint8_t)text[1] < 0xa0)
                                     : bytes == 1 && (uint8_t)*text >= ' ' && *text != 127;
        const size_t step = bytes ? (size_t)bytes : 1, size = shown ? step : 1;
        if (used + size > sizeof name) break;
        memcpy(name + used, shown ? text : "?", size);
        used += size;
        text += step, length -= step;
    }
    return cal_arena_text(arena, name, used);
}

static const char **names_begin(cal_dataset *out) {
    const char **names = cal_arena_alloc(&out->arena, (size_t)out->k * sizeof *names);
    out->class_names = names;
    return names;
}

static cal_status names_end(const cal_dataset *out, cal_error *err) {
    return out->arena.refused ? cal_refuse_memory(err, "the names of %d classes", out->k) : CAL_OK;
}

cal_status cal_names_number(cal_dataset *out, cal_error *err) {
    const char **names = names_begin(out);
    for (int i = 0; (names || out->arena.counts) && i < out->k; i++) {
        char text[12];
        int at = sizeof text, left = i;
        do text[--at] = (char)('0' + left % 10);
        while (left /= 10);
        const char *name = cal_arena_text(&out->arena, text + at, sizeof text - (size_t)at);
        if (names) names[i] = name;
    }
    return names_end(out, err);
}

void cal_names_keeps(cal_dataset *counted, bool numbers) {
    cal_error ignored = {CAL_OK, ""};
    if (numbers) {
        cal_names_number(counted, &ignored);
        return;
    }
    names_begin(counted);
    for (int i = 0; i < counted->k; i++) cal_arena_text(&counted->arena, "", NAME_MAX);
}

cal_status cal_names_lines(cal_dataset *out, const cal_file *file, cal_error *err) {
    const char **names = names_begin(out), *at = (const char *)file->bytes, *end = at + file->size;
    int line = 0;
    while (names && at < end) {
        const cal_slice text = cal_slice_line(&at, end);
        if (!text.length || line == out->k)
            return cal_fail(err, CAL_FAILED, "%s: line %d %s, but the link says classes=%d", file->name,
                            line + 1, !text.length ? "is empty" : "is one name too many", out->k);
        names[line++] = name_keep(&out->arena, text.at, (size_t)text.length);
    }
    if (names && line < out->k)
        return cal_fail(err, CAL_FAILED, "%s: %d names, but the link says classes=%d", file->name, line,
                        out->k);
    return names_end(out, err);
}

cal_status cal_names_slices(cal_dataset *out, const cal_slice *name, cal_error *err) {
    const char **names = names_begin(out);
    for (int i = 0; names && i < out->k; i++) {
        char own[2 * NAME_MAX]; // enough even if each byte is a doubled quotation mark
        const cal_slice field = {name[i].at,
                                 name[i].length < (int)sizeof own ? name[i].length : (int)sizeof own};
        names[i] = name_keep(&out->arena, own, (size_t)cal_field_text(own, field));
    }
    return names_end(out, err);
}
