// Reads multi-label outputs from pairs of columns or from arrays, and a binary task from arrays.
#include <string.h>
#include "base/bytes/npy.h"
#include "base/maths/maths.h"
#include "run/tables/columns/binary.h"
#include "run/tables/columns/names.h"
#include "run/tables/frame/read.h"
#include "run/outputs/labels.h"
#include "run/tables/multi_label.h"

// ---- pairs of columns

typedef struct pair {
    int label, output;
    cal_slice stem;
} pair;

static int find_pairs(pair out[CAL_FRAME_COLUMNS], const cal_frame *f) {
    cal_name_mark is[CAL_FRAME_COLUMNS];
    cal_slice stem[CAL_FRAME_COLUMNS];
    int pairs = 0;
    for (int c = 0; c < f->columns; c++) is[c] = cal_name_split(&stem[c], f->head[c]);
    for (int c = 0; c < f->columns; c++) {
        int label = -1;
        for (int other = 0; is[c] == CAL_MARK_OUTPUT && other < f->columns; other++)
            if (is[other] != CAL_MARK_OUTPUT && cal_slice_same(stem[other], stem[c]) &&
                (label < 0 || is[other] == CAL_MARK_LABEL))
                label = other;
        if (label >= 0) out[pairs++] = (pair){label, c, stem[c]};
    }
    return pairs;
}

bool cal_multi_label_named(const cal_frame *f) {
    pair of[CAL_FRAME_COLUMNS];
    return f->named && find_pairs(of, f) > 1;
}

static cal_status read_label(double *out, const cal_frame *f, int row, int column, cal_error *err) {
    const cal_slice cell = cal_frame_cell(f, row, column);
    bool percent;
    *out = __builtin_nan("");
    if (!cell.length || cal_slice_is(cell, "NaN") || cal_slice_is(cell, "nan") || cal_slice_is(cell, "NA"))
        return CAL_OK;
    if (cal_slice_is(cell, "true") || cal_slice_is(cell, "True") || cal_slice_is(cell, "TRUE"))
        return *out = 1, CAL_OK;
    if (cal_slice_is(cell, "false") || cal_slice_is(cell, "False") || cal_slice_is(cell, "FALSE"))
        return *out = 0, CAL_OK;
    char name[CAL_BINARY_WORD];
    cal_frame_column_name(name, f, column);
    if (!cal_frame_number(out, &percent, f, cell))
        return cal_fail(err, CAL_FAILED,
                        "%s: line %d: %s is '%.*s'; a label is 0, 1, or -1 or nothing where it is missing",
                        f->name, f->line[row], name, CAL_QUOTED(cell));
    if (*out == -1) *out = __builtin_nan("");
    return CAL_OK;
}

static cal_status room(cal_multi_label *m, cal_arena *arena, cal_error *err) {
    const size_t all = (size_t)m->rows * (size_t)m->labels;
    m->label = cal_arena_alloc(arena, all * sizeof *m->label + 1);
    m->output = cal_arena_alloc(arena, all * sizeof *m->output + 1);
    m->title = cal_arena_alloc(arena, (size_t)m->labels * sizeof *m->title);
    return arena->refused ? cal_refuse_memory(err, "%s: %zu labels", m->name, all) : CAL_OK;
}

static cal_status describe(cal_multi_label *out, cal_arena *arena, const pair *of, const cal_frame *f,
                           cal_error *err) {
    cal_read_column column[CAL_FRAME_COLUMNS];
    for (int j = 0; j < out->labels; j++)
        column[j] = (cal_read_column){CAL_READ_OUTPUT, f->head[of[j].output], of[j].output};
    return cal_read_describe(&out->read, arena, column, out->labels, f, err);
}

static int weight_column(const cal_frame *f) {
    for (int c = 0; c < f->columns && f->weight.at; c++)
        if (f->head[c].at == f->weight.at) return c;
    int column = -1;
    for (int c = 0; c < f->columns; c++)
        if (cal_csv_column_kind_of(f->head[c]) == CAL_COLUMN_WEIGHT) column = c;
    return column;
}

cal_status cal_multi_label_of_frame(cal_multi_label *out, bool *found, cal_arena *arena, const cal_frame *f,
                                    cal_error *err) {
    pair of[CAL_FRAME_COLUMNS];
    const int pairs = f->named ? find_pairs(of, f) : 0;
    *found = pairs > 1 && f->n > 0;
    *out = (cal_multi_label){.name = f->name, .labels_name = f->name, .rows = f->n, .labels = pairs};
    if (!*found) return CAL_OK;
    cal_status status = room(out, arena, err);
    for (int j = 0; j < pairs && !status; j++) {
        cal_error title;
        cal_frame_show(&title, f, of[j].stem);
        memcpy(out->title[j], title.text, strlen(title.text) + 1);
        for (int i = 0; i < f->n && !status; i++) {
            const size_t at = (size_t)i * (size_t)pairs + (size_t)j;
            const cal_slice cell = cal_frame_cell(f, i, of[j].output);
            bool percent;
            status = read_label(&out->label[at], f, i, of[j].label, err);
            if (!status && !cal_frame_number(&out->output[at], &percent, f, cell))
                status = cal_fail(err, CAL_FAILED, "%s: line %d: %.*s is '%.*s'; it must be a number",
                                  f->name, f->line[i], CAL_QUOTED(f->head[of[j].output]), CAL_QUOTED(cell));
        }
    }
    if (!status) status = describe(out, arena, of, f, err);
    if (!status) status = cal_row_weights_read(&out->samples, arena, f, weight_column(f), err);
    return status;
}

