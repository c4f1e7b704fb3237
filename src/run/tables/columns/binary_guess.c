// Guesses the columns of a table of a binary task from their names and values.
#include "run/tables/columns/binary_guess.h"
#include <string.h>
#include "run/tables/frame/marks.h"
#include "run/tables/columns/names.h"
#include "run/tables/columns/words.h"

// Returns true if a column has at most two different values, none of them empty, and marks of ignored rows.
static bool two_valued(const cal_frame *f, int column) {
    cal_slice first = {"", 0}, second = {"", 0};
    cal_label_values values;
    bool counted = false;
    for (int i = 0; i < f->n; i++) {
        const cal_slice cell = cal_frame_cell(f, i, column);
        if (!cell.length) return false;
        if (counted && cal_cell_ignored(NULL, &values, cell)) continue;
        if (!first.length || cal_slice_same(cell, first)) first = cell;
        else if (!second.length || cal_slice_same(cell, second)) second = cell;
        else if (counted) return false;
        else { // a third value: begin again without the marks
            values = cal_column_label_values(f, column), counted = true;
            first.length = second.length = 0, i = -1;
        }
    }
    return f->n > 0 && (!counted || second.length);
}

// Returns true if all cells are numbers and, with `whole`, whole ones.
static bool numeric(const cal_frame *f, int column, bool whole) {
    for (int i = 0; i < f->n; i++) {
        double value;
        bool percent;
        if (!cal_frame_number(&value, &percent, f, cal_frame_cell(f, i, column))) return false;
        if (whole && (__builtin_fabs(value) > 1e9 || value != (double)(int64_t)value)) return false;
    }
    return f->n > 0;
}

// Returns true if a further column could be predicted classes, so that the score would be their confidence.
static bool could_be_predictions(const cal_frame *f, int column, int score) {
    bool sure = true, positive = true;
    if (!numeric(f, column, true) || !two_valued(f, column)) return false;
    for (int i = 0; i < f->n; i++) {
        double p, predicted;
        bool percent;
        if (!cal_frame_number(&p, &percent, f, cal_frame_cell(f, i, score)) || p < 0 || p > 1) return false;
        if (!cal_frame_number(&predicted, &percent, f, cal_frame_cell(f, i, column))) return false;
        sure &= p >= 0.5;
        positive &= (p >= 0.5) == (predicted != 0);
    }
    return sure || positive;
}

// Returns true if a cell of the column is the word.
static bool has_value(const cal_frame *f, int column, cal_slice word) {
    for (int i = 0; i < f->n; i++)
        if (cal_slice_same(cal_frame_cell(f, i, column), word)) return true;
    return false;
}

// Returns true if a further column has the label's words, and the score is never below 1/2.
static bool could_be_words(const cal_frame *f, int column, int label, int score) {
    if (numeric(f, column, false) || !two_valued(f, column)) return false;
    for (int i = 0; i < f->n; i++) {
        double p;
        bool percent;
        if (!cal_frame_number(&p, &percent, f, cal_frame_cell(f, i, score)) || p < 0.5 || p > 1) return false;
        if (!has_value(f, label, cal_frame_cell(f, i, column))) return false;
    }
    return true;
}

// Returns true if a further column could be the outputs of another class. These are numbers with fractions;
// either the score is not a probability, or both sum to 1.
static bool could_be_outputs(const cal_frame *f, int column, int score) {
    bool fractions = true, ones = true;
    if (!numeric(f, column, false) || numeric(f, column, true)) return false;
    for (int i = 0; i < f->n; i++) {
        double p = -1, other = 0;
        bool percent;
        if (!cal_frame_number(&p, &percent, f, cal_frame_cell(f, i, score))) return false;
        (void)cal_frame_number(&other, &percent, f, cal_frame_cell(f, i, column));
        fractions &= p >= 0 && p <= 1;
        ones &= __builtin_fabs(p + other - 1) < 0.01;
    }
    return !fractions || ones;
}

// ---- guesses from names

