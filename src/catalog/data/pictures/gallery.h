// Labelled pictures that are stored in sequence in a file.
#ifndef CAL_CATALOG_DATA_PICTURES_GALLERY_H
#define CAL_CATALOG_DATA_PICTURES_GALLERY_H
#include "catalog/data/pictures/pictures.h"
#include "base/slice.h"
#include "catalog/data/subset/records.h"

typedef struct cal_gallery {
    int n;
    cal_pictures form;
    const uint8_t *first;  // the first value of the first picture
    size_t stride;         // bytes from picture to picture
    const int32_t *labels; // [n]; multi-label: [n][several], as in cal_split
    int several;           // labels per picture; 0: each picture has one class
    const cal_slice *name; // [several] names of these labels, in the file's bytes; null: numbers
} cal_gallery;

// Everything but the labels, from an array as in cal_pictures_npy.
cal_status cal_gallery_pictures(cal_gallery *out, const cal_file *pictures, cal_layout layout,
                                cal_error *err);
// The same with labels, [n] or [n, 1] whole numbers, which are stored in `scratch`.
cal_status cal_gallery_npy(cal_gallery *out, cal_arena *scratch, const cal_file *pictures,
                           const cal_file *labels, cal_layout layout, cal_error *err);
// The pictures as records, at the size in `data`; record i has the number i. Labels must be below `all`; if
// not, the error names `labels_name`. `gallery` and the files' bytes must outlive the records.
cal_status cal_gallery_records(cal_records *out, cal_gallery *gallery, cal_arena *scratch, const char *name,
                               const char *labels_name, int all, const cal_classes *classes,
                               const cal_value *skip, const cal_dataset *data, const cal_choice *choice,
                               cal_error *err);

// ---- a data set whose training and test pictures are galleries
//
// Its cal_data has `galleries` and the functions below. These parameters of the link have a meaning:
// - classes, channels: their number; without them the cal_data's.
// - labels: number of labels per picture, if the cal_data is multi-label.
// - labels_from: labels are in `files` (0) or in `arrays` (1).
// - test_from: the test set has separate files (1) or all splits come from the first set (0).
// - names: the classes have names, in the file `class_names`; else numbers.
// - resize: pictures of another size are resized; without the parameter they always are.

typedef struct cal_galleries {
    const char *files[2][2]; // training and test set: pictures, and labels or null if they are in one file
    const char *arrays[2];   // training and test set: labels with labels_from=npy
    const char *name[2];     // names of the sets, for errors
    const char *class_names; // null: the classes have numbers
    // Reads a set from its files, [2] as above. If `scratch` counts, all arrays are null, even the labels.
    cal_status (*open)(cal_gallery *out, cal_arena *scratch, const cal_file *const file[2],
                       const cal_choice *choice, cal_error *err);
} cal_galleries;

void cal_galleries_shape(int *k, int *c, int *h, int *w, const cal_choice *choice);
void cal_galleries_files(char *out, int size, const cal_choice *choice);
cal_status cal_galleries_measure(cal_choice *choice, const cal_file *files, int nfiles, cal_error *err);
void cal_galleries_keeps(cal_dataset *counted, const cal_choice *choice, int width);
size_t cal_galleries_loading(const cal_choice *choice, const cal_file *files, int nfiles);
cal_status cal_galleries_load(cal_dataset *out, const cal_choice *choice, const cal_file *files, int nfiles,
                              cal_error *err);

// Parameters for pictures that the user has as arrays.
#define CAL_DATA_PICTURES(preset)                                                                            \
    {.name = "channels",                                                                                     \
     .help = "1 for grey, 3 for red, green and blue",                                                        \
     .unit = "",                                                                                             \
     .type = CAL_INTEGER,                                                                                    \
     .value = preset,                                                                                        \
     .min = 1,                                                                                               \
     .max = 4},                                                                                              \
        CAL_DATA_SIZE("32", "that of the files, or with resize=yes any other"),                              \
        {.name = "resize",                                                                                   \
         .help = "Whether pictures may have another size: " CAL_RESIZED,                                     \
         .unit = "",                                                                                         \
         .type = CAL_CHOICE,                                                                                 \
         .choices = "no/yes",                                                                                \
         .max = 1},                                                                                          \
        {.name = "layout",                                                                                   \
         .help = "Whether the channels come before or after height and width; auto decides by their number", \
         .unit = "",                                                                                         \
         .type = CAL_CHOICE,                                                                                 \
         .choices = "auto/chw/hwc",                                                                          \
         .max = 2}

#endif
