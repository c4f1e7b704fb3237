// Floor 1, internal. What the Winograd convolutions share: F(4x4, 3x3) of Lavin & Gray (2016).
//
// Four outputs of a 3-tap filter need six multiplications: the product of two polynomials, evaluated at the
// six points 0, a, -a, b, -b and infinity. With the filter g, the six inputs d and the four outputs y,
//
//   y = A' [(G g) * (B' d)]     and, its adjoint in g,     dg = G' [(B' d) * (A dy)]
//
//   A'  row j holds the points to the power j; infinity counts in the last row only
//   G   row i holds (1, p_i, p_i^2) / N_i, N_i the product of p_i - p_k over the other points; last row
//   (0,0,1) B'  row i holds the coefficients of x(x^2-a^2)(x^2-b^2) / (x - p_i); last row those of
//   x(x^2-a^2)(x^2-b^2)/x^0
//
// in both directions of the image, which leaves 36 "frequencies", each a matrix product over channels. The
// points a = 3/4, b = 3/2 lose three to four times less accuracy than the usual 1 and 2.
//
// A tile is 4 x 4 outputs. Tiles are taken by rows of tiles, counted through the batch; a block is a few such
// rows, enough for tiles x channels to be about 2048, so that its transformed arrays stay in the second-level
// cache. Transformed tiles are [36][tile/4][channel/4][4 tiles][4 channels].
#ifndef CAL_KERNEL_WINOGRAD_H
#define CAL_KERNEL_WINOGRAD_H
#include "kernel/activation.h"
#include "kernel/conv.h"

enum { CAL_FREQUENCIES = 36, CAL_TILE = 4, CAL_TILE_IN = 6 };

// The constants of the transforms. They are read from memory: written into the loops, they would be built
// anew, from three instructions each, wherever V8 meets them.
typedef struct cal_winograd_points {
    float a, b, a2, b2, a3, b3;
    float sum, product;    // a^2 + b^2, a^2 b^2
    float at0, at_a, at_b; // 1 / N_i at 0, at +-a, at +-b
} cal_winograd_points;
cal_winograd_points cal_winograd_constants(void);

// One side of the work: images of h x w pixels and some groups of four channels, and where their transformed
// tiles go.
typedef struct cal_winograd_side {
    int h, w, c, groups, front; // `front` zeros before the first row and column
    int tiles_x;
    const double *slope, *constant; // the images are read as cal_conv_fused says
    size_t stride;                  // floats from frequency to frequency
} cal_winograd_side;

// How the tiles are cut. Depends on the shape alone.
typedef struct cal_winograd_grid {
    int tiles_x, tiles_y, rows; // rows: of tiles, in the whole batch
    int block_rows, blocks;
    int block_tiles; // of a full block, rounded up to four
} cal_winograd_grid;
cal_winograd_grid cal_winograd_grid_of(int n, int h, int w, int channels);

size_t cal_winograd_side_floats(const cal_winograd_side *side);             // of a block's transformed tiles
size_t cal_winograd_strip_floats(const cal_winograd_grid *grid, int width); // of `strip` below
cal_winograd_side cal_winograd_side_of(const cal_winograd_grid *grid, int c, int h, int w, int front);

// Transforms of one row of tiles, number `row` of its sample, of one group of channels. `image` is the
// group's plane; `tiles` already points at the group. `tile` is the number of the row's first tile in the
// block. `strip` is working memory whose first 4 w floats are zero, or NaN where there is a `load`: what lies
// outside the image, which an activation makes zero.
void cal_winograd_input(float *tiles, float *strip, const float *image, const cal_winograd_side *side,
                        int row, int tile, const cal_winograd_points *points,
                        const cal_activation *load); // B'; of the activation of the image if `load`
void cal_winograd_gradient(float *tiles, float *strip, const float *image, const cal_winograd_side *side,
                           int row, int tile, const cal_winograd_points *points,
                           const cal_activation *load); // A; `load` is not used
void cal_winograd_output(float *image, const float *tiles, const cal_winograd_side *side, int row, int tile,
                         const cal_winograd_points *points); // A'

// All groups of the tile rows first .. end - 1 through `transform`, then zeros into the tiles that fill up
// the last four. `images` is the whole batch.
typedef void cal_winograd_transform(float *tiles, float *strip, const float *image,
                                    const cal_winograd_side *side, int row, int tile,
                                    const cal_winograd_points *points, const cal_activation *load);
void cal_winograd_block(float *tiles, float *strip, const float *images, const cal_winograd_side *side,
                        const cal_winograd_grid *grid, int first, int end, cal_winograd_transform *transform,
                        const cal_winograd_points *points);

#endif
