// Separates the outputs of classes in a table from other columns of numbers, by names, numbers and values.
#include "run/tables/columns/classes.h"
#include <stdio.h>
#include <string.h>
#include "base/memory.h"
#include "run/tables/columns/names.h"
#include "run/tables/columns/offer.h"
#include "run/tables/frame/selection.h"
#include "run/outputs/probabilities.h"

enum { STEMS = 16, FEW = 5, LISTED = 3 };

// ---- sets of numbered columns

typedef struct set {
    cal_slice stem; // the name without its number; empty for columns 0, 1, 2
    int count;
    bool usual;          // a stem that outputs usually have
    int64_t least, most; // numbers
} set;

// Splits "logit_12" into its stem and number; returns false if it does not end in a number of up to six
// digits.
static bool split(cal_slice *stem, int *number, cal_slice name) {
    enum { DIGITS = 6 };
    int at = name.length, scale = 1;
    *number = 0;
    for (; at > 0 && name.at[at - 1] >= '0' && name.at[at - 1] <= '9'; at--) {
        if (name.length - at == DIGITS) return false;
        *number += (name.at[at - 1] - '0') * scale;
        scale *= 10;
    }
    *stem = (cal_slice){name.at, at};
    return at < name.length;
}

static bool is_member(int *number, const set *s, const cal_csv_column *column) {
    cal_slice stem;
    return cal_csv_is_output(column) && split(&stem, number, column->name) && cal_slice_same(stem, s->stem);
}

// Finds the largest set of at least two columns, the first of equal ones. Looks at the first few stems only,
// so that hostile tables need no quadratic time.
static bool find_set(set *out, const cal_csv_column *column, int width, int label) {
    set sets[STEMS];
    int count = 0, best = -1;
    for (int c = 0; c < width; c++) {
        cal_slice stem;
        int number, at = 0;
        if (c == label || !cal_csv_is_output(&column[c]) || !split(&stem, &number, column[c].name)) continue;
        while (at < count && !cal_slice_same(sets[at].stem, stem)) at++;
        if (at == STEMS) continue;
        if (at == count) sets[count++] = (set){stem, 0, column[c].kind == CAL_COLUMN_CLASS, number, number};
        sets[at].count++;
        if (number < sets[at].least) sets[at].least = number;
        if (number > sets[at].most) sets[at].most = number;
    }
    for (int i = 0; i < count; i++)
        if (sets[i].count > 1 && (best < 0 || sets[i].count > sets[best].count)) best = i;
    if (best >= 0) *out = sets[best];
    return best >= 0;
}

// Returns true if the numbers run from 0 or 1 without a gap; the caller finds repeated numbers.
static bool is_whole(const set *s) { return s->least <= 1 && s->most - s->least + 1 == s->count; }

cal_status cal_csv_classes_sort(bool *moved, bool *from_one, cal_csv_column *column, int width,
                                const char *file, cal_error *err) {
    set s;
    cal_arena own = {0};
    *moved = *from_one = false;
    if (!find_set(&s, column, width, -1) || !is_whole(&s)) return CAL_OK;
    *from_one = s.least == 1;
    cal_csv_column *sorted = cal_arena_alloc(&own, (size_t)s.count * sizeof *sorted);
    bool *seen = cal_arena_alloc(&own, (size_t)s.count);
    bool twice = false;
    for (int c = 0, number; sorted && seen && c < width; c++)
        if (is_member(&number, &s, &column[c])) {
            twice |= seen[number - s.least];
            seen[number - s.least] = true;
            sorted[number - s.least] = column[c];
        }
    for (int c = 0, number, at = 0; !own.refused && !twice && c < width; c++)
        if (is_member(&number, &s, &column[c])) {
            *moved |= number - s.least != at;
            column[c] = sorted[at++];
        }
    const bool refused = own.refused;
    cal_arena_free(&own);
    if (twice) return cal_fail(err, CAL_FAILED, "%s: two columns have the same name", file);
    return refused ? cal_refuse_memory(err, "%s: its columns", file) : CAL_OK;
}

// ---- columns that do not belong

// Lists the first few columns that `out` marks, and the number of further ones.
static void list(char text[240], const cal_csv_cells *t, const bool *out) {
    int count = 0, at = 0;
    text[0] = 0;
    for (int c = 0; c < t->width; c++) {
        char name[72];
        if (!out[c]) continue;
        if (count++ >= LISTED) continue;
        cal_csv_column_name(name, t, c);
        at += snprintf(text + at, 240 - (size_t)at, "%s%.60s", count > 1 ? ", " : "", name);
    }
    if (count > LISTED) snprintf(text + at, 240 - (size_t)at, " (+ %d)", count - LISTED);
}

