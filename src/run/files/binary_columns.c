// Which columns of a table are the label, its probability, a group and a case.
#include <string.h>
#include "run/files/binary.h"
#include "run/files/csv_columns.h"

typedef enum role { NONE, LABEL, SCORE, GROUP, CASE, WEIGHT, IGNORED, OTHER, SURE } role;

void cal_frame_column_name(char out[CAL_BINARY_WORD], const cal_frame *f, int column) {
    cal_error said;
    if (f->named && f->head[column].length)
        (void)cal_fail(&said, CAL_OK, "%.*s", CAL_QUOTED(f->head[column]));
    else (void)cal_fail(&said, CAL_OK, "column %d", column + 1);
    memcpy(out, said.text, strlen(said.text) + 1);
}

// Small letters and digits alone, of at most 31.
static void bare(char out[32], cal_slice name) {
    int length = 0;
    for (int i = 0; i < name.length && length < 31; i++) {
        const char c = name.at[i], small = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
        if ((small >= 'a' && small <= 'z') || (small >= '0' && small <= '9')) out[length++] = small;
    }
    out[length] = 0;
}

static bool is_any(const char *word, const char *const *list) {
    for (; *list; list++)
        if (strcmp(word, *list) == 0) return true;
    return false;
}

static role role_of(cal_slice name) {
    static const char *const labels[] = {"outcome", "event",    "response", "died",       "death",
                                         "default", "churn",    "fraud",    "readmitted", "ytest",
                                         "yval",    "observed", "obs",      "truelabel",  NULL};
    static const char *const scores[] = {
        "risk",     "pd",     "riskscore",  "predictedrisk", "predictedprobability",
        "logit",    "logits", "z",          "logodds",       "probpositive",
        "positive", "ppos",   "ypredproba", "predproba",     "predictproba",
        "prob1",    "proba1", "p1",         "probability1",  NULL};
    static const char *const groups[] = {"group", "groups",   "subgroup", "slice",  "sex",    "gender",
                                         "site",  "hospital", "center",   "centre", "region", "ethnicity",
                                         "race",  "cohort",   "country",  NULL};
    static const char *const cases[] = {"case",      "caseid",  "patient",   "patientid", "subject",
                                        "subjectid", "cluster", "clusterid", "person",    "personid",
                                        "user",      "userid",  NULL};
    char word[32];
    bare(word, name);
    if (is_any(word, labels)) return LABEL;
    if (is_any(word, scores)) return SCORE;
    if (is_any(word, groups)) return GROUP;
    if (is_any(word, cases)) return CASE;
    if (cal_csv_column_kind_of(name) == CAL_COLUMN_WEIGHT) return WEIGHT;
    const cal_csv_column_kind kind = cal_csv_column_kind_of(name);
    return kind == CAL_COLUMN_LABEL     ? LABEL
           : kind == CAL_COLUMN_SCORE   ? SCORE
           : kind == CAL_COLUMN_IGNORED ? IGNORED
           : kind == CAL_COLUMN_UNKNOWN ? NONE
           // The confidence of a predicted class, and so of the positive class only with that class beside it.
           : kind == CAL_COLUMN_CONFIDENCE ? SURE
                                           : OTHER;
}

static bool same(cal_slice a, cal_slice b) {
    return a.length == b.length && !memcmp(a.at, b.at, (size_t)a.length);
}

// At most two different values, none of them empty.
static bool two_valued(const cal_frame *f, int column) {
    cal_slice first = {"", 0}, second = {"", 0};
    for (int i = 0; i < f->n; i++) {
        const cal_slice cell = cal_frame_cell(f, i, column);
        if (!cell.length) return false;
        if (!first.length || same(cell, first)) first = cell;
        else if (!second.length || same(cell, second)) second = cell;
        else return false;
    }
    return f->n > 0;
}

