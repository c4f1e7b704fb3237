// Pictures of two-shape blends, 32x32 in colour, for `shapes10`.
//
// Coordinates: the picture is the square [-1,1]^2, x to the right and y down, so a pixel is 1/16 wide.
#ifndef CAL_CATALOG_DATA_SHAPES_SHAPES_H
#define CAL_CATALOG_DATA_SHAPES_SHAPES_H
#include "catalog/data/shared/splits.h"

enum { CAL_SHAPES = 10, CAL_SHAPES_SIDE = 32, CAL_SHAPES_AREA = 1024, CAL_SHAPES_CLUTTER = 8 };

extern const char *const cal_shapes_names[CAL_SHAPES];

// Signed distance of `shape` at the points (x[i], y[i]) of its frame, where its radius is about 0.8; negative
// inside. Approximate, for good blends: its gradient is at most that of the distance (the ring's hole: 1.3
// times). Arrays of CAL_SHAPES_AREA.
void cal_shapes_distance(float *restrict distance, int shape, const float *restrict x,
                         const float *restrict y);

// The blend, on which alone the label depends: the fraction `blend` of shape `second` in the picture.
typedef struct cal_shapes_blend {
    int first, second;
    double blend;
} cal_shapes_blend;

// Scratch memory for painting; the caller provides it and may reuse it.
typedef struct cal_shapes_canvas {
    float rgb[3][CAL_SHAPES_AREA];
    float x[CAL_SHAPES_AREA], y[CAL_SHAPES_AREA]; // pixel centres, set by cal_shapes_canvas_start
    float u[CAL_SHAPES_AREA], v[CAL_SHAPES_AREA]; // the same points in the shape's frame
    float first[CAL_SHAPES_AREA], second[CAL_SHAPES_AREA], mask[CAL_SHAPES_AREA];
} cal_shapes_canvas;

void cal_shapes_canvas_start(cal_shapes_canvas *canvas);

// Paints sample `at` into pixels [3][32][32]. Everything but the blend is drawn here, from latents
// CAL_SHAPES_FREE on. `clutter` small objects are behind the shape (at most CAL_SHAPES_CLUTTER). `noise` is
// the standard deviation of Gaussian noise on every value, where 1 is full brightness.
enum { CAL_SHAPES_FREE = 8 };
void cal_shapes_paint(uint8_t *restrict pixels, cal_shapes_canvas *restrict canvas,
                      const cal_shapes_blend *blend, const cal_sample *at, int clutter, double noise);

#endif
