// Pictures as stored in files, converted to planes of bytes at the network's input size.
#ifndef CAL_CATALOG_DATA_PICTURES_PICTURES_H
#define CAL_CATALOG_DATA_PICTURES_PICTURES_H
#include "catalog/data/shared/splits.h"
#include "catalog/data/pictures/resize.h"
#include "base/bytes/npy.h"

// Value (c, y, x) of a picture is `c channel + y row + x column` values after its first.
typedef struct cal_pictures {
    int c, h, w;
    size_t channel, row, column;
    char type;    // 'u' bytes, 'h' float16, 'f' float32, 'd' float64
    double scale; // floats times this are bytes
    cal_resize *resize;
    uint8_t *plane; // [h][w], scratch
} cal_pictures;

// The usual form: planes of rows of bytes.
cal_pictures cal_pictures_planar(int c, int h, int w);
// Prepares resizing to to_h x to_w. CAL_MEMORY.
cal_status cal_pictures_fit(cal_pictures *form, cal_arena *scratch, int to_h, int to_w,
                            const cal_choice *choice, cal_error *err);
// Converts the picture whose first value is at `at` to [c][to_h][to_w].
void cal_pictures_take(uint8_t *out, const cal_pictures *form, const uint8_t *at);

typedef enum cal_layout { CAL_LAYOUT_AUTO, CAL_LAYOUT_CHW, CAL_LAYOUT_HWC } cal_layout;

// The form of an array of pictures `[n, c, h, w]`, `[n, h, w, c]` or `[n, h, w]`. They are bytes, or floats
// in [0, 1] or else in [0, 255]. With CAL_LAYOUT_AUTO the axis of 1 to 4 entries has the channels. CAL_FAILED
// with the file's name.
cal_status cal_pictures_npy(cal_pictures *out, const cal_array *array, const char *name, cal_layout layout,
                            cal_error *err);

enum { CAL_DATA_SIDE_MAX = 256 };
// The parameter size: size=32, or 28/36 for height and width.
#define CAL_DATA_SIZE(preset_size, what)                                                                     \
    {.name = "size",                                                                                         \
     .help = "Height and width of the pictures as the network sees them, one number for both or two: " what, \
     .unit = "pixels",                                                                                       \
     .type = CAL_LIST,                                                                                       \
     .min = 1,                                                                                               \
     .max = CAL_DATA_SIDE_MAX,                                                                               \
     .preset = preset_size,                                                                                  \
     .whole = true}
#define CAL_RESIZED "pictures of another size are resized, by area to shrink and bilinearly to grow"
void cal_data_size(int *h, int *w, const cal_choice *choice);
void cal_data_size_put(cal_choice *choice, int h, int w);
cal_status cal_data_size_check(const cal_choice *choice, cal_error *err);

#endif
