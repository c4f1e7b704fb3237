// Cuts the work of a Winograd convolution into blocks, and transforms a block.
#include "kernel/winograd/winograd.h"
#include <limits.h>
#include <string.h>
#include "base/simd_wide.h"
#include "kernel/loops.h"

enum {
    BLOCK_VALUES = 2048 * 36,        // tiles x channels x frequencies of a block: 300 KB
    WHOLE_VALUES = 2 * BLOCK_VALUES, // the same for a block that is a whole sample, at most
    SAMPLE_FLOATS = 131072,          // samples up to this size are read ahead whole: 512 KB
    FETCHED = 4096                   // floats read ahead: half of a first-level cache
};

const cal_winograd_form *cal_winograd_form_of(const cal_conv_shape *s) {
    return s->stride == 1 ? &cal_winograd_stride1 : &cal_winograd_stride2;
}

cal_winograd_grid cal_winograd_grid_of(const cal_winograd_form *form, int n, int h, int w, int step,
                                       int channels, bool whole) {
    cal_winograd_grid grid = {.tiles_x = cal_ceil_div(w, step), .tiles_y = cal_ceil_div(h, step)};
    int values = BLOCK_VALUES / (form->line * form->line);
    grid.rows = n * grid.tiles_y;
    grid.block_rows = cal_max_int(1, values / (cal_round_up(channels, 4) * grid.tiles_x));
    const int most = WHOLE_VALUES / (form->line * form->line) / (cal_round_up(channels, 4) * grid.tiles_x);
    if (whole && grid.block_rows < grid.tiles_y && most >= grid.tiles_y) grid.block_rows = grid.tiles_y;
    if (grid.block_rows > grid.tiles_y) grid.block_rows -= grid.block_rows % grid.tiles_y; // whole samples
    grid.block_rows = cal_min_int(grid.block_rows, grid.rows);
    grid.blocks = cal_ceil_div(grid.rows, grid.block_rows);
    grid.block_tiles = cal_round_up(grid.block_rows * grid.tiles_x, 4);
    return grid;
}

// A cache line between the frequencies keeps them from sharing the cache's sets.
cal_winograd_side cal_winograd_side_of(const cal_winograd_form *form, const cal_winograd_grid *grid, int c,
                                       int h, int w, int front, const cal_winograd_reader *reader) {
    int fours = cal_ceil_div(c, 4), columns = reader ? (grid->tiles_x - 1) * reader->step + reader->reach : 0;
    size_t tile_step = (size_t)cal_round_up(fours, CAL_QUADS) * 16,
           stride = grid->block_tiles / 4 * tile_step + 16;
    return (cal_winograd_side){
        .h = h,
        .w = w,
        .c = c,
        .fours = fours,
        .apart = fours,
        .front = front,
        .tiles_x = grid->tiles_x,
        .columns = columns,
        .first = cal_min_int(front, columns),
        .end = cal_min_int(front + w, columns),
        .tile_step = tile_step,
        .stride = stride,
        .floats = cal_scratch_floats(stride * form->line * form->line),
    };
}

size_t cal_winograd_strip_floats(const cal_winograd_form *form, const cal_winograd_side *side) {
    return cal_scratch_floats((size_t)side->w * 4 + (size_t)side->columns * form->line * CAL_LANES);
}

static void clear_strip(float *strip, const cal_winograd_side *side, int line) {
    memset(strip, side->slope ? 0xFF : 0, (size_t)side->w * 4 * sizeof *strip); // all bits set: a NaN
    float *columns = strip + (size_t)side->w * 4;
    const size_t column = (size_t)line * CAL_LANES;
    memset(columns, 0, (size_t)side->first * column * sizeof *columns);
    memset(columns + (size_t)side->end * column, 0,
           (size_t)(side->columns - side->end) * column * sizeof *columns);
}

// Reads pixels before their transform, which would otherwise mostly wait for memory. The transform reads
// several short rows at once, which hardware does not prefetch like one long run. For large samples these are
// some rows of a plane.
static void fetch_rows(const float *image, const cal_winograd_side *side, int row, int rows, int step) {
    int first = row * step, end = cal_min_int((row + rows) * step, side->h);
    for (size_t at = (size_t)first * side->w * 4; at < (size_t)end * side->w * 4; at += CAL_CACHE_LINE)
        CAL_READ(image[at]);
}

// Reads small samples whole at their first row. Returns the first sample that is not read.
static int fetch_samples(const float *images, const cal_winograd_side *side, const cal_winograd_grid *grid,
                         int four, int end_four, int first, int end, bool continues) {
    const size_t plane = (size_t)side->h * side->w * 4;
    if (side->fours * plane > SAMPLE_FLOATS) return INT_MAX;
    const int begins = cal_ceil_div(first, grid->tiles_y);
    for (int n = begins; n * grid->tiles_y < end; n++)
        cal_read_lines(images + ((size_t)n * side->apart + four) * plane, (size_t)(end_four - four) * plane);
    return continues ? first / grid->tiles_y : begins;
}

void cal_winograd_block(float *tiles, float *strip, const float *images, const cal_winograd_side *side,
                        const cal_winograd_grid *grid, int four, int end_four, int first, int end,
                        bool continues, const cal_winograd_form *form, const cal_winograd_reader *reader) {
    size_t plane = (size_t)side->h * side->w * 4;
    int ahead = cal_max_int(1, FETCHED / (reader->step * side->w * CAL_LANES));
    clear_strip(strip, side, form->line);
    const int fetched = fetch_samples(images, side, grid, four, end_four, first, end, continues);
    for (int g = four; g < end_four; g += CAL_QUADS) {
        cal_activation load = cal_activation_across(side->slope, side->constant, g, side->c);
        int quads = cal_min_int(CAL_QUADS, end_four - g);
        for (int row = first; row < end; row++) {
            int sample = row / grid->tiles_y, row_in = row % grid->tiles_y;
            const float *image = images + ((size_t)sample * side->apart + g) * plane;
            if (sample < fetched && (row == first || row_in % ahead == 0))
                for (int i = 0; i < quads; i++)
                    fetch_rows(image + i * plane, side, row_in, ahead - row_in % ahead, reader->step);
            reader->run(tiles + cal_winograd_four_at(g), strip, image, quads, side, row_in,
                        (row - first) * grid->tiles_x, &form->points, side->slope ? &load : NULL);
        }
    }
    cal_wide zero = cal_wide_splat(0);
    for (int tile = (end - first) * grid->tiles_x; tile % 4; tile++)
        for (int f = 0; f < form->line * form->line; f++)
            for (int g = four; g < end_four; g += CAL_QUADS)
                cal_wide_store(tiles + cal_winograd_tile_at(side, tile) + cal_winograd_four_at(g) +
                                   f * side->stride,
                               zero);
}
