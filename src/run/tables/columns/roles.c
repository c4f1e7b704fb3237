// Finds the roles of columns in a table with groups, cases and weights, by their names.
#include "run/tables/columns/roles.h"
#include <stdlib.h>
#include <string.h>
#include "run/tables/columns/names.h"

cal_column_role cal_name_role(cal_slice name) {
    static const char *const labels[] = {"outcome",   "event",    "response", "died",       "death",
                                         "default",   "churn",    "fraud",    "readmitted", "ytest",
                                         "yval",      "observed", "obs",      "truelabel",  "verstorben",
                                         "gestorben", "ereignis", NULL};
    static const char *const correct[] = {"correct", "iscorrect", "acc",     "hit",
                                          "match",   "korrekt",   "richtig", NULL};
    static const char *const scores[] = {"risk",
                                         "pd",
                                         "riskscore",
                                         "predictedrisk",
                                         "predictedprobability",
                                         "logit",
                                         "logits",
                                         "z",
                                         "logodds",
                                         "probpositive",
                                         "positive",
                                         "ppos",
                                         "ypredproba",
                                         "predproba",
                                         "predictproba",
                                         "prob1",
                                         "proba1",
                                         "p1",
                                         "probability1",
                                         "rawformulaval", // CatBoost: log odds
                                         "risiko",
                                         "wahrscheinlichkeit",
                                         NULL};
    static const char *const groups[] = {
        "group",  "groups", "subgroup",   "slice",      "sex",     "gender", "site",    "hospital",
        "center", "centre", "region",     "ethnicity",  "race",    "cohort", "country", "gruppe",
        "klinik", "land",   "geschlecht", "bundesland", "station", NULL};
    static const char *const cases[] = {"case",      "caseid",  "patient",   "patientid",   "subject",
                                        "subjectid", "cluster", "clusterid", "person",      "personid",
                                        "user",      "userid",  "subjid",    "patientenid", "patientennr",
                                        "fallnr",    "fall",    NULL};
    char word[CAL_BARE_NAME];
    (void)cal_name_bare(word, name);
    if (cal_name_is_any(word, labels)) return CAL_ROLE_LABEL;
    if (cal_name_is_any(word, correct)) return CAL_ROLE_CORRECT;
    if (cal_name_is_any(word, scores)) return CAL_ROLE_SCORE;
    if (cal_name_is_any(word, groups)) return CAL_ROLE_GROUP;
    if (cal_name_is_any(word, cases)) return CAL_ROLE_CASE;
    switch (cal_csv_column_kind_of(name)) {
    case CAL_COLUMN_WEIGHT: return CAL_ROLE_WEIGHT;
    case CAL_COLUMN_LABEL: return CAL_ROLE_LABEL;
    case CAL_COLUMN_SCORE: return CAL_ROLE_SCORE;
    case CAL_COLUMN_IGNORED: return CAL_ROLE_IGNORED;
    case CAL_COLUMN_UNKNOWN: return CAL_ROLE_NONE;
    // The confidence of a predicted class. It belongs to the positive class only if that class is given, too.
    case CAL_COLUMN_CONFIDENCE: return CAL_ROLE_SURE;
    default: return CAL_ROLE_OTHER;
    }
}

void cal_frame_roles(cal_column_role out[CAL_FRAME_COLUMNS], const cal_frame *f) {
    for (int c = 0; c < f->columns; c++) out[c] = f->named ? cal_name_role(f->head[c]) : CAL_ROLE_NONE;
}

int cal_frame_only(const cal_column_role *is, int columns, cal_column_role wanted) {
    int found = -1;
    for (int c = 0; c < columns; c++)
        if (is[c] == wanted) {
            if (found >= 0) return -2;
            found = c;
        }
    return found;
}

int cal_column_words(bool *whole, const cal_frame *f, int column) {
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

static int compare(const void *a, const void *b) {
    return cal_slice_order(*(const cal_slice *)a, *(const cal_slice *)b);
}

bool cal_column_distinct(const cal_frame *f, int column) {
    cal_slice *word = cal_mem_alloc((size_t)f->n * sizeof *word + 1);
    bool distinct = word != NULL;
    for (int i = 0; i < f->n && distinct; i++) word[i] = cal_frame_cell(f, i, column);
    if (distinct) qsort(word, (size_t)f->n, sizeof *word, compare);
    for (int i = 1; i < f->n && distinct; i++) distinct = compare(&word[i - 1], &word[i]) != 0;
    cal_mem_free(word);
    return distinct;
}

void cal_groups_named(cal_binary_columns *out, const cal_frame *f, const cal_column_role *is) {
    bool whole;
    out->group = -1, out->more_groups = 0;
    for (int c = 0; c < f->columns; c++) {
        if (is[c] != CAL_ROLE_GROUP || !(cal_column_words(&whole, f, c) || whole)) continue;
        if (out->group < 0) out->group = c;
        else if (out->more_groups < CAL_GROUPS_MORE) out->more[out->more_groups++] = c;
    }
}
