// Labelled pictures that are stored in a file one after the other.
#ifndef CAL_CATALOG_DATA_PICTURES_GALLERY_H
#define CAL_CATALOG_DATA_PICTURES_GALLERY_H
#include "catalog/data/pictures/pictures.h"
#include "base/slice.h"
#include "catalog/data/subset/records.h"

typedef struct cal_gallery {
    int n;
    cal_pictures form;
    const uint8_t *first;  // the first picture's first value
    size_t stride;         // bytes from picture to picture
    const int32_t *labels; // [n]; with several labels a picture [n][several], as cal_split has them
    int several;           // how many; 0: each picture has one class
    const cal_slice *name; // [several] of these labels, in the file's bytes; null: they have numbers
} cal_gallery;

// All but the labels, from an array as cal_pictures_npy.
cal_status cal_gallery_pictures(cal_gallery *out, const cal_file *pictures, cal_layout layout,
                                cal_error *err);
// With labels, [n] or [n, 1] whole numbers, which are stored in `scratch`.
cal_status cal_gallery_npy(cal_gallery *out, cal_arena *scratch, const cal_file *pictures,
                           const cal_file *labels, cal_layout layout, cal_error *err);
// The pictures as records, of the size that `data` says; record i has the number i. Labels must be below
// `all`; if not, the error names `labels_name`. `gallery` and the files' bytes must outlive the records.
cal_status cal_gallery_records(cal_records *out, cal_gallery *gallery, cal_arena *scratch, const char *name,
                               const char *labels_name, int all, const cal_classes *classes,
                               const cal_value *skip, const cal_dataset *data, const cal_choice *choice,
                               cal_error *err);

// ---- a data set whose training and test pictures are galleries
//
// Its cal_data has `galleries` and the functions below; where the link has these parameters they say
//   classes, channels   how many there are, else what the cal_data says;
//   labels              how many there are of each picture, where the cal_data has several;
//   labels_from         whether these lie in `files` (0) or in `arrays` (1);
//   test_from           whether the test set has files of its own (1) or all splits come from the first (0);
//   names               whether the classes have names, in the file `class_names`, else numbers;
//   resize              whether pictures of another size are resized, else they always are.

typedef struct cal_galleries {
    const char *files[2][2]; // of training and test set: pictures, and labels or null where they lie together
    const char *arrays[2];   // of training and test set: labels with labels_from=npy
    const char *name[2];     // of the sets, for errors
    const char *class_names; // null: the classes have numbers
    // Reads a set out of its files, [2] as above. Where `scratch` counts there are no arrays, the labels included.
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

// Parameters of pictures that the user has as arrays.
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
