#include "run/tables/readings/suggest.h"
#include <string.h>
#include "run/tables/columns/binary.h"
#include "run/tables/columns/offer.h"

enum { WORDS = 64, OFFERED = 3 };

static bool number_at(double *out, const cal_frame *f, int row, int column) {
    bool percent;
    return cal_frame_number(out, &percent, f, cal_frame_cell(f, row, column));
}

// Returns true if all numbers are from `least` to 1, and not only these.
static bool is_probability(const cal_frame *f, int column, double least) {
    bool fractions = false;
    for (int i = 0; i < f->n; i++) {
        double value;
        if (!number_at(&value, f, i, column) || value < least || value > 1) return false;
        fractions |= value > least && value < 1;
    }
    return fractions;
}

// A column's different values; more than WORDS are too many.
typedef struct values {
    int count;
    cal_slice word[WORDS];
} values;

static bool has(const values *v, cal_slice word) {
    for (int i = 0; i < v->count; i++)
        if (cal_slice_same(v->word[i], word)) return true;
    return false;
}

static bool take_values(values *v, const cal_frame *f, int column) {
    v->count = 0;
    for (int i = 0; i < f->n; i++) {
        const cal_slice cell = cal_frame_cell(f, i, column);
        if (!cell.length || has(v, cell)) continue;
        if (v->count == WORDS) return false;
        v->word[v->count++] = cell;
    }
    return v->count > 1;
}

static cal_csv_cells cells_of(cal_csv_column column[CAL_FRAME_COLUMNS], const cal_frame *f,
                              const cal_outputs_options *reading) {
    for (int c = 0; c < f->columns; c++) column[c] = (cal_csv_column){CAL_COLUMN_CLASS, f->head[c], c};
    if (reading->offers) reading->offers->count = 0;
    return (cal_csv_cells){
        .file = f->name, .named = f->named, .reading = reading, .width = f->columns, .column = column};
}

// ---- a predicted class that is called label

// Returns the number of classes that two columns share, if they have the same ones; else 0. One of them may
// lack some.
static int shared(const cal_frame *f, int a, int b) {
    values one, other;
    if (!take_values(&one, f, a) || !take_values(&other, f, b)) return 0;
    const values *more = one.count >= other.count ? &one : &other, *fewer = more == &one ? &other : &one;
    for (int i = 0; i < fewer->count; i++)
        if (!has(more, fewer->word[i])) return 0;
    return more->count;
}

static bool is_named(const cal_frame *f, int column, const char *wanted) {
    char word[CAL_BARE_NAME];
    return cal_name_bare(word, f->head[column]) && !strcmp(word, wanted);
}

cal_status cal_table_ask_predicted(const cal_frame *f, const cal_outputs_options *reading, cal_error *err) {
    int label = -1, labels = 0, score = -1, scores = 0, other = -1, others = 0;
    if (!f->named || reading->columns) return CAL_OK;
    for (int c = 0; c < f->columns; c++) {
        const cal_csv_column_kind kind = cal_csv_column_kind_of(f->head[c]);
        if (kind == CAL_COLUMN_PREDICTED || kind == CAL_COLUMN_CLASS) return CAL_OK;
        if (kind == CAL_COLUMN_LABEL && labels++ == 0) label = c;
        else if (kind == CAL_COLUMN_LABEL) other = c;
        if (kind == CAL_COLUMN_SCORE || kind == CAL_COLUMN_CONFIDENCE) score = c, scores++;
    }
    if (labels < 1 || labels > 2 || scores != 1) return CAL_OK;
    // Pipelines write label and score; other names say which is the label.
    const bool pipeline = labels == 2 || (is_named(f, label, "label") && is_named(f, score, "score"));
    for (int c = 0; c < f->columns && labels == 1 && pipeline; c++)
        if (c != label && cal_csv_column_kind_of(f->head[c]) == CAL_COLUMN_UNKNOWN && shared(f, label, c))
            other = c, others++;
    const int classes = labels == 2 || others == 1 ? shared(f, label, other) : 0;
    if (!classes || !is_probability(f, score, 1.0 / classes - 1e-6)) return CAL_OK;
    cal_csv_column column[CAL_FRAME_COLUMNS];
    const cal_csv_cells cells = cells_of(column, f, reading);
    char offer[2][CAL_OFFER], name[2][CAL_BINARY_WORD];
    cal_offer_predictions(offer[0], &cells, other, label, score);
    cal_offer_predictions(offer[1], &cells, label, other, score);
    cal_frame_column_name(name[0], f, label), cal_frame_column_name(name[1], f, other);
    return cal_fail(err, CAL_FAILED,
                    "%.80s: which of %.40s and %.40s is the label, and which the predicted class? %s; or: %s",
                    f->name, name[0], name[1], offer[0], offer[1]);
}

// ---- several models

// Removes a word for predictions or for confidences from the start or the end of a name.
static bool rest_of(cal_slice *rest, cal_slice name, bool confidence) {
    static const char *const classes[] = {"pred", "preds", "predicted", "prediction", "predclass", NULL};
    static const char *const sure[] = {"conf",  "confidence", "prob", "probability", "score",
                                       "proba", "p",          "max",  "maxprob",     NULL};
    const char *const *words = confidence ? sure : classes;
    char word[CAL_BARE_NAME];
    for (int i = 1; i + 1 < name.length; i++) {
        if (name.at[i] != '_' && name.at[i] != '.' && name.at[i] != ' ' && name.at[i] != '-') continue;
        const cal_slice before = {name.at, i}, after = {name.at + i + 1, name.length - i - 1};
        if (cal_name_bare(word, before) && cal_name_is_any(word, words)) return *rest = after, true;
        if (cal_name_bare(word, after) && cal_name_is_any(word, words)) return *rest = before, true;
    }
    return false;
}

