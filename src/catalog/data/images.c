// The user's pictures and labels as numpy arrays: images.npy and images-labels.npy, from which all three
// splits are drawn. With images-test.npy and images-test-labels.npy, the test set is drawn from these.
#include "catalog/data/pictures/gallery.h"

enum { CLASSES = 10, CHANNELS = 3, SAMPLES_MAX = 1000000 };

static cal_status gallery_open(cal_gallery *out, cal_arena *scratch, const cal_file *const file[2],
                               const cal_choice *choice, cal_error *err) {
    return cal_gallery_npy(out, scratch, file[0], file[1], (cal_layout)cal_choice_integer(choice, "layout"),
                           err);
}

static const cal_galleries galleries = {
    .files = {{"images.npy", "images-labels.npy"}, {"images-test.npy", "images-test-labels.npy"}},
    .name = {"data images: images.npy", "data images: images-test.npy"},
    .class_names = "images-classes.txt",
    .open = gallery_open,
};

static const cal_param params[] = {
    CAL_DATA_TRAIN_OR_NONE(1000, SAMPLES_MAX),
    CAL_DATA_VAL(200, SAMPLES_MAX),
    CAL_DATA_TEST(200, SAMPLES_MAX),
    CAL_DATA_CLASSES(CLASSES),
    CAL_DATA_PICTURES(CHANNELS),
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
    .galleries = &galleries,
    .shape = cal_galleries_shape,
    .files = cal_galleries_files,
    .measure = cal_galleries_measure,
    .load = cal_galleries_load,
    .keeps = cal_galleries_keeps,
    .loading = cal_galleries_loading,
};
