// Finds labels that are words, and the columns that these name.
#include "run/tables/columns/words.h"
#include <string.h>
#include "run/tables/columns/names.h"
#include "run/tables/columns/offer.h"
#include "run/tables/columns/roles.h"

static bool is_number(const cal_frame *f, cal_slice cell) {
    double value;
    bool percent;
    return cal_frame_number(&value, &percent, f, cell);
}

// Returns the class of a column of outputs: "Yes", ".pred_Yes", "prob.Yes", or with an affix "P (Yes)". An
// empty slice: the column has not that affix.
static cal_slice class_of(const cal_frame *f, int column, const cal_words_affix *affix) {
    const int before = affix->before.length, after = affix->after.length;
    const cal_slice head = f->head[column];
    cal_slice stem = head;
    if (!before && !after) return (void)cal_output_stem(&stem, stem), stem;
    const bool has = head.length > before + after && !memcmp(head.at, affix->before.at, (size_t)before) &&
                     !memcmp(head.at + head.length - after, affix->after.at, (size_t)after);
    return has ? (cal_slice){head.at + before, head.length - before - after} : (cal_slice){"", 0};
}

bool cal_words_same(cal_slice a, cal_slice b) {
    double one, other;
    return cal_slice_same(a, b) || (cal_number_parse(&one, a) && cal_number_parse(&other, b) && one == other);
}

static int column_of(const cal_frame *f, int label, cal_slice word, const cal_words_affix *affix) {
    for (int c = 0; c < f->columns; c++)
        if (c != label && cal_words_same(class_of(f, c, affix), word) &&
            is_number(f, cal_frame_cell(f, 0, c)))
            return c;
    return -1;
}

static bool is_named_label(const cal_frame *f, int column) {
    return cal_csv_column_kind_of(f->head[column]) == CAL_COLUMN_LABEL;
}

// Returns true if nine of ten rows of the marked columns sum to 1.
static bool sum_to_one(const cal_frame *f, const bool *marked) {
    int ones = 0;
    for (int i = 0; i < f->n; i++) {
        double sum = 0, value;
        bool percent;
        for (int c = 0; c < f->columns; c++)
            if (marked[c] && cal_frame_number(&value, &percent, f, cal_frame_cell(f, i, c))) sum += value;
        ones += __builtin_fabs(sum - 1) <= 0.01;
    }
    return ones >= f->n - f->n / 10;
}

// Returns true if the names of columns are numbers other than 0, 1, 2 or 1, 2, 3, such as grades 3, 5, 7.
static bool are_grades(const cal_frame *f, int label) {
    int count = 0;
    double most = 0, value;
    for (int c = 0; c < f->columns; c++) {
        if (c == label || !cal_number_parse(&value, f->head[c])) continue;
        count++, most = value > most ? value : most;
    }
    return count > 1 && most > count;
}

// Returns true for names whose numbers are surely values of the label: target_0_pred, P_target0, or grades.
static bool may_be_numbers(const cal_frame *f, int label, const cal_words_affix *affix) {
    const cal_slice head = f->head[label], before = affix->before;
    if (!affix->after.length && !before.length) return are_grades(f, label);
    if (!is_named_label(f, label) && cal_name_role(head) != CAL_ROLE_LABEL) return false;
    if (affix->after.length) return true;
    for (int i = 0; i + head.length <= before.length && head.length > 1; i++)
        if (!memcmp(before.at + i, head.at, (size_t)head.length)) return true;
    return false;
}