static cal_binary_columns with_rest(const cal_frame *f, const cal_column_role *is, int label, int p,
                                    int free) {
    cal_binary_columns out = {.label = label, .p = p, .score = -1, .positive = {"", 0}};
    cal_groups_named(&out, f, is);
    out.cases = cal_frame_only(is, f->columns, CAL_ROLE_CASE);
    out.weight = cal_frame_only(is, f->columns, CAL_ROLE_WEIGHT);
    if (out.cases < 0) out.cases = -1;
    // Next to further columns, "weight" may be that of a body.
    char word[CAL_BARE_NAME] = "";
    if (out.weight >= 0) (void)cal_name_bare(word, f->head[out.weight]);
    bool further = free > 0;
    for (int c = 0; c < f->columns; c++)
        further |= is[c] == CAL_ROLE_IGNORED && cal_csv_column_kind_of(f->head[c]) == CAL_COLUMN_UNKNOWN;
    if (out.weight < 0 || (strcmp(word, "weight") == 0 && further)) out.weight = -1;
    return out;
}

static bool guess_names(cal_binary_columns *out, const cal_frame *f, const cal_column_role *is, int free) {
    int label = cal_frame_only(is, f->columns, CAL_ROLE_LABEL),
        score = cal_frame_only(is, f->columns, CAL_ROLE_SCORE);
    if (label == -2 || score == -2) return false;
    // Another column that could be outputs or predicted classes makes this another kind of table.
    for (int c = 0; c < f->columns; c++) {
        if (is[c] == CAL_ROLE_SURE) return false;
        if (is[c] != CAL_ROLE_OTHER) continue;
        // A "prediction" with fractions is not a class.
        if (score < 0 && free == 1 && numeric(f, c, false)) score = c;
        else return false;
    }
    // If exactly one column is unassigned, it takes the missing role.
    for (int c = 0; c < f->columns; c++) {
        if (is[c] != CAL_ROLE_NONE && is[c] != CAL_ROLE_CORRECT) continue;
        const bool as_score = label >= 0 && score < 0, as_label = score >= 0 && label < 0;
        if (free == 1 && as_score && numeric(f, c, false) && !two_valued(f, c)) score = c;
        else if (free == 1 && as_label && two_valued(f, c)) label = c;
        else if (label >= 0 && score >= 0 && could_be_outputs(f, c, score)) return false;
        else if (label >= 0 && score >= 0 && free == 1 && could_be_predictions(f, c, score)) return false;
    }
    if (label < 0 && score < 0 &&
        f->columns == 2) { // nothing is named as usual, but only one way makes sense
        const bool first = two_valued(f, 0) && !two_valued(f, 1) && numeric(f, 1, false);
        const bool last = two_valued(f, 1) && !two_valued(f, 0) && numeric(f, 0, false);
        if (first != last) label = first ? 0 : 1, score = 1 - label;
    }
    if (label < 0 || score < 0 || !two_valued(f, label) || !numeric(f, score, false)) return false;
    *out = with_rest(f, is, label, score, free);
    return true;
}

// ---- a word that names the column of its probability

static bool guess_words(cal_binary_columns *out, const cal_frame *f, const cal_column_role *is, int free,
                        cal_slice positive) {
    cal_frame_words words;
    if (!cal_frame_words_find(&words, f) || words.classes != 2) return false;
    const int no = words.column[0], yes = words.column[1];
    for (int i = 0; i < f->n; i++) {
        double a, b;
        bool percent;
        if (!cal_frame_number(&a, &percent, f, cal_frame_cell(f, i, no)) ||
            !cal_frame_number(&b, &percent, f, cal_frame_cell(f, i, yes)) || a < 0 || b < 0 ||
            __builtin_fabs(a + b - 1) > 0.01)
            return false;
    }
    const bool first = positive.length
                           ? cal_slice_same(positive, words.name[0])
                           : cal_word_meaning(words.name[0]) > 0 || cal_word_meaning(words.name[1]) < 0;
    double low, high;
    const bool numbers = cal_number_parse(&low, words.name[0]) && cal_number_parse(&high, words.name[1]);
    const bool second = numbers && !positive.length ? high > low : !first;
    *out = with_rest(f, is, words.label, words.column[second], free);
    out->positive = words.name[second];
    return true;
}

// ---- guesses from values

static bool has_token(cal_slice name, const char *const *list) {
    char word[CAL_BARE_NAME];
    for (int start = 0, at = 0; at <= name.length; at++) {
        const char c = at < name.length ? name.at[at] : ' ';
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) continue;
        (void)cal_name_bare(word, (cal_slice){name.at + start, at - start});
        if (word[0] && cal_name_is_any(word, list)) return true;
        start = at + 1;
    }
    return false;
}

