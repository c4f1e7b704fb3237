// Makes outputs from the numbers of a table of classes.
#include "run/tables/classes/outputs.h"
#include <string.h>
#include "run/outputs/labels.h"
#include "run/tables/columns/classes.h"
#include "run/tables/classes/label.h"
#include "run/tables/frame/read.h"

static void note_predictions(const cal_class_numbers *t, const int place[CAL_PLACES], cal_notes *notes) {
    static const char *const own[CAL_PLACES] = {"true_label", "pred_label", "confidence"};
    char name[CAL_PLACES][72];
    bool usual = t->cells.named;
    for (int c = 0; c < CAL_PLACES; c++) {
        cal_csv_column_name(name[c], &t->cells, place[c]);
        usual = usual && cal_slice_is(t->cells.column[place[c]].name, own[c]);
    }
    if (!usual)
        CAL_NOTE(notes,
                 "%.200s: read as predictions: %s is the label, %s the predicted class, %s its confidence",
                 t->cells.file, name[0], name[1], name[2]);
}

// With two classes, a score below 0.5 exactly where class 0 is predicted is the probability of class 1.
static bool is_of_class_1(const int32_t *labels, const int32_t *predicted, const double *confidence, int n) {
    int below = 0, ones = 0;
    for (int i = 0; i < n; i++) {
        if (labels[i] > 1 || predicted[i] > 1) return false;
        if (predicted[i] ? confidence[i] < 0.5 : confidence[i] > 0.5) return false;
        below += confidence[i] < 0.5;
        ones += predicted[i];
    }
    return below && ones;
}

// Divides confidences in percent by 100.
static void take_percent(double *confidence, const cal_class_numbers *t, int place, cal_notes *notes) {
    double least = __builtin_inf(), most = 0;
    char name[72];
    for (int i = 0; i < t->cells.n; i++) {
        least = confidence[i] < least ? confidence[i] : least;
        most = confidence[i] > most ? confidence[i] : most;
    }
    if (most <= 1) return;
    cal_csv_column_name(name, &t->cells, place);
    for (int i = 0; i < t->cells.n; i++) confidence[i] /= 100;
    CAL_NOTE(notes, "%.200s: %s runs from %.4g to %.4g, and is read as percent", t->cells.file, name, least,
             most);
}

static cal_status take_predictions(cal_outputs *out, cal_arena *arena, const cal_class_numbers *t,
                                   const int place[CAL_PLACES], cal_notes *notes, cal_error *err) {
    const int n = t->cells.n;
    char name[72];
    int32_t *labels = cal_arena_alloc(arena, (size_t)n * sizeof *labels),
            *predicted = cal_arena_alloc(arena, (size_t)n * sizeof *predicted);
    double *confidence = cal_arena_alloc(arena, (size_t)n * sizeof *confidence);
    if (arena->refused) return cal_refuse_memory(err, "%s: %d lines", t->cells.file, n);
    for (int i = 0; i < n; i++) {
        labels[i] = (int32_t)cal_csv_cell(&t->cells, i, place[CAL_PLACE_LABEL]);
        predicted[i] = (int32_t)cal_csv_cell(&t->cells, i, place[CAL_PLACE_PREDICTED]);
        confidence[i] = cal_csv_cell(&t->cells, i, place[CAL_PLACE_CONFIDENCE]);
    }
    *out = (cal_outputs){.n = n, .labels = labels, .predicted = predicted, .confidence = confidence};
    note_predictions(t, place, notes);
    take_percent(confidence, t, place[CAL_PLACE_CONFIDENCE], notes);
    if (!is_of_class_1(labels, predicted, confidence, n)) return CAL_OK;
    for (int i = 0; i < n; i++)
        if (!predicted[i]) confidence[i] = 1 - confidence[i];
    cal_csv_column_name(name, &t->cells, place[CAL_PLACE_CONFIDENCE]);
    CAL_NOTE(
        notes,
        "%.200s: %s is below 0.5 exactly where class 0 is predicted: read as the probability of class 1, "
        "and converted to that of the predicted class",
        t->cells.file, name);
    return CAL_OK;
}

static bool is_output(const cal_class_numbers *t, int place) {
    const cal_csv_column_kind kind = t->cells.column[place].kind;
    return kind != CAL_COLUMN_PREDICTED && kind != CAL_COLUMN_CONFIDENCE;
}

// Subtracts 1 from labels of columns that are numbered from 1, if the labels are, too. The highest label may
// be missing; otherwise cal_outputs_settle does this.
static void count_as_columns(int32_t *labels, const cal_outputs *o, const char *name, cal_notes *notes) {
    int32_t least = INT32_MAX, most = 0;
    for (int i = 0; i < o->n; i++) {
        if (cal_label_is_mark(labels[i]) && !(labels[i] > 0 && labels[i] <= o->k)) continue;
        least = labels[i] < least ? labels[i] : least;
        most = labels[i] > most ? labels[i] : most;
    }
    if (least < 1 || most >= o->k) return;
    for (int i = 0; i < o->n; i++)
        if (labels[i] > 0 && labels[i] <= o->k) labels[i]--;
    CAL_NOTE(notes,
             "%.200s: its columns of classes are numbered from 1, so a label is the number of a column",
             name);
}

