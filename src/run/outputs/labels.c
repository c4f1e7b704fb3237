#include "run/outputs/labels.h"

// Returns the class of a row of zeros with a single 1, or -1.
static int hot_at(const cal_array *a, size_t row) {
    const size_t k = (size_t)a->dim[1];
    int found = -1;
    for (size_t j = 0; j < k; j++) {
        const double value = cal_npy_number(a, row * k + j);
        if (value == 0) continue;
        if (value != 1 || found >= 0) return -1;
        found = (int)j;
    }
    return found;
}

bool cal_labels_one_hot(const cal_array *a) {
    if (a->ndim != 2 || a->dim[1] < 2 || a->dim[0] < 1) return false;
    for (int row = 0; row < a->dim[0]; row++)
        if (hot_at(a, (size_t)row) < 0) return false;
    return true;
}

bool cal_label_is_ignored(const cal_label_values *all, double label) {
    const bool any = all->zero || all->one || all->other;
    return (label == -100 && any) || (label == -1 && (all->zero || all->other)) || (label == 255 && all->one);
}

static cal_status read_one_hot(int32_t **out, cal_arena *arena, const cal_array *a, const char *name,
                               cal_error *err) {
    const size_t rows = (size_t)a->dim[0];
    *out = cal_arena_alloc(arena, rows * sizeof **out + 1);
    if (!*out) return cal_refuse_memory(err, "%s: %zu labels", name, rows);
    for (size_t i = 0; i < rows; i++) {
        (*out)[i] = hot_at(a, i);
        if ((*out)[i] < 0)
            return cal_fail(err, CAL_FAILED,
                            "%s: row %zu is not one-hot; labels are whole numbers, [samples], or rows of "
                            "zeros with a single 1",
                            name, i);
    }
    return CAL_OK;
}

cal_status cal_labels_read(int32_t **out, int *n, int *width, cal_arena *arena, const cal_array *a,
                           const char *name, cal_error *err) {
    *width = 0;
    if (a->ndim != 1 && a->ndim != 2)
        return cal_fail(err, CAL_FAILED,
                        "%s: labels have 1 dimension, [samples], or 2 if they are one-hot; these have %d",
                        name, a->ndim);
    *n = a->dim[0];
    if (a->ndim == 1 || a->dim[1] == 1) return cal_npy_labels(out, arena, a, name, err);
    *width = a->dim[1];
    return read_one_hot(out, arena, a, name, err);
}