// Returns true for two values that are 0 and 1, or words for yes and no.
static bool likely_label(const cal_frame *f, int column) {
    if (!two_valued(f, column)) return false;
    for (int i = 0; i < f->n; i++) {
        const cal_slice cell = cal_frame_cell(f, i, column);
        double value;
        const bool usual = cal_number_parse(&value, cell)
                               ? value == 0 || value == 1 || cal_label_is_mark(value)
                               : cal_word_meaning(cell) != 0;
        if (!usual) return false;
    }
    return true;
}

// Returns true if the values are from 0 to 1, and not only 0 and 1.
static bool likely_probability(const cal_frame *f, int column) {
    bool fractions = false;
    for (int i = 0; i < f->n; i++) {
        double value;
        bool percent;
        if (!cal_frame_number(&value, &percent, f, cal_frame_cell(f, i, column)) || value < 0 || value > 1)
            return false;
        fractions |= value > 0 && value < 1;
    }
    return fractions;
}

// Returns the only likely column, or the only one whose name has one of the words; -1: none.
static int pick(const cal_frame *f, const bool *likely, const char *const *words) {
    int all = 0, named = 0, any = -1, best = -1;
    for (int c = 0; c < f->columns; c++) {
        if (!likely[c]) continue;
        all++, any = c;
        if (has_token(f->head[c], words)) named++, best = c;
    }
    return all == 1 ? any : named == 1 ? best : -1;
}

static bool guess_values(cal_binary_columns *out, const cal_frame *f, const cal_column_role *is, int free) {
    static const char *const labels[] = {
        "label",      "target",    "outcome",     "event",    "status",    "flag",      "default",
        "bad",        "death",     "died",        "dead",     "mortality", "diagnosis", "disease",
        "class",      "truth",     "true",        "gt",       "actual",    "observed",  "obs",
        "y",          "ziel",      "zielwert",    "ergebnis", "ausgang",   "ereignis",  "ausfall",
        "verstorben", "gestorben", "eingetreten", "befund",   "diagnose",  "hit",       NULL};
    static const char *const scores[] = {"p",
                                         "pd",
                                         "prob",
                                         "probs",
                                         "proba",
                                         "probability",
                                         "risk",
                                         "score",
                                         "pred",
                                         "predicted",
                                         "prediction",
                                         "phat",
                                         "yhat",
                                         "fitted",
                                         "fit",
                                         "risiko",
                                         "wahrscheinlichkeit",
                                         "vorhersage",
                                         "prognose",
                                         NULL};
    enum { ENOUGH = 20 };
    bool likely[CAL_FRAME_COLUMNS], others = false;
    int label = cal_frame_only(is, f->columns, CAL_ROLE_LABEL),
        p = cal_frame_only(is, f->columns, CAL_ROLE_SCORE);
    const int right = cal_frame_only(is, f->columns, CAL_ROLE_CORRECT),
              sure = cal_frame_only(is, f->columns, CAL_ROLE_SURE);
    const bool labelled = label != -1;
    if (label == -1 && right >= 0 && two_valued(f, right)) label = right;
    if (label == right && right >= 0 && p == -1 && sure >= 0) p = sure;
    else if (sure != -1) return false;
    for (int c = 0; c < f->columns; c++)
        likely[c] = (is[c] == CAL_ROLE_NONE || is[c] == CAL_ROLE_CORRECT ||
                     (is[c] == CAL_ROLE_LABEL && label == -2)) &&
                    likely_label(f, c);
    if (label < 0) label = pick(f, likely, labels);
    for (int c = 0; c < f->columns; c++)
        likely[c] =
            c != label &&
            (is[c] == CAL_ROLE_NONE || is[c] == CAL_ROLE_OTHER || (is[c] == CAL_ROLE_SCORE && p == -2)) &&
            likely_probability(f, c);
    if (p < 0) p = pick(f, likely, scores);
    if (label < 0 || p < 0 || !two_valued(f, label) || !numeric(f, p, false)) return false;
    // Next to a named label, columns without a usual name are outputs of classes, unless their values rule
    // that out.
    for (int c = 0; c < f->columns; c++)
        if (c != label && c != p && is[c] == CAL_ROLE_NONE)
            others |= !likely_probability(f, c) && !two_valued(f, c);
    if (labelled && (f->n < ENOUGH || !others || !likely_probability(f, p))) return false;
    for (int c = 0; c < f->columns; c++)
        if (c != label && c != p && is[c] == CAL_ROLE_OTHER &&
            (could_be_predictions(f, c, p) || could_be_words(f, c, label, p)))
            return false;
    *out = with_rest(f, is, label, p, free);
    return true;
}

