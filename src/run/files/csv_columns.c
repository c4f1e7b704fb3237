// Finds the kinds of a table's columns by their names and, in a table of outputs, by their values.
#include "run/files/csv_columns.h"
#include <string.h>
#include "run/files/class_columns.h"

// ---- names

// Copies the letters, in lower case, and digits of a name.
static bool bare(char out[32], cal_slice name) {
    int length = 0;
    for (int i = 0; i < name.length; i++) {
        char c = name.at[i];
        if (c >= 'A' && c <= 'Z') c = (char)(c + 32);
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))) continue;
        if (length == 31) return false;
        out[length++] = c;
    }
    out[length] = 0;
    return true;
}

static bool is_any(const char *word, const char *const *names) {
    for (; *names; names++)
        if (strcmp(word, *names) == 0) return true;
    return false;
}

// Returns true for a number, or a number after a word for outputs.
static bool is_class(const char *word) {
    static const char *const before[] = {"",      "logit", "logits", "z",     "p",      "prob", "probs",
                                         "proba", "class", "c",      "score", "output", "out",  NULL};
    char start[32];
    const size_t letters = strcspn(word, "0123456789"), length = strlen(word);
    if (letters == length || strspn(word + letters, "0123456789") != length - letters) return false;
    memcpy(start, word, letters);
    start[letters] = 0;
    return is_any(start, before);
}

bool cal_csv_names_logit(cal_slice name) {
    char word[32];
    return bare(word, name) && is_class(word) && (word[0] == 'l' || word[0] == 'z');
}

cal_csv_column_kind cal_csv_column_kind_of(cal_slice name) {
    static const char *const labels[] = {
        "label", "labels", "truelabel", "truelabels", "target", "targets",     "class",  "trueclass",
        "y",     "ytrue",  "true",      "truth",      "gt",     "groundtruth", "actual", NULL};
    static const char *const predicted[] = {
        "pred",      "preds", "predlabel",      "predlabels",     "predclass", "prediction", "predictions",
        "predicted", "ypred", "predictedlabel", "predictedclass", "yhat",      NULL};
    static const char *const sure[] = {"confidence", "confidences",   "conf",       "confs",
                                       "certainty",  "maxprob",       "pmax",       "maxprobability",
                                       "probmax",    "topprob",       "maxp",       "msp",
                                       "predprob",   "predictedprob", "maxsoftmax", NULL};
    static const char *const scores[] = {"score", "scores", "yscore", "prob",   "probability", "proba",
                                         "yprob", "p",      "phat",   "yproba", NULL};
    static const char *const ignored[] = {"", "id", "index", "idx", "sample", "unnamed0", NULL};
    static const char *const weights[] = {"weight", "weights", "sampleweight", "sampleweights",
                                          "wt",     "wgt",     "caseweight",   NULL};
    char word[32];
    if (!bare(word, name)) return CAL_COLUMN_UNKNOWN;
    if (!word[0] && name.length) return CAL_COLUMN_UNKNOWN; // a name in another alphabet
    return is_any(word, labels)      ? CAL_COLUMN_LABEL
           : is_any(word, predicted) ? CAL_COLUMN_PREDICTED
           : is_any(word, sure)      ? CAL_COLUMN_CONFIDENCE
           : is_any(word, scores)    ? CAL_COLUMN_SCORE
           : is_any(word, ignored)   ? CAL_COLUMN_IGNORED
           : is_any(word, weights)   ? CAL_COLUMN_WEIGHT
           : is_class(word)          ? CAL_COLUMN_CLASS
                                     : CAL_COLUMN_UNKNOWN;
}

// ---- values

double cal_csv_cell(const cal_csv_cells *t, int row, int place) {
    return t->cell[(size_t)row * (size_t)t->width + (size_t)place];
}

cal_csv_range cal_csv_column_range(const cal_csv_cells *t, int place) {
    cal_csv_range h = {.whole = true, .least = __builtin_inf(), .most = -__builtin_inf()};
    for (int i = 0; i < t->n; i++) {
        const double value = cal_csv_cell(t, i, place);
        h.least = value < h.least ? value : h.least;
        h.most = value > h.most ? value : h.most;
        h.whole &= value >= 0 && value < INT32_MAX && value == (double)(int32_t)value;
    }
    h.fraction = t->n && h.least >= 0 && h.most <= 1;
    return h;
}

