// Distinguishes tables of predictions from outputs of two classes.
#include "run/tables/classes/label.h"
#include "run/tables/columns/names.h"
#include "run/tables/columns/offer.h"
#include "run/tables/columns/roles.h"

enum { FEW = 5 };

static int place_of(const cal_csv_cells *t, cal_csv_column_kind kind) {
    for (int c = 0; c < t->width; c++)
        if (t->column[c].kind == kind) return c;
    return -1;
}

// Returns true for numbers that could be two classes, counted from 0 or from 1.
static bool of_two(cal_csv_range h) { return h.most <= 1 || (h.least >= 1 && h.most <= 2); }

static cal_status either(const cal_csv_cells *t, int label, int predicted, int confidence, cal_error *err) {
    char a[72], b[72], offer[2][CAL_OFFER];
    cal_csv_column_name(a, t, predicted);
    cal_csv_column_name(b, t, confidence);
    cal_offer_predictions(offer[0], t, label, predicted, confidence);
    cal_offer_order(offer[1], t, label, predicted, confidence);
    return cal_fail(
        err, CAL_FAILED,
        "%.80s: %.48s and %.48s could be a predicted class and its confidence: %s; or the outputs of two "
        "classes: %s",
        t->file, a, b, offer[0], offer[1]);
}

// Returns the only column that could be a confidence, other than a known label and prediction; -1 if none or
// several could.
static int find_confidence(const cal_csv_cells *t, const cal_csv_range *h, int label, int predicted) {
    int found = -1, count = 0;
    for (int c = 0; c < t->width; c++) {
        if (c == label || c == predicted || !h[c].fraction) continue;
        if (h[c].whole && (label < 0 || predicted < 0)) continue;       // equally likely a class
        if (t->named && cal_name_is_other(t->column[c].name)) continue; // uncertainty, entropy
        found = c, count++;
    }
    return count == 1 ? found : -1;
}

// Refuses tables whose two columns next to the label hold only 0 and 1, or classes. They could be confidences
// of exactly 0 and 1, or two outputs.
static cal_status check_hard(const cal_csv_cells *t, const cal_csv_range *h, int label, cal_error *err) {
    bool ones = true;
    if (label < 0 || t->n < FEW) return CAL_OK;
    const int a = label == 0 ? 1 : 0, b = 3 - label - a;
    if (!h[a].whole || !h[b].whole || !of_two(h[label]) || !of_two(h[a]) || !of_two(h[b])) return CAL_OK;
    for (int i = 0; i < t->n; i++) ones &= cal_csv_cell(t, i, a) + cal_csv_cell(t, i, b) == 1;
    return ones ? CAL_OK : either(t, label, a, b, err);
}

// Returns true if two-valued classes are those of a score of at least 1/2, or the score is never below it.
static bool follows(const cal_csv_cells *t, int predicted, int score) {
    bool sure = true, positive = true;
    for (int i = 0; i < t->n; i++) {
        const bool high = cal_csv_cell(t, i, score) >= 0.5;
        sure &= high;
        positive &= high == (cal_csv_cell(t, i, predicted) != 0);
    }
    return sure || positive;
}

// Refuses a second column named as a label, next to a score that belongs to neither.
static cal_status refuse_labels(const cal_csv_cells *t, int label, int second, int score, cal_error *err) {
    char offer[2][CAL_OFFER];
    cal_offer_probability(offer[0], t, label, score);
    cal_offer_probability(offer[1], t, second, score);
    cal_error list;
    (void)cal_fail(&list, CAL_OK, "%s; or: %s", offer[0], offer[1]);
    return cal_fail(err, CAL_FAILED, "%.80s: more than one column could be the label; choose one: %.380s",
                    t->file, list.text);
}

static int agreeing(const cal_csv_cells *t, int a, int b) {
    int count = 0;
    for (int i = 0; i < t->n; i++) count += cal_csv_cell(t, i, a) == cal_csv_cell(t, i, b);
    return count;
}

cal_status cal_csv_find_predictions(int place[CAL_PLACES], bool *found, const cal_csv_cells *t,
                                    cal_error *err) {
    *found = false;
    if (t->width != CAL_PLACES || place_of(t, CAL_COLUMN_CLASS) >= 0) return CAL_OK;
    cal_csv_range h[CAL_PLACES];
    for (int c = 0; c < CAL_PLACES; c++) h[c] = cal_csv_column_range(t, c);
    int label = place_of(t, CAL_COLUMN_LABEL), predicted = place_of(t, CAL_COLUMN_PREDICTED);
    int confidence = place_of(t, CAL_COLUMN_CONFIDENCE);
    if (confidence < 0) confidence = place_of(t, CAL_COLUMN_SCORE);
    const bool named = confidence >= 0 || predicted >= 0;
    if (confidence < 0) confidence = find_confidence(t, h, label, predicted);
    if (confidence < 0) return check_hard(t, h, label, err);
    for (int c = 0; c < CAL_PLACES; c++) { // the remaining columns, in the order of the file
        if (c == confidence || c == label || c == predicted) continue;
        if (label < 0) label = c;
        else predicted = c;
    }
    const bool percent = t->column[confidence].kind == CAL_COLUMN_CONFIDENCE && h[confidence].least > 1 &&
                         h[confidence].most <= 100;
    if (t->column[confidence].kind == CAL_COLUMN_CONFIDENCE && h[confidence].most > 1 && !percent) {
        char name[72];
        cal_csv_column_name(name, t, confidence);
        return cal_fail(err, CAL_FAILED,
                        "%s: %s runs from %.6g to %.6g: confidences are from 0 to 1, or all in percent",
                        t->file, name, h[confidence].least, h[confidence].most);
    }
    if (!h[label].whole || !h[predicted].whole || !(h[confidence].fraction || percent)) return CAL_OK;
    const bool second = t->column[confidence].kind == CAL_COLUMN_SCORE &&
                        t->column[predicted].kind != CAL_COLUMN_PREDICTED &&
                        cal_name_role(t->column[predicted].name) == CAL_ROLE_LABEL;
    if (second && of_two(h[label]) && !follows(t, predicted, confidence))
        return refuse_labels(t, label, predicted, confidence, err);
    if (!named && of_two(h[label]) && (t->n < FEW || 2 * agreeing(t, label, predicted) <= t->n))
        return either(t, label, predicted, confidence, err);
    place[CAL_PLACE_LABEL] = label;
    place[CAL_PLACE_PREDICTED] = predicted;
    place[CAL_PLACE_CONFIDENCE] = confidence;
    *found = true;
    return CAL_OK;
}