static int confidence_of(const cal_frame *f, cal_slice model) {
    cal_slice rest;
    for (int c = 0; c < f->columns; c++)
        if (rest_of(&rest, f->head[c], true) && cal_slice_same(rest, model) && is_probability(f, c, 0))
            return c;
    return -1;
}

static bool is_two_valued(const cal_frame *f, int column) {
    values v;
    return take_values(&v, f, column) && v.count == 2;
}

// Writes up to three options one after another.
static void join(cal_error *out, char offer[OFFERED][CAL_OFFER], int count) {
    cal_error text = {0};
    *out = text;
    for (int i = 0; i < count && i < OFFERED; i++) {
        (void)cal_fail(&text, CAL_OK, "%s%s%.150s", out->text, i ? "; or: " : "", offer[i]);
        *out = text;
    }
}

static bool suggest_predictions(const cal_frame *f, const cal_csv_cells *cells, cal_error *err) {
    char offer[OFFERED][CAL_OFFER];
    const int label = cal_frame_label_column(f);
    int count = 0;
    cal_slice model;
    cal_error list;
    for (int c = 0; c < f->columns && label >= 0; c++) {
        if (c == label || !rest_of(&model, f->head[c], false)) continue;
        const int sure = confidence_of(f, model);
        if (sure >= 0 && count < OFFERED) cal_offer_predictions(offer[count++], cells, label, c, sure);
    }
    if (count < 2) return false;
    join(&list, offer, count);
    (void)cal_fail(err, CAL_FAILED, "%.80s: predictions of several models; choose one: %.380s", f->name,
                   list.text);
    return true;
}

static bool sum_to_one(const cal_frame *f, const int p[2]) {
    for (int i = 0; i < f->n; i++) {
        double a = 0, b = 0;
        if (!number_at(&a, f, i, p[0]) || !number_at(&b, f, i, p[1]) || __builtin_fabs(a + b - 1) > 0.01)
            return false;
    }
    return true;
}

static bool suggest_probabilities(const cal_frame *f, const cal_csv_cells *cells, cal_error *err) {
    cal_column_role is[CAL_FRAME_COLUMNS];
    char offer[OFFERED][CAL_OFFER];
    int label[2] = {-1, -1}, labels = 0, named = 0, p[OFFERED], scores = 0, count = 0;
    cal_error list;
    cal_frame_roles(is, f);
    for (int c = 0; c < f->columns; c++) named += is[c] == CAL_ROLE_LABEL;
    for (int c = 0; c < f->columns; c++) {
        const bool free = is[c] != CAL_ROLE_GROUP && is[c] != CAL_ROLE_CASE && is[c] != CAL_ROLE_WEIGHT;
        if ((named ? is[c] == CAL_ROLE_LABEL : free) && is_two_valued(f, c)) {
            if (labels < 2) label[labels] = c;
            labels++;
        } else if (free && is[c] != CAL_ROLE_IGNORED && is_probability(f, c, 0)) {
            if (scores < OFFERED) p[scores] = c;
            scores++;
        }
    }
    if (labels < 1 || labels > 2 || !scores || (scores > 1) == (labels > 1)) return false;
    if (scores == 2 && sum_to_one(f, p)) return false; // two classes
    for (int i = 0; i < scores && i < OFFERED; i++)
        for (int l = 0; l < labels; l++) cal_offer_probability(offer[count++], cells, label[l], p[i]);
    join(&list, offer, count);
    (void)cal_fail(err, CAL_FAILED,
                   labels > 1 ? "%.80s: more than one column could be the label; choose one: %.380s"
                              : "%.80s: more than one column could be the probability; choose one: %.380s",
                   f->name, list.text);
    return true;
}

cal_status cal_table_ask_hard(const cal_frame *f, int label, int p, const double *value,
                              const cal_outputs_options *reading, cal_error *err) {
    enum { FEW = 5 };
    if (f->n < FEW || cal_columns_give_probability(reading->columns)) return CAL_OK;
    for (int i = 0; i < f->n; i++)
        if (value[i] != 0 && value[i] != 1) return CAL_OK;
    cal_csv_column column[CAL_FRAME_COLUMNS];
    const cal_csv_cells cells = cells_of(column, f, reading);
    char name[CAL_BINARY_WORD], offer[CAL_OFFER];
    cal_frame_column_name(name, f, p);
    cal_offer_probability(offer, &cells, label, p);
    return cal_fail(err, CAL_FAILED,
                    "%.80s: %.48s is 0 or 1 in every row, as predicted classes are: give probabilities, or "
                    "say that these are: %s",
                    f->name, name, offer);
}

void cal_table_suggest(const cal_frame *f, const cal_outputs_options *reading, cal_error *err) {
    cal_csv_column column[CAL_FRAME_COLUMNS];
    cal_offers before = {0};
    if (!f->named || !f->n || reading->columns) return;
    if (reading->offers) before = *reading->offers;
    const cal_csv_cells cells = cells_of(column, f, reading);
    if (suggest_predictions(f, &cells, err) || suggest_probabilities(f, &cells, err)) return;
    if (reading->offers) *reading->offers = before;
}