// Returns true for numbers that could be labels of k classes, counted from 0 or from 1.
static bool are_labels(cal_csv_range h, int k) {
    return h.whole && (h.most < k || (h.least >= 1 && h.most <= k));
}

static bool is_output(const cal_csv_cells *t, int place, int label) {
    const cal_csv_column_kind kind = t->column[place].kind;
    return place != label && kind != CAL_COLUMN_PREDICTED && kind != CAL_COLUMN_CONFIDENCE;
}

void cal_csv_column_name(char out[72], const cal_csv_cells *t, int place) {
    cal_error name;
    const cal_csv_column *column = &t->column[place];
    if (t->named) (void)cal_fail(&name, CAL_OK, "%.*s", CAL_QUOTED(column->name));
    else (void)cal_fail(&name, CAL_OK, "column %d", column->at + 1);
    memcpy(out, name.text, strlen(name.text) + 1);
}

static cal_status find_label(int *label, const cal_csv_cells *t, int k, cal_error *err) {
    *label = -1;
    for (int c = 0; c < t->width; c++)
        if (t->column[c].kind == CAL_COLUMN_LABEL) *label = c;
    if (*label < 0) {
        const bool first = are_labels(cal_csv_column_range(t, 0), k);
        const bool last = are_labels(cal_csv_column_range(t, t->width - 1), k);
        if (first == last)
            return cal_fail(err, CAL_FAILED,
                            "%s: %s of its first and last column could be the labels; name the column label "
                            "in a first line",
                            t->file, first ? "both" : "none");
        *label = first ? 0 : t->width - 1;
    }
    if (are_labels(cal_csv_column_range(t, *label), k)) return CAL_OK;
    for (int i = 0;; i++) {
        const double value = cal_csv_cell(t, i, *label);
        if (!(value >= 0 && value < k) || value != (double)(int32_t)value)
            return cal_fail(err, CAL_FAILED, "%s: row %d: label %g is not one of the classes 0 to %d",
                            t->file, i, value, k - 1);
    }
}

// If the predicted classes are not those of the largest outputs, the other columns are not outputs.
static cal_status check_predicted(const cal_csv_cells *t, int label, cal_error *err) {
    int place = -1, same = 0, shifted = 0;
    char name[72];
    for (int c = 0; c < t->width; c++)
        if (t->column[c].kind == CAL_COLUMN_PREDICTED) place = c;
    if (place < 0) return CAL_OK;
    for (int i = 0; i < t->n; i++) {
        int j = 0, top = 0;
        double most = -__builtin_inf();
        for (int c = 0; c < t->width; c++) {
            if (!is_output(t, c, label)) continue;
            if (cal_csv_cell(t, i, c) > most) most = cal_csv_cell(t, i, c), top = j;
            j++;
        }
        same += cal_csv_cell(t, i, place) == top;
        shifted += cal_csv_cell(t, i, place) == top + 1;
    }
    if ((same > shifted ? same : shifted) >= t->n - t->n / 10) return CAL_OK;
    cal_csv_column_name(name, t, place);
    return cal_fail(
        err, CAL_FAILED,
        "%s: %s is not the class of the largest of the other columns, so these are not the outputs "
        "of classes; name the confidence conf in the first line, or leave %s out",
        t->file, name, name);
}

cal_status cal_csv_find_label(int *label, const cal_csv_cells *t, cal_error *err) {
    int columns = 0;
    for (int c = 0; c < t->width; c++) columns += is_output(t, c, -1);
    if (columns < 3)
        return cal_fail(
            err, CAL_FAILED,
            "%s: too few columns: give a label and outputs of at least two classes, or a label, a "
            "predicted class and its confidence (label,pred,conf in a first line)",
            t->file);
    cal_status status = find_label(label, t, columns - 1, err);
    if (!status) status = cal_csv_classes_check(t, *label, err);
    return status ? status : check_predicted(t, *label, err);
}
