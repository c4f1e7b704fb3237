// Floor 3. Labelled pictures that lie in a file one after the other.
#ifndef CAL_ZOO_DATA_GALLERY_H
#define CAL_ZOO_DATA_GALLERY_H
#include "zoo/data_pictures.h"
#include "zoo/data_records.h"

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

#endif
