#include "catalog/data/pictures/gallery.h"
#include "catalog/data/shared/files.h"
#include "catalog/data/shared/names.h"

cal_status cal_gallery_npy(cal_gallery *out, cal_arena *scratch, const cal_file *pictures,
                           const cal_file *labels, cal_layout layout, cal_error *err) {
    cal_array x, y;
    int32_t *label = NULL;
    cal_status status = cal_npy_read(&x, pictures, err);
    if (!status) status = cal_pictures_npy(&out->form, &x, pictures->name, layout, err);
    if (!status) status = cal_npy_read(&y, labels, err);
    if (status) return status;
    if ((y.ndim != 1 && (y.ndim != 2 || y.dim[1] != 1)) || y.dim[0] != x.dim[0])
        return cal_fail(err, CAL_FAILED, "%s: not one label for each of the %d pictures of %s", labels->name,
                        x.dim[0], pictures->name);
    status = cal_npy_labels(&label, scratch, &y, labels->name, err);
    out->n = x.dim[0];
    out->first = x.data;
    out->stride = x.count / (size_t)out->n * (size_t)(x.type[1] - '0');
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
    for (int i = 0; i < gallery->n; i++) {
        const int label = gallery->labels[i];
        if (label < 0 || label >= all)
            return cal_fail(err, CAL_FAILED, "%s: row %d has label %d, not 0 to %d", labels_name, i, label,
                            all - 1);
        cal_records_label(out, i, label, classes);
        cal_records_skip(out, i, i, skip);
    }
    return CAL_OK;
}

cal_status cal_galleries_open(cal_gallery gallery[2], int *greatest, cal_arena *scratch,
                              const cal_galleries *from, const cal_choice *choice, const cal_file *files,
                              int nfiles, cal_error *err) {
    const int first = from->sets > 1 && cal_data_test_alone(choice);
    *greatest = 0;
    for (int s = first; s < from->sets; s++) {
        const cal_status status = from->open(&gallery[s], scratch, s, choice, files, nfiles, err);
        if (status) return status;
        for (int i = 0; i < gallery[s].n; i++)
            if (gallery[s].labels[i] > *greatest) *greatest = gallery[s].labels[i];
    }
    if (first) gallery[0] = gallery[1];
    return CAL_OK;
}

cal_status cal_galleries_load(cal_dataset *out, const cal_galleries *from, const cal_choice *choice,
                              const cal_file *files, int nfiles, cal_error *err) {
    cal_arena scratch = {0};
    cal_gallery gallery[2];
    cal_records records[2];
    cal_classes classes;
    const cal_file *words = NULL;
    const int first = from->sets > 1 && cal_data_test_alone(choice);
    int greatest;
    cal_status status = cal_classes_choose(&classes, from->all, choice, err);
    if (!status && from->words) status = cal_data_file(&words, choice, from->words, files, nfiles, err);
    if (!status) status = cal_galleries_open(gallery, &greatest, &scratch, from, choice, files, nfiles, err);
    for (int s = first; s < from->sets && !status; s++) {
        if (from->fits) status = from->fits(&gallery[s], s, out, choice, err);
        if (!status)
            status = cal_gallery_records(&records[s], &gallery[s], &scratch, from->name[s], from->labels[s],
                                         from->all, &classes, NULL, out, choice, err);
    }
    if (!status) status = words ? cal_names_lines(out, words, err) : cal_names_number(out, err);
    if (!status)
        status = cal_records_draw(out, choice, first ? NULL : &records[0],
                                  from->sets > 1 ? &records[1] : NULL, true, err);
    cal_arena_free(&scratch);
    return status;
}