// Marks each output that belongs to no set; returns their number.
static int mark_others(bool *out, const cal_csv_cells *t, int label, const set *s) {
    int count = 0;
    for (int c = 0, number; c < t->width; c++) {
        out[c] = c != label && cal_csv_is_output(&t->column[c]) && !is_member(&number, s, &t->column[c]);
        count += out[c];
    }
    return count;
}

// Finds the first other set of the same size, such as another model's, and offers both.
static bool has_second(char offers[2][CAL_OFFER], const cal_csv_cells *t, int label, const set *s,
                       const bool *other) {
    for (int c = 0, number, count = 0; c < t->width; c++, count = 0) {
        set one = {.count = 0};
        if (!other[c] || !split(&one.stem, &number, t->column[c].name)) continue;
        for (int i = 0; i < t->width; i++) count += other[i] && is_member(&number, &one, &t->column[i]);
        if (count != s->count) continue;
        cal_offer_set(offers[0], t, label, s->stem), cal_offer_set(offers[1], t, label, one.stem);
        return true;
    }
    return false;
}

static cal_status check_set(const cal_csv_cells *t, int label, const set *s, const bool *other, int others,
                            cal_error *err) {
    char names[240], offer[CAL_OFFER], both[2][CAL_OFFER];
    list(names, t, other);
    if (others && is_whole(s) && has_second(both, t, label, s, other))
        return cal_fail(err, CAL_FAILED,
                        "%.80s: more than one set of %d classes, as two models have; choose one: %s; or: %s",
                        t->file, s->count, both[0], both[1]);
    if (others) cal_offer_set(offer, t, label, s->stem);
    if (others)
        return cal_fail(err, CAL_FAILED,
                        "%.80s: not among its numbered classes %.*s%d to %.*s%d: %.160s; leave them out: %s",
                        t->file, CAL_QUOTED(s->stem), (int)s->least, CAL_QUOTED(s->stem), (int)s->most, names,
                        offer);
    if (is_whole(s)) return CAL_OK;
    return cal_fail(
        err, CAL_FAILED,
        "%.120s: its %d classes are numbered from %.*s%d to %.*s%d: number them from 0 to %d without "
        "gaps",
        t->file, s->count, CAL_QUOTED(s->stem), (int)s->least, CAL_QUOTED(s->stem), (int)s->most,
        s->count - 1);
}

// Marks outputs whose names say that they are something else.
static int mark_other_words(bool *out, const cal_csv_cells *t, int label) {
    int count = 0;
    for (int c = 0; c < t->width; c++) {
        out[c] =
            c != label && t->column[c].kind == CAL_COLUMN_UNKNOWN && cal_name_is_other(t->column[c].name);
        count += out[c];
    }
    return count;
}

// Returns true for whole numbers that could be labels of k classes, counted from 0 or 1.
static bool are_labels(cal_csv_range h, int k) {
    return h.whole && (h.most < k || (h.least >= 1 && h.most <= k));
}

// Finds a column of whole numbers among outputs with fractions, such as predicted classes or a count; or -1.
static int find_whole(const cal_csv_cells *t, int label, int k) {
    int found = -1;
    bool all = true;
    for (int c = 0; c < t->width && t->n >= FEW; c++) {
        if (c == label || !cal_csv_is_output(&t->column[c])) continue;
        const cal_csv_range h = cal_csv_column_range(t, c);
        const bool whole = h.whole && h.least != h.most && (t->named || are_labels(h, k));
        all &= h.whole;
        if (found < 0 && whole && t->column[c].kind != CAL_COLUMN_CLASS) found = c;
    }
    return all ? -1 : found;
}

// Finds the column without which rows of probabilities sum to 1, if they do not with it; or -1.
static int find_surplus(const cal_csv_cells *t, int label, cal_arena *own) {
    int *good = cal_arena_alloc(own, (size_t)t->width * sizeof *good), all = 0, outputs = 0, found = -1;
    for (int i = 0; good && i < t->n; i++) {
        double sum = 0;
        for (int c = 0; c < t->width; c++)
            if (c != label && cal_csv_is_output(&t->column[c])) sum += cal_csv_cell(t, i, c);
        all += __builtin_fabs(sum - 1) <= CAL_PROBABILITIES_TOLERANCE;
        for (int c = 0; c < t->width; c++)
            good[c] += __builtin_fabs(sum - cal_csv_cell(t, i, c) - 1) <= CAL_PROBABILITIES_TOLERANCE;
    }
    for (int c = 0; good && c < t->width; c++) {
        if (c == label || !cal_csv_is_output(&t->column[c])) continue;
        outputs++;
        if (good[c] >= t->n - t->n / 10) found = found < 0 ? c : t->width;
    }
    const bool sure = found >= 0 && found < t->width && outputs > 2 && all < t->n - t->n / 10;
    for (int c = 0; sure && c < t->width; c++)
        if (c != label && c != found && cal_csv_is_output(&t->column[c]) &&
            !cal_csv_column_range(t, c).fraction)
            return -1;
    return sure ? found : -1;
}