// ---- arrays

cal_status cal_multi_label_of_arrays(cal_multi_label *out, cal_arena *arena, const cal_file *outputs,
                                     const cal_file *labels, cal_error *err) {
    cal_array z, y;
    cal_status status = cal_npy_read(&z, outputs, err);
    if (!status) status = cal_npy_read(&y, labels, err);
    if (status) return status;
    if (z.ndim != 2 || y.ndim != 2 || z.dim[0] != y.dim[0] || z.dim[1] != y.dim[1])
        return cal_fail(err, CAL_FAILED, "%.200s and %.200s must both be [samples, labels], of the same size",
                        outputs->name, labels->name);
    *out = (cal_multi_label){
        .name = outputs->name, .labels_name = labels->name, .rows = z.dim[0], .labels = z.dim[1]};
    status = room(out, arena, err);
    for (int j = 0; !status && j < out->labels; j++) {
        cal_error title;
        (void)cal_fail(&title, CAL_OK, "label %d", j);
        memcpy(out->title[j], title.text, strlen(title.text) + 1);
    }
    for (size_t i = 0; !status && i < z.count; i++) {
        out->output[i] = cal_npy_number(&z, i), out->label[i] = cal_npy_number(&y, i);
        if (cal_label_is_mark(out->label[i])) out->label[i] = __builtin_nan("");
        if (out->output[i] - out->output[i] != 0)
            status = cal_fail(err, CAL_FAILED, "%s: row %zu, column %zu is no number", outputs->name,
                              i / (size_t)z.dim[1], i % (size_t)z.dim[1]);
    }
    return status;
}

cal_status cal_multi_label_names(cal_multi_label *m, const char *names, cal_error *err) {
    const char *at = names, *end = names + strlen(names);
    for (int j = 0; j < m->labels; j++) {
        cal_error title;
        const cal_slice line = at < end ? cal_slice_line(&at, end) : (cal_slice){at, 0};
        (void)cal_fail(&title, CAL_OK, "%.*s", CAL_QUOTED(line));
        if (!line.length)
            return cal_fail(err, CAL_FAILED, "label names: label %d of %d has none; give one name a line", j,
                            m->labels);
        for (int other = 0; other < j; other++)
            if (!strcmp(m->title[other], title.text))
                return cal_fail(err, CAL_FAILED, "label names: labels %d and %d are both called '%s'", other,
                                j, title.text);
        memcpy(m->title[j], title.text, strlen(title.text) + 1);
    }
    if (at < end)
        return cal_fail(err, CAL_FAILED, "label names: more than the %d labels of %s", m->labels, m->name);
    return CAL_OK;
}

// Finds the two different labels in an array; the larger one is positive. Marks of ignored rows stay.
static cal_status read_two(int32_t *to, const char **positive, cal_arena *arena, const cal_array *y,
                           const char *name, cal_error *err) {
    double low = __builtin_inf(), high = -__builtin_inf();
    cal_label_values all = {false};
    for (size_t i = 0; i < y->count; i++) {
        const double value = cal_npy_number(y, i);
        cal_label_values_add(&all, value);
        if (value - value != 0) return cal_fail(err, CAL_FAILED, "%s: row %zu is no label", name, i);
    }
    for (size_t i = 0; i < y->count; i++) {
        const double value = cal_npy_number(y, i);
        if (cal_label_is_ignored(&all, value)) continue;
        low = value < low ? value : low, high = value > high ? value : high;
    }
    for (size_t i = 0; i < y->count; i++) {
        const double value = cal_npy_number(y, i);
        const bool ignored = cal_label_is_ignored(&all, value);
        if (!ignored && value != low && value != high)
            return cal_fail(
                err, CAL_FAILED,
                "%s: row %zu is %.6g; a binary task has two different labels, here %.6g and %.6g; for more "
                "classes the outputs are [samples, classes]",
                name, i, value, low, high);
        to[i] = ignored ? (int32_t)value : low < high ? value == high : value > 0;
    }
    cal_error word;
    (void)cal_fail(&word, CAL_OK, "%.6g", low < high || high > 0 ? high : 1.0);
    *positive = cal_arena_text(arena, word.text, strlen(word.text));
    return *positive ? CAL_OK : cal_refuse_memory(err, "%s: its labels", name);
}

