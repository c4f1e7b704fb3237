// Reads CSV files: first all numbers, line by line, then the roles of the columns.
#include "run/tables/csv.h"
#include "run/tables/binary.h"
#include <string.h>
#include "run/tables/columns/roles.h"
#include "run/tables/columns/classes.h"
#include "run/tables/columns/cells.h"
#include "run/tables/columns/label.h"
#include "run/tables/plain_csv.h"
#include "run/tables/frame/spreadsheet.h"
#include "run/tables/selection.h"
#include "run/tables/multi_label.h"
#include "run/tables/questions/questions.h"
#include "catalog/data/tables/rows.h"

enum { COLUMNS_MAX = 1 << 16 };

typedef struct reader {
    cal_rows rows;
    cal_slice *field;       // [room], the current row
    cal_csv_column *column; // [columns], columns of the file
    int room, columns;
    int needed;    // columns that a row must have: all, or up to the last that is read
    bool by_name;  // columns named as label, predicted class and confidence exist
    bool sorted;   // numbered columns were sorted by their numbers
    bool from_one; // the numbers of columns begin with 1
    bool dropped;  // columns of predicted classes or confidences were ignored next to outputs
    int weight;    // column of the samples' weights, or -1
    cal_csv_cells cells;
    double *cell;    // [rows,width]
    double *weights; // [rows]
} reader;

static int count_kind(const reader *r, cal_csv_column_kind kind) {
    int count = 0;
    for (int i = 0; i < r->columns; i++) count += r->column[i].kind == kind;
    return count;
}

static void ignore(reader *r, cal_csv_column_kind kind) {
    for (int i = 0; i < r->columns; i++)
        if (r->column[i].kind == kind) r->column[i].kind = CAL_COLUMN_IGNORED;
}

static cal_status check_names(const reader *r, cal_error *err) {
    static const struct {
        cal_csv_column_kind kind;
        const char *name;
    } once[] = {{CAL_COLUMN_LABEL, "label (or true_label, target, class, y)"},
                {CAL_COLUMN_PREDICTED, "pred (or pred_label, prediction, y_hat)"},
                {CAL_COLUMN_CONFIDENCE, "conf (or confidence, max_prob)"}};
    for (size_t i = 0; i < sizeof once / sizeof *once; i++)
        if (count_kind(r, once[i].kind) > 1)
            return cal_fail(err, CAL_FAILED, "%s: line %d: more than one column is named %s", r->rows.name,
                            r->rows.line, once[i].name);
    const int others = count_kind(r, CAL_COLUMN_PREDICTED) + count_kind(r, CAL_COLUMN_CONFIDENCE) +
                       count_kind(r, CAL_COLUMN_SCORE);
    if (count_kind(r, CAL_COLUMN_LABEL) ||
        (others &&
         r->columns - count_kind(r, CAL_COLUMN_IGNORED) - count_kind(r, CAL_COLUMN_WEIGHT) == CAL_PLACES))
        return CAL_OK;
    return cal_fail(
        err, CAL_FAILED,
        "%s: line %d: no column is named label (or true_label, target, class, y); name it, and give a column "
        "for each class or columns named pred and conf; or say columns label=NAME,p=NAME",
        r->rows.name, r->rows.line);
}

// Decides from all names together which columns are read.
static void settle_names(reader *r) {
    const int sure = count_kind(r, CAL_COLUMN_CONFIDENCE), scores = count_kind(r, CAL_COLUMN_SCORE);
    const int classes = count_kind(r, CAL_COLUMN_CLASS);
    r->by_name = count_kind(r, CAL_COLUMN_LABEL) && count_kind(r, CAL_COLUMN_PREDICTED) &&
                 (sure || (scores == 1 && !classes));
    if (r->by_name) {
        ignore(r, CAL_COLUMN_CLASS), ignore(r, CAL_COLUMN_UNKNOWN);
        if (sure) ignore(r, CAL_COLUMN_SCORE);
        return;
    }
    if (scores && classes > 1) r->dropped = true, ignore(r, CAL_COLUMN_SCORE);
}

