// Internal. Types that the Winograd convolutions of 3 x 3 filters share (Lavin & Gray 2016). There are two
// forms, one for each stride: stride1.c and stride2.c.
//
// A product of polynomials is a product of their values at enough points. Along one direction of the image,
// with the filter g, the pixels d that a tile reads and its four results y,
//
//   y = A' [(G g) * (B' d)]     and, its adjoint in g,     dg = G' [(B' d) * (A dy)]
//
// and so in both directions. That leaves a square of "frequencies", each a matrix product over channels.
// Tiles are taken by rows of tiles, counted through the batch. A block is a few such rows, enough for its
// transformed arrays to stay in the second-level cache. Transformed tiles are
// [frequency][tile/4][channel/lanes][4 tiles][lanes]: a register's channels are transformed at once.
#ifndef CAL_KERNEL_WINOGRAD_WINOGRAD_H
#define CAL_KERNEL_WINOGRAD_WINOGRAD_H
#include "base/simd_wide.h"
#include "kernel/activation.h"
#include "kernel/conv_shape.h"

// Separate for each SIMD width.
#define cal_winograd_stride1        CAL_WIDE(cal_winograd_stride1)
#define cal_winograd_stride2        CAL_WIDE(cal_winograd_stride2)
#define cal_winograd_form_of        CAL_WIDE(cal_winograd_form_of)
#define cal_winograd_grid_of        CAL_WIDE(cal_winograd_grid_of)
#define cal_winograd_side_of        CAL_WIDE(cal_winograd_side_of)
#define cal_winograd_strip_floats   CAL_WIDE(cal_winograd_strip_floats)
#define cal_winograd_block          CAL_WIDE(cal_winograd_block)
#define cal_winograd_filter_scratch CAL_WIDE(cal_winograd_filter_scratch)
#define cal_winograd_filter_run     CAL_WIDE(cal_winograd_filter_run)

enum {
    CAL_WINOGRAD_TAPS = 6, // values of a transformed filter along a line
    CAL_WINOGRAD_LINE = 9, // values of a transformed tile along a line, at most
    CAL_WINOGRAD_FILTER = CAL_WINOGRAD_TAPS * CAL_WINOGRAD_TAPS, // values of a transformed filter
    CAL_WINOGRAD_WIDTH = 2 * CAL_LANES,                          // filters that are transformed at once
    CAL_WINOGRAD_OUT = 4 // results of a convolution's tile along a line
};

// The constants of the transforms, read from memory. As literals in the loops, V8 would rebuild each of them
// in three instructions at every use.
typedef struct cal_winograd_points { // 0 (stride 1 only), a, -a, b, -b and infinity
    float a, b, a2, b2, a3, b3;
    float sum, product;    // a^2 + b^2, a^2 b^2
    float at0, at_a, at_b; // 1 / N_i at 0, a and b; N_i is the product of p_i - p_k over the other points
} cal_winograd_points;

// One side of the work: images of h x w pixels, their 4-channel blocks ("fours"), and the layout of their
// transformed tiles.
typedef struct cal_winograd_side {
    int h, w, c, fours, front;      // `front` zeros before the first row and column
    int apart;                      // fours from sample to sample
    int tiles_x, columns;           // columns: of pixels, that a row of tiles reads
    int first, end;                 // range of the columns that is in the image
    const double *slope, *constant; // the images are read as in cal_conv_fused
    size_t tile_step;               // floats from four tiles to the next four
    size_t stride;                  // floats from frequency to frequency
    size_t floats;                  // floats of a block's transformed tiles
} cal_winograd_side;

// Transforms one row of tiles, number `row` of its sample, for `quads` fours of channels (one to CAL_QUADS).
// `image` is the plane of the first four, and `tiles` points at it. `tile` is the number of the row's first
// tile in the block.
//
// `strip` is working memory: the transformed columns, [columns][frequency along the column][lanes], those
// outside of the image zero. With four-lane registers it begins with w pixels that represent the rows above
// and below the image. They are zero, or NaN if there is a `load` (an activation, may be null), which turns
// them into zero.
typedef void cal_winograd_read(float *tiles, float *strip, const float *image, int quads,
                               const cal_winograd_side *side, int row, int tile,
                               const cal_winograd_points *points, const cal_activation *load);
