#include "run/report/input/positions.h"
#include <stdio.h>
#include <string.h>
#include "base/bytes/npy.h"

typedef struct shape {
    size_t samples, positions, classes;
    bool classes_last;
} shape;

static void show(char out[64], const cal_array *a) {
    int at = 0;
    for (int i = 0; i < a->ndim; i++)
        at += snprintf(out + at, 64 - (size_t)at, "%s%d", i ? ", " : "[", a->dim[i]);
    snprintf(out + at, 64 - (size_t)at, "]");
}

static cal_status find_shape(shape *out, const cal_array *z, const cal_array *y, const cal_file *outputs,
                             const cal_file *labels, cal_error *err) {
    const int positions = z->ndim - 2;
    char shapes[2][64];
    bool last = y->ndim == z->ndim - 1 && y->dim[0] == z->dim[0], first = last;
    *out = (shape){(size_t)z->dim[0], 1, 0, false};
    for (int i = 1; i <= positions && (last || first); i++) {
        last &= z->dim[i] == y->dim[i];
        first &= z->dim[i + 1] == y->dim[i];
        out->positions *= (size_t)y->dim[i];
    }
    show(shapes[0], z), show(shapes[1], y);
    if (last && first)
        return cal_fail(err, CAL_FAILED,
                        "%.100s has the shape %s: its classes may be the second or the last axis; save it as "
                        "[samples, classes], with labels [samples]",
                        outputs->name, shapes[0]);
    if (!last && !first)
        return cal_fail(
            err, CAL_FAILED,
            "%.100s has the shape %s, but %.100s %s: outputs of tokens are [n, tokens, classes], of "
            "pixels [n, classes, height, width], with labels of the same positions",
            outputs->name, shapes[0], labels->name, shapes[1]);
    out->classes_last = last;
    out->classes = (size_t)z->dim[last ? positions + 1 : 1];
    return CAL_OK;
}

// Moves the classes of each sample, numbers of `size` bytes [classes, positions], to the last axis.
static void turn(uint8_t *to, const uint8_t *from, size_t size, const shape *s) {
    for (size_t i = 0; i < s->samples; i++, from += s->classes * s->positions * size)
        for (size_t p = 0; p < s->positions; p++)
            for (size_t j = 0; j < s->classes; j++, to += size)
                memcpy(to, from + (j * s->positions + p) * size, size);
}

static cal_status flatten_outputs(cal_file *outputs, cal_arena *arena, const cal_array *z, const shape *s,
                                  cal_error *err) {
    const bool wide = z->type[0] == 'f' && z->type[1] == '8';
    const size_t size = wide ? sizeof(double) : sizeof(float);
    const int dim[] = {(int)(s->samples * s->positions), (int)s->classes};
    float *floats = NULL;
    double *doubles = NULL;
    cal_status status = wide ? cal_npy_doubles(&doubles, arena, z, outputs->name, err)
                             : cal_npy_floats(&floats, arena, z, outputs->name, err);
    const void *data = wide ? (const void *)doubles : floats;
    if (!status && !s->classes_last) {
        uint8_t *turned = cal_arena_alloc(arena, z->count * size);
        if (!turned) return cal_refuse_memory(err, "%s: its numbers", outputs->name);
        turn(turned, data, size, s);
        data = turned;
    }
    return status ? status : cal_npy_replace(outputs, arena, wide ? "f8" : "f4", data, dim, 2, err);
}

// Makes the positions of each sample a case, named by the sample's number.
static cal_status name_cases(cal_row_columns *rows, cal_arena *arena, const shape *s, cal_error *err) {
    enum { DIGITS = 12 };
    static const char name[] = "sample";
    char *text = cal_arena_alloc(arena, s->samples * DIGITS);
    rows->cases = cal_arena_alloc(arena, s->samples * s->positions * sizeof *rows->cases);
    if (arena->refused) return cal_refuse_memory(err, "the samples");
    memcpy(rows->case_name, name, sizeof name);
    for (size_t i = 0; i < s->samples; i++, text += DIGITS) {
        const int length = snprintf(text, DIGITS, "%zu", i);
        for (size_t p = 0; p < s->positions; p++)
            rows->cases[i * s->positions + p] = (cal_slice){text, length};
    }
    return CAL_OK;
}

cal_status cal_positions_flatten(cal_row_columns *rows, cal_file *outputs, cal_file *labels, cal_arena *arena,
                                 cal_notes *notes, cal_error *err) {
    cal_array z, y;
    shape s;
    int32_t *label;
    cal_status status = cal_npy_read(&z, outputs, err);
    if (status || z.ndim < 3) return status;
    status = cal_npy_read(&y, labels, err);
    if (!status) status = find_shape(&s, &z, &y, outputs, labels, err);
    if (!status && (z.count == 0 || s.samples * s.positions > INT32_MAX))
        status = cal_fail(err, CAL_FAILED, "%s: from 1 to 2147483647 positions are read", outputs->name);
    if (!status) status = cal_npy_labels(&label, arena, &y, labels->name, err);
    if (!status) status = flatten_outputs(outputs, arena, &z, &s, err);
    const int dim[] = {(int)(s.samples * s.positions)};
    if (!status) status = cal_npy_replace(labels, arena, "i4", label, dim, 1, err);
    if (!status) status = name_cases(rows, arena, &s, err);
    if (status) return status;
    CAL_NOTE(
        notes,
        "%.100s: each of the %zu positions of its %zu samples has a label; those of a sample stay together",
        outputs->name, s.positions, s.samples);
    return CAL_OK;
}
