// Stores the history's columns by the names of their metrics, since a saved state may come from a build with
// other metrics. Each figure is matched by its name. Figures with unknown names are kept, shown as such, and
// saved again.
#include <string.h>
#include "base/slice.h"
#include "run/train/parts.h"

// Every state of version 1 has room for at least COLUMNS_LEAST figures of a set, padded with zeros.
enum { COLUMNS_LEAST = 32, SETS = 3 };
enum {
    SET_HEAD = sizeof(cal_epoch_set) / sizeof(double),
    CURVATURE = sizeof(cal_run_curvature) / sizeof(double)
};
_Static_assert(sizeof(cal_epoch_set) == SET_HEAD * sizeof(double) &&
                   sizeof(cal_run_curvature) == CURVATURE * sizeof(double),
               "an epoch is doubles and nothing else");
enum { ROW_REST = 1 + SETS * SET_HEAD + CURVATURE + 1 }; // numbers of a row except the figures

int cal_metric_count(void) {
    int count = 0;
    while (cal_metrics[count]) count++;
    return count;
}

int cal_history_columns(int unknowns) {
    const int count = cal_metric_count() + unknowns;
    return count > COLUMNS_LEAST ? count : COLUMNS_LEAST;
}

size_t cal_history_width(int columns) { return ROW_REST + SETS * (size_t)columns; }

cal_epoch cal_history_epoch(const cal_run *run, int epoch) {
    const size_t set = SET_HEAD + (size_t)run->history.columns;
    double *row = run->history.row + (size_t)epoch * cal_history_width(run->history.columns);
    return (cal_epoch){.rate = row,
                       .train = (cal_epoch_set *)(row + 1),
                       .val = (cal_epoch_set *)(row + 1 + set),
                       .test = (cal_epoch_set *)(row + 1 + 2 * set),
                       .curvature = (cal_run_curvature *)(row + 1 + SETS * set),
                       .penalty_trace = row + 1 + SETS * set + CURVATURE};
}

void cal_history_write_names(cal_text *out, const cal_run *run) {
    for (int i = 0; cal_metrics[i]; i++) cal_text_add(out, i ? "/%s" : "%s", cal_metrics[i]->entry.id);
    for (int i = 0; i < run->history.unknowns; i++) cal_text_add(out, "/%s", run->history.unknown[i].name);
}

// ---- from a saved state

// Limits on the number of names and their length: above any registry, yet few enough to compare all pairs.
enum { NAMES_MAX = 4096, LETTERS_MAX = 64 };

typedef struct saved {
    const char *file;
    const cal_safetensor *stored; // [epochs][width]
    int epochs, columns;
    size_t width;
    cal_slice *name; // [names]
    int names;
} saved;

static cal_status refused(cal_error *err) { return cal_refuse_memory(err, "the history of a run"); }

static bool same(cal_slice a, const char *b) {
    return strlen(b) == (size_t)a.length && memcmp(a.at, b, (size_t)a.length) == 0;
}

static bool is_id(cal_slice name) {
    for (int i = 0; i < name.length; i++) {
        const char c = name.at[i];
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!letter && c != '_' && c != '-' && c != '.') return false;
    }
    return name.length > 0 && name.length <= LETTERS_MAX;
}

static int find(const saved *s, const char *name) {
    for (int i = 0; i < s->names; i++)
        if (same(s->name[i], name)) return i;
    return -1;
}

static cal_status read_names(saved *s, cal_arena *arena, const char *names, cal_error *err) {
    cal_slice rest = {names, (int)strlen(names)};
    s->name = cal_arena_alloc(
        arena, (size_t)(s->columns < NAMES_MAX ? s->columns : NAMES_MAX) * sizeof *s->name + 1);
    if (!s->name) return refused(err);
    while (rest.at) {
        const cal_slice name = cal_slice_cut(&rest, '/');
        if (!is_id(name))
            return cal_fail(
                err, CAL_FAILED,
                "%s: its figures name '%.*s', which is no metric's id: 1 to %d letters, digits, '_', '-' "
                "and '.'",
                s->file, CAL_QUOTED(name), LETTERS_MAX);
        for (int i = 0; i < s->names; i++)
            if (s->name[i].length == name.length && memcmp(s->name[i].at, name.at, (size_t)name.length) == 0)
                return cal_fail(err, CAL_FAILED, "%s: its figures name '%.*s' twice", s->file,
                                CAL_QUOTED(name));
        if (s->names == s->columns || s->names == NAMES_MAX)
            return cal_fail(err, CAL_FAILED,
                            "%s: its figures have more names than its history has columns, %d%s", s->file,
                            s->columns, s->names == NAMES_MAX ? ", or than are read, 4096" : "");
        s->name[s->names++] = name;
    }
    return CAL_OK;
}

