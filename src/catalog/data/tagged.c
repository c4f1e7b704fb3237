// The user's multi-label pictures: images.npy and images-labels.csv or images-labels.npy. With test_from=file
// there is the same for a test set. A label is present (1), absent (0) or unknown (-1, or empty in the
// table).
#include <string.h>
#include "catalog/data/pictures/gallery.h"
#include "catalog/data/tables/rows.h"

enum { LABELS = 14, LABELS_MIN = 2, CHANNELS = 1, SAMPLES_MAX = 1000000 };

static cal_status check_count(int labels, const char *file, cal_error *err) {
    if (labels >= LABELS_MIN && labels <= CAL_CLASSES_MAX) return CAL_OK;
    return cal_fail(err, CAL_FAILED, "%s: %d labels a picture, not %d to %d", file, labels, LABELS_MIN,
                    CAL_CLASSES_MAX);
}

// ---- a table

static cal_status check_names(const cal_slice *name, int count, const char *file, cal_error *err) {
    for (int j = 0; j < count; j++) {
        double number;
        if (!name[j].length)
            return cal_fail(err, CAL_FAILED, "%s: column %d has no name in the first line", file, j + 1);
        if (cal_number_parse(&number, name[j]))
            return cal_fail(err, CAL_FAILED,
                            "%s: the first line has '%.*s' where the name of a label belongs: begin the "
                            "table with a line of names",
                            file, CAL_QUOTED(name[j]));
        for (int i = 0; i < j; i++)
            if (cal_slice_same(name[i], name[j]))
                return cal_fail(err, CAL_FAILED, "%s: columns %d and %d are both named '%.*s'", file, i + 1,
                                j + 1, CAL_QUOTED(name[j]));
    }
    return CAL_OK;
}

// Parses a number, since tables of uncertain labels contain 1.0 and -1.0.
static bool label_parse(int32_t *out, cal_slice field) {
    double value = -1;
    if (field.length && !cal_number_parse(&value, field)) return false;
    *out = (int32_t)(value > 0) - (int32_t)(value < 0);
    return value == *out;
}

static cal_status read_row(int32_t *label, const cal_slice *field, int count, const cal_slice *name,
                           int labels, const cal_rows *csv, cal_error *err) {
    if (count != labels)
        return cal_fail(err, CAL_FAILED, "%s: line %d: %d fields, but the first row has %d", csv->name,
                        csv->line, count, labels);
    for (int j = 0; j < labels; j++)
        if (!label_parse(&label[j], field[j]))
            return cal_fail(err, CAL_FAILED,
                            "%s: line %d, label '%.*s': '%.*s' is not 1 (present), 0 (absent), -1 or empty "
                            "(unknown)",
                            csv->name, csv->line, CAL_QUOTED(name[j]), CAL_QUOTED(field[j]));
    return CAL_OK;
}

static cal_status read_rows(int32_t *label, const cal_gallery *of, cal_slice *field, cal_rows *csv,
                            cal_error *err) {
    const size_t labels = (size_t)of->several;
    int rows = 0;
    for (;; rows++) {
        int count;
        cal_status status = cal_rows_next(field, &count, CAL_CLASSES_MAX, csv, err);
        if (!status && count && rows < of->n)
            status = read_row(label + (size_t)rows * labels, field, count, of->name, of->several, csv, err);
        if (status) return status;
        if (!count) break;
    }
    if (rows == of->n) return CAL_OK;
    return cal_fail(err, CAL_FAILED, "%s: %d rows of labels, but there are %d pictures", csv->name, rows,
                    of->n);
}

static cal_status read_table(cal_gallery *out, cal_arena *scratch, const cal_file *file, cal_error *err) {
    cal_slice field[CAL_CLASSES_MAX];
    cal_rows csv = cal_rows_open(file);
    cal_status status = cal_rows_next(field, &out->several, CAL_CLASSES_MAX, &csv, err);
    if (!status) status = check_count(out->several, file->name, err);
    if (!status) status = check_names(field, out->several, file->name, err);
    if (status) return status;
    const size_t labels = (size_t)out->several, bytes = labels * sizeof *field;
    cal_slice *name = cal_arena_alloc(scratch, bytes);
    int32_t *label = cal_arena_alloc(scratch, (size_t)out->n * labels * sizeof *label);
    if (scratch->refused) return cal_refuse_memory(err, "%s: labels", file->name);
    if (scratch->counts) return CAL_OK;
    out->name = memcpy(name, field, bytes);
    out->labels = label;
    return read_rows(label, out, field, &csv, err);
}

