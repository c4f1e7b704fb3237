#include "run/outputs/outputs.h"
#include "base/maths/maths.h"
#include "run/outputs/labels.h"
#include "run/outputs/probabilities.h"

static cal_status read_numbers(cal_outputs *out, cal_arena *arena, const cal_file *file,
                               const cal_outputs_options *reading, cal_error *err) {
    const bool wide = reading->width != CAL_WIDTH_SINGLE || reading->kind == CAL_OUTPUT_PROBABILITIES;
    float *floats = NULL;
    double *doubles = NULL;
    cal_array z;
    cal_status status = cal_npy_read(&z, file, err);
    if (!status && z.ndim != 2)
        status = cal_fail(err, CAL_FAILED, "%s: logits must have 2 dimensions, [samples, classes], not %d",
                          file->name, z.ndim);
    if (!status && wide) status = cal_npy_doubles(&doubles, arena, &z, file->name, err);
    if (!status && reading->width != CAL_WIDTH_DOUBLE && reading->kind != CAL_OUTPUT_PROBABILITIES)
        status = cal_npy_floats(&floats, arena, &z, file->name, err);
    out->logits = floats, out->wide = doubles;
    out->n = z.dim[0];
    out->k = z.dim[1];
    return status;
}

float *cal_outputs_logs(cal_arena *arena, const double *p, size_t count) {
    const double least = 1e-40;
    float *z = cal_arena_alloc(arena, count * sizeof *z);
    for (size_t i = 0; z && i < count; i++) z[i] = (float)cal_log(p[i] > least ? p[i] : least);
    return z;
}

static cal_status take_probabilities(cal_outputs *out, cal_arena *arena, const char *name, cal_notes *notes,
                                     cal_error *err) {
    out->probabilities = out->wide, out->wide = NULL;
    return cal_probabilities_renormalise(&out->probabilities, arena, (size_t)out->n, (size_t)out->k, name,
                                         notes, err);
}

static cal_status settle_probabilities(cal_outputs *out, cal_arena *arena, const char *name,
                                       const cal_outputs_options *reading, cal_error *err) {
    const size_t n = (size_t)out->n, k = (size_t)out->k;
    const cal_status status = take_probabilities(out, arena, name, reading->notes, err);
    if (status || reading->width == CAL_WIDTH_DOUBLE) return status;
    out->logits = cal_outputs_logs(arena, out->probabilities, n * k);
    return out->logits || !n ? CAL_OK : cal_refuse_memory(err, "%s: its logits", name);
}

// Subtracts 1 from labels [n] that must count the classes from 1, and adds a note. Keeps marks of ignored
// rows.
static void count_from_zero(int32_t *labels, const cal_outputs *o, const char *name, cal_notes *notes) {
    int32_t least = INT32_MAX, most = INT32_MIN;
    for (int i = 0; i < o->n; i++) {
        if (cal_label_is_mark(labels[i]) && labels[i] != o->k) continue;
        least = labels[i] < least ? labels[i] : least;
        most = labels[i] > most ? labels[i] : most;
    }
    if (o->n < 1 || least < 1 || most != o->k) return;
    for (int i = 0; i < o->n; i++)
        if (labels[i] > 0 && labels[i] <= o->k) labels[i]--;
    CAL_NOTE(notes,
             "%.200s: its labels run from %d to %d, so they count the %d classes from 1: 1 was "
             "subtracted from "
             "each",
             name, least, most, o->k);
}

// Keeps either logits or probabilities.
static cal_status recognise(cal_outputs *out, cal_arena *arena, const char *name,
                            const cal_probability_range *look, cal_notes *notes, cal_error *err) {
    if (!look->likely) return out->wide = NULL, CAL_OK;
    CAL_NOTE(notes, "%.200s: read as probabilities, not logits, since its rows are from 0 to 1 and sum to 1",
             name);
    out->logits = NULL;
    return take_probabilities(out, arena, name, notes, err);
}

static cal_status refuse_probabilities(const char *name, const cal_outputs_options *reading, cal_error *err) {
    const char *logits = cal_option_name(CAL_OPTION_AS_LOGITS, reading->naming);
    if (reading->otherwise)
        return cal_fail(
            err, CAL_USAGE,
            "%.200s: its rows are from 0 to 1 and sum to 1, like probabilities: %s; %s if they are "
            "logits all the same",
            name, reading->otherwise, logits);
    return cal_fail(err, CAL_USAGE,
                    "%.200s: its rows are from 0 to 1 and sum to 1, like probabilities: %s if that is what "
                    "they are; %s if they are logits all the same",
                    name, cal_option_name(CAL_OPTION_PROBS, reading->naming), logits);
}

cal_status cal_outputs_settle(cal_outputs *out, int32_t *labels, cal_arena *arena, const char *name,
                              const char *labels_name, const cal_outputs_options *reading, cal_error *err) {
    cal_probability_range look;
    cal_status status = CAL_OK;
    if (reading->kind == CAL_OUTPUT_PROBABILITIES)
        status = settle_probabilities(out, arena, name, reading, err);
    else if (reading->kind == CAL_OUTPUT_UNKNOWN) {
        const float *floats = reading->recognise ? NULL : out->logits;
        cal_probability_range_of(&look, floats, out->wide, (size_t)out->n, (size_t)out->k);
        if (reading->recognise) status = recognise(out, arena, name, &look, reading->notes, err);
        else if (look.likely) status = refuse_probabilities(name, reading, err);
    }
    if (!status && labels) count_from_zero(labels, out, labels_name, reading->notes);
    out->labels = labels;
    return status;
}

static cal_status read_labels(int32_t **out, const cal_outputs *outputs, cal_arena *arena,
                              const cal_file *logits, const cal_file *labels, cal_error *err) {
    cal_array y;
    int n = 0, width = 0;
    cal_status status = cal_npy_read(&y, labels, err);
    if (!status) status = cal_labels_read(out, &n, &width, arena, &y, labels->name, err);
    if (!status && width && width != outputs->k)
        status = cal_fail(err, CAL_FAILED, "%.200s has %d classes, but %.200s has one-hot labels of %d",
                          logits->name, outputs->k, labels->name, width);
    if (!status && outputs->n != n)
        status = cal_fail(err, CAL_FAILED, "%.200s has %d rows, but %.200s has %d labels", logits->name,
                          outputs->n, labels->name, n);
    return status;
}

cal_status cal_outputs_read(cal_outputs *out, cal_arena *arena, const cal_file *logits,
                            const cal_file *labels, const cal_outputs_options *reading, cal_error *err) {
    int32_t *read = NULL;
    *out = (cal_outputs){0};
    cal_status status = read_numbers(out, arena, logits, reading, err);
    if (!status && labels) status = read_labels(&read, out, arena, logits, labels, err);
    if (status) return status;
    return cal_outputs_settle(out, read, arena, logits->name, labels ? labels->name : "", reading, err);
}