// Returns true if every cell of a column names another column; marks those.
static bool names_columns(bool named[CAL_FRAME_COLUMNS], const cal_frame *f, int label,
                          const cal_words_affix *affix) {
    const bool numbers = may_be_numbers(f, label, affix);
    int last = -1;
    memset(named, 0, CAL_FRAME_COLUMNS * sizeof *named);
    for (int i = 0; i < f->n; i++) {
        const cal_slice cell = cal_frame_cell(f, i, label);
        if (!cell.length || (!numbers && is_number(f, cell))) return false;
        if (last < 0 || !cal_words_same(cell, class_of(f, last, affix)))
            last = column_of(f, label, cell, affix);
        if (last < 0) return false;
        named[last] = true;
    }
    return f->n > 0 && (!is_number(f, cal_frame_cell(f, 0, label)) || sum_to_one(f, named));
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Returns true if a word in a name is not a part of a longer word, or a number not one of a longer number.
static bool is_apart(cal_slice name, int at, cal_slice word) {
    const char before = at ? name.at[at - 1] : ' ',
               after = at + word.length < name.length ? name.at[at + word.length] : ' ';
    const char first = word.at[0], last = word.at[word.length - 1];
    return !(is_digit(first) && is_digit(before)) && !(is_digit(last) && is_digit(after)) &&
           !(is_letter(first) && is_letter(before)) && !(is_letter(last) && is_letter(after));
}

// Finds the text around the words of a column in the names of those that it names.
static bool find_affix(cal_words_affix *out, bool named[CAL_FRAME_COLUMNS], const cal_frame *f, int label) {
    const cal_slice word = cal_frame_cell(f, 0, label);
    *out = (cal_words_affix){{"", 0}, {"", 0}};
    if (names_columns(named, f, label, out)) return true;
    for (int c = 0; c < f->columns && word.length; c++) {
        const cal_slice head = f->head[c];
        if (c == label || !is_number(f, cal_frame_cell(f, 0, c))) continue;
        for (int at = 0; at + word.length <= head.length; at++) {
            const int end = at + word.length;
            if (memcmp(head.at + at, word.at, (size_t)word.length) != 0 || !is_apart(head, at, word))
                continue;
            *out = (cal_words_affix){{head.at, at}, {head.at + end, head.length - end}};
            if (names_columns(named, f, label, out)) return true;
        }
    }
    *out = (cal_words_affix){{"", 0}, {"", 0}};
    return false;
}

void cal_frame_words_given(cal_slice *word, const cal_frame *f, int label, int first, int count) {
    bool named[CAL_FRAME_COLUMNS];
    cal_words_affix affix;
    (void)find_affix(&affix, named, f, label); // none is empty
    for (int j = 0; j < count; j++) {
        word[j] = class_of(f, first + j, &affix);
        if (!word[j].length) (void)cal_output_stem(&word[j], f->head[first + j]);
    }
}

// ---- the label among several columns of such words

enum { CANDIDATES = 8 };

typedef struct candidates {
    int count, column[CANDIDATES];
    cal_words_affix affix[CANDIDATES];
} candidates;

// Keeps the marked candidates, unless none is marked.
static void keep(candidates *c, const bool kept[CANDIDATES]) {
    int count = 0;
    for (int i = 0; i < c->count; i++) count += kept[i];
    for (int i = 0, to = 0; i < c->count && count; i++)
        if (kept[i]) c->column[to] = c->column[i], c->affix[to++] = c->affix[i];
    if (count) c->count = count;
}

// Returns true if a column always names the largest output, as predictions do.
static bool is_largest(const cal_frame *f, int column, const cal_words_affix *affix) {
    bool named[CAL_FRAME_COLUMNS];
    if (!names_columns(named, f, column, affix)) return false;
    for (int i = 0; i < f->n; i++) {
        double most = -__builtin_inf(), own = 0, value;
        bool percent;
        for (int c = 0; c < f->columns; c++) {
            if (!named[c] || !cal_frame_number(&value, &percent, f, cal_frame_cell(f, i, c))) continue;
            most = value > most ? value : most;
            if (cal_words_same(class_of(f, c, affix), cal_frame_cell(f, i, column))) own = value;
        }
        if (own < most) return false;
    }
    return true;
}

static bool are_equal(const cal_frame *f, int a, int b) {
    for (int i = 0; i < f->n; i++)
        if (!cal_slice_same(cal_frame_cell(f, i, a), cal_frame_cell(f, i, b))) return false;
    return true;
}

// Chooses the label: by its name, else by excluding predictions.
static void choose(candidates *c, const cal_frame *f) {
    bool kept[CANDIDATES];
    cal_slice stem;
    for (int i = 0; i < c->count; i++) kept[i] = !cal_output_stem(&stem, f->head[c->column[i]]);
    keep(c, kept);
    // mlr3 writes the predicted word, "response", next to "truth".
    for (int i = 0; i < c->count; i++) kept[i] = is_named_label(f, c->column[i]);
    keep(c, kept);
    for (int i = 0; i < c->count && c->count > 1; i++) kept[i] = !is_largest(f, c->column[i], &c->affix[i]);
    if (c->count > 1) keep(c, kept);
    while (c->count > 1 && are_equal(f, c->column[0], c->column[c->count - 1])) c->count--;
}

bool cal_frame_words_find(cal_frame_words *out, const cal_frame *f) {
    bool named[CAL_FRAME_COLUMNS];
    candidates found = {.count = 0};
    *out = (cal_frame_words){.label = -1};
    for (int c = 0; f->named && f->n && c < f->columns && found.count < CANDIDATES; c++)
        // ".pred_class" and "pred" have such words, too, but for predictions.
        if (cal_csv_column_kind_of(f->head[c]) != CAL_COLUMN_PREDICTED &&
            find_affix(&found.affix[found.count], named, f, c))
            found.column[found.count++] = c;
    if (found.count > 1) choose(&found, f);
    if (found.count != 1) return false;
    out->label = found.column[0], out->affix = found.affix[0];
    (void)names_columns(named, f, out->label, &out->affix);
    // A class that no row has is a column named like the others: ".pred_cow" next to ".pred_cat".
    bool marked = true;
    const bool around = out->affix.before.length || out->affix.after.length;
    cal_slice stem;
    for (int c = 0; c < f->columns; c++) marked &= !named[c] || around || cal_output_stem(&stem, f->head[c]);
    for (int c = 0; c < f->columns; c++) {
        if (c == out->label) continue;
        const cal_slice word = class_of(f, c, &out->affix);
        const bool like_others = marked && (around ? word.length > 0 : cal_output_stem(&stem, f->head[c])) &&
                                 cal_csv_column_kind_of(f->head[c]) != CAL_COLUMN_PREDICTED &&
                                 is_number(f, cal_frame_cell(f, 0, c));
        if (!named[c] && !like_others) continue;
        out->name[out->classes] = word;
        out->column[out->classes++] = c;
    }
    return out->classes > 1;
}

// Returns true if a column that no label names could be the outputs of a class: numbers with fractions.
static bool could_be_class(const cal_frame *f, int column) {
    const cal_csv_column_kind kind = cal_csv_column_kind_of(f->head[column]);
    bool whole = true;
    if (kind != CAL_COLUMN_UNKNOWN && kind != CAL_COLUMN_CLASS) return false;
    if (cal_name_is_other(f->head[column])) return false;
    for (int i = 0; i < f->n; i++) {
        double value;
        bool percent;
        if (!cal_frame_number(&value, &percent, f, cal_frame_cell(f, i, column))) return false;
        whole &= __builtin_fabs(value) < 1e9 && value == (double)(int64_t)value;
    }
    return !whole;
}

// Asks whether a column that no label names is a class.
static cal_status ask(const cal_frame_words *w, const cal_frame *f, int odd,
                      const cal_outputs_options *reading, cal_error *err) {
    cal_csv_column column[CAL_FRAME_COLUMNS + 2];
    cal_csv_cells cells = {.file = f->name, .named = true, .reading = reading, .column = column};
    char offer[2][CAL_OFFER];
    cal_error name;
    for (int j = -1; j <= w->classes; j++) {
        const int c = j < 0 ? w->label : j < w->classes ? w->column[j] : odd;
        column[cells.width++] = (cal_csv_column){CAL_COLUMN_CLASS, f->head[c], c};
    }
    cal_offer_classes(offer[0], &cells, 0, NULL);
    cells.width--;
    cal_offer_classes(offer[1], &cells, 0, NULL);
    cal_frame_show(&name, f, f->head[odd]);
    return cal_fail(
        err, CAL_FAILED,
        "%.80s: is %.60s a class? No label names it, and rows do not sum to 1; if so: %s; else: %s", f->name,
        name.text, offer[0], offer[1]);
}

// Writes the option of a set of columns that the label's words name.
static void offer_named(char text[CAL_OFFER], const cal_frame_words *w, const cal_frame *f, const bool *named,
                        const cal_outputs_options *reading) {
    cal_csv_column column[CAL_FRAME_COLUMNS + 1];
    cal_csv_cells cells = {.file = f->name, .named = true, .reading = reading, .column = column};
    column[cells.width++] = (cal_csv_column){CAL_COLUMN_LABEL, f->head[w->label], w->label};
    for (int c = 0; c < f->columns; c++)
        if (named[c]) column[cells.width++] = (cal_csv_column){CAL_COLUMN_CLASS, f->head[c], c};
    cal_offer_classes(text, &cells, 0, NULL);
}

// Asks which of two sets of columns is meant, if the label's words name another one, such as another model's.
static cal_status check_single(const cal_frame_words *w, const cal_frame *f, const bool *marked,
                               const cal_outputs_options *reading, cal_error *err) {
    const cal_slice word = cal_frame_cell(f, 0, w->label);
    bool named[CAL_FRAME_COLUMNS];
    char offer[2][CAL_OFFER];
    for (int c = 0; c < f->columns; c++) {
        const cal_slice head = f->head[c];
        if (c == w->label || marked[c] || !is_number(f, cal_frame_cell(f, 0, c))) continue;
        for (int at = 0; at + word.length <= head.length; at++) {
            const int end = at + word.length;
            if (memcmp(head.at + at, word.at, (size_t)word.length) != 0 || !is_apart(head, at, word))
                continue;
            const cal_words_affix affix = {{head.at, at}, {head.at + end, head.length - end}};
            bool apart = names_columns(named, f, w->label, &affix);
            for (int i = 0; i < f->columns; i++) apart &= !(named[i] && marked[i]);
            if (!apart) continue;
            offer_named(offer[0], w, f, marked, reading), offer_named(offer[1], w, f, named, reading);
            return cal_fail(
                err, CAL_FAILED,
                "%.80s: more than one set of %d classes, as two models have; choose one: %s; or: %s", f->name,
                w->classes, offer[0], offer[1]);
        }
    }
    return CAL_OK;
}

cal_status cal_frame_words_complete(cal_frame_words *w, const cal_frame *f,
                                    const cal_outputs_options *reading, cal_error *err) {
    bool marked[CAL_FRAME_COLUMNS] = {false}, more[CAL_FRAME_COLUMNS] = {false};
    int first = -1;
    for (int j = 0; j < w->classes; j++) marked[w->column[j]] = true;
    const cal_status status = check_single(w, f, marked, reading, err);
    if (status) return status;
    if (sum_to_one(f, marked)) return CAL_OK;
    for (int c = 0; c < f->columns; c++) {
        more[c] = c != w->label && !marked[c] && could_be_class(f, c);
        if (more[c] && first < 0) first = c;
        marked[c] |= more[c];
    }
    if (first < 0) return CAL_OK;
    if (!sum_to_one(f, marked)) return ask(w, f, first, reading, err);
    for (int c = 0; c < f->columns; c++) {
        if (!more[c]) continue;
        w->name[w->classes] = class_of(f, c, &w->affix);
        w->column[w->classes++] = c;
    }
    return CAL_OK;
}