// ---- an array

static cal_status read_array(cal_gallery *out, cal_arena *scratch, const cal_file *file, cal_error *err) {
    cal_array y;
    int32_t *label = NULL;
    cal_status status = cal_npy_read(&y, file, err);
    if (!status && (y.ndim != 2 || y.dim[0] != out->n))
        status =
            cal_fail(err, CAL_FAILED, "%s: not of shape [%d, labels], one row of labels for each picture",
                     file->name, out->n);
    if (!status) status = check_count(y.dim[1], file->name, err);
    if (!status) status = cal_npy_labels(&label, scratch, &y, file->name, err);
    if (status) return status;
    const size_t labels = (size_t)y.dim[1];
    out->several = y.dim[1];
    out->labels = label;
    for (size_t i = 0; label && i < (size_t)out->n * labels; i++)
        if (label[i] < -1 || label[i] > 1)
            return cal_fail(err, CAL_FAILED,
                            "%s: row %d, column %d is %d, not 1 (present), 0 (absent) or -1 (unknown)",
                            file->name, (int)(i / labels), (int)(i % labels), label[i]);
    return CAL_OK;
}

// ---- the entry

static cal_status gallery_open(cal_gallery *out, cal_arena *scratch, const cal_file *const file[2],
                               const cal_choice *choice, cal_error *err) {
    const cal_status status =
        cal_gallery_pictures(out, file[0], (cal_layout)cal_choice_integer(choice, "layout"), err);
    if (status) return status;
    return cal_choice_integer(choice, "labels_from") ? read_array(out, scratch, file[1], err)
                                                     : read_table(out, scratch, file[1], err);
}

static const cal_galleries galleries = {
    .files = {{"images.npy", "images-labels.csv"}, {"images-test.npy", "images-test-labels.csv"}},
    .arrays = {"images-labels.npy", "images-test-labels.npy"},
    .name = {"data tagged: images.npy", "data tagged: images-test.npy"},
    .open = gallery_open,
};

static const cal_param params[] = {
    CAL_DATA_TRAIN_OR_NONE(1000, SAMPLES_MAX),
    CAL_DATA_VAL(200, SAMPLES_MAX),
    CAL_DATA_TEST(200, SAMPLES_MAX),
    {.name = "labels",
     .help = "Number of labels, each of which a picture has or has not",
     .unit = "",
     .type = CAL_INTEGER,
     .value = LABELS,
     .min = LABELS_MIN,
     .max = CAL_CLASSES_MAX},
    {.name = "labels_from",
     .help = "Whether the labels are a table with a line of names, or an array [n, labels]: 1 present, 0 "
             "absent, -1 (empty in a table) unknown",
     .unit = "",
     .type = CAL_CHOICE,
     .choices = "csv/npy",
     .max = 1},
    CAL_DATA_PICTURES(CHANNELS),
    CAL_DATA_TEST_FROM("images-test.npy"),
    CAL_DATA_TAKE_SEVERAL,
    CAL_DATA_SEED("Seed of the records that are drawn"),
    CAL_DATA_MEAN("0.5"),
    CAL_DATA_STD("0.25"),
    CAL_DATA_HASH,
    {0},
};

const cal_data cal_data_tagged = {
    .entry = {.id = "tagged",
              .label = "Your pictures with several labels",
              .tex = "",
              .source = "Tables such as those of chest X-rays: Wang et al. 2017 (ChestX-ray14), Irvin et al. "
                        "2019 (CheXpert), whose -1 is uncertain",
              .help = "Your own pictures as a .npy file, and a table of labels, of which a picture has any "
                      "number. Unknown ones are neither trained on nor counted",
              .params = params,
              .check = cal_data_size_check},
    .k = LABELS,
    .c = CHANNELS,
    .h = 32,
    .w = 32,
    .pixels = true,
    .several = true,
    .needs_files = true,
    .galleries = &galleries,
    .shape = cal_galleries_shape,
    .files = cal_galleries_files,
    .measure = cal_galleries_measure,
    .load = cal_galleries_load,
    .keeps = cal_galleries_keeps,
    .loading = cal_galleries_loading,
};
