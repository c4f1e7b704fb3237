// Data sets whose training and test pictures are galleries: shape, files, sizes and splits of them all.
#include "catalog/data/pictures/gallery.h"
#include "catalog/data/shared/files.h"
#include "catalog/data/shared/names.h"

static bool has(const cal_choice *choice, const char *param) {
    return cal_param_find(choice->entry, param) >= 0;
}
static bool says(const cal_choice *choice, const char *param, int otherwise) {
    return has(choice, param) ? cal_choice_integer(choice, param) : otherwise;
}

static int set_count(const cal_choice *choice) { return 1 + says(choice, "test_from", true); }
// The first set that is needed: an evaluation that takes no training samples needs those of the test set alone.
static int first_set(const cal_choice *choice) {
    return set_count(choice) > 1 && cal_data_test_alone(choice);
}
static bool is_named(const cal_choice *choice) { return says(choice, "names", false); }

void cal_galleries_shape(int *k, int *c, int *h, int *w, const cal_choice *choice) {
    if (has(choice, "classes")) *k = cal_choice_integer(choice, "classes");
    if (has(choice, "channels")) *c = cal_choice_integer(choice, "channels");
    cal_data_size(h, w, choice);
}

void cal_galleries_files(char *out, int size, const cal_choice *choice) {
    const cal_galleries *from = cal_data_of(choice)->galleries;
    cal_names list = cal_names_start(out, size);
    for (int s = first_set(choice); s < set_count(choice); s++)
        for (int f = 0; f < 2; f++)
            if (from->files[s][f]) cal_names_add(&list, from->files[s][f]);
    if (is_named(choice)) cal_names_add(&list, from->class_names);
}

static cal_status open_all(cal_gallery gallery[2], cal_arena *scratch, const cal_choice *choice,
                           const cal_file *files, int nfiles, cal_error *err) {
    const cal_galleries *from = cal_data_of(choice)->galleries;
    for (int s = first_set(choice); s < set_count(choice); s++) {
        const cal_file *file[2] = {NULL, NULL};
        cal_status status = CAL_OK;
        for (int f = 0; f < 2 && !status; f++)
            if (from->files[s][f])
                status = cal_data_file(&file[f], choice, from->files[s][f], files, nfiles, err);
        if (!status) status = from->open(&gallery[s], scratch, file, choice, err);
        if (status) return status;
    }
    return CAL_OK;
}

static cal_class_sizes sizes_of(const cal_gallery *gallery, const cal_choice *choice) {
    int c, h, w;
    cal_class_sizes sizes = {.records = gallery->n};
    cal_data_shape(&sizes.k, &c, &h, &w, choice);
    for (int i = 0; i < gallery->n; i++)
        if (gallery->labels[i] >= 0 && gallery->labels[i] < sizes.k) sizes.size[gallery->labels[i]]++;
    return sizes;
}

static int classes_of(const cal_gallery *gallery, const cal_choice *choice) {
    int greatest = 0;
    for (int s = first_set(choice); s < set_count(choice); s++)
        for (int i = 0; i < gallery[s].n; i++)
            if (gallery[s].labels[i] > greatest) greatest = gallery[s].labels[i];
    return greatest < CAL_CLASSES_MAX ? greatest + 1 : CAL_CLASSES_MAX;
}

cal_status cal_galleries_measure(cal_choice *choice, const cal_file *files, int nfiles, cal_error *err) {
    cal_arena scratch = {0};
    cal_gallery gallery[2];
    const int sets = set_count(choice), first = first_set(choice);
    cal_status status = open_all(gallery, &scratch, choice, files, nfiles, err);
    if (!status) {
        const cal_pictures *form = &gallery[first].form;
        if (has(choice, "classes")) cal_choice_put(choice, "classes", classes_of(gallery, choice));
        if (has(choice, "channels")) cal_choice_put(choice, "channels", form->c);
        if (!has(choice, "resize") || !cal_choice_integer(choice, "resize"))
            cal_data_size_put(choice, form->h, form->w);
        if (has(choice, "resize") && (form->h > CAL_DATA_SIDE_MAX || form->w > CAL_DATA_SIDE_MAX))
            cal_choice_put(choice, "resize", 1);
        const cal_class_sizes sizes = sizes_of(&gallery[first], choice),
                              tests = sizes_of(&gallery[sets - 1], choice);
        status = cal_data_cut(choice, cal_data_of(choice)->galleries->files[first][0], &sizes,
                              sets > 1 ? &tests : NULL, err);
    }
    cal_arena_free(&scratch);
    return status;
}

