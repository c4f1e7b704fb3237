#include "run/report/input/complete.h"
#include <string.h>
#include "base/bytes/npy.h"
#include "run/outputs/labels.h"

typedef struct job {
    const cal_row_arrays *io;
    cal_arena *arena;
    uint8_t *gone; // [n]
    int n, kept;
    bool zeros; // rows of zeros are missing labels, since the task is of classes
} job;

static size_t width_of(const cal_array *a) { return a->dim[0] ? a->count / (size_t)a->dim[0] : 0; }

// Returns true if an array of floats has a NaN. The usual layouts take one pass without conversions.
static bool has_nan(const cal_array *a) {
    const bool plain = !a->fortran && !a->big;
    const uint8_t *at = a->data;
    bool any = false;
    if (a->type[0] != 'f') return false;
    for (size_t i = 0; i < a->count; i++) {
        float single;
        double number;
        if (plain && a->type[1] == '4') memcpy(&single, at + 4 * i, 4), any |= single != single;
        else number = cal_npy_number(a, i), any |= number != number;
    }
    return any;
}

static void mark_outputs(job *j, const cal_file *file) {
    cal_array a;
    cal_error ignored; // the reader of outputs reports it
    if (!file || !file->bytes || cal_npy_read(&a, file, &ignored) || a.ndim < 1 || a.dim[0] != j->n) return;
    if (!has_nan(&a)) return;
    for (size_t i = 0; i < a.count; i++) {
        const double value = cal_npy_number(&a, i);
        if (value != value) j->gone[i / width_of(&a)] = 1;
    }
}

// Returns true if a row of one-hot or soft labels is all NaN, all -1 or, with `zeros`, all 0.
static bool is_blank(const cal_array *y, size_t row, bool zeros) {
    const size_t k = width_of(y);
    bool nan = true, minus = true, none = zeros;
    for (size_t i = row * k; i < (row + 1) * k; i++) {
        const double value = cal_npy_number(y, i);
        nan &= value != value, minus &= value == -1, none &= value == 0;
    }
    return nan || minus || none;
}

// Returns true if a row of labels sums to 1 with values from 0 to 1.
static bool is_distribution(const cal_array *y, size_t row) {
    const size_t k = width_of(y);
    double sum = 0;
    bool shares = true;
    for (size_t i = row * k; i < (row + 1) * k; i++) {
        const double value = cal_npy_number(y, i);
        shares &= value >= 0 && value <= 1, sum += value;
    }
    return shares && __builtin_fabs(sum - 1) <= 1e-3;
}

// Marks missing labels. Rows of independent labels keep their missing values.
static void mark_labels(job *j, const cal_file *file) {
    cal_array y;
    cal_error ignored;
    if (!file || !file->bytes || cal_npy_read(&y, file, &ignored) || y.ndim < 1 || y.dim[0] != j->n) return;
    const bool rows = width_of(&y) > 1;
    bool blank = false, single = rows;
    if (!rows && y.type[0] != 'f') return;
    for (int i = 0; i < j->n; i++) {
        const double value = cal_npy_number(&y, (size_t)i * width_of(&y));
        const bool missing = rows ? is_blank(&y, (size_t)i, j->zeros) : value != value;
        if (!rows && missing) j->gone[i] = 1;
        blank |= missing;
        single = single && (missing || is_distribution(&y, (size_t)i));
    }
    for (int i = 0; blank && single && i < j->n; i++)
        if (is_blank(&y, (size_t)i, j->zeros)) j->gone[i] = 1;
}