static cal_status check_binary(const cal_array *z, const cal_array *y, const char *outputs,
                               const char *labels, cal_error *err) {
    const bool both = z->ndim == 2 && z->dim[1] == 2;
    const size_t n = (size_t)z->dim[0];
    if (z->type[0] != 'f')
        return cal_fail(err, CAL_FAILED,
                        "%s: whole numbers are labels; probabilities are floating-point numbers", outputs);
    if (!both && z->count != n)
        return cal_fail(err, CAL_FAILED, "%s: the outputs of a binary task are [samples], or [samples, 2]",
                        outputs);
    if (y->count != n)
        return cal_fail(err, CAL_FAILED, "%.200s has %zu rows, but %.200s has %zu labels", outputs, n, labels,
                        y->count);
    return n ? CAL_OK : cal_fail(err, CAL_FAILED, "%s: no rows", outputs);
}

// Reads the outputs of the positive class, and decides if they are log odds. With outputs of both classes,
// probabilities have rows that sum to 1, and log odds are differences.
static cal_status read_positive(double *value, bool *odds, const cal_array *z, const char *name,
                                const cal_outputs_options *reading, cal_error *err) {
    const bool both = z->ndim == 2 && z->dim[1] == 2;
    const size_t n = (size_t)z->dim[0];
    double least = __builtin_inf(), most = -__builtin_inf();
    bool ones = both; // rows of two probabilities
    for (size_t i = 0; i < n; i++) {
        const double a = both ? cal_npy_number(z, 2 * i) : 0, b = cal_npy_number(z, both ? 2 * i + 1 : i);
        if (a - a != 0 || b - b != 0) return cal_fail(err, CAL_FAILED, "%s: row %zu is no number", name, i);
        ones &= a >= 0 && b >= 0 && __builtin_fabs(a + b - 1) <= 1e-2;
        value[i] = b;
        least = b < least ? b : least, most = b > most ? b : most;
    }
    *odds = reading->kind == CAL_OUTPUT_LOGITS ||
            (reading->kind == CAL_OUTPUT_UNKNOWN && (both ? !ones : least < 0));
    if (!*odds && (both ? !ones : !(least >= 0 && most <= 1)))
        return cal_fail(
            err, CAL_FAILED,
            "%s: its outputs run from %.6g to %.6g: no probabilities%s, and without a number below 0 no log "
            "odds either; say %s if they are",
            name, least, most, both ? " that sum to 1" : ", which are from 0 to 1",
            cal_option_name(CAL_OPTION_AS_LOGITS, reading->naming));
    for (size_t i = 0; both && i < n; i++)
        if (*odds) value[i] -= cal_npy_number(z, 2 * i);
        else value[i] /= value[i] + cal_npy_number(z, 2 * i);
    return CAL_OK;
}

cal_status cal_binary_of_arrays(cal_outputs *out, cal_arena *arena, const cal_file *outputs,
                                const cal_file *labels, const cal_outputs_options *reading, cal_error *err) {
    cal_array z, y;
    bool odds;
    cal_status status = cal_npy_read(&z, outputs, err);
    if (!status) status = cal_npy_read(&y, labels, err);
    if (!status) status = check_binary(&z, &y, outputs->name, labels->name, err);
    if (status) return status;
    const size_t n = (size_t)z.dim[0];
    *out = (cal_outputs){.task = CAL_TASK_BINARY, .n = (int)n, .k = 2};
    int32_t *label = cal_arena_alloc(arena, n * sizeof *label);
    double *p = cal_arena_alloc(arena, n * 2 * sizeof *p), *value = cal_arena_alloc(arena, n * sizeof *value);
    if (arena->refused) return cal_refuse_memory(err, "%s: %zu rows", outputs->name, n);
    status = read_positive(value, &odds, &z, outputs->name, reading, err);
    if (!status) status = read_two(label, &out->positive, arena, &y, labels->name, err);
    if (status) return status;
    int happened = 0;
    size_t known = 0;
    for (size_t i = 0; i < n; i++) {
        p[2 * i] = odds ? cal_sigmoid(-value[i]) : 1 - value[i];
        p[2 * i + 1] = odds ? cal_sigmoid(value[i]) : value[i];
        known += label[i] == 0 || label[i] == 1;
        happened += label[i] == 1;
    }
    out->labels = label, out->probabilities = p, out->odds = odds ? value : NULL;
    CAL_NOTE(reading->notes,
             "%.100s: read as a binary task: the %s that the label is %s (%d of %zu rows are %s)",
             outputs->name, odds ? "log odds" : "probability", out->positive, happened, known, out->positive);
    return CAL_OK;
}
