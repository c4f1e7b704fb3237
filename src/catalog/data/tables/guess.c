// Finds the column of labels of a table and the columns that number its rows, by names and values. The page
// does the same (web/core/importing/label-column.js), and asks where this refuses.
#include <string.h>
#include "base/text.h"
#include "catalog/data/subset/records.h"
#include "catalog/data/tables/rows.h"

enum { SEQUENCE_MIN = 5, OFFERED = 6, BARE_MAX = 24, TRIED_MAX = 64 };

// The likeliest first, in small letters and digits.
static const char *const label_names[] = {
    "label",    "labels",    "class",       "classes", "target",     "targets",   "y",
    "category", "truelabel", "groundtruth", "truth",   "classlabel", "classname", "labelname",
    "classid",  "species",   "breed",       "variety", "diagnosis",  "outcome",   "sentiment"};
static const char *const id_names[] = {"id",     "ids",       "index",    "idx", "row",  "rows", "rowid",
                                       "rowids", "rownumber", "unnamed0", "uid", "uuid", "guid"};

typedef struct column {
    cal_slice name; // the first row's field
    bool numbers;   // the rows after the first have only numbers
    bool whole;     // if numbers, whole ones
    bool sequence;  // whole numbers that count the rows
    double last;
} column;

typedef struct guess {
    const cal_file *file;
    cal_choice *choice;
    cal_error *err;
    cal_status status; // result of the readings so far
    column *column;
    int columns, rows;
    bool header; // the first row names the columns
} guess;

static void bare(char out[BARE_MAX], cal_slice name) {
    int length = 0;
    for (int i = 0; i < name.length && length < BARE_MAX - 1; i++) {
        const char c = name.at[i];
        if (c >= 'A' && c <= 'Z') out[length++] = (char)(c + 32);
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) out[length++] = c;
    }
    out[length] = 0;
}

static bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

// Returns true for Id, row_id, PassengerId, but not for covid.
static bool is_id_name(cal_slice name) {
    char word[BARE_MAX];
    bare(word, name);
    for (size_t i = 0; i < sizeof id_names / sizeof *id_names; i++)
        if (!strcmp(word, id_names[i])) return true;
    if (name.length < 3) return false;
    const char *end = name.at + name.length - 2;
    const bool small = end[0] == 'i', large = end[0] == 'I';
    if (!(small || large) || (end[1] != 'd' && end[1] != 'D')) return false;
    return strchr(" ._-", end[-1]) || (large && is_lower(end[-1]));
}

static bool is_id(const guess *g, int c) {
    if (g->header && is_id_name(g->column[c].name)) return true;
    return g->column[c].sequence && g->rows > SEQUENCE_MIN;
}

static int label_rank(cal_slice name) {
    char word[BARE_MAX];
    bare(word, name);
    for (int i = 0; i < (int)(sizeof label_names / sizeof *label_names); i++)
        if (!strcmp(word, label_names[i])) return i;
    return -1;
}

// Returns false for numbers so large that doubles have gaps between whole numbers.
static bool is_whole(double value) {
    const double most = 9007199254740992; // 2^53
    return value > -most && value < most && value == (double)(int64_t)value;
}

// Notes what the columns hold. Row 0 may be a header, so the rules look at the rows after it.
static cal_status describe(guess *g, const cal_sheet *sheet, cal_slice *field, cal_error *err) {
    for (int row = 0; row < sheet->n; row++) {
        cal_rows csv = sheet->row[row];
        int count;
        const cal_status status = cal_rows_next(field, &count, sheet->fields, &csv, err);
        if (status) return status;
        for (int c = 0; c < sheet->columns; c++) {
            column *to = &g->column[c];
            double value = 0;
            const bool number = cal_number_parse(&value, field[c]);
            if (!row) *to = (column){.name = field[c], .numbers = true, .whole = true, .sequence = true};
            else {
                const bool whole = number && is_whole(value);
                to->numbers &= number, to->whole &= whole;
                to->sequence &= whole && (row == 1 || value == to->last + 1);
            }
            to->last = value;
        }
    }
    g->rows = sheet->n;
    return CAL_OK;
}

// Returns true if the first row names the columns: words above numbers, or the name of a label.
static bool has_header(const guess *g) {
    double value;
    const int header = cal_choice_integer(g->choice, "header");
    bool found = false;
    for (int c = 0; c < g->columns && !header; c++) {
        const cal_slice name = g->column[c].name;
        found |= label_rank(name) >= 0;
        found |= g->rows > 1 && g->column[c].numbers && name.length && !cal_number_parse(&value, name);
    }
    return header ? header == CAL_HEADER_YES : found;
}

// Number of labels that a column would have; 0: at most one, or too many. shared: rows must share them, as
// numbers and texts hardly do.
static int classes_of(guess *g, int c, bool shared) {
    cal_slice name[CAL_CLASSES_MAX];
    cal_arena arena = {0};
    cal_sheet sheet;
    const int header = g->header ? CAL_HEADER_YES : cal_choice_integer(g->choice, "header");
    int count = 0;
    if (g->status || (shared && g->column[c].numbers && !g->column[c].whole)) return 0;
    g->status = cal_sheet_read_label(&sheet, &arena, g->file, c + 1, header, g->err);
    if (!g->status) count = cal_sheet_labels(name, CAL_CLASSES_MAX, &sheet);
    cal_arena_free(&arena);
    return count < 2 || (shared && count > sheet.n / 2) ? 0 : count;
}

