// Pictures and labels that the user has, as arrays of numpy: images.npy and images-labels.npy, from which all
// three splits are drawn, or besides images-test.npy and images-test-labels.npy for the test set.
#include "catalog/data/shared/files.h"
#include "catalog/data/pictures/gallery.h"
#include "catalog/data/shared/names.h"

enum { CLASSES = 10, CHANNELS = 3, SPLIT = 0, SAMPLES_MAX = 1000000 };

static const char *const names[2][2] = {{"images.npy", "images-labels.npy"},
                                        {"images-test.npy", "images-test-labels.npy"}};

#define CLASS_NAMES "images-classes.txt"

static bool apart(const cal_choice *choice) { return cal_choice_integer(choice, "test_from") != SPLIT; }
static bool named(const cal_choice *choice) { return cal_choice_integer(choice, "names") == 1; }

static void needed(char *out, int size, const cal_choice *choice) {
    cal_names list = cal_names_start(out, size);
    for (int s = apart(choice) && cal_data_test_alone(choice); s <= apart(choice); s++)
        for (int f = 0; f < 2; f++) cal_names_add(&list, names[s][f]);
    if (named(choice)) cal_names_add(&list, CLASS_NAMES);
}

static cal_status gallery_open(cal_gallery *out, cal_arena *scratch, int set, const cal_choice *choice,
                               const cal_file *files, int nfiles, cal_error *err) {
    const cal_file *pictures, *labels;
    cal_status status = cal_data_file(&pictures, choice, names[set][0], files, nfiles, err);
    if (!status) status = cal_data_file(&labels, choice, names[set][1], files, nfiles, err);
    if (!status)
        status = cal_gallery_npy(out, scratch, pictures, labels,
                                 (cal_layout)cal_choice_integer(choice, "layout"), err);
    return status;
}

static cal_status fits(const cal_gallery *gallery, int set, const cal_dataset *data, const cal_choice *choice,
                       cal_error *err) {
    const cal_pictures *form = &gallery->form;
    if (form->c != data->c)
        return cal_fail(err, CAL_FAILED, "%s: pictures of %d channels; the link says channels=%d",
                        names[set][0], form->c, data->c);
    if ((form->h != data->h || form->w != data->w) && !cal_choice_integer(choice, "resize"))
        return cal_fail(err, CAL_FAILED,
                        "%s: pictures of %dx%d, and the network is to see %dx%d: say size=%d/%d, or "
                        "resize=yes",
                        names[set][0], form->h, form->w, data->h, data->w, form->h, form->w);
    return CAL_OK;
}

static cal_galleries galleries(const cal_choice *choice) {
    return (cal_galleries){.sets = 1 + apart(choice),
                           .name = {"data images: images.npy", "data images: images-test.npy"},
                           .labels = {names[0][1], names[1][1]},
                           .all = cal_choice_integer(choice, "classes"),
                           .words = named(choice) ? CLASS_NAMES : NULL,
                           .open = gallery_open,
                           .fits = fits};
}

static cal_status load(cal_dataset *out, const cal_choice *choice, const cal_file *files, int nfiles,
                       cal_error *err) {
    const cal_galleries from = galleries(choice);
    return cal_galleries_load(out, &from, choice, files, nfiles, err);
}

static cal_status measure(cal_choice *choice, const cal_file *files, int nfiles, cal_error *err) {
    cal_arena scratch = {0};
    cal_gallery gallery[2];
    const cal_galleries from = galleries(choice);
    int greatest;
    const cal_status status =
        cal_galleries_open(gallery, &greatest, &scratch, &from, choice, files, nfiles, err);
    if (!status) {
        const cal_pictures *form = &gallery[0].form;
        cal_choice_put(choice, "classes", greatest < CAL_CLASSES_MAX ? greatest + 1 : CAL_CLASSES_MAX);
        cal_choice_put(choice, "channels", form->c);
        if (!cal_choice_integer(choice, "resize")) cal_data_size_put(choice, form->h, form->w);
        if (form->h > CAL_DATA_SIDE_MAX || form->w > CAL_DATA_SIDE_MAX) cal_choice_put(choice, "resize", 1);
        cal_data_cut(choice, gallery[0].n, apart(choice) ? gallery[1].n : -1);
    }
    cal_arena_free(&scratch);
    return status;
}

static void shape(int *k, int *c, int *h, int *w, const cal_choice *choice) {
    *k = cal_choice_integer(choice, "classes");
    *c = cal_choice_integer(choice, "channels");
    cal_data_size(h, w, choice);
}

static const cal_param params[] = {
    CAL_DATA_TRAIN_OR_NONE(1000, SAMPLES_MAX),
    CAL_DATA_VAL(200, SAMPLES_MAX),
    CAL_DATA_TEST(200, SAMPLES_MAX),
    CAL_DATA_CLASSES(CLASSES),
    {.name = "channels",
     .help = "1 for grey, 3 for red, green and blue",
     .unit = "",
     .type = CAL_INTEGER,
     .value = CHANNELS,
     .min = 1,
     .max = 4},
    CAL_DATA_SIZE("32", "that of the files, or with resize=yes any other"),
    {.name = "resize",
     .help = "Whether pictures may have another size: " CAL_RESIZED,
     .unit = "",
     .type = CAL_CHOICE,
     .choices = "no/yes",
     .max = 1},
    {.name = "layout",
     .help = "Whether the channels come before or after height and width; auto decides by their number",
     .unit = "",
     .type = CAL_CHOICE,
     .choices = "auto/chw/hwc",
     .max = 2},
    CAL_DATA_TEST_FROM("images-test.npy"),
    {.name = "names",
     .help = "Whether images-classes.txt names the classes, one per line",
     .unit = "",
     .type = CAL_CHOICE,
     .choices = "no/yes",
     .max = 1},
    CAL_DATA_TAKE(CAL_TAKE_RANDOM),
    CAL_DATA_LABEL_NOISE,
    CAL_DATA_IMBALANCE,
    CAL_DATA_SEED("Seed of the records that are drawn and of the labels that are replaced"),
    CAL_DATA_MEAN("0.5"),
    CAL_DATA_STD("0.25"),
    CAL_DATA_HASH,
    {0},
};

const cal_data cal_data_images = {
    .entry = {.id = "images",
              .label = "Your pictures",
              .tex = "",
              .source = "Arrays as numpy saves them, of bytes, or of floats from 0 to 1 or 0 to 255",
              .help = "Your own pictures and labels, as two .npy files",
              .params = params,
              .check = cal_data_size_check},
    .k = CLASSES,
    .c = CHANNELS,
    .h = 32,
    .w = 32,
    .pixels = true,
    .needs_files = true,
    .shape = shape,
    .files = needed,
    .measure = measure,
    .load = load,
};