// ---- a probability whose name ends in a value of the label: diagnosis,p_malignant

static bool guess_value(cal_binary_columns *out, const cal_frame *f, const cal_column_role *is, int free) {
    int p = -1, label = -1, scores = 0, labels = 0;
    cal_slice word = {"", 0}, stem;
    double value;
    for (int c = 0; c < f->columns; c++) {
        if (!cal_output_stem(&stem, f->head[c]) || !numeric(f, c, false)) continue;
        scores++, p = c, word = stem;
    }
    if (scores != 1 || cal_number_parse(&value, word) || !likely_probability(f, p)) return false;
    for (int c = 0; c < f->columns; c++)
        if (c != p && two_valued(f, c) && has_value(f, c, word)) labels++, label = c;
    if (labels != 1) return false;
    *out = with_rest(f, is, label, p, free);
    out->positive = word;
    return true;
}

// ---- two probabilities that sum to 1, one of them named as the label: died,p_survived,p_died

static bool sum_to_one(const cal_frame *f, int a, int b) {
    for (int i = 0; i < f->n; i++) {
        double p = 0, q = 0;
        bool percent;
        (void)cal_frame_number(&p, &percent, f, cal_frame_cell(f, i, a));
        (void)cal_frame_number(&q, &percent, f, cal_frame_cell(f, i, b));
        if (__builtin_fabs(p + q - 1) > 0.01) return false;
    }
    return true;
}

static bool guess_pair(cal_binary_columns *out, const cal_frame *f, const cal_column_role *is, int free) {
    int label = cal_frame_only(is, f->columns, CAL_ROLE_LABEL), labels = 0, p[2] = {-1, -1}, count = 0;
    for (int c = 0; c < f->columns; c++) {
        const bool about = is[c] == CAL_ROLE_GROUP || is[c] == CAL_ROLE_CASE || is[c] == CAL_ROLE_WEIGHT ||
                           is[c] == CAL_ROLE_IGNORED;
        if (about || c == label) continue;
        if (likely_probability(f, c)) {
            if (count < 2) p[count] = c;
            count++;
        } else if (label < 0 && label != -2 && likely_label(f, c)) labels++, label = c;
    }
    if (label < 0 || labels > 1 || count != 2 || !likely_label(f, label) || !sum_to_one(f, p[0], p[1]))
        return false;
    const bool first = cal_names_agree(f->head[label], f->head[p[0]]);
    const bool second = cal_names_agree(f->head[label], f->head[p[1]]);
    if (first == second) return false;
    *out = with_rest(f, is, label, p[second], free);
    return true;
}

bool cal_binary_columns_guess(cal_binary_columns *out, const cal_frame *f, cal_slice positive) {
    cal_column_role is[CAL_FRAME_COLUMNS];
    int free = 0;
    cal_frame_roles(is, f);
    for (int c = 0; c < f->columns; c++) // image_id, fold, loss
        if (is[c] == CAL_ROLE_NONE && f->named && cal_name_is_other(f->head[c])) is[c] = CAL_ROLE_IGNORED;
    for (int c = 0; c < f->columns; c++)
        free += is[c] == CAL_ROLE_NONE || is[c] == CAL_ROLE_OTHER || is[c] == CAL_ROLE_CORRECT;
    return guess_words(out, f, is, free, positive) || (f->named && guess_pair(out, f, is, free)) ||
           guess_names(out, f, is, free) ||
           (f->named && (guess_value(out, f, is, free) || guess_values(out, f, is, free)));
}

bool cal_column_percent(const cal_frame *f, int column) {
    static const char *const words[] = {"percent", "percentage", "pct", "prozent", NULL};
    const cal_slice name = f->head[column];
    return f->named && ((name.length && memchr(name.at, '%', (size_t)name.length)) ||
                        has_token(name, words) || cal_name_role(name) == CAL_ROLE_SURE);
}
