// Data sets whose training and test pictures are galleries: shape, files, sizes and splits for all of them.
#include "catalog/data/pictures/gallery.h"
#include "catalog/data/shared/files.h"
#include "catalog/data/shared/names.h"
#include <string.h>

static bool has(const cal_choice *choice, const char *param) {
    return cal_param_find(choice->entry, param) >= 0;
}
static bool says(const cal_choice *choice, const char *param, int otherwise) {
    return has(choice, param) ? cal_choice_integer(choice, param) : otherwise;
}

static int set_count(const cal_choice *choice) { return 1 + says(choice, "test_from", true); }
// The first set that is needed. An evaluation without training samples needs only the files of the test set.
static int first_set(const cal_choice *choice) {
    return set_count(choice) > 1 && cal_data_test_alone(choice);
}
static bool is_named(const cal_choice *choice) { return says(choice, "names", false); }
// Returns true if names come from a file: a separate one, or the head of a table of labels.
static bool has_words(const cal_choice *choice) {
    return is_named(choice) || (has(choice, "labels_from") && !cal_choice_integer(choice, "labels_from"));
}

static const char *file_of(const cal_choice *choice, int set, int which) {
    const cal_galleries *from = cal_data_of(choice)->galleries;
    return which && says(choice, "labels_from", false) ? from->arrays[set] : from->files[set][which];
}

void cal_galleries_shape(int *k, int *c, int *h, int *w, const cal_choice *choice) {
    if (has(choice, "labels")) *k = cal_choice_integer(choice, "labels");
    if (has(choice, "classes")) *k = cal_choice_integer(choice, "classes");
    if (has(choice, "channels")) *c = cal_choice_integer(choice, "channels");
    cal_data_size(h, w, choice);
}

void cal_galleries_files(char *out, int size, const cal_choice *choice) {
    const cal_galleries *from = cal_data_of(choice)->galleries;
    cal_names list = cal_names_start(out, size);
    for (int s = first_set(choice); s < set_count(choice); s++)
        for (int f = 0; f < 2; f++)
            if (file_of(choice, s, f)) cal_names_add(&list, file_of(choice, s, f));
    if (is_named(choice)) cal_names_add(&list, from->class_names);
}

static cal_status open_all(cal_gallery gallery[2], cal_arena *scratch, const cal_choice *choice,
                           const cal_file *files, int nfiles, cal_error *err) {
    const cal_galleries *from = cal_data_of(choice)->galleries;
    for (int s = first_set(choice); s < set_count(choice); s++) {
        const cal_file *file[2] = {NULL, NULL};
        cal_status status = CAL_OK;
        for (int f = 0; f < 2 && !status; f++)
            if (file_of(choice, s, f))
                status = cal_data_file(&file[f], choice, file_of(choice, s, f), files, nfiles, err);
        gallery[s] = (cal_gallery){.n = 0};
        if (!status) status = from->open(&gallery[s], scratch, file, choice, err);
        if (status) return status;
    }
    return CAL_OK;
}

static cal_class_sizes sizes_of(const cal_gallery *gallery, const cal_choice *choice) {
    int c, h, w;
    cal_class_sizes sizes = {.records = gallery->n};
    cal_data_shape(&sizes.k, &c, &h, &w, choice);
    for (int i = 0; !gallery->several && i < gallery->n; i++)
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
        if (gallery[first].several) cal_choice_put(choice, "labels", gallery[first].several);
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
    cal_names_keeps(counted, !has_words(choice));
    cal_data_keeps_splits(counted, choice);
}

static cal_status records_open(cal_records *out, cal_gallery *gallery, int set, cal_arena *scratch,
                               const cal_classes *classes, const cal_dataset *data, const cal_choice *choice,
                               cal_error *err) {
    const cal_galleries *from = cal_data_of(choice)->galleries;
    const char *labels = file_of(choice, set, file_of(choice, set, 1) != NULL);
    return cal_gallery_records(out, gallery, scratch, from->name[set], labels, data->k, classes, NULL, data,
                               choice, err);
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
    cal_names_keeps(&counted, !has_words(choice));
    return status ? 0 : cal_records_loading(&counted, &scratch, choice, most, 0);
}

// Checks that the pictures of a file match the link. In multi-label data, checks that the labels match the
// link and those of the first set read.
static cal_status check_several(const cal_gallery *gallery, const cal_gallery *first, const char *file,
                                const cal_dataset *data, cal_error *err) {
    if (gallery->several != data->k)
        return cal_fail(err, CAL_FAILED, "%s: %d labels a picture, but the link says labels=%d", file,
                        gallery->several, data->k);
    for (int j = 0; gallery->name && j < data->k; j++) {
        const cal_slice own = gallery->name[j], other = first->name[j];
        if (own.length != other.length || memcmp(own.at, other.at, (size_t)own.length))
            return cal_fail(err, CAL_FAILED,
                            "%s: label %d is '%.*s', but that of the training pictures is '%.*s'", file,
                            j + 1, CAL_QUOTED(own), CAL_QUOTED(other));
    }
    return CAL_OK;
}

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
        if (!status && out->several)
            status = check_several(&gallery[s], &gallery[first], file_of(choice, s, 1), out, err);
        if (!status) status = records_open(&records[s], &gallery[s], s, &scratch, &classes, out, choice, err);
    }
    if (!status && out->several && gallery[first].name)
        status = cal_names_slices(out, gallery[first].name, err);
    else if (!status) status = words ? cal_names_lines(out, words, err) : cal_names_number(out, err);
    if (!status)
        status = cal_records_draw(out, choice, first ? NULL : &records[0], sets > 1 ? &records[1] : NULL,
                                  true, err);
    cal_arena_free(&scratch);
    return status;
}
