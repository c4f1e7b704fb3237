#include "run/tables/frame/tools.h"
#include <string.h>
#include "run/tables/frame/selection.h"

// A tool's columns: the stem of its raw values, of its probabilities, and of its features or null.
typedef struct tool {
    const char *raw, *probability, *features;
} tool;

static const tool TOOLS[] = {
    {"rawPrediction", "probability", "features"},
    {"RawFormulaVal", "Probability", NULL},
};

// Returns true for a stem alone, with a number (probability_1), or with a class (Probability:Class=cat).
static bool has_stem(cal_slice name, const char *stem) {
    const int length = (int)strlen(stem);
    if (name.length < length || memcmp(name.at, stem, (size_t)length) != 0) return false;
    return name.length == length || name.at[length] == '_' || name.at[length] == ':';
}

static int count_of(const cal_frame *f, const char *stem) {
    int count = 0;
    for (int c = 0; stem && c < f->columns; c++) count += has_stem(f->head[c], stem);
    return count;
}

static cal_status leave_out_raw(cal_frame *f, cal_arena *arena, const tool *t, cal_notes *notes,
                                cal_error *err) {
    bool gone[CAL_FRAME_COLUMNS] = {false};
    const int raw = count_of(f, t->raw), features = count_of(f, t->features);
    cal_slice *left = cal_arena_alloc(arena, (size_t)(raw + features) * sizeof *left);
    if (!left) return cal_refuse_memory(err, "%s: its columns", f->name);
    for (int c = 0; c < f->columns; c++) {
        gone[c] = has_stem(f->head[c], t->raw) || (t->features && has_stem(f->head[c], t->features));
        if (gone[c]) left[f->left_count++] = f->head[c];
    }
    f->left = left;
    CAL_NOTE(notes, "%.200s: %s holds the outputs; not read: %s%s%s", f->name, t->probability, t->raw,
             features ? ", " : "", features ? t->features : "");
    cal_frame_drop_columns(f, gone);
    return CAL_OK;
}

// ---- words with numbers

// Returns the number in LABEL_12; length 0: another word.
static cal_slice number_of(cal_slice cell) {
    enum { MARK = 6 };
    const cal_slice none = {"", 0};
    if (cell.length <= MARK || memcmp(cell.at, "LABEL_", MARK) != 0) return none;
    for (int i = MARK; i < cell.length; i++)
        if (cell.at[i] < '0' || cell.at[i] > '9') return none;
    return (cal_slice){cell.at + MARK, cell.length - MARK};
}

static bool has_marks(const cal_frame *f, int column) {
    for (int i = 0; i < f->n; i++)
        if (!number_of(cal_frame_cell(f, i, column)).length) return false;
    return f->n > 0;
}

static bool is_whole(const cal_frame *f, int column) {
    for (int i = 0; i < f->n; i++) {
        const cal_slice cell = cal_frame_cell(f, i, column);
        for (int j = 0; j < cell.length; j++)
            if (cell.at[j] < '0' || cell.at[j] > '9') return false;
        if (!cell.length) return false;
    }
    return true;
}

static void take_numbers(cal_frame *f) {
    bool whole = false;
    for (int c = 0; c < f->columns; c++) whole |= is_whole(f, c);
    for (int c = 0; whole && c < f->columns; c++)
        if (has_marks(f, c))
            for (int i = 0; i < f->n; i++) {
                cal_slice *cell = &f->cell[(size_t)i * (size_t)f->columns + (size_t)c];
                *cell = number_of(*cell);
            }
}

cal_status cal_frame_take_tools(cal_frame *f, cal_arena *arena, cal_notes *notes, cal_error *err) {
    cal_status status = CAL_OK;
    if (!f->named) return CAL_OK;
    take_numbers(f);
    for (size_t i = 0; i < sizeof TOOLS / sizeof *TOOLS && !status; i++)
        if (count_of(f, TOOLS[i].raw) && count_of(f, TOOLS[i].raw) == count_of(f, TOOLS[i].probability))
            status = leave_out_raw(f, arena, &TOOLS[i], notes, err);
    return status;
}
