// Describes an array of outputs or labels.
#include "run/tables/inspect_array.h"
#include "base/bytes/npy.h"
#include "run/outputs/labels.h"

void cal_inspect_range(cal_text *json, const cal_probability_range *look) {
    cal_json_member_number(json, "least", look->least);
    cal_json_member_number(json, "most", look->most);
    cal_json_member_bool(json, "rows_sum_to_1", look->likely);
    if (look->likely) cal_json_member_number(json, "farthest", look->farthest);
}

// Moves the second axis of an array to the end, and leaves out rows with a NaN. Returns the number of the
// other rows.
static size_t take_complete(float *to, const float *from, const cal_array *a, size_t columns, bool turn) {
    const size_t rows = columns ? a->count / columns : 0,
                 sample = a->dim[0] ? a->count / (size_t)a->dim[0] : 0;
    size_t kept = 0;
    for (size_t row = 0; row < rows; row++) {
        const size_t positions = sample / columns, at = row / positions * sample + row % positions;
        float *const out = to + kept * columns;
        bool complete = true;
        for (size_t j = 0; j < columns; j++) {
            out[j] = from[turn ? at + j * positions : row * columns + j];
            complete &= out[j] == out[j];
        }
        kept += complete;
    }
    return kept;
}

// Writes the range of outputs. Those of positions may have the classes on the second or on the last axis.
static cal_status look_at_numbers(cal_text *json, cal_arena *arena, const cal_array *a, const char *name,
                                  cal_error *err) {
    float *z;
    cal_probability_range look = {.likely = false};
    const cal_status status = cal_npy_floats(&z, arena, a, name, err);
    float *const complete = cal_arena_alloc(arena, a->count * sizeof *complete + 1);
    if (status) return status;
    if (!complete) return cal_refuse_memory(err, "%s: its numbers", name);
    for (int turn = 0; turn <= (a->ndim > 2) && !look.likely; turn++) {
        const size_t columns = a->ndim < 2 ? 1 : (size_t)a->dim[turn ? 1 : a->ndim - 1];
        const size_t rows = take_complete(complete, z, a, columns, turn);
        cal_probability_range_of(&look, complete, NULL, rows, columns);
    }
    cal_inspect_range(json, &look);
    return CAL_OK;
}

double cal_inspect_classes(cal_arena *arena, const int32_t *label, size_t count) {
    enum { MOST = 1 << 20 };
    size_t found = 0;
    int32_t most = 0;
    for (size_t i = 0; i < count; i++) {
        if (label[i] < 0 || label[i] >= MOST) return __builtin_nan("");
        most = label[i] > most ? label[i] : most;
    }
    uint8_t *seen = cal_arena_alloc(arena, (size_t)most + 1);
    for (size_t i = 0; seen && i < count; i++)
        if (!seen[label[i]]) found++, seen[label[i]] = 1;
    return (double)found;
}

// Removes labels that mark rows as ignored; returns the number of the others.
static size_t drop_ignored(int32_t *to, const int32_t *label, size_t count) {
    cal_label_values all = {false};
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) cal_label_values_add(&all, label[i]);
    for (size_t i = 0; i < count; i++)
        if (!cal_label_is_ignored(&all, label[i])) to[kept++] = label[i];
    return kept;
}

static void write_labels(cal_text *json, cal_arena *arena, const int32_t *given, size_t count) {
    int32_t least = INT32_MAX, most = INT32_MIN;
    int32_t *label = cal_arena_alloc(arena, count * sizeof *label + 1);
    const size_t n = label ? drop_ignored(label, given, count) : 0;
    for (size_t i = 0; i < n; i++) {
        least = label[i] < least ? label[i] : least;
        most = label[i] > most ? label[i] : most;
    }
    cal_json_member_number(json, "least", n ? least : __builtin_nan(""));
    cal_json_member_number(json, "most", n ? most : __builtin_nan(""));
    cal_json_member_number(json, "classes", cal_inspect_classes(arena, label, n));
}

// Reads whole numbers as labels; a NaN among floats becomes -1. *found is false if they are outputs.
static cal_status read_whole(int32_t **out, bool *found, cal_arena *arena, const cal_array *a,
                             const char *name, cal_error *err) {
    double *numbers;
    *found = true;
    if (a->type[0] != 'f') return cal_npy_labels(out, arena, a, name, err);
    const cal_status status = cal_npy_doubles(&numbers, arena, a, name, err);
    size_t missing = 0;
    if (status) return status;
    *out = cal_arena_alloc(arena, a->count * sizeof **out + 1);
    if (!*out) return cal_refuse_memory(err, "%s: its labels", name);
    for (size_t i = 0; i < a->count && *found; i++) {
        const double value = numbers[i];
        const bool nan = value != value;
        *found = nan || (value >= INT32_MIN && value <= INT32_MAX && value == (double)(int32_t)value);
        (*out)[i] = nan || !*found ? -1 : (int32_t)value;
        missing += nan;
    }
    *found = *found && missing < a->count;
    return CAL_OK;
}

// *found: the array can be labels: one a row, one-hot rows, or one for each position.
static cal_status look_at_labels(cal_text *json, bool *found, cal_arena *arena, const cal_array *a,
                                 const char *name, cal_error *err) {
    int32_t *label;
    int n, width;
    const bool hot = cal_labels_one_hot(a), real = a->type[0] == 'f';
    const bool single = a->ndim == 1 || (a->ndim == 2 && a->dim[1] == 1);
    *found = false;
    if (!hot && !single && a->ndim < 3 && real) return CAL_OK;
    const cal_status status = hot ? cal_labels_read(&label, &n, &width, arena, a, name, err)
                                  : read_whole(&label, found, arena, a, name, err);
    *found |= hot;
    if (status || !*found) return status;
    write_labels(json, arena, label, hot ? (size_t)n : a->count);
    if (!hot) return CAL_OK;
    cal_json_member_bool(json, "one_hot", true);
    if (real) { // they may also be probabilities of exactly 0 and 1
        cal_json_member_bool(json, "rows_sum_to_1", true);
    }
    return CAL_OK;
}

// Returns true if rows of several numbers can be multi-label: 0, 1 or missing (-1, NaN).
static bool several_labels(const cal_array *a) {
    if (a->ndim != 2 || a->dim[1] < 2 || !a->count) return false;
    for (size_t i = 0; i < a->count; i++) {
        const double y = cal_npy_number(a, i);
        if (y != 0 && y != 1 && !cal_label_is_mark(y) && y == y) return false;
    }
    return true;
}

cal_status cal_inspect_array(cal_text *json, cal_arena *arena, const cal_file *file, cal_error *err) {
    cal_array a;
    cal_status status = cal_npy_read(&a, file, err);
    if (status) return status;
    cal_json_member_string(json, "kind", "npy");
    cal_json_member_string(json, "type", a.type);
    cal_json_key(json, "shape");
    cal_json_open(json, '[');
    for (int i = 0; i < a.ndim; i++) cal_json_integer(json, a.dim[i]);
    cal_json_close(json, ']');
    bool labels;
    if (several_labels(&a) && !cal_labels_one_hot(&a)) {
        cal_json_member_integer(json, "labels", a.dim[1]);
        return CAL_OK;
    }
    status = look_at_labels(json, &labels, arena, &a, file->name, err);
    if (status || labels || a.type[0] != 'f') return status;
    return look_at_numbers(json, arena, &a, file->name, err);
}
