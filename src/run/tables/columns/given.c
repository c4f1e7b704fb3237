// Reads the user's text on the columns of a table: "label=died,p=risk", "label=y,classes=p*".
#include <string.h>
#include "run/tables/columns/binary.h"

static cal_status find_column(int *out, const cal_frame *f, cal_slice name, cal_error *err) {
    double number;
    for (int c = 0; c < f->columns; c++)
        if (f->named && cal_slice_is_field(f->head[c], name)) return *out = c, CAL_OK;
    if (cal_number_parse(&number, name) && number >= 1 && number <= f->columns &&
        number == (double)(int)number)
        return *out = (int)number - 1, CAL_OK;
    char first[CAL_BINARY_WORD], last[CAL_BINARY_WORD];
    cal_frame_column_name(first, f, 0), cal_frame_column_name(last, f, f->columns - 1);
    return cal_fail(err, CAL_USAGE, "%.120s: columns: no column is named %.*s; it has %d, from %s to %s",
                    f->name, CAL_QUOTED(name), f->columns, first, last);
}

// Finds the columns that `pattern`, a stem and a star, matches with numbers from 0 or 1, in their order.
static cal_status find_set(cal_binary_columns *out, const cal_frame *f, cal_slice pattern, cal_error *err) {
    const cal_slice stem = {pattern.at, pattern.length - 1};
    int at[CAL_FRAME_COLUMNS + 1], count = 0;
    bool twice = pattern.at[stem.length] != '*' || out->classes;
    for (int i = 0; i <= CAL_FRAME_COLUMNS; i++) at[i] = -1;
    for (int c = 0; c < f->columns && f->named; c++) {
        const cal_slice name = f->head[c];
        double number;
        if (name.length <= stem.length || memcmp(name.at, stem.at, (size_t)stem.length) != 0 ||
            !cal_number_parse(&number, (cal_slice){name.at + stem.length, name.length - stem.length}) ||
            number < 0 || number > CAL_FRAME_COLUMNS || number != (double)(int)number)
            continue;
        twice |= at[(int)number] >= 0;
        at[(int)number] = c, count++;
    }
    for (int i = at[0] < 0; out->classes < count && !twice && i <= CAL_FRAME_COLUMNS && at[i] >= 0; i++)
        out->class_at[out->classes++] = (int16_t)at[i];
    if (count > 1 && out->classes == count) return CAL_OK;
    return cal_fail(err, CAL_USAGE,
                    "%.120s: columns: classes=%.*s names no columns with numbers from 0 or 1 without a gap",
                    f->name, CAL_QUOTED(pattern));
}

static cal_status add_class(cal_binary_columns *out, const cal_frame *f, cal_slice name, cal_error *err) {
    int at;
    const cal_status status = find_column(&at, f, name, err);
    if (status) return status;
    for (int j = 0; j < out->classes; j++)
        if (out->class_at[j] == at)
            return cal_fail(err, CAL_USAGE, "%.120s: columns: class=%.*s is given twice", f->name,
                            CAL_QUOTED(name));
    out->class_at[out->classes++] = (int16_t)at;
    return CAL_OK;
}

static int *place_of(cal_binary_columns *out, cal_slice key) {
    return cal_slice_is(key, "label")                             ? &out->label
           : cal_slice_is(key, "p") || cal_slice_is(key, "logit") ? &out->p
           : cal_slice_is(key, "pred")                            ? &out->predicted
           : cal_slice_is(key, "conf")                            ? &out->confidence
           : cal_slice_is(key, "group")                           ? &out->group
           : cal_slice_is(key, "case")                            ? &out->cases
           : cal_slice_is(key, "weight")                          ? &out->weight
           : cal_slice_is(key, "score")                           ? &out->score
                                                                  : NULL;
}

static cal_status read_item(cal_binary_columns *out, const cal_frame *f, cal_slice key, cal_slice value,
                            cal_error *err) {
    int *column = place_of(out, key);
    const bool one = cal_slice_is(key, "class"), all = cal_slice_is(key, "classes");
    const bool positive = cal_slice_is(key, "positive");
    if (!value.at || !value.length || (!column && !one && !all && !positive))
        return cal_fail(err, CAL_USAGE,
                        "columns: '%.*s' is not label=, p=, logit=, class=, classes=, pred=, conf=, group=, "
                        "case=, weight=, score= or positive=, each with a name or a number from 1, joined by "
                        "commas: label=died,p=risk",
                        CAL_QUOTED(key));
    if (one) return add_class(out, f, value, err);
    if (all) return find_set(out, f, value, err);
    if (positive) return out->positive = value, CAL_OK;
    out->odds |= cal_slice_is(key, "logit");
    const bool about = column == &out->group || column == &out->cases || column == &out->weight;
    if (about && (cal_slice_is(value, "none") || cal_slice_is(value, "0"))) return *column = -2, CAL_OK;
    int at;
    const cal_status status = find_column(&at, f, value, err);
    if (status) return status;
    if (column != &out->group || out->group < 0) *column = at;
    else if (out->more_groups == CAL_GROUPS_MORE)
        return cal_fail(err, CAL_USAGE, "columns: more than %d columns of groups", CAL_GROUPS_MORE + 1);
    else out->more[out->more_groups++] = at;
    return CAL_OK;
}

