#include "run/tables/frame/read.h"
#include <string.h>

static const char *name_of(cal_arena *arena, const cal_frame *f, cal_slice name, int at) {
    cal_error text;
    if (!name.length) (void)cal_fail(&text, CAL_OK, "column %d", at + 1);
    else if (f) cal_frame_show(&text, f, name);
    else (void)cal_fail(&text, CAL_OK, "%.*s", CAL_QUOTED(name));
    return cal_arena_text(arena, text.text, strlen(text.text));
}

cal_status cal_read_describe(const cal_columns_read **out, cal_arena *arena, const cal_read_column *column,
                             int count, const cal_frame *f, cal_error *err) {
    cal_columns_read *read = cal_arena_alloc(arena, sizeof *read);
    const int left = f ? f->left_count : 0;
    const size_t most = (size_t)count + (size_t)left + 1;
    const char **output = cal_arena_alloc(arena, most * sizeof *output);
    const char **other = cal_arena_alloc(arena, most * sizeof *other);
    if (!read || !output || !other) return cal_refuse_memory(err, "the columns");
    *read = (cal_columns_read){.output = output, .other = other};
    if (f) read->missing = f->missing, read->first_missing = f->first_missing;
    for (int i = 0; i < left; i++) other[read->others++] = name_of(arena, f, f->left[i], 0);
    for (int i = 0; i < count; i++) {
        const char *name = name_of(arena, f, column[i].name, column[i].at);
        switch (column[i].role) {
        case CAL_READ_LABEL: read->label = name; break;
        case CAL_READ_PREDICTED: read->predicted = name; break;
        case CAL_READ_CONFIDENCE: read->confidence = name; break;
        case CAL_READ_OUTPUT: output[read->outputs++] = name; break;
        case CAL_READ_NOT: other[read->others++] = name; break;
        case CAL_READ_ABOUT: break;
        }
    }
    *out = read;
    return arena->refused ? cal_refuse_memory(err, "the columns") : CAL_OK;
}
