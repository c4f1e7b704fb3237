#include "catalog/data/pictures/gallery.h"

cal_status cal_gallery_pictures(cal_gallery *out, const cal_file *pictures, cal_layout layout,
                                cal_error *err) {
    cal_array x;
    cal_status status = cal_npy_read(&x, pictures, err);
    if (!status) status = cal_pictures_npy(&out->form, &x, pictures->name, layout, err);
    if (status) return status;
    out->n = x.dim[0];
    out->first = x.data;
    out->stride = x.count / (size_t)out->n * (size_t)(x.type[1] - '0');
    return CAL_OK;
}

cal_status cal_gallery_npy(cal_gallery *out, cal_arena *scratch, const cal_file *pictures,
                           const cal_file *labels, cal_layout layout, cal_error *err) {
    cal_array y;
    int32_t *label = NULL;
    cal_status status = cal_gallery_pictures(out, pictures, layout, err);
    if (!status) status = cal_npy_read(&y, labels, err);
    if (status) return status;
    if (y.ndim == 2 && y.dim[1] > 1 && y.dim[0] == out->n)
        return cal_fail(err, CAL_FAILED,
                        "%s: %d labels for each picture, which data=tagged:labels_from=npy takes, with "
                        "head=sigmoid",
                        labels->name, y.dim[1]);
    if ((y.ndim != 1 && (y.ndim != 2 || y.dim[1] != 1)) || y.dim[0] != out->n)
        return cal_fail(err, CAL_FAILED, "%s: not one label for each of the %d pictures of %s", labels->name,
                        out->n, pictures->name);
    status = cal_npy_labels(&label, scratch, &y, labels->name, err);
    out->labels = label;
    return status;
}

static void take(const cal_split *split, int row, const cal_records *from, int record) {
    const cal_gallery *gallery = from->context;
    const size_t size = (size_t)gallery->form.c * cal_resize_size(gallery->form.resize);
    cal_pictures_take(split->pixels + (size_t)row * size, &gallery->form,
                      gallery->first + (size_t)record * gallery->stride);
    split->source[row] = record;
}

cal_status cal_gallery_records(cal_records *out, cal_gallery *gallery, cal_arena *scratch, const char *name,
                               const char *labels_name, int all, const cal_classes *classes,
                               const cal_value *skip, const cal_dataset *data, const cal_choice *choice,
                               cal_error *err) {
    cal_status status = cal_pictures_fit(&gallery->form, scratch, data->h, data->w, choice, err);
    if (!status) status = cal_records_open(out, scratch, name, gallery->n, choice, err);
    if (status) return status;
    out->take = take;
    out->context = gallery;
    if (gallery->several) out->several = gallery->labels;
    for (int i = 0; out->labels && i < gallery->n; i++) {
        cal_records_skip(out, i, i, skip);
        if (gallery->several) continue;
        const int label = gallery->labels[i];
        if (label < 0 || label >= all)
            return cal_fail(err, CAL_FAILED, "%s: row %d has label %d, not 0 to %d", labels_name, i, label,
                            all - 1);
        cal_records_label(out, i, label, classes);
    }
    return CAL_OK;
}
