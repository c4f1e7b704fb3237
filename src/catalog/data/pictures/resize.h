// Resizing of pictures in integer arithmetic: the same bytes in every build.
#ifndef CAL_CATALOG_DATA_PICTURES_RESIZE_H
#define CAL_CATALOG_DATA_PICTURES_RESIZE_H
#include <stdint.h>
#include "base/memory.h"

typedef struct cal_resize cal_resize;

// Along an axis that shrinks an output pixel is the mean of what it covers, parts of pixels by their area;
// along one that grows it interpolates between the two nearest centres (bilinear, without aligned corners).
// The exact value is rounded to the nearest byte, a half upwards. Same size: the same bytes. Null when memory
// is refused, or the arena counts. Sizes at least 1, at most CAL_RESIZE_MAX.
enum { CAL_RESIZE_MAX = 16384 };
cal_resize *cal_resize_create(cal_arena *arena, int from_h, int from_w, int to_h, int to_w);
size_t cal_resize_size(const cal_resize *resize); // bytes of a resized plane
// One plane, [to_h][to_w] from [from_h][from_w].
void cal_resize_plane(uint8_t *out, const uint8_t *in, const cal_resize *resize);

#endif
