// Labelled pictures that lie in a file one after the other.
#ifndef CAL_CATALOG_DATA_PICTURES_GALLERY_H
#define CAL_CATALOG_DATA_PICTURES_GALLERY_H
#include "catalog/data/pictures/pictures.h"
#include "catalog/data/subset/records.h"

typedef struct cal_gallery {
    int n;
    cal_pictures form;
    const uint8_t *first;  // the first picture's first value
    size_t stride;         // bytes from picture to picture
    const int32_t *labels; // [n]
} cal_gallery;

// From arrays as cal_pictures_npy and [n] or [n, 1] whole numbers; labels lie in `scratch`.
cal_status cal_gallery_npy(cal_gallery *out, cal_arena *scratch, const cal_file *pictures,
                           const cal_file *labels, cal_layout layout, cal_error *err);
// The pictures as records, of the size that `data` says; record i has the number i. Labels must be below
// `all`; `labels_name` is said where one is not. `gallery` and the files' bytes outlive the records.
cal_status cal_gallery_records(cal_records *out, cal_gallery *gallery, cal_arena *scratch, const char *name,
                               const char *labels_name, int all, const cal_classes *classes,
                               const cal_value *skip, const cal_dataset *data, const cal_choice *choice,
                               cal_error *err);

// ---- a data set whose training and test pictures are galleries

typedef struct cal_galleries {
    int sets;              // 1: all three splits come from the first, 2: the test set has its own
    const char *name[2];   // of the sets, for errors
    const char *labels[2]; // files of their labels
    int all;               // classes before a subset is chosen
    const char *words;     // file with the classes' names, null: their numbers
    cal_status (*open)(cal_gallery *out, cal_arena *scratch, int set, const cal_choice *choice,
                       const cal_file *files, int nfiles, cal_error *err);
    // Whether the link goes with what was opened; may be null.
    cal_status (*fits)(const cal_gallery *gallery, int set, const cal_dataset *data, const cal_choice *choice,
                       cal_error *err);
} cal_galleries;

// Opens every set; *greatest is the greatest label of all. A test set alone stands for both.
cal_status cal_galleries_open(cal_gallery gallery[2], int *greatest, cal_arena *scratch,
                              const cal_galleries *from, const cal_choice *choice, const cal_file *files,
                              int nfiles, cal_error *err);
// What cal_data.load does for such a data set.
cal_status cal_galleries_load(cal_dataset *out, const cal_galleries *from, const cal_choice *choice,
                              const cal_file *files, int nfiles, cal_error *err);

#endif