typedef void cal_winograd_write(float *image, int quads, const float *tiles, const cal_winograd_side *side,
                                int row, int tile, const cal_winograd_points *points);

typedef struct cal_winograd_reader { // tiles start `step` pixels apart and read `reach` of them
    int step, reach;
    cal_winograd_read *run;
} cal_winograd_reader;
typedef struct cal_winograd_writer { // tiles of `step` x `step` pixels
    int step;
    cal_winograd_write *run;
} cal_winograd_writer;

// The form for one stride. The frequency at r, c of a tile is multiplied by the filter's at min(r, 5), min(c,
// 5).
typedef struct cal_winograd_form {
    int line;                // frequencies of a tile along a line
    cal_winograd_reader x;   // B', for the convolution's input
    cal_winograd_reader dy;  // the same for the adjoint in the image, with the filter flipped
    cal_winograd_reader sum; // A, for the gradient of the results
    cal_winograd_writer y, dx;
    // G and G' of CAL_WINOGRAD_WIDTH filters.
    void (*taps)(float u[CAL_WINOGRAD_TAPS][CAL_WINOGRAD_WIDTH], const float *g0, const float *g1,
                 const float *g2, const cal_winograd_points *points);
    void (*taps_back)(float g[3][CAL_WINOGRAD_WIDTH], const float *const u[CAL_WINOGRAD_TAPS],
                      const cal_winograd_points *points);
    cal_winograd_points points;
} cal_winograd_form;
extern const cal_winograd_form cal_winograd_stride1, cal_winograd_stride2;
const cal_winograd_form *cal_winograd_form_of(const cal_conv_shape *shape);

// The division into tiles and blocks. Depends on the shape alone.
typedef struct cal_winograd_grid {
    int tiles_x, tiles_y, rows; // rows: of tiles, in the whole batch
    int block_rows, blocks;
    int block_tiles; // tiles of a full block, rounded up to four
} cal_winograd_grid;
// For n images with tiles of `step` x `step` of their h x w pixels. `whole`: prefer blocks of whole samples,
// which may be larger.
cal_winograd_grid cal_winograd_grid_of(const cal_winograd_form *form, int n, int h, int w, int step,
                                       int channels, bool whole);
cal_winograd_side cal_winograd_side_of(const cal_winograd_form *form, const cal_winograd_grid *grid, int c,
                                       int h, int w, int front, const cal_winograd_reader *reader);
size_t cal_winograd_strip_floats(const cal_winograd_form *form, const cal_winograd_side *side);

// Offsets of the first frequency of a tile, and of a four from there.
static inline size_t cal_winograd_tile_at(const cal_winograd_side *side, int tile) {
    return (size_t)(tile / 4) * side->tile_step + (size_t)(tile % 4) * CAL_LANES;
}
static inline size_t cal_winograd_four_at(int four) {
    return (size_t)(four / CAL_QUADS) * CAL_LANES * 4 + (size_t)(four % CAL_QUADS) * 4;
}

// Transforms fours four .. end_four - 1 (four: a multiple of CAL_QUADS) of tile rows first .. end - 1 with
// `reader`. Then clears the tiles that fill up the last four tiles. `images` is the whole batch. `continues`:
// the previous block was the thread's last one.
void cal_winograd_block(float *tiles, float *strip, const float *images, const cal_winograd_side *side,
                        const cal_winograd_grid *grid, int four, int end_four, int first, int end,
                        bool continues, const cal_winograd_form *form, const cal_winograd_reader *reader);

// The adjoint in the filter.
size_t cal_winograd_filter_scratch(const cal_conv_shape *shape, int workers);
void cal_winograd_filter_run(const cal_env *env, float *df, const float *x, const float *dy,
                             const cal_conv_shape *shape, const cal_conv_fused *fused);

#endif