// Returns true if far more labels are the less probable of two classes than the more probable one.
static bool is_turned(const cal_csv_cells *t, int label, const int at[2]) {
    int right = 0, turned = 0;
    for (int i = 0; i < t->n; i++) {
        const double gap = cal_csv_cell(t, i, at[1]) - cal_csv_cell(t, i, at[0]),
                     y = cal_csv_cell(t, i, label);
        right += (y == 1 && gap > 0) || (y == 0 && gap < 0);
        turned += (y == 1 && gap < 0) || (y == 0 && gap > 0);
    }
    const double gain = turned - right;
    return gain > t->n / 10.0 && gain * gain > 16.0 * (turned + right);
}

// Refuses two columns such as yes,no, or whose values say the same: by their order label 1 would be no.
static cal_status check_order(const cal_csv_cells *t, int label, cal_error *err) {
    int at[2] = {-1, -1};
    char first[72], second[72], offer[2][CAL_OFFER];
    bool predicted = false; // checked separately
    for (int c = 0; c < t->width; c++) {
        if (c != label && cal_csv_is_output(&t->column[c])) at[at[0] >= 0] = c;
        predicted |= t->column[c].kind == CAL_COLUMN_PREDICTED;
    }
    const bool words =
        cal_word_meaning(t->column[at[0]].name) > 0 && cal_word_meaning(t->column[at[1]].name) <= 0;
    if (!words && (predicted || !is_turned(t, label, at))) return CAL_OK;
    cal_csv_column_name(first, t, at[0]), cal_csv_column_name(second, t, at[1]);
    cal_offer_order(offer[0], t, label, at[1], at[0]);
    cal_offer_order(offer[1], t, label, at[0], at[1]);
    return cal_fail(err, CAL_FAILED, "%.80s: is label 1 %.40s or %.40s? %.40s: %s; %.40s: %s", t->file, first,
                    second, first, offer[0], second, offer[1]);
}

// Without a set, every other column counts as a class, unless its name or its values rule that out.
static cal_status check_names(const cal_csv_cells *t, int label, int k, bool *mark, cal_arena *own,
                              cal_error *err) {
    char names[240], offer[CAL_OFFER], all[CAL_OFFER];
    const int by_name = t->named ? mark_other_words(mark, t, label) : 0, whole = find_whole(t, label, k);
    const int surplus = by_name || whole >= 0 ? -1 : find_surplus(t, label, own);
    if (own->refused) return cal_refuse_memory(err, "%s: its columns", t->file);
    if (by_name) {
        list(names, t, mark);
        cal_offer_classes(offer, t, label, mark);
        return cal_fail(err, CAL_FAILED, "%.80s: no classes by their names: %.160s; leave them out: %s",
                        t->file, names, offer);
    }
    if (whole < 0 && surplus < 0) return t->named && k == 2 ? check_order(t, label, err) : CAL_OK;
    const int odd = whole >= 0 ? whole : surplus;
    memset(mark, 0, (size_t)t->width * sizeof *mark);
    mark[odd] = true;
    cal_csv_column_name(names, t, odd);
    cal_offer_classes(offer, t, label, mark);
    if (whole >= 0) cal_offer_classes(all, t, label, NULL);
    if (whole >= 0)
        return cal_fail(
            err, CAL_FAILED,
            "%.80s: %.48s holds whole numbers, as predicted classes are, and the other outputs do "
            "not; leave it out: %s; or take it as a class: %s",
            t->file, names, offer, all);
    return cal_fail(err, CAL_FAILED,
                    "%.80s: %.48s is no class: the other columns are probabilities that sum to 1 without it; "
                    "leave it out: %s",
                    t->file, names, offer);
}

cal_status cal_csv_classes_check(const cal_csv_cells *t, int label, cal_error *err) {
    cal_arena own = {0};
    set s = {{"", 0}, 0, false, 0, 0};
    int others = 0, k = 0;
    bool *mark = cal_arena_alloc(&own, (size_t)t->width);
    if (!mark) return cal_refuse_memory(err, "%s: its columns", t->file);
    for (int c = 0; c < t->width; c++) k += c != label && cal_csv_is_output(&t->column[c]);
    bool claimed = t->named && find_set(&s, t->column, t->width, label);
    if (claimed) others = mark_others(mark, t, label, &s);
    // Two classes may be called type1 and type2 among others without numbers; logit_0 and logit_1 are a set.
    claimed &= s.count >= others || s.usual;
    const cal_status status =
        claimed ? check_set(t, label, &s, mark, others, err) : check_names(t, label, k, mark, &own, err);
    cal_arena_free(&own);
    return status;
}