cal_status cal_binary_columns_given(cal_binary_columns *out, const cal_frame *f, const char *given,
                                    cal_error *err) {
    cal_slice rest = {given, given ? (int)strlen(given) : 0};
    cal_status status = CAL_OK;
    *out = (cal_binary_columns){.label = -1,
                                .p = -1,
                                .predicted = -1,
                                .confidence = -1,
                                .group = -1,
                                .cases = -1,
                                .weight = -1,
                                .score = -1,
                                .positive = {"", 0}};
    while (rest.at && rest.length && !status) {
        cal_slice value = cal_slice_cut(&rest, ',');
        const cal_slice key = cal_slice_cut(&value, '=');
        status = read_item(out, f, key, value, err);
    }
    return status;
}

// ---- columns of classes and of predictions

bool cal_columns_give_classes(const cal_binary_columns *c) {
    return c->classes || c->predicted >= 0 || c->confidence >= 0;
}

bool cal_columns_give_probability(const char *given) {
    for (const char *at = given; at; at = strchr(at, ','), at = at ? at + 1 : NULL)
        if (!strncmp(at, "p=", 2) || !strncmp(at, "logit=", 6)) return true;
    return false;
}

cal_status cal_columns_refuse_two_roles(const cal_frame *f, int column, cal_error *err) {
    char name[CAL_BINARY_WORD];
    cal_frame_column_name(name, f, column);
    return cal_fail(err, CAL_USAGE, "%.120s: columns: %s has two roles", f->name, name);
}

// Lists the label and its outputs, each once.
static cal_status list_given(int at[CAL_FRAME_COLUMNS], int *count, const cal_frame *f,
                             const cal_binary_columns *c, cal_error *err) {
    const bool predictions = c->predicted >= 0 && c->confidence >= 0 && !c->classes;
    *count = 0;
    if (c->p >= 0 || (!predictions && (c->predicted >= 0 || c->confidence >= 0 || c->classes < 2)))
        return cal_fail(
            err, CAL_USAGE,
            "%.120s: columns: give classes= or class= for each class, or pred= and conf=, or p=", f->name);
    at[(*count)++] = c->label >= 0 ? c->label : cal_frame_label_column(f);
    if (at[0] < 0)
        return cal_fail(err, CAL_USAGE, "%.120s: columns: say which column is the label, label=name",
                        f->name);
    if (predictions) at[(*count)++] = c->predicted, at[(*count)++] = c->confidence;
    for (int j = 0; j < c->classes; j++) at[(*count)++] = c->class_at[j];
    for (int i = 0; i < *count; i++) {
        bool twice = at[i] == c->score;
        for (int j = 0; j < i; j++) twice |= at[i] == at[j];
        if (twice) return cal_columns_refuse_two_roles(f, at[i], err);
    }
    return CAL_OK;
}

cal_status cal_columns_take_classes(cal_frame *f, cal_binary_columns *io, cal_arena *arena, cal_error *err) {
    int order[CAL_FRAME_COLUMNS], place[CAL_FRAME_COLUMNS], count;
    const cal_status status = list_given(order, &count, f, io, err);
    if (status) return status;
    f->given = io->classes ? CAL_GIVEN_CLASSES : CAL_GIVEN_PREDICTIONS;
    f->given_columns = count;
    for (int c = 0; c < f->columns; c++) place[c] = -1;
    for (int i = 0; i < count; i++) place[order[i]] = i;
    for (int c = 0; c < f->columns; c++)
        if (place[c] < 0) place[c] = count, order[count++] = c;
    cal_slice *row = cal_arena_alloc(arena, (size_t)f->columns * sizeof *row);
    if (!row) return cal_refuse_memory(err, "%s: its columns", f->name);
    for (int i = -1; i < f->n; i++) { // the names, then the rows
        cal_slice *cells = i < 0 ? f->head : f->cell + (size_t)i * (size_t)f->columns;
        for (int c = 0; c < f->columns; c++) row[c] = cells[order[c]];
        memcpy(cells, row, (size_t)f->columns * sizeof *row);
    }
    int *const about[] = {&io->group, &io->cases, &io->weight, &io->score};
    for (size_t i = 0; i < sizeof about / sizeof *about; i++)
        if (*about[i] >= 0) *about[i] = place[*about[i]];
    for (int i = 0; i < io->more_groups; i++) io->more[i] = place[io->more[i]];
    io->label = 0, io->p = io->predicted = io->confidence = -1, io->classes = 0;
    return CAL_OK;
}