void cal_galleries_keeps(cal_dataset *counted, const cal_choice *choice, int width) {
    (void)width;
    cal_names_keeps(counted, !is_named(choice));
    cal_data_keeps_splits(counted, choice);
}

static cal_status records_open(cal_records *out, cal_gallery *gallery, int set, cal_arena *scratch,
                               const cal_classes *classes, const cal_dataset *data, const cal_choice *choice,
                               cal_error *err) {
    const cal_galleries *from = cal_data_of(choice)->galleries;
    const char *const *file = from->files[set];
    return cal_gallery_records(out, gallery, scratch, from->name[set], file[file[1] != NULL], data->k,
                               classes, NULL, data, choice, err);
}

size_t cal_galleries_loading(const cal_choice *choice, const cal_file *files, int nfiles) {
    cal_arena scratch = {.counts = true};
    cal_dataset counted = cal_data_counted(choice);
    cal_gallery gallery[2];
    cal_records records;
    int most = 0;
    cal_status status = open_all(gallery, &scratch, choice, files, nfiles, NULL);
    for (int s = first_set(choice); s < set_count(choice) && !status; s++) {
        status = records_open(&records, &gallery[s], s, &scratch, NULL, &counted, choice, NULL);
        if (gallery[s].n > most) most = gallery[s].n;
    }
    cal_names_keeps(&counted, !is_named(choice));
    return status ? 0 : cal_records_loading(&counted, &scratch, choice, most, 0);
}

// Whether the pictures of a file are those that the link describes.
static cal_status check_form(const cal_pictures *form, const char *file, const cal_dataset *data,
                             const cal_choice *choice, cal_error *err) {
    if (form->c != data->c)
        return cal_fail(err, CAL_FAILED, "%s: pictures of %d channels, but the link says channels=%d", file,
                        form->c, data->c);
    if ((form->h != data->h || form->w != data->w) && !says(choice, "resize", true))
        return cal_fail(err, CAL_FAILED,
                        "%s: pictures of %dx%d, but the link says size %dx%d: say size=%d/%d or "
                        "resize=yes",
                        file, form->h, form->w, data->h, data->w, form->h, form->w);
    return CAL_OK;
}

cal_status cal_galleries_load(cal_dataset *out, const cal_choice *choice, const cal_file *files, int nfiles,
                              cal_error *err) {
    const cal_galleries *from = cal_data_of(choice)->galleries;
    cal_arena scratch = {0};
    cal_gallery gallery[2];
    cal_records records[2];
    cal_classes classes;
    const cal_file *words = NULL;
    const int sets = set_count(choice), first = first_set(choice);
    cal_status status = cal_classes_choose(&classes, out->k, choice, err);
    if (!status && is_named(choice))
        status = cal_data_file(&words, choice, from->class_names, files, nfiles, err);
    if (!status) status = open_all(gallery, &scratch, choice, files, nfiles, err);
    for (int s = first; s < sets && !status; s++) {
        status = check_form(&gallery[s].form, from->files[s][0], out, choice, err);
        if (!status) status = records_open(&records[s], &gallery[s], s, &scratch, &classes, out, choice, err);
    }
    if (!status) status = words ? cal_names_lines(out, words, err) : cal_names_number(out, err);
    if (!status)
        status = cal_records_draw(out, choice, first ? NULL : &records[0], sets > 1 ? &records[1] : NULL,
                                  true, err);
    cal_arena_free(&scratch);
    return status;
}