static int named_label(guess *g) {
    int best = -1, rank = (int)(sizeof label_names / sizeof *label_names);
    for (int c = 0; c < g->columns && g->header; c++) {
        const int at = label_rank(g->column[c].name);
        if (at >= 0 && at < rank && classes_of(g, c, false)) best = c, rank = at;
    }
    return best;
}

// Returns the only column of words if it has labels, else -1.
static int only_words(guess *g) {
    int found = -1;
    for (int c = 0; c < g->columns; c++) {
        if (g->column[c].numbers || is_id(g, c)) continue;
        if (found >= 0) return -1;
        found = c;
    }
    return found >= 0 && classes_of(g, found, false) ? found : -1;
}

// Lists the columns that could be the label, as "label=2 (Survived), label=3 (Pclass)".
static cal_status ask_label(const guess *g, const bool can[TRIED_MAX], cal_error *err) {
    cal_text list = {0};
    int found = 0;
    for (int c = 0; c < g->columns && c < TRIED_MAX; c++) {
        if (!can[c]) continue;
        found++;
        if (found > OFFERED) continue;
        cal_text_add(&list, "%slabel=%d", found > 1 ? ", " : "", c + 1);
        if (g->header) cal_text_add(&list, " (%.*s)", CAL_QUOTED(g->column[c].name));
    }
    if (found > OFFERED) cal_text_add(&list, ", ...");
    cal_status status;
    if (list.refused) status = cal_refuse_memory(err, "%s: a list of columns", g->file->name);
    else if (!found)
        status = cal_fail(err, CAL_FAILED, "%s: no column has 2 to %d different labels that rows share",
                          g->file->name, CAL_CLASSES_MAX);
    else
        status = cal_fail(err, CAL_FAILED,
                          "%s: no column is named label, and several could be: say which in the link, %s",
                          g->file->name, list.data);
    cal_text_free(&list);
    return status;
}

static cal_status find_label(int *label, guess *g, cal_error *err) {
    bool can[TRIED_MAX] = {false};
    int found = 0;
    *label = cal_choice_integer(g->choice, "label") - 1;
    if (*label >= 0) return CAL_OK;
    if ((*label = named_label(g)) >= 0 || (*label = only_words(g)) >= 0) return CAL_OK;
    for (int c = 0; c < g->columns && c < TRIED_MAX; c++)
        if ((can[c] = !is_id(g, c) && classes_of(g, c, true))) found++, *label = c;
    if (g->status) return g->status;
    return found == 1 ? CAL_OK : ask_label(g, can, err);
}

// Leaves out columns that number the rows, if others are left.
static void omit_ids(const guess *g, int label) {
    const int at = cal_param_find(g->choice->entry, "omit");
    cal_value *omit = &g->choice->value[at], ids = {0};
    if (omit->count) return;
    for (int c = 0; c < g->columns; c++)
        if (c != label && is_id(g, c) && ids.count < CAL_LIST_MAX) ids.number[ids.count++] = c + 1;
    if (ids.count < g->columns - 1) *omit = ids;
}

static cal_status guess_columns(guess *g, const cal_sheet *sheet, cal_arena *arena, cal_error *err) {
    cal_slice *field = cal_arena_alloc(arena, (size_t)sheet->fields * sizeof *field);
    g->columns = sheet->columns;
    g->column = cal_arena_alloc(arena, (size_t)sheet->columns * sizeof *g->column);
    if (arena->refused) return cal_refuse_memory(err, "%s: %d columns", g->file->name, sheet->columns);
    int label = 0;
    cal_status status = describe(g, sheet, field, err);
    if (status) return status;
    g->header = has_header(g);
    status = find_label(&label, g, err);
    if (status) return status;
    if (label >= g->columns)
        return cal_fail(err, CAL_FAILED, "%s: %d columns, but the link says label=%d", g->file->name,
                        g->columns, label + 1);
    omit_ids(g, label);
    cal_choice_put(g->choice, "label", label == g->columns - 1 ? 0 : label + 1);
    return CAL_OK;
}

cal_status cal_sheet_measure(cal_choice *choice, int *used, int *rows, const cal_file *file, cal_error *err) {
    cal_slice name[CAL_CLASSES_MAX];
    guess g = {.file = file, .choice = choice, .err = err};
    cal_sheet sheet;
    cal_arena arena = {0}, found = {0};
    cal_status status = cal_sheet_read_label(&sheet, &arena, file, 0, CAL_HEADER_NO, err);
    if (!status) status = guess_columns(&g, &sheet, &arena, err);
    if (!status) status = cal_sheet_read(&sheet, &found, file, choice, err);
    if (!status) {
        const int classes = cal_sheet_labels(name, CAL_CLASSES_MAX, &sheet);
        if (classes < 2)
            status = cal_fail(err, CAL_FAILED, "%s: column %d does not have 2 to %d different labels",
                              file->name, sheet.label + 1, CAL_CLASSES_MAX);
        else cal_choice_put(choice, "classes", classes);
        *used = sheet.columns - sheet.omits;
        *rows = sheet.n;
    }
    cal_arena_free(&arena);
    cal_arena_free(&found);
    return status;
}