// Whether all cells are numbers; `whole`: and whole ones.
static bool numeric(const cal_frame *f, int column, bool whole) {
    for (int i = 0; i < f->n; i++) {
        double value;
        bool percent;
        if (!cal_frame_number(&value, &percent, f, cal_frame_cell(f, i, column))) return false;
        if (whole && (__builtin_fabs(value) > 1e9 || value != (double)(int64_t)value)) return false;
    }
    return f->n > 0;
}

static int only(const role *is, int columns, role wanted) {
    int found = -1;
    for (int c = 0; c < columns; c++)
        if (is[c] == wanted) {
            if (found >= 0) return -2;
            found = c;
        }
    return found;
}

// A column beside label and score that could be predicted classes, whose confidence the score would then be.
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

// A column beside label and score that could be the outputs of another class: numbers with fractions, where the
// score is no probability, or is one and they sum to 1.
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

// From names and values; -1 for what was not found.
static bool guess(cal_binary_columns *out, const cal_frame *f) {
    role is[CAL_FRAME_COLUMNS] = {NONE};
    int free = 0;
    for (int c = 0; c < f->columns; c++) {
        is[c] = f->named ? role_of(f->head[c]) : NONE;
        free += is[c] == NONE || is[c] == OTHER;
    }
    int label = only(is, f->columns, LABEL), score = only(is, f->columns, SCORE);
    if (label == -2 || score == -2) return false;
    // Whatever else could be the output of a class, or a predicted class, is another kind of table.
    for (int c = 0; c < f->columns; c++) {
        if (is[c] == SURE) return false;
        if (is[c] != OTHER) continue;
        // A "prediction" with fractions is no class.
        if (score < 0 && free == 1 && numeric(f, c, false)) score = c;
        else return false;
    }
    // What is left over, if it is but one, is what is missing.
    for (int c = 0; c < f->columns; c++) {
        if (is[c] != NONE) continue;
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
    const int group = only(is, f->columns, GROUP), cases = only(is, f->columns, CASE);
    const int weight = only(is, f->columns, WEIGHT);
    out->label = label, out->p = score;
    if (group >= 0) out->group = group;
    if (cases >= 0) out->cases = cases;
    // Beside further columns "weight" may be that of a body.
    char word[32] = "";
    if (weight >= 0) bare(word, f->head[weight]);
    if (weight >= 0 && (strcmp(word, "weight") != 0 || free == 0)) out->weight = weight;
    return true;
}

// ---- what the user says

static cal_status find_column(int *out, const cal_frame *f, cal_slice name, cal_error *err) {
    double number;
    for (int c = 0; c < f->columns; c++)
        if (f->named && same(f->head[c], name)) return *out = c, CAL_OK;
    if (cal_number_parse(&number, name) && number >= 1 && number <= f->columns &&
        number == (double)(int)number)
        return *out = (int)number - 1, CAL_OK;
    char first[CAL_BINARY_WORD], last[CAL_BINARY_WORD];
    cal_frame_column_name(first, f, 0), cal_frame_column_name(last, f, f->columns - 1);
    return cal_fail(err, CAL_USAGE, "%.120s: columns: no column is named %.*s; it has %d, from %s to %s",
                    f->name, CAL_QUOTED(name), f->columns, first, last);
}

static cal_status take_said(cal_binary_columns *out, const cal_frame *f, const char *said, cal_error *err) {
    cal_slice rest = {said, (int)strlen(said)};
    while (rest.at && rest.length) {
        cal_slice value = cal_slice_cut(&rest, ','), key = cal_slice_cut(&value, '=');
        int *column = cal_slice_is(key, "label")                             ? &out->label
                      : cal_slice_is(key, "p") || cal_slice_is(key, "logit") ? &out->p
                      : cal_slice_is(key, "group")                           ? &out->group
                      : cal_slice_is(key, "case")                            ? &out->cases
                      : cal_slice_is(key, "weight")                          ? &out->weight
                                                                             : NULL;
        if (!value.at || !value.length || (!column && !cal_slice_is(key, "positive")))
            return cal_fail(
                err, CAL_USAGE,
                "columns: '%.*s' is not label=, p=, logit=, group=, case=, weight= or positive=, each "
                "with a name or a "
                "number from 1, joined by commas: label=died,p=risk",
                CAL_QUOTED(key));
        if (!column) {
            out->positive = value;
            continue;
        }
        out->odds |= cal_slice_is(key, "logit");
        const bool none = cal_slice_is(value, "none") || cal_slice_is(value, "0");
        if (none && column != &out->label && column != &out->p) {
            *column = -2;
            continue;
        }
        const cal_status status = find_column(column, f, value, err);
        if (status) return status;
    }
    return CAL_OK;
}

cal_status cal_binary_columns_find(cal_binary_columns *out, bool *found, const cal_frame *f, const char *said,
                                   cal_error *err) {
    const cal_binary_columns none = {
        .label = -1, .p = -1, .group = -1, .cases = -1, .weight = -1, .positive = {"", 0}};
    cal_binary_columns told = none;
    *out = none;
    *found = guess(out, f);
    if (!said) return CAL_OK;
    const cal_status status = take_said(&told, f, said, err);
    if (status) return status;
    if (told.label >= 0) out->label = told.label;
    if (told.p >= 0) out->p = told.p;
    if (told.group != -1) out->group = told.group;
    if (told.cases != -1) out->cases = told.cases;
    if (told.weight != -1) out->weight = told.weight;
    out->odds = told.odds, out->positive = told.positive;
    role is[CAL_FRAME_COLUMNS];
    for (int c = 0; c < f->columns; c++) is[c] = f->named ? role_of(f->head[c]) : NONE;
    if (out->label < 0) out->label = only(is, f->columns, LABEL);
    if (out->p < 0) out->p = only(is, f->columns, SCORE);
    *found = out->label >= 0 && out->p >= 0;
    if (*found && out->label == out->p)
        return cal_fail(err, CAL_USAGE, "%.120s: columns: label and p are the same column", f->name);
    // A group may be one of a table of classes.
    if (*found || (told.label < 0 && told.p < 0 && told.cases < 0)) return CAL_OK;
    return cal_fail(err, CAL_USAGE, "%.120s: columns: say which column is the %s, %s=name", f->name,
                    out->label < 0 ? "label" : "probability", out->label < 0 ? "label" : "p");
}

// How many cells of a column are no numbers, and whether all others are whole.
static int words_in(bool *whole, const cal_frame *f, int column) {
    int words = 0;
    *whole = true;
    for (int i = 0; i < f->n; i++) {
        double value;
        bool percent;
        const bool number = cal_frame_number(&value, &percent, f, cal_frame_cell(f, i, column));
        words += !number;
        if (number) *whole &= __builtin_fabs(value) < 1e15 && value == (double)(int64_t)value;
    }
    return words;
}

int cal_frame_group_column(const cal_frame *f, const cal_binary_columns *said) {
    role is[CAL_FRAME_COLUMNS] = {0};
    int found = -1, columns = 0, outputs = 0;
    bool whole, labelled = false, sure = false;
    if (said->group != -1 || !f->named) return said->group < 0 ? -1 : said->group;
    for (int c = 0; c < f->columns; c++) {
        is[c] = role_of(f->head[c]);
        sure |= is[c] == SURE; // predictions, whose other columns are left alone
    }
    if (sure) return -1;
    const int named = only(is, f->columns, GROUP);
    if (named >= 0 && (words_in(&whole, f, named) || whole)) return named;
    for (int c = 0; c < f->columns; c++) {
        labelled |= is[c] == LABEL;
        if (is[c] != NONE) continue;
        if (words_in(&whole, f, c) == f->n) found = c, columns++;
        else outputs++;
    }
    return labelled && columns == 1 && outputs >= 2 && !f->json
               ? found
               : -1; // JSON lines hold texts of any kind beside numbers
}

int cal_frame_case_column(const cal_frame *f) {
    role is[CAL_FRAME_COLUMNS];
    for (int c = 0; c < f->columns; c++) is[c] = f->named ? role_of(f->head[c]) : NONE;
    const int found = only(is, f->columns, CASE);
    return found < 0 ? -1 : found;
}
