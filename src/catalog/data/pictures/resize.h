// Resizes pictures in integer arithmetic: the same bytes in every build.
#ifndef CAL_CATALOG_DATA_PICTURES_RESIZE_H
#define CAL_CATALOG_DATA_PICTURES_RESIZE_H
#include <stdint.h>
#include "base/memory.h"

typedef struct cal_resize cal_resize;

// Along a shrinking axis an output pixel is the mean of the area it covers, with fractional pixels. Along a
// growing axis it interpolates between the two nearest centres (bilinear, without aligned corners). The exact
// value is rounded to the nearest byte, a half upwards. The same size gives the same bytes. Sizes are 1 to
// CAL_RESIZE_MAX. Returns null if memory is refused, or if the arena counts.
enum { CAL_RESIZE_MAX = 16384 };
cal_resize *cal_resize_create(cal_arena *arena, int from_h, int from_w, int to_h, int to_w);
size_t cal_resize_size(const cal_resize *resize); // bytes of a resized plane
// Resizes one plane [from_h][from_w] to [to_h][to_w].
void cal_resize_plane(uint8_t *out, const uint8_t *in, const cal_resize *resize);

#endif
