// Street View House Numbers, cropped digits (Netzer et al. 2011): train_32x32.mat and test_32x32.mat. Each
// has X [32, 32, 3, n] of bytes, with the row index varying fastest, and y [n, 1], in which 10 means the
// digit 0.
#include "catalog/data/pictures/gallery.h"
#include "base/bytes/mat.h"

enum { CLASSES = 10, SIDE = 32, TRAINING = 73257, TESTS = 26032, SAMPLES_MAX = 1000000 };

static cal_status gallery_open(cal_gallery *out, cal_arena *scratch, const cal_file *const files[2],
                               const cal_choice *choice, cal_error *err) {
    const cal_file *const file = files[0];
    cal_mat_array x, y;
    cal_status status = cal_mat_read(&y, scratch, file, "y", err);
    if (!status) status = cal_mat_read(&x, scratch, file, "X", err);
    if (status) return status;
    const int n = x.ndim == 4 ? x.dim[3] : 1;
    if (x.ndim < 3 || x.dim[0] != SIDE || x.dim[1] != SIDE || x.dim[2] != 3 || n > SAMPLES_MAX ||
        x.kind != 'u' || x.size != 1)
        return cal_fail(err, CAL_FAILED, "%s: X is not an array of bytes of shape [32, 32, 3, n]",
                        file->name);
    if (y.ndim != 2 || y.count != (size_t)n)
        return cal_fail(err, CAL_FAILED, "%s: y does not have one label for each of %d pictures", file->name,
                        n);
    int32_t *label = cal_arena_alloc(scratch, (size_t)n * sizeof *label);
    if (scratch->refused) return cal_refuse_memory(err, "data %s: labels", choice->entry->id);
    for (int i = 0; label && i < n; i++) {
        const double value = cal_mat_number(&y, (size_t)i);
        if (!(value >= 1 && value <= CLASSES) || value != (int)value)
            return cal_fail(err, CAL_FAILED, "%s: row %d of y has the label %g, not 1 to 10", file->name, i,
                            value);
        label[i] = (int)value % CLASSES;
    }
    *out = (cal_gallery){.n = n,
                         .form = {.c = 3,
                                  .h = SIDE,
                                  .w = SIDE,
                                  .channel = (size_t)SIDE * SIDE,
                                  .row = 1,
                                  .column = SIDE,
                                  .type = 'u'},
                         .first = x.data,
                         .stride = 3 * (size_t)SIDE * SIDE,
                         .labels = label};
    return CAL_OK;
}

static const cal_galleries galleries = {
    .files = {{"train_32x32.mat"}, {"test_32x32.mat"}},
    .name = {"data svhn: train_32x32.mat", "data svhn: test_32x32.mat"},
    .open = gallery_open,
};

static const cal_param params[] = {
    CAL_DATA_TRAIN_OR_NONE(5000, TRAINING),
    CAL_DATA_VAL(1000, TRAINING),
    CAL_DATA_TEST(2000, TESTS),
    CAL_DATA_SIZE("32", CAL_RESIZED),
    CAL_DATA_TAKE(CAL_TAKE_BALANCED),
    CAL_DATA_LABEL_NOISE,
    CAL_DATA_IMBALANCE,
    CAL_DATA_SEED("Seed of the records that are drawn and of the labels that are replaced"),
    CAL_DATA_MEAN("0.4377/0.4438/0.4728"),
    CAL_DATA_STD("0.198/0.201/0.197"),
    CAL_DATA_HASH,
    {0},
};

const cal_data cal_data_svhn = {
    .entry = {.id = "svhn",
              .label = "House numbers (SVHN)",
              .tex = "",
              .source = "Netzer et al. 2011, Reading Digits in Natural Images with Unsupervised Feature "
                        "Learning, format 2",
              .help = "Photographs of digits on houses; bring the cropped pictures as MATLAB files",
              .params = params,
              .check = cal_data_size_check},
    .k = CLASSES,
    .c = 3,
    .h = SIDE,
    .w = SIDE,
    .pixels = true,
    .needs_files = true,
    .galleries = &galleries,
    .shape = cal_galleries_shape,
    .files = cal_galleries_files,
    .load = cal_galleries_load,
    .keeps = cal_galleries_keeps,
    .loading = cal_galleries_loading,
};