// Reads the first row: the number of columns, and their names if it has them.
static cal_status read_first(reader *r, cal_arena *arena, cal_error *err) {
    const cal_rows start = r->rows;
    cal_status status = cal_rows_next(r->field, &r->columns, r->room, &r->rows, err);
    if (status) return status;
    r->column = cal_arena_alloc(arena, (size_t)r->columns * sizeof *r->column + 1);
    r->cells.column = cal_arena_alloc(arena, (size_t)r->columns * sizeof *r->column + 1);
    if (arena->refused) return cal_refuse_memory(err, "%s: its columns", r->rows.name);
    r->cells.named = !r->columns;
    for (int i = 0; i < r->columns; i++) {
        double value;
        r->cells.named |= !cal_number_parse(&value, r->field[i]);
    }
    for (int i = 0; i < r->columns; i++)
        r->column[i] = r->cells.named ? (cal_csv_column){cal_csv_column_kind_of(r->field[i]), r->field[i], i}
                                      : (cal_csv_column){.at = i};
    if (!r->cells.named) r->rows = start;
    else if ((status = check_names(r, err))) return status;
    settle_names(r);
    for (int i = 0; i < r->columns; i++) {
        if (r->column[i].kind == CAL_COLUMN_WEIGHT) r->weight = i;
        if (r->column[i].kind == CAL_COLUMN_IGNORED || i == r->weight) continue;
        r->cells.column[r->cells.width++] = r->column[i];
        r->needed = i + 1;
    }
    if (!r->by_name) r->needed = r->columns;
    if (r->weight >= r->needed) r->needed = r->weight + 1;
    if (r->cells.named && !r->by_name)
        status = cal_csv_classes_sort(&r->sorted, &r->from_one, r->cells.column, r->cells.width, r->rows.name,
                                      err);
    if (status || r->cells.width >= CAL_PLACES) return status;
    return cal_fail(
        err, CAL_FAILED,
        "%s: line %d: too few columns: give a label and outputs of at least two classes, or a label, "
        "a predicted class and its confidence",
        r->rows.name, r->rows.line);
}

static cal_status bad_value(const reader *r, const cal_csv_column *column, const char *what, cal_error *err) {
    return cal_fail(err, CAL_FAILED, "%s: line %d: %.*s=%.*s is not %s", r->rows.name, r->rows.line,
                    CAL_QUOTED(column->name), CAL_QUOTED(r->field[column->at]), what);
}

static cal_status read_value(double *out, const reader *r, const cal_csv_column *column, cal_error *err) {
    const cal_slice field = r->field[column->at];
    const bool number = cal_number_parse(out, field);
    if (!r->by_name && !number)
        return cal_fail(err, CAL_FAILED, "%s: line %d: column %d: '%.*s' is not a number%s", r->rows.name,
                        r->rows.line, column->at + 1, CAL_QUOTED(field),
                        r->cells.named ? "; a column of groups is named by columns, group=NAME" : "");
    if (!r->by_name) return CAL_OK;
    if (column->kind != CAL_COLUMN_LABEL && column->kind != CAL_COLUMN_PREDICTED)
        return number && *out >= 0 && *out <= 1 ? CAL_OK : bad_value(r, column, "a number from 0 to 1", err);
    if (number && *out >= 0 && *out < INT32_MAX && *out == (double)(int32_t)*out) return CAL_OK;
    return bad_value(r, column, "a class, a whole number from 0", err);
}

// *found: false past the last row.
static cal_status read_row(reader *r, bool *found, cal_error *err) {
    int count;
    cal_status status = cal_rows_next(r->field, &count, r->room, &r->rows, err);
    *found = count > 0;
    if (status || !count) return status;
    if (count < r->needed || (count != r->columns && !r->by_name))
        return cal_fail(err, CAL_FAILED, "%s: line %d: %d columns, but the first line has %d", r->rows.name,
                        r->rows.line, count, r->columns);
    double *to = r->cell + (size_t)r->cells.n * (size_t)r->cells.width;
    for (int c = 0; c < r->cells.width && !status; c++)
        status = read_value(&to[c], r, &r->cells.column[c], err);
    if (!status && r->weight >= 0 && !cal_number_parse(&r->weights[r->cells.n], r->field[r->weight]))
        status = bad_value(r, &r->column[r->weight], "a weight, a number above 0", err);
    r->cells.n++;
    return status;
}