// ---- columns next to a set

// Returns true if the columns of a set surely hold outputs of classes.
static bool are_outputs(const cal_frame *f, const bool *member, bool usual, bool logits) {
    int rows = 0, ones = 0;
    bool beyond = false;
    for (int i = 0; i < f->n; i++) {
        double sum = 0, value;
        bool percent, known = true;
        for (int c = 0; c < f->columns; c++) {
            if (!member[c]) continue;
            const cal_slice cell = cal_frame_cell(f, i, c);
            const bool number = cal_frame_number(&value, &percent, f, cell) && !percent;
            if (!number && !cal_cell_missing(cell)) return false;
            known &= number && value - value == 0;
            if (known) sum += value, beyond |= value < 0 || value > 1 + CAL_PROBABILITIES_TOLERANCE;
        }
        rows += known;
        ones += known && __builtin_fabs(sum - 1) <= CAL_PROBABILITIES_TOLERANCE;
    }
    return rows && (ones >= rows - rows / 10 || (usual && (logits || beyond)));
}

// Returns true if two of the marked columns have the same stem and a number: another set.
static bool has_set(const cal_csv_column *column, const bool *marked, int width) {
    cal_slice a, b;
    int number;
    for (int i = 0; i < width; i++) {
        if (!marked[i] || !split(&a, &number, column[i].name)) continue;
        for (int j = i + 1; j < width; j++)
            if (marked[j] && split(&b, &number, column[j].name) && cal_slice_same(a, b)) return true;
    }
    return false;
}

// Finds the kinds of the columns, the label, and the members of a set that surely holds outputs of classes.
static bool find_sure(cal_csv_column *column, bool *member, int *label, const cal_frame *f) {
    set s;
    int labels = 0, number;
    memset(member, 0, CAL_FRAME_COLUMNS * sizeof *member);
    if (!f->named || f->json) return false;
    for (int c = 0; c < f->columns; c++) {
        column[c] = (cal_csv_column){cal_csv_column_kind_of(f->head[c]), f->head[c], c};
        if (column[c].kind == CAL_COLUMN_LABEL) *label = c, labels++;
    }
    if (labels != 1 || !find_set(&s, column, f->columns, *label) || !is_whole(&s)) return false;
    const cal_csv_column *first = NULL;
    for (int c = 0; c < f->columns; c++) {
        member[c] = c != *label && is_member(&number, &s, &column[c]);
        if (member[c] && !first) first = &column[c];
    }
    return are_outputs(f, member, s.usual, cal_csv_names_logit(first->name));
}

bool cal_frame_classes_sure(const cal_frame *f) {
    cal_csv_column column[CAL_FRAME_COLUMNS];
    bool member[CAL_FRAME_COLUMNS];
    int label;
    return find_sure(column, member, &label, f);
}

int cal_frame_classes_others(bool out[CAL_FRAME_COLUMNS], const cal_frame *f,
                             const cal_binary_columns *about) {
    cal_csv_column column[CAL_FRAME_COLUMNS];
    bool member[CAL_FRAME_COLUMNS];
    int label, others = 0;
    memset(out, 0, CAL_FRAME_COLUMNS * sizeof *out);
    if (!find_sure(column, member, &label, f)) return 0;
    for (int c = 0; c < f->columns; c++) {
        bool role =
            c == label || c == about->group || c == about->cases || c == about->weight || c == about->score;
        for (int i = 0; i < about->more_groups; i++) role |= c == about->more[i];
        out[c] = !role && !member[c] && cal_csv_is_output(&column[c]);
        others += out[c];
    }
    return has_set(column, out, f->columns) ? 0 : others;
}

cal_status cal_csv_range_check(const cal_outputs *out, const cal_csv_cells *t, int label, cal_naming naming,
                               cal_error *err) {
    cal_probability_range look;
    bool logits = t->named;
    for (int c = 0; c < t->width; c++)
        logits &= c == label || !cal_csv_is_output(&t->column[c]) || cal_csv_names_logit(t->column[c].name);
    if (logits || out->n < FEW) return CAL_OK;
    cal_probability_range_of(&look, out->logits, out->wide, (size_t)out->n, (size_t)out->k);
    if (look.likely || look.least < 0 || look.most > 1 || look.least == look.most) return CAL_OK;
    return cal_fail(err, CAL_USAGE,
                    "%.200s: its outputs are from 0 to 1, and rows do not sum to 1: neither logits nor "
                    "probabilities of classes; leave out other columns; %s if they are logits all the same",
                    t->file, cal_option_name(CAL_OPTION_AS_LOGITS, naming));
}