static cal_status take_outputs(cal_outputs *out, cal_arena *arena, const cal_class_numbers *table, int label,
                               const cal_outputs_options *reading, cal_error *err) {
    const cal_csv_cells *t = &table->cells;
    const bool sure = reading->kind == CAL_OUTPUT_PROBABILITIES;
    const bool wide = reading->width != CAL_WIDTH_SINGLE || sure || reading->recognise;
    const bool single = reading->width != CAL_WIDTH_DOUBLE && !sure;
    out->n = t->n;
    out->k = -1;
    for (int c = 0; c < t->width; c++) out->k += is_output(table, c);
    const size_t n = (size_t)out->n, k = (size_t)out->k;
    int32_t *labels = cal_arena_alloc(arena, n * sizeof *labels);
    float *floats = single ? cal_arena_alloc(arena, n * k * sizeof *floats) : NULL;
    double *doubles = wide ? cal_arena_alloc(arena, n * k * sizeof *doubles) : NULL;
    out->logits = floats, out->wide = doubles;
    if (arena->refused) return cal_refuse_memory(err, "%s: its numbers", t->file);
    size_t to = 0;
    for (int i = 0; i < t->n; i++)
        for (int c = 0; c < t->width; c++) {
            const double value = cal_csv_cell(t, i, c);
            if (c == label) labels[i] = (int32_t)value;
            if (c == label || !is_output(table, c)) continue;
            if (single) floats[to] = (float)value;
            if (wide) doubles[to] = value;
            to++;
        }
    if (table->dropped || out->k + 1 < t->width)
        CAL_NOTE(
            reading->notes,
            "%.200s: read as the outputs of %d classes; the columns of predicted classes and of confidences "
            "beside them are ignored",
            t->file, out->k);
    if (table->sorted)
        CAL_NOTE(reading->notes,
                 "%.200s: its columns of classes are numbered, and read in the order of their numbers",
                 t->file);
    if (table->from_one) count_as_columns(labels, out, t->file, reading->notes);
    const bool open = !sure && reading->kind != CAL_OUTPUT_LOGITS;
    const cal_status status = open ? cal_csv_range_check(out, t, label, reading->naming, err) : CAL_OK;
    return status ? status : cal_outputs_settle(out, labels, arena, t->file, t->file, reading, err);
}

static cal_status take_weights(cal_row_columns *out, const cal_class_numbers *t, cal_notes *notes,
                               cal_error *err) {
    cal_error name;
    (void)cal_fail(&name, CAL_OK, "%.*s", CAL_QUOTED(t->column[t->weight].name));
    memcpy(out->weight_name, name.text, strlen(name.text) + 1);
    out->weight = t->weights;
    cal_row_weights_note(out, t->cells.file, notes);
    return cal_weights_settle(t->weights, t->cells.n, t->cells.file, err);
}

// Describes the columns: the label, outputs or a prediction, and those that are not read. place: of
// predictions, or null.
static cal_status describe(const cal_columns_read **out, cal_arena *arena, const cal_class_numbers *t,
                           int label, const int place[CAL_PLACES], cal_error *err) {
    const cal_csv_cells *cells = &t->cells;
    cal_arena own = {0};
    cal_read_column *column = cal_arena_alloc(&own, (size_t)(cells->width + t->columns) * sizeof *column);
    int count = 0;
    if (!column) return cal_refuse_memory(err, "%s: its columns", cells->file);
    for (int c = 0; c < cells->width; c++) {
        const cal_read_role role = c == label                                  ? CAL_READ_LABEL
                                   : place && c == place[CAL_PLACE_PREDICTED]  ? CAL_READ_PREDICTED
                                   : place && c == place[CAL_PLACE_CONFIDENCE] ? CAL_READ_CONFIDENCE
                                   : place || !is_output(t, c)                 ? CAL_READ_NOT
                                                                               : CAL_READ_OUTPUT;
        column[count++] = (cal_read_column){role, cells->column[c].name, cells->column[c].at};
    }
    for (int c = 0; c < t->columns; c++)
        if (t->column[c].kind == CAL_COLUMN_IGNORED)
            column[count++] = (cal_read_column){CAL_READ_NOT, t->column[c].name, c};
    const cal_status status = cal_read_describe(out, arena, column, count, t->frame, err);
    cal_arena_free(&own);
    return status;
}

cal_status cal_class_outputs(cal_table_outputs *out, cal_arena *arena, const cal_class_numbers *t,
                             const cal_outputs_options *reading, cal_error *err) {
    int place[CAL_PLACES] = {0}, label = 0;
    bool found = false;
    cal_status status = CAL_OK;
    if (t->weight >= 0) status = take_weights(&out->rows, t, reading->notes, err);
    if (!status) status = cal_csv_find_predictions(place, &found, &t->cells, err);
    if (!status && found) status = take_predictions(&out->outputs, arena, t, place, reading->notes, err);
    else if (!status) {
        status = cal_csv_find_label(&label, &t->cells, err);
        if (!status) status = take_outputs(&out->outputs, arena, t, label, reading, err);
    }
    if (found) label = place[CAL_PLACE_LABEL];
    return status ? status : describe(&out->outputs.read, arena, t, label, found ? place : NULL, err);
}