// Copies the complete rows of an array, as floats, doubles or 32-bit labels.
static cal_status take_file(const job *j, cal_file *file, cal_error *err) {
    cal_array a;
    cal_error ignored;
    if (!file || !file->bytes || cal_npy_read(&a, file, &ignored) || a.ndim < 1 || a.dim[0] != j->n)
        return CAL_OK;
    const size_t width = width_of(&a), count = (size_t)j->kept * width;
    const char *type = a.type[0] != 'f' ? "i4" : a.type[1] == '8' ? "f8" : "f4";
    uint8_t *to = cal_arena_alloc(j->arena, count * 8 + 1);
    if (!to) return cal_refuse_memory(err, "%s: its complete rows", file->name);
    size_t at = 0;
    for (size_t i = 0; i < a.count; i++) {
        if (j->gone[i / width]) continue;
        const double value = cal_npy_number(&a, i);
        const float single = (float)value;
        const int32_t whole = a.type[0] == 'f' || value != value ? 0 : (int32_t)value;
        if (a.type[0] != 'f' && value != value)
            return cal_fail(err, CAL_FAILED, "%s: row %zu does not fit into 32 bits", file->name, i / width);
        if (type[0] == 'i') memcpy(to + 4 * at++, &whole, 4);
        else if (type[1] == '8') memcpy(to + 8 * at++, &value, 8);
        else memcpy(to + 4 * at++, &single, 4);
    }
    a.dim[0] = j->kept;
    return cal_npy_replace(file, j->arena, type, to, a.dim, a.ndim, err);
}

static void take_slices(const job *j, cal_slice *words) {
    for (int i = 0, to = 0; words && i < j->n; i++)
        if (!j->gone[i]) words[to++] = words[i];
}

static cal_status take_columns(const job *j, const char *name, cal_error *err) {
    cal_row_columns *rows = j->io->rows;
    if (!rows) return CAL_OK;
    for (int c = 0; c < rows->groups; c++) take_slices(j, rows->group[c].word);
    take_slices(j, rows->cases);
    for (int i = 0, to = 0; rows->score && i < j->n; i++)
        if (!j->gone[i]) rows->score[to++] = rows->score[i];
    if (!rows->weight) return CAL_OK;
    for (int i = 0, to = 0; i < j->n; i++)
        if (!j->gone[i]) rows->weight[to++] = rows->weight[i];
    return cal_weights_settle(rows->weight, j->kept, name, err);
}

cal_status cal_rows_complete(const cal_row_arrays *io, cal_arena *arena, const cal_outputs_options *reading,
                             cal_error *err) {
    const char *name = io->outputs->name;
    cal_array z;
    cal_error ignored;
    if (!io->outputs->bytes || cal_npy_read(&z, io->outputs, &ignored) || z.ndim < 1 || !z.count)
        return CAL_OK; // the reader of outputs reports it
    job j = {io,       arena, cal_arena_alloc(arena, (size_t)z.dim[0]),
             z.dim[0], 0,     reading->task && strcmp(reading->task, "classes") == 0};
    if (!j.gone) return cal_refuse_memory(err, "%s: %d rows", name, z.dim[0]);
    mark_outputs(&j, io->outputs), mark_outputs(&j, io->other), mark_labels(&j, io->labels);
    int first = j.n;
    for (int i = j.n; i-- > 0;) {
        j.kept += !j.gone[i];
        if (j.gone[i]) first = i;
    }
    if (j.kept == j.n) return CAL_OK;
    if (!j.kept) return cal_fail(err, CAL_FAILED, "%s: every row has a missing label or output", name);
    if (reading->strict)
        return cal_fail(
            err, CAL_FAILED,
            "%s: %d of %d rows have a missing label or output, the first is row %d; %s refuses them", name,
            j.n - j.kept, j.n, first, cal_option_name(CAL_OPTION_STRICT, reading->naming));
    CAL_NOTE(reading->notes,
             "%.200s: %d of %d rows have a missing label or output and are left out, the first is row %d",
             name, j.n - j.kept, j.n, first);
    cal_file *const files[] = {io->outputs, io->labels, io->other, io->posterior};
    cal_status status = take_columns(&j, name, err);
    for (size_t i = 0; i < sizeof files / sizeof *files && !status; i++)
        status = take_file(&j, files[i], err);
    return status;
}
