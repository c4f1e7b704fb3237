// Finds the label, its probability, groups and cases among the columns of a table.
#include <string.h>
#include "run/tables/columns/binary.h"
#include "run/tables/columns/binary_guess.h"

void cal_frame_column_name(char out[CAL_BINARY_WORD], const cal_frame *f, int column) {
    cal_error name;
    if (f->named && f->head[column].length) cal_frame_show(&name, f, f->head[column]);
    else (void)cal_fail(&name, CAL_OK, "column %d", column + 1);
    memcpy(out, name.text, strlen(name.text) + 1);
}

cal_status cal_binary_columns_find(cal_binary_columns *out, bool *found, const cal_frame *f,
                                   const char *given, cal_error *err) {
    cal_binary_columns named;
    const cal_status status = cal_binary_columns_given(&named, f, given, err);
    *found = cal_binary_columns_guess(out, f, named.positive);
    if (!*found) (void)cal_binary_columns_given(out, f, NULL, err);
    if (!given || status) return status;
    if (named.label >= 0) out->label = named.label;
    if (named.p >= 0) out->p = named.p;
    if (named.group != -1) {
        out->group = named.group, out->more_groups = named.more_groups;
        memcpy(out->more, named.more, sizeof out->more);
    }
    if (named.cases != -1) out->cases = named.cases;
    if (named.weight != -1) out->weight = named.weight;
    out->score = named.score;
    out->odds = named.odds;
    // The guessed positive class belongs to the guessed columns.
    if (named.positive.length || named.label >= 0 || named.p >= 0) out->positive = named.positive;
    cal_column_role is[CAL_FRAME_COLUMNS];
    cal_frame_roles(is, f);
    // In a table of classes, the user may name only the group, case and weight columns (p_1 may be a class).
    const bool extras_only = !*found && named.label < 0 && named.p < 0 && !named.positive.length &&
                             cal_frame_only(is, f->columns, CAL_ROLE_OTHER) != -1;
    if (extras_only) return CAL_OK;
    if (out->label < 0) out->label = cal_frame_only(is, f->columns, CAL_ROLE_LABEL);
    if (out->p < 0) out->p = cal_frame_only(is, f->columns, CAL_ROLE_SCORE);
    *found = out->label >= 0 && out->p >= 0;
    if (*found && out->label == out->p)
        return cal_fail(err, CAL_USAGE, "%.120s: columns: label and p are the same column", f->name);
    if (*found && (out->score == out->p || out->score == out->label))
        return cal_columns_refuse_two_roles(f, out->score, err);
    // Groups, cases and weights may be those of a table of classes.
    if (*found || (named.label < 0 && named.p < 0)) return CAL_OK;
    return cal_fail(err, CAL_USAGE, "%.120s: columns: say which column is the %s, %s=name", f->name,
                    out->label < 0 ? "label" : "probability", out->label < 0 ? "label" : "p");
}

void cal_frame_groups_find(cal_binary_columns *io, const cal_frame *f) {
    cal_column_role is[CAL_FRAME_COLUMNS];
    cal_frame_roles(is, f);
    int found = -1, columns = 0, outputs = 0;
    bool whole, labelled = false, sure = false;
    if (io->group != -1 || !f->named) return;
    for (int c = 0; c < f->columns; c++)
        sure |= is[c] == CAL_ROLE_SURE; // predictions, whose other columns are left alone
    if (sure) return;
    cal_groups_named(io, f, is);
    for (int c = 0; c < f->columns && io->group < 0; c++) {
        labelled |= is[c] == CAL_ROLE_LABEL;
        if (is[c] != CAL_ROLE_NONE) continue;
        if (cal_column_words(&whole, f, c) == f->n) {
            if (!cal_column_distinct(f, c)) found = c, columns++;
        } else outputs++;
    }
    // JSON lines have texts of any kind next to numbers.
    if (labelled && columns == 1 && outputs >= 2 && !f->json) io->group = found;
}

int cal_frame_label_column(const cal_frame *f) {
    cal_column_role is[CAL_FRAME_COLUMNS];
    cal_frame_roles(is, f);
    const int found = cal_frame_only(is, f->columns, CAL_ROLE_LABEL);
    return found < 0 ? -1 : found;
}

int cal_frame_weight_column(const cal_frame *f) {
    cal_column_role is[CAL_FRAME_COLUMNS];
    cal_frame_roles(is, f);
    const int found = cal_frame_only(is, f->columns, CAL_ROLE_WEIGHT);
    return found < 0 ? -1 : found;
}

int cal_frame_case_column(const cal_frame *f, const cal_binary_columns *given) {
    cal_column_role is[CAL_FRAME_COLUMNS];
    bool whole;
    if (given->cases != -1) return given->cases < 0 ? -1 : given->cases;
    cal_frame_roles(is, f);
    const int found = cal_frame_only(is, f->columns, CAL_ROLE_CASE);
    // A class may be called "person", whose outputs have fractions.
    return found >= 0 && (cal_column_words(&whole, f, found) == f->n || whole) ? found : -1;
}
