#include "run/report/input/positions.h"
#include <stdio.h>
#include <string.h>
#include "base/bytes/npy.h"

typedef enum labelling {
    WHOLE,        // [n,positions], a whole number each
    HOT,          // one-hot over the classes, in the outputs' shape
    EACH_POSITION // a binary task at each position
} labelling;

typedef struct shape {
    size_t samples, positions, classes;
    bool classes_last;
    labelling labels;
} shape;

static void show(char out[64], const cal_array *a) {
    int at = 0;
    for (int i = 0; i < a->ndim; i++)
        at += snprintf(out + at, 64 - (size_t)at, "%s%d", i ? ", " : "[", a->dim[i]);
    snprintf(out + at, 64 - (size_t)at, "]");
}

// Removes the labels' axis of size 1 in the place of the classes: [n,1,h,w] or [n,h,w,1].
static void squeeze(cal_array *y, const cal_array *z) {
    const int axes[] = {1, z->ndim - 1};
    if (y->ndim != z->ndim) return;
    for (size_t a = 0; a < sizeof axes / sizeof *axes; a++) {
        bool same = y->dim[axes[a]] == 1;
        for (int i = 0; i < z->ndim; i++) same &= i == axes[a] || y->dim[i] == z->dim[i];
        if (!same) continue;
        for (int i = axes[a]; i + 1 < y->ndim; i++) y->dim[i] = y->dim[i + 1];
        y->ndim--;
        return;
    }
}

static bool is_same_shape(const cal_array *a, const cal_array *b) {
    bool same = a->ndim == b->ndim;
    for (int i = 0; i < a->ndim && same; i++) same = a->dim[i] == b->dim[i];
    return same;
}

// Returns the class of the only 1 among zeros at a position of labels of the outputs' shape; -1: none.
static int hot_at(const cal_array *y, const shape *s, size_t sample, size_t position) {
    int found = -1;
    for (size_t j = 0; j < s->classes; j++) {
        const size_t in_sample = s->classes_last ? position * s->classes + j : j * s->positions + position;
        const double value = cal_npy_number(y, sample * s->classes * s->positions + in_sample);
        if (value == 0) continue;
        if (value != 1 || found >= 0) return -1;
        found = (int)j;
    }
    return found;
}

// Finds the axis over which labels of the outputs' shape are one-hot; without one, each position is a task.
static void find_axis(shape *out, const cal_array *y) {
    const size_t all = y->count / (size_t)y->dim[0];
    for (int last = 1; last >= 0; last--) {
        const size_t k = (size_t)y->dim[last ? y->ndim - 1 : 1];
        const shape s = {(size_t)y->dim[0], all / k, k, last == 1, HOT};
        bool hot = k > 1;
        for (size_t i = 0; i < s.samples * s.positions && hot; i++)
            hot = hot_at(y, &s, i / s.positions, i % s.positions) >= 0;
        if (hot) {
            *out = s;
            return;
        }
    }
    *out = (shape){(size_t)y->dim[0], all, 1, true, EACH_POSITION};
}

static cal_status find_shape(shape *out, const cal_array *z, const cal_array *y, const cal_file *outputs,
                             const cal_file *labels, cal_error *err) {
    const int positions = z->ndim - 2;
    char shapes[2][64];
    if (z->count && is_same_shape(y, z)) return find_axis(out, y), CAL_OK;
    bool last = y->ndim == z->ndim - 1 && y->dim[0] == z->dim[0], first = last;
    *out = (shape){(size_t)z->dim[0], 1, 0, false, WHOLE};
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

// Makes labels one a position. Missing ones stay NaN.
static cal_status flatten_labels(cal_file *labels, cal_arena *arena, const cal_array *y, const shape *s,
                                 cal_error *err) {
    const int dim[] = {(int)(s->samples * s->positions)};
    int32_t *whole = NULL;
    double *floats = NULL;
    cal_status status = CAL_OK;
    if (s->labels == HOT) {
        whole = cal_arena_alloc(arena, (size_t)dim[0] * sizeof *whole);
        if (!whole) return cal_refuse_memory(err, "%s: its labels", labels->name);
        for (size_t i = 0; i < (size_t)dim[0]; i++)
            whole[i] = hot_at(y, s, i / s->positions, i % s->positions);
    } else if (y->type[0] == 'f') status = cal_npy_doubles(&floats, arena, y, labels->name, err);
    else status = cal_npy_labels(&whole, arena, y, labels->name, err);
    const void *data = floats ? (const void *)floats : whole;
    return status ? status : cal_npy_replace(labels, arena, floats ? "f8" : "i4", data, dim, 1, err);
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
    cal_status status = cal_npy_read(&z, outputs, err);
    if (status || z.ndim < 3) return status;
    status = cal_npy_read(&y, labels, err);
    if (!status) squeeze(&y, &z);
    if (!status) status = find_shape(&s, &z, &y, outputs, labels, err);
    if (!status && (z.count == 0 || s.samples * s.positions > INT32_MAX))
        status = cal_fail(err, CAL_FAILED, "%s: from 1 to 2147483647 positions are read", outputs->name);
    if (!status) status = flatten_outputs(outputs, arena, &z, &s, err);
    if (!status) status = flatten_labels(labels, arena, &y, &s, err);
    if (!status) status = name_cases(rows, arena, &s, err);
    if (status) return status;
    CAL_NOTE(
        notes,
        "%.100s: each of the %zu positions of its %zu samples has a label; those of a sample stay together",
        outputs->name, s.positions, s.samples);
    return CAL_OK;
}