// Returns the columns of a set in rows of this width, or -1 if no row has it.
static int columns_of(int width) {
    const int figures = width - ROW_REST;
    return figures < 0 || figures % SETS ? -1 : figures / SETS;
}

static double number(const saved *s, int epoch, int set, int at) { // `at` counts from the start of the set
    const size_t in_row = 1 + (size_t)set * (SET_HEAD + (size_t)s->columns) + (size_t)at;
    return cal_safetensor_number(s->stored, (size_t)epoch * s->width + in_row);
}

static bool is_recorded(const saved *s, int column) {
    for (int e = 0; e < s->epochs; e++)
        for (int set = 0; set < SETS; set++)
            if (number(s, e, set, SET_HEAD + column) != 0) return true;
    return false;
}

// Keeps the names that this build does not know, and allocates memory for their figures.
static cal_status keep_unknown(cal_run *run, int *column, const saved *s, cal_error *err) {
    cal_history *history = &run->history;
    const int known = cal_metric_count();
    int count = s->names;
    for (int i = 0; i < known; i++) count -= column[i] >= 0;
    history->unknown = cal_arena_alloc(&run->own, (size_t)count * sizeof *history->unknown + 1);
    for (int c = 0; history->unknown && c < s->names; c++) {
        bool mine = false;
        for (int i = 0; i < known; i++) mine |= column[i] == c;
        if (mine) continue;
        column[known + history->unknowns] = c;
        history->unknown[history->unknowns++] = (cal_unknown_metric){
            cal_arena_text(&run->own, s->name[c].at, (size_t)s->name[c].length), is_recorded(s, c)};
    }
    if (cal_history_columns(count) > history->columns) {
        const size_t epochs = (size_t)cal_run_number(&run->spec, "epochs");
        history->columns = cal_history_columns(count);
        history->row =
            cal_arena_alloc(&run->own, epochs * cal_history_width(history->columns) * sizeof *history->row);
    }
    return run->own.refused ? refused(err) : CAL_OK;
}

static void take_set(cal_epoch_set *out, const cal_run *run, const int *column, const saved *s, int epoch,
                     int set) {
    const int known = cal_metric_count();
    out->loss = number(s, epoch, set, 0);
    out->confidence = number(s, epoch, set, 1);
    for (int i = 0; i < known + run->history.unknowns; i++) {
        if (column[i] >= 0) out->figure[i] = number(s, epoch, set, SET_HEAD + column[i]);
        else out->figure[i] = cal_run_records(&run->spec, i) ? __builtin_nan("") : 0;
    }
}

static void take_rows(cal_run *run, const int *column, const saved *s) {
    for (int e = 0; e < s->epochs; e++) {
        const cal_epoch out = cal_history_epoch(run, e);
        const size_t row = (size_t)e * s->width, tail = row + s->width - 1 - CURVATURE;
        *out.rate = cal_safetensor_number(s->stored, row);
        take_set(out.train, run, column, s, e, 0);
        take_set(out.val, run, column, s, e, 1);
        take_set(out.test, run, column, s, e, 2);
        for (int i = 0; i < CURVATURE; i++)
            ((double *)out.curvature)[i] = cal_safetensor_number(s->stored, tail + (size_t)i);
        *out.penalty_trace = cal_safetensor_number(s->stored, tail + CURVATURE);
    }
}

static cal_status take(cal_run *run, saved *s, cal_arena *arena, const char *names, cal_error *err) {
    cal_status status = read_names(s, arena, names, err);
    if (status) return status;
    // Column in the file, or -1: for this build's metrics, then for the unknown ones.
    int *column = cal_arena_alloc(arena, (size_t)(cal_metric_count() + s->names) * sizeof *column);
    if (!column) return refused(err);
    for (int i = 0; cal_metrics[i]; i++) {
        column[i] = find(s, cal_metrics[i]->entry.id);
        if (column[i] < 0 && cal_run_watches(&run->spec, i))
            return cal_fail(err, CAL_FAILED, "%s: this run looks at %s, which its history does not have",
                            s->file, cal_metrics[i]->entry.id);
    }
    if (!run->history.row) return CAL_OK;
    status = keep_unknown(run, column, s, err);
    if (!status) take_rows(run, column, s);
    return status;
}

cal_status cal_history_take(cal_run *run, const char *names, const cal_safetensor *stored, const char *file,
                            cal_error *err) {
    cal_arena arena = {0};
    if (!stored) return CAL_OK;
    saved s = {
        .file = file, .stored = stored, .epochs = stored->dim[0], .columns = columns_of(stored->dim[1])};
    s.width = (size_t)stored->dim[1];
    if (s.columns < 0)
        return cal_fail(err, CAL_FAILED,
                        "%s: its history has rows of %d numbers; a row is %d numbers and %d for each figure",
                        file, stored->dim[1], ROW_REST, SETS);
    cal_status status = take(run, &s, &arena, names, err);
    cal_arena_free(&arena);
    return status;
}
