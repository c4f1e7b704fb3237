#include "run/tables/frame/selection.h"
#include <string.h>

bool cal_cell_missing(cal_slice cell) {
    // Not "none" and "-", which are labels of a negative class.
    static const char *const words[] = {"na",     "n/a",    "nan",     "-nan",  "null",    "<na>",
                                        "#n/a",   "#na",    "#div/0!", "#num!", "#value!", "#ref!",
                                        "#name?", "#null!", ".",       "?"};
    char small[12];
    if (cell.length >= (int)sizeof small) return false;
    for (int i = 0; i < cell.length; i++) {
        const char c = cell.at[i];
        small[i] = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
    }
    small[cell.length > 0 ? cell.length : 0] = 0;
    for (size_t i = 0; cell.length && i < sizeof words / sizeof *words; i++)
        if (strcmp(small, words[i]) == 0) return true;
    return !cell.length;
}

void cal_frame_drop_columns(cal_frame *f, const bool gone[CAL_FRAME_COLUMNS]) {
    cal_slice *to = f->cell;
    int left = 0;
    for (int i = 0; i < f->n; i++)
        for (int c = 0; c < f->columns; c++)
            if (!gone[c]) *to++ = cal_frame_cell(f, i, c);
    for (int c = 0; c < f->columns; c++)
        if (!gone[c]) f->head[left++] = f->head[c];
    f->columns = left;
}

// Marks the columns that have a value in at least half of the rows.
static void mark_filled(bool filled[CAL_FRAME_COLUMNS], const cal_frame *f) {
    for (int c = 0; c < f->columns; c++) {
        int empty = 0;
        for (int i = 0; i < f->n; i++) empty += cal_cell_missing(cal_frame_cell(f, i, c));
        filled[c] = empty <= f->n / 2;
    }
}

static bool is_complete(const cal_frame *f, int row, const bool *used) {
    for (int c = 0; c < f->columns; c++)
        if (used[c] && cal_cell_missing(cal_frame_cell(f, row, c))) return false;
    return true;
}

cal_status cal_frame_complete_rows(cal_frame *out, cal_arena *arena, const cal_frame *f, const bool *used,
                                   cal_error *err) {
    bool filled[CAL_FRAME_COLUMNS];
    const size_t width = (size_t)f->columns;
    *out = *f;
    if (!used) mark_filled(filled, f), used = filled;
    int first = 0;
    while (first < f->n && is_complete(f, first, used)) first++;
    if (first == f->n) return CAL_OK; // nothing is missing, and nothing is copied
    out->cell = cal_arena_alloc(arena, (size_t)f->n * width * sizeof *out->cell + 1);
    out->line = cal_arena_alloc(arena, (size_t)f->n * sizeof *out->line);
    if (arena->refused) return cal_refuse_memory(err, "%s: %d rows", f->name, f->n);
    out->n = 0;
    for (int i = 0; i < f->n; i++) {
        if (!is_complete(f, i, used)) continue;
        memcpy(out->cell + (size_t)out->n * width, f->cell + (size_t)i * width, width * sizeof *out->cell);
        out->line[out->n++] = f->line[i];
    }
    return CAL_OK;
}

cal_status cal_frame_drop_missing(cal_frame *f, cal_arena *arena, const bool *used,
                                  const cal_outputs_options *reading, cal_error *err) {
    cal_frame kept;
    const cal_status status = cal_frame_complete_rows(&kept, arena, f, used, err);
    const int gone = f->n - kept.n;
    if (status || !gone) return status;
    bool cut = f->short_line > 0;
    for (int i = 0; i < kept.n; i++) cut &= kept.line[i] != f->short_line;
    if (cut) // a damaged row, not one with an empty cell
        return cal_fail(err, CAL_FAILED, "%s: line %d: %d columns, but the first line has %d", f->name,
                        f->short_line, f->short_fields, f->fields);
    int first = 0;
    while (first < kept.n && f->line[first] == kept.line[first]) first++;
    if (!kept.n)
        return cal_fail(err, CAL_FAILED, "%s: every row has a missing label or output, from line %d on",
                        f->name, f->line[0]);
    if (reading->strict)
        return cal_fail(err, CAL_FAILED,
                        "%s: %d of %d rows have a missing label, output or weight, the first in line %d; %s "
                        "refuses them",
                        f->name, gone, f->n, f->line[first],
                        cal_option_name(CAL_OPTION_STRICT, reading->naming));
    CAL_NOTE(
        reading->notes,
        "%.200s: %d of %d rows have a missing label, output or weight and are left out, the first in line "
        "%d",
        f->name, gone, f->n, f->line[first]);
    f->missing = gone, f->first_missing = f->line[first];
    f->cell = kept.cell, f->line = kept.line, f->n = kept.n;
    return CAL_OK;
}