static cal_status read_cells(reader *r, cal_arena *arena, const cal_file *file, cal_error *err) {
    int lines = 0;
    cal_status status = cal_rows_bound(&lines, file, err);
    if (status) return status;
    r->field = cal_arena_alloc(arena, (size_t)r->room * sizeof *r->field);
    if (!r->field) return cal_refuse_memory(err, "%s: its columns", file->name);
    status = read_first(r, arena, err);
    if (status) return status;
    // A number takes at least two bytes, so a hostile file cannot request much more memory than its own size.
    const size_t most = file->size / 2 / (size_t)r->cells.width + 1;
    const size_t rows = (size_t)lines < most ? (size_t)lines : most;
    r->cell = cal_arena_alloc(arena, (rows + 1) * (size_t)r->cells.width * sizeof *r->cell);
    if (!r->cell) return cal_refuse_memory(err, "%s: %d lines", file->name, lines);
    if (r->weight >= 0) r->weights = cal_arena_alloc(arena, (rows + 1) * sizeof *r->weights);
    if (arena->refused) return cal_refuse_memory(err, "%s: %d lines", file->name, lines);
    r->cells.cell = r->cell;
    for (bool found = true; found && !status;) status = read_row(r, &found, err);
    if (!status && !r->cells.n)
        status = cal_fail(err, CAL_FAILED, "%s: no rows of %s", file->name,
                          r->by_name ? "predictions" : "outputs");
    return status;
}

