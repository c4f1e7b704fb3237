// Finds the label's column in a table of outputs.
#include "run/tables/classes/label.h"
#include "run/outputs/labels.h"
#include "run/tables/columns/classes.h"
#include "run/tables/columns/offer.h"

// Returns true for numbers that could be labels of k classes, counted from 0 or from 1.
static bool are_labels(cal_csv_range h, int k) {
    return h.whole && (h.most < k || (h.least >= 1 && h.most <= k));
}

// Returns true if a row's label marks it as ignored: it is such a mark, and not a class.
static bool is_ignored(double label, int k) { return cal_label_is_mark(label) && !(label >= 0 && label < k); }

// Returns true if the other rows of a column could be labels of k classes.
static bool are_marked_labels(const cal_csv_cells *t, int place, int k) {
    cal_csv_range h = {.whole = true, .least = __builtin_inf(), .most = -__builtin_inf()};
    for (int i = 0; i < t->n; i++) {
        const double value = cal_csv_cell(t, i, place);
        if (is_ignored(value, k) && value != k) continue;
        h.least = value < h.least ? value : h.least, h.most = value > h.most ? value : h.most;
        h.whole &= value >= 0 && value < INT32_MAX && value == (double)(int32_t)value;
    }
    return h.most >= 0 && are_labels(h, k);
}

static bool is_output(const cal_csv_cells *t, int place, int label) {
    const cal_csv_column_kind kind = t->column[place].kind;
    return place != label && kind != CAL_COLUMN_PREDICTED && kind != CAL_COLUMN_CONFIDENCE;
}

// Refuses a table without names whose first and last column could both be labels, or neither.
static cal_status either(const cal_csv_cells *t, bool both, cal_error *err) {
    char offer[2][CAL_OFFER];
    cal_offer_classes(offer[0], t, 0, NULL);
    cal_offer_classes(offer[1], t, t->width - 1, NULL);
    return cal_fail(err, CAL_FAILED,
                    "%.80s: %s of its first and last column could be the labels; say which: %s; or: %s",
                    t->file, both ? "both" : "none", offer[0], offer[1]);
}

static cal_status find_label(int *label, const cal_csv_cells *t, int k, cal_error *err) {
    *label = -1;
    for (int c = 0; c < t->width; c++)
        if (t->column[c].kind == CAL_COLUMN_LABEL) *label = c;
    if (*label < 0) {
        const bool first = are_labels(cal_csv_column_range(t, 0), k);
        const bool last = are_labels(cal_csv_column_range(t, t->width - 1), k);
        if (first == last) return either(t, first, err);
        *label = first ? 0 : t->width - 1;
    }
    if (are_marked_labels(t, *label, k)) return CAL_OK;
    for (int i = 0;; i++) {
        const double value = cal_csv_cell(t, i, *label);
        if (i + 1 < t->n && is_ignored(value, k)) continue;
        if (!(value >= 0 && value < k) || value != (double)(int32_t)value)
            return cal_fail(err, CAL_FAILED, "%s: row %d: label %g is not one of the classes 0 to %d",
                            t->file, i, value, k - 1);
    }
}

// Returns true if a threshold on the last output separates the predictions 0 and 1, as H2O's best F1 does.
static bool has_threshold(const cal_csv_cells *t, int label, int place) {
    double most = -__builtin_inf(), least = __builtin_inf();
    int outputs = 0, last = 0;
    for (int c = 0; c < t->width; c++)
        if (is_output(t, c, label)) outputs++, last = c;
    for (int i = 0; i < t->n; i++) {
        const double predicted = cal_csv_cell(t, i, place), value = cal_csv_cell(t, i, last);
        if (predicted != 0 && predicted != 1) return false;
        if (predicted == 1) least = value < least ? value : least;
        else most = value > most ? value : most;
    }
    return outputs == 2 && least >= most;
}

// If the predicted classes are not those of the largest outputs, the other columns are not outputs.
static cal_status check_predicted(const cal_csv_cells *t, int label, cal_error *err) {
    int place = -1, same = 0, shifted = 0;
    char name[72], offer[CAL_OFFER];
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
    if ((same > shifted ? same : shifted) >= t->n - t->n / 10 || has_threshold(t, label, place))
        return CAL_OK;
    cal_csv_column_name(name, t, place);
    cal_offer_classes(offer, t, label, NULL);
    return cal_fail(
        err, CAL_FAILED,
        "%.80s: %.48s is not the class of the largest of the other columns, so these may not be the "
        "outputs of classes; name a confidence conf in the first line, or leave %.48s out: %s",
        t->file, name, name, offer);
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
    if (!status && !t->sure) status = cal_csv_classes_check(t, *label, err);
    return status ? status : check_predicted(t, *label, err);
}
