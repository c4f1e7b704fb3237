#include "run/report/outputs.h"
#include <string.h>
#include "run/files/csv.h"

static cal_status read_numbers(cal_outputs *out, cal_arena *arena, const cal_file *file, cal_width width,
                               cal_error *err) {
    cal_array z;
    cal_status status = cal_npy_read(&z, file, err);
    if (!status && z.ndim != 2)
        status = cal_fail(err, CAL_FAILED, "%s: logits have 2 dimensions, [samples, classes]; these have %d",
                          file->name, z.ndim);
    if (!status && width != CAL_WIDTH_DOUBLE)
        status = cal_npy_floats(&out->logits, arena, &z, file->name, err);
    if (!status && width != CAL_WIDTH_SINGLE)
        status = cal_npy_doubles(&out->wide, arena, &z, file->name, err);
    out->n = z.dim[0];
    out->k = z.dim[1];
    return status;
}

cal_status cal_outputs_read(cal_outputs *out, cal_arena *arena, const cal_file *logits,
                            const cal_file *labels, cal_width width, cal_error *err) {
    cal_array y;
    *out = (cal_outputs){0};
    cal_status status = read_numbers(out, arena, logits, width, err);
    if (status || !labels) return status;
    status = cal_npy_read(&y, labels, err);
    if (!status && y.ndim != 1)
        status = cal_fail(err, CAL_FAILED, "%s: labels have 1 dimension, [samples]; these have %d",
                          labels->name, y.ndim);
    if (!status) status = cal_npy_labels(&out->labels, arena, &y, labels->name, err);
    if (!status && out->n != y.dim[0])
        status = cal_fail(err, CAL_FAILED, "%.200s has %d rows, but %.200s has %d labels", logits->name,
                          out->n, labels->name, y.dim[0]);
    return status;
}

// ---- looking

static void member(cal_text *json, const char *key, double value) {
    cal_json_key(json, key);
    cal_json_number(json, value);
}

static void write_shape(cal_text *json, int rows, int columns) {
    cal_json_key(json, "shape");
    cal_json_open(json, '[');
    cal_json_integer(json, rows);
    cal_json_integer(json, columns);
    cal_json_close(json, ']');
}

// Extremes of some numbers, and whether rows of them could be probabilities.
static void write_range(cal_text *json, const float *z, size_t rows, size_t k) {
    double least = __builtin_inf(), most = -least;
    bool ones = rows && k;
    for (size_t row = 0; row < rows; row++) {
        double sum = 0;
        for (size_t j = 0; j < k; j++) {
            double value = z[row * k + j];
            sum += value;
            least = value < least ? value : least;
            most = value > most ? value : most;
        }
        ones &= __builtin_fabs(sum - 1) <= 1e-3;
    }
    member(json, "least", least);
    member(json, "most", most);
    cal_json_key(json, "rows_sum_to_1");
    cal_json_bool(json, ones && k > 1 && least >= 0);
}

static cal_status look_at_numbers(cal_text *json, cal_arena *arena, const cal_array *a, const char *name,
                                  cal_error *err) {
    float *z;
    cal_status status = cal_npy_floats(&z, arena, a, name, err);
    if (status) return status;
    bool table = a->ndim == 2;
    write_range(json, z, table ? (size_t)a->dim[0] : a->count, table ? (size_t)a->dim[1] : 1);
    return CAL_OK;
}

// How many different ones; NaN where the largest could be no class.
static double count_classes(cal_arena *arena, const int32_t *label, size_t count) {
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

static cal_status look_at_labels(cal_text *json, cal_arena *arena, const cal_array *a, const char *name,
                                 cal_error *err) {
    int32_t *label, least = INT32_MAX, most = INT32_MIN;
    cal_status status = cal_npy_labels(&label, arena, a, name, err);
    if (status) return status;
    for (size_t i = 0; i < a->count; i++) {
        least = label[i] < least ? label[i] : least;
        most = label[i] > most ? label[i] : most;
    }
    member(json, "least", a->count ? least : __builtin_nan(""));
    member(json, "most", a->count ? most : __builtin_nan(""));
    member(json, "classes", count_classes(arena, label, a->count));
    return CAL_OK;
}

static cal_status look_at_array(cal_text *json, cal_arena *arena, const cal_file *file, cal_error *err) {
    cal_array a;
    cal_status status = cal_npy_read(&a, file, err);
    if (status) return status;
    cal_json_key(json, "kind");
    cal_json_string(json, "npy");
    cal_json_key(json, "type");
    cal_json_string(json, a.type);
    cal_json_key(json, "shape");
    cal_json_open(json, '[');
    for (int i = 0; i < a.ndim; i++) cal_json_integer(json, a.dim[i]);
    cal_json_close(json, ']');
    return a.type[0] == 'f' ? look_at_numbers(json, arena, &a, file->name, err)
                            : look_at_labels(json, arena, &a, file->name, err);
}

static cal_status look_at_table(cal_text *json, cal_arena *arena, const cal_file *file, cal_error *err) {
    cal_predictions p;
    cal_outputs z;
    bool predictions = cal_csv_is_predictions(file);
    cal_status status = predictions ? cal_csv_read(&p, arena, file, err)
                                    : cal_csv_outputs(&z, arena, file, CAL_WIDTH_SINGLE, err);
    if (status) return status;
    cal_json_key(json, "kind");
    cal_json_string(json, "csv");
    cal_json_key(json, "rows");
    cal_json_integer(json, predictions ? p.n : z.n);
    member(json, "classes",
           count_classes(arena, predictions ? p.labels : z.labels, (size_t)(predictions ? p.n : z.n)));
    if (predictions) return CAL_OK;
    write_shape(json, z.n, z.k);
    write_range(json, z.logits, (size_t)z.n, (size_t)z.k);
    return CAL_OK;
}

static bool is_array(const cal_file *file) {
    return file->size >= 6 && memcmp(file->bytes, "\x93NUMPY", 6) == 0;
}

cal_status cal_file_look(cal_text *json, const cal_file *file, cal_error *err) {
    cal_arena arena = {0};
    size_t length = strlen(file->name);
    bool table = length > 4 && strcmp(file->name + length - 4, ".csv") == 0;
    cal_json_open(json, '{');
    cal_status status = table && !is_array(file) ? look_at_table(json, &arena, file, err)
                                                 : look_at_array(json, &arena, file, err);
    if (!status && arena.refused)
        status = cal_fail(err, CAL_MEMORY, "%s: memory for looking at it was refused", file->name);
    cal_json_close(json, '}');
    cal_arena_free(&arena);
    return status;
}
