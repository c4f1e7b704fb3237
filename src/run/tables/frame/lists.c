#include "run/tables/frame/lists.h"
#include <stdio.h>
#include <string.h>

// Returns the text between the brackets of a list; its `at` is null: not a list.
static cal_slice inside(cal_slice cell) {
    static const char *const before[] = {"", "tensor(", "array("};
    const cal_slice none = {NULL, 0};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        const int open = (int)strlen(before[i]), close = open > 0;
        if (cell.length < open + close + 2 || memcmp(cell.at, before[i], (size_t)open) != 0) continue;
        const cal_slice list = {cell.at + open, cell.length - open - close};
        if (list.at[0] != '[' || list.at[list.length - 1] != ']') continue;
        return (cal_slice){list.at + 1, list.length - 2};
    }
    return none;
}

static bool separates(char c) { return c == ' ' || c == ',' || c == '\n' || c == '\r' || c == '\t'; }

// Returns the next element, and moves *rest behind it; length 0: none.
static cal_slice next_of(cal_slice *rest) {
    while (rest->length && separates(*rest->at)) rest->at++, rest->length--;
    cal_slice out = {rest->at, 0};
    while (out.length < rest->length && !separates(out.at[out.length])) out.length++;
    rest->at += out.length, rest->length -= out.length;
    return out;
}

// Returns the number of numbers in a list; 0: not such a list.
static int length_of(cal_slice cell) {
    cal_slice rest = inside(cell);
    int count = 0;
    double value;
    if (!rest.at) return 0;
    for (cal_slice one = next_of(&rest); one.length; one = next_of(&rest), count++)
        if (!cal_number_parse(&value, one)) return 0;
    return count;
}

// Returns the length of the lists in a column; 0: other cells, or different lengths.
static int width_of(const cal_frame *f, int column) {
    const int width = f->n ? length_of(cal_frame_cell(f, 0, column)) : 0;
    for (int i = 1; i < f->n && width; i++)
        if (length_of(cal_frame_cell(f, i, column)) != width) return 0;
    return width;
}

static cal_slice name_of(cal_arena *arena, cal_slice name, int at) {
    enum { DIGITS = 8 };
    char *own = cal_arena_alloc(arena, (size_t)name.length + DIGITS);
    if (!own) return name;
    memcpy(own, name.at, (size_t)name.length);
    return (cal_slice){own, name.length + snprintf(own + name.length, DIGITS, "_%d", at)};
}

cal_status cal_frame_take_lists(cal_frame *f, cal_arena *arena, cal_error *err) {
    cal_slice head[CAL_FRAME_COLUMNS + 1];
    int width[CAL_FRAME_COLUMNS], columns = 0, lists = 0;
    for (int c = 0; c < f->columns && f->named; c++) {
        width[c] = width_of(f, c);
        lists += width[c] > 0;
        columns += width[c] > 0 ? width[c] : 1;
    }
    if (!lists || f->json || f->short_line || columns > CAL_FRAME_COLUMNS) return CAL_OK;
    cal_slice *cell = cal_arena_alloc(arena, (size_t)f->n * (size_t)columns * sizeof *cell), *to = cell;
    if (!cell) return cal_refuse_memory(err, "%s: its lists", f->name);
    for (int c = 0, at = 0; c < f->columns; c++) {
        if (!width[c]) head[at++] = f->head[c];
        for (int i = 0; i < width[c]; i++) head[at++] = name_of(arena, f->head[c], i);
    }
    for (int i = 0; i < f->n; i++)
        for (int c = 0; c < f->columns; c++) {
            cal_slice rest = width[c] ? inside(cal_frame_cell(f, i, c)) : (cal_slice){"", 0};
            if (!width[c]) *to++ = cal_frame_cell(f, i, c);
            for (int j = 0; j < width[c]; j++) *to++ = next_of(&rest);
        }
    if (arena->refused) return cal_refuse_memory(err, "%s: its lists", f->name);
    memcpy(f->head, head, (size_t)columns * sizeof *head);
    f->cell = cell, f->columns = columns;
    return CAL_OK;
}