static void note_predictions(const reader *r, const int place[CAL_PLACES], cal_notes *notes) {
    static const char *const own[CAL_PLACES] = {"true_label", "pred_label", "confidence"};
    char name[CAL_PLACES][72];
    bool usual = r->cells.named;
    for (int c = 0; c < CAL_PLACES; c++) {
        cal_csv_column_name(name[c], &r->cells, place[c]);
        usual = usual && cal_slice_is(r->cells.column[place[c]].name, own[c]);
    }
    if (!usual)
        CAL_NOTE(notes,
                 "%.200s: read as predictions: %s is the label, %s the predicted class, %s its confidence",
                 r->rows.name, name[0], name[1], name[2]);
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

static cal_status take_predictions(cal_outputs *out, cal_arena *arena, const reader *r,
                                   const int place[CAL_PLACES], cal_notes *notes, cal_error *err) {
    const int n = r->cells.n;
    char name[72];
    int32_t *labels = cal_arena_alloc(arena, (size_t)n * sizeof *labels),
            *predicted = cal_arena_alloc(arena, (size_t)n * sizeof *predicted);
    double *confidence = cal_arena_alloc(arena, (size_t)n * sizeof *confidence);
    if (arena->refused) return cal_refuse_memory(err, "%s: %d lines", r->rows.name, n);
    for (int i = 0; i < n; i++) {
        labels[i] = (int32_t)cal_csv_cell(&r->cells, i, place[CAL_PLACE_LABEL]);
        predicted[i] = (int32_t)cal_csv_cell(&r->cells, i, place[CAL_PLACE_PREDICTED]);
        confidence[i] = cal_csv_cell(&r->cells, i, place[CAL_PLACE_CONFIDENCE]);
    }
    *out = (cal_outputs){.n = n, .labels = labels, .predicted = predicted, .confidence = confidence};
    note_predictions(r, place, notes);
    if (!is_of_class_1(labels, predicted, confidence, n)) return CAL_OK;
    for (int i = 0; i < n; i++)
        if (!predicted[i]) confidence[i] = 1 - confidence[i];
    cal_csv_column_name(name, &r->cells, place[CAL_PLACE_CONFIDENCE]);
    CAL_NOTE(
        notes,
        "%.200s: %s is below 0.5 exactly where class 0 is predicted: read as the probability of class 1, "
        "and converted to that of the predicted class",
        r->rows.name, name);
    return CAL_OK;
}

static bool is_output(const reader *r, int place) {
    const cal_csv_column_kind kind = r->cells.column[place].kind;
    return kind != CAL_COLUMN_PREDICTED && kind != CAL_COLUMN_CONFIDENCE;
}

// Subtracts 1 from labels of columns that are numbered from 1, if the labels are, too. The highest label may
// be missing; otherwise cal_outputs_settle does this.
static void count_as_columns(int32_t *labels, const cal_outputs *o, const char *name, cal_notes *notes) {
    int32_t least = INT32_MAX, most = 0;
    for (int i = 0; i < o->n; i++) {
        least = labels[i] < least ? labels[i] : least;
        most = labels[i] > most ? labels[i] : most;
    }
    if (least < 1 || most >= o->k) return;
    for (int i = 0; i < o->n; i++) labels[i]--;
    CAL_NOTE(notes,
             "%.200s: its columns of classes are numbered from 1, so a label is the number of a column",
             name);
}

static cal_status take_outputs(cal_outputs *out, cal_arena *arena, const reader *r, int label,
                               const cal_outputs_options *reading, cal_error *err) {
    const cal_csv_cells *t = &r->cells;
    const bool sure = reading->kind == CAL_OUTPUT_PROBABILITIES;
    const bool wide = reading->width != CAL_WIDTH_SINGLE || sure || reading->recognise;
    const bool single = reading->width != CAL_WIDTH_DOUBLE && !sure;
    out->n = t->n;
    out->k = -1;
    for (int c = 0; c < t->width; c++) out->k += is_output(r, c);
    const size_t n = (size_t)out->n, k = (size_t)out->k;
    int32_t *labels = cal_arena_alloc(arena, n * sizeof *labels);
    float *floats = single ? cal_arena_alloc(arena, n * k * sizeof *floats) : NULL;
    double *doubles = wide ? cal_arena_alloc(arena, n * k * sizeof *doubles) : NULL;
    out->logits = floats, out->wide = doubles;
    if (arena->refused) return cal_refuse_memory(err, "%s: its numbers", r->rows.name);
    size_t to = 0;
    for (int i = 0; i < t->n; i++)
        for (int c = 0; c < t->width; c++) {
            const double value = cal_csv_cell(t, i, c);
            if (c == label) labels[i] = (int32_t)value;
            if (c == label || !is_output(r, c)) continue;
            if (single) floats[to] = (float)value;
            if (wide) doubles[to] = value;
            to++;
        }
    if (r->dropped || out->k + 1 < t->width)
        CAL_NOTE(
            reading->notes,
            "%.200s: read as the outputs of %d classes; the columns of predicted classes and of confidences "
            "beside them are ignored",
            r->rows.name, out->k);
    if (r->sorted)
        CAL_NOTE(reading->notes,
                 "%.200s: its columns of classes are numbered, and read in the order of their numbers",
                 r->rows.name);
    if (r->from_one) count_as_columns(labels, out, r->rows.name, reading->notes);
    const bool open = !sure && reading->kind != CAL_OUTPUT_LOGITS;
    const cal_status status = open ? cal_csv_range_check(out, t, label, reading->naming, err) : CAL_OK;
    return status ? status : cal_outputs_settle(out, labels, arena, r->rows.name, r->rows.name, reading, err);
}

static cal_status take_weights(cal_row_columns *out, const reader *r, cal_notes *notes, cal_error *err) {
    cal_error name;
    (void)cal_fail(&name, CAL_OK, "%.*s", CAL_QUOTED(r->column[r->weight].name));
    memcpy(out->weight_name, name.text, strlen(name.text) + 1);
    out->weight = r->weights;
    cal_row_weights_note(out, r->rows.name, notes);
    return cal_weights_settle(r->weights, r->cells.n, r->rows.name, err);
}

static cal_status read_classes(cal_table_outputs *out, cal_arena *arena, const cal_file *file,
                               const cal_outputs_options *reading, cal_error *err) {
    // A file has at most one more field than bytes.
    reader r = {.rows = cal_rows_open(file),
                .room = file->size < COLUMNS_MAX ? (int)file->size + 1 : COLUMNS_MAX,
                .weight = -1,
                .cells = {.file = file->name}};
    int place[CAL_PLACES] = {0}, label = 0;
    bool found = false;
    cal_status status = read_cells(&r, arena, file, err);
    if (!status && r.weight >= 0) status = take_weights(&out->rows, &r, reading->notes, err);
    if (!status) status = cal_csv_find_predictions(place, &found, &r.cells, err);
    if (!status && found) return take_predictions(&out->outputs, arena, &r, place, reading->notes, err);
    if (!status) status = cal_csv_find_label(&label, &r.cells, err);
    return status ? status : take_outputs(&out->outputs, arena, &r, label, reading, err);
}

// Reads a frame through its plain CSV text. Keeps the numbers, not the text.
static cal_status read_plain(cal_table_outputs *out, cal_arena *arena, const cal_frame *frame,
                             const cal_outputs_options *reading, cal_error *err) {
    cal_text text = {0};
    cal_status status = cal_frame_plain(&text, frame, reading->notes, err);
    if (!status) {
        const cal_file plain = {frame->name, (const uint8_t *)text.data, (size_t)text.length};
        status = read_classes(out, arena, &plain, reading, err);
    }
    cal_text_free(&text);
    return status;
}

// Takes the groups and cases that were read into out->rows for those of the samples.
static cal_status read_pairs(cal_table_outputs *out, cal_arena *arena, cal_multi_label *pairs,
                             const cal_outputs_options *reading, cal_error *err) {
    const cal_multi_label_kind kind = cal_multi_label_kind_of(pairs);
    const bool independent = reading->task && strcmp(reading->task, "multilabel") == 0;
    double *const weight = pairs->samples.weight;
    memcpy(out->rows.weight_name, pairs->samples.weight_name, sizeof out->rows.weight_name);
    out->rows.weight = weight;
    pairs->samples = out->rows;
    if (independent || kind == CAL_MULTI_LABEL_INDEPENDENT || kind == CAL_MULTI_LABEL_NEITHER)
        return cal_multi_label_as_binary(out, arena, pairs, reading, err);
    return cal_multi_label_as_outputs(&out->outputs, arena, pairs, kind, reading, err);
}

// In single precision, logits are logarithms; those beyond a question's options are so low that their
// probability is 0.
static cal_status add_logits(cal_outputs *questions, cal_arena *arena, const cal_outputs_options *reading,
                             cal_error *err) {
    if (reading->width == CAL_WIDTH_DOUBLE) return CAL_OK;
    questions->logits =
        cal_outputs_logs(arena, questions->probabilities, (size_t)questions->n * (size_t)questions->k);
    return questions->logits ? CAL_OK : cal_refuse_memory(err, "%d questions", questions->n);
}

cal_status cal_csv_read(cal_table_outputs *out, cal_arena *arena, const cal_file *given,
                        const cal_outputs_options *reading, cal_error *err) {
    cal_file clean;
    const cal_file *const file = &clean;
    cal_arena own = {0};
    cal_frame frame, complete;
    cal_binary_columns columns;
    bool fits = false, found = false, many = false, ragged = false;
    cal_multi_label pairs;
    cal_row_columns about = {.groups = 0};
    cal_status status = cal_table_text(&clean, arena, given, reading->notes, err);
    if (!status) status = cal_questions_read(out, &ragged, arena, file, reading, err);
    if (!status && ragged) return add_logits(&out->outputs, arena, reading, err);
    const bool large = !status && cal_table_needs_frame(&frame, file, reading->columns);
    const int most = large ? CAL_FRAME_COLUMNS : CAL_FRAME_USUAL;
    if (!status) status = cal_frame_read(&frame, &fits, &own, file, most, err);
    if (!status && fits)
        status = cal_table_find_binary(&columns, &found, &complete, &frame, &own, reading, err);
    if (!status && found) status = cal_binary_read(out, arena, &frame, &columns, reading, err);
    const bool free = !status && fits && !found; // search for groups and cases next to classes
    if (free) cal_frame_groups_find(&columns, &complete);
    columns.cases = free ? cal_frame_case_column(&complete, &columns) : -1;
    if (free && !cal_multi_label_named(&frame))
        status = cal_table_select_classes(&frame, &columns, &own, reading->notes, err);
    const bool has_groups = free && cal_csv_groups_wanted(&columns);
    if (!status && !fits && reading->columns)
        status = cal_fail(err, CAL_USAGE,
                          "%.120s: columns: groups, cases and weights are read of tables of up to %d columns",
                          file->name, (int)CAL_FRAME_COLUMNS);
    if (!status && has_groups) status = cal_csv_groups_take(&about, arena, &frame, &columns, err);
    if (free) out->rows = about;
    if (!status && fits && !found) status = cal_multi_label_of_frame(&pairs, &many, arena, &frame, err);
    if (!status && many) status = read_pairs(out, arena, &pairs, reading, err);
    if (status || found || many) { // done
    } else if (fits && (has_groups || cal_frame_needs_plain(&frame)))
        status = read_plain(out, arena, &frame, reading, err);
    else status = read_classes(out, arena, file, reading, err);
    if (!status && has_groups)
        status = cal_csv_groups_settle(&about, &out->outputs, frame.name, reading, err);
    cal_arena_free(&own);
    return status;
}
