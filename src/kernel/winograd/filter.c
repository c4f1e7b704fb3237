// Adjoint of a 3 x 3 convolution in the filter by Winograd: dg = G' [(B' d) * (A dy)]. The product sums over
// the tiles of the whole batch. It is summed in parts, each a run of tile blocks. Every part is transformed
// back to nine taps, and the parts are added in order. With many threads a part is cut into slices of input
// channels.
#include <assert.h>
#include <string.h>
#include "base/simd_wide.h"
#include "kernel/matmul/tile.h"
#include "kernel/winograd/conv.h"
#include "kernel/winograd/winograd.h"

enum {
    CHANNELS = CAL_TILE_COLUMNS,
    TAPS = CAL_WINOGRAD_TAPS,
    NEXT = CAL_LANES == 4 ? 16 : 4 // floats from an even four of channels to the next
};

typedef struct winograd_job {
    float *df;
    const float *x, *dy;
    float *part;    // scratch: [part][block][in][9][channels of a block]
    float *workers; // scratch per worker: transformed input and gradient, their products, and a strip
    int ci, co, blocks;
    int parts, part_blocks;
    cal_conv_slices slices; // slices of a part, in fours of input channels
    cal_winograd_grid grid;
    cal_winograd_side x_side, dy_side;
    const cal_winograd_form *form;
} winograd_job;

static winograd_job job_for(const cal_conv_shape *s) {
    assert(cal_conv_winograd_can(s));
    const cal_winograd_form *form = cal_winograd_form_of(s);
    winograd_job job = {.ci = s->ci, .co = s->co, .form = form};
    job.blocks = cal_ceil_div(s->co, CHANNELS);
    job.grid =
        cal_winograd_grid_of(form, s->n, s->oh, s->ow, CAL_WINOGRAD_OUT, cal_max_int(s->ci, s->co), false);
    job.x_side = cal_winograd_side_of(form, &job.grid, s->ci, s->h, s->w, s->pad_h, &form->x);
    if (s->x_stride) job.x_side.apart = s->x_stride;
    job.dy_side = cal_winograd_side_of(form, &job.grid, s->co, s->oh, s->ow, 0, &form->sum);
    if (s->y_stride) job.dy_side.apart = s->y_stride;
    job.part_blocks = cal_ceil_div(job.grid.blocks, CAL_CONV_PARTS);
    job.parts = cal_ceil_div(job.grid.blocks, job.part_blocks);
    return job;
}

static int depth_of(const winograd_job *job) { return job->x_side.fours * 4; }
// floats of the products, [block][in][channels of a block]
static size_t frequency_floats(const winograd_job *job) {
    return (size_t)job->blocks * depth_of(job) * CHANNELS;
}
static size_t part_floats(const winograd_job *job) { return frequency_floats(job) * 9; }
static size_t worker_floats(const winograd_job *job) {
    return job->x_side.floats + job->dy_side.floats + frequency_floats(job) * CAL_WINOGRAD_FILTER +
           cal_max_size(cal_winograd_strip_floats(job->form, &job->x_side),
                        cal_winograd_strip_floats(job->form, &job->dy_side));
}

size_t cal_winograd_filter_scratch(const cal_conv_shape *shape, int workers) {
    winograd_job job = job_for(shape);
    // Four times the filter per worker: with many workers this may exceed 32 bits though the tensors do not.
    // It is then capped at half of SIZE_MAX, which is refused like any other size.
    uint64_t bytes =
        ((uint64_t)part_floats(&job) * job.parts + (uint64_t)worker_floats(&job) * workers) * sizeof(float);
    return bytes < SIZE_MAX / 2 ? (size_t)bytes : SIZE_MAX / 2;
}

// sum[in 4][vector of out] += x dy for one tile.
CAL_INLINE void accumulate_step(int vectors, cal_wide sum[4][2], const float *x, const float *dy) {
    cal_wide d0 = cal_wide_load(dy), d1 = vectors > 1 ? cal_wide_load(dy + 4 * CAL_LANES) : d0;
    CAL_UNROLLED
    for (int i = 0; i < 4; i++) {
        cal_wide a = cal_wide_splat_at(x + i);
        sum[i][0] = cal_wide_muladd(a, d0, sum[i][0]);
        if (vectors > 1) sum[i][1] = cal_wide_muladd(a, d1, sum[i][1]);
    }
}

// With one vector, the next four channels: sum[in 4][1] += x dy.
CAL_INLINE void accumulate_next(cal_wide sum[4][2], const float *x, const float *dy) {
    const cal_wide d = cal_wide_load(dy);
    CAL_UNROLLED
    for (int i = 0; i < 4; i++) sum[i][1] = cal_wide_muladd(cal_wide_splat_at(x + i), d, sum[i][1]);
}

// The fours of input channels of a slice.
typedef struct slice {
    int four, end;
} slice;

// One product sums over frequencies of `rows` x `columns` lines, for the same tiles of each.
typedef struct product_job {
    const float *x, *dy;
    size_t x_step, dy_step; // floats from four tiles to the next four
    size_t x_row, dy_row, x_column, dy_column;
    int rows, columns, fours;
} product_job;

// product[in 4][vector of out] += sum over frequencies and tiles of x dy. With one vector, sums two `fours`
// of input channels, the second `next` floats after the first. `vectors` and `fours` are constants after
// inlining. Unrolled by hand for the reasons of cal_tile_sum (tile.h).
CAL_INLINE void accumulate(int vectors, int fours, size_t next, float *product, const product_job *job) {
    cal_wide sum[4][2];
    const float *x_row = job->x, *dy_row = job->dy;
    size_t x_step = job->x_step, dy_step = job->dy_step;
    CAL_UNROLLED
    for (int i = 0; i < 4; i++) sum[i][0] = sum[i][1] = cal_wide_splat(0);
    for (int r = job->rows; r > 0; r--, x_row += job->x_row, dy_row += job->dy_row) {
        const float *x_column = x_row, *dy_column = dy_row;
        for (int c = job->columns; c > 0; c--, x_column += job->x_column, dy_column += job->dy_column) {
            const float *x = x_column, *dy = dy_column, *end = x + x_step * (size_t)job->fours, *y = x + next,
                        *y_end = end + next;
#define TILE(i, floats)                                                                                      \
    accumulate_step(vectors, sum, x, dy + (i) * CAL_LANES);                                                  \
    x += floats;                                                                                             \
    CAL_OPAQUE(x);                                                                                           \
    if (fours > 1) {                                                                                         \
        if (y == y_end) break;                                                                               \
        accumulate_next(sum, y, dy + (i) * CAL_LANES);                                                       \
        y += floats;                                                                                         \
        CAL_OPAQUE(y);                                                                                       \
    }
            CAL_ROLLED
            do {
                TILE(0, CAL_LANES)
                if (x == end) break;
                TILE(1, CAL_LANES)
                if (x == end) break;
                TILE(2, CAL_LANES)
                if (x == end) break;
                TILE(3, x_step - 3 * CAL_LANES)
                dy += dy_step;
            } while (x != end);
#undef TILE
        }
    }
    CAL_UNROLLED
    for (int i = 0; i < 4; i++) {
        float *to = product + i * CHANNELS, *second = to + (vectors > 1 ? CAL_LANES : 4 * CHANNELS);
        cal_wide_store(to, cal_wide_add(cal_wide_load(to), sum[i][0]));
        if (vectors > 1 || fours > 1) cal_wide_store(second, cal_wide_add(cal_wide_load(second), sum[i][1]));
    }
}

static float *product_at(float *product, const winograd_job *job, int frequency, int block, int four) {
    return product + frequency * frequency_floats(job) +
           ((size_t)block * depth_of(job) + four * 4) * CHANNELS;
}

static void multiply(float *product, const float *x, const float *dy, const winograd_job *job, slice of,
                     int tiles) {
    int line = job->form->line, last = TAPS - 1, vectors = cal_ceil_div(job->co, CAL_LANES);
    size_t x_stride = job->x_side.stride, dy_stride = job->dy_side.stride;
    product_job p = {.x_step = job->x_side.tile_step,
                     .dy_step = job->dy_side.tile_step,
                     .x_row = x_stride * line,
                     .dy_row = dy_stride * line,
                     .x_column = x_stride,
                     .dy_column = dy_stride,
                     .fours = cal_ceil_div(tiles, 4)};
    for (int f = 0; f < CAL_WINOGRAD_FILTER; f++) {
        int r = f / TAPS, c = f % TAPS;
        size_t at = (size_t)r * line + c;
        p.rows = r < last ? 1 : line - last;
        p.columns = c < last ? 1 : line - last;
        for (int block = 0; block < job->blocks; block++) {
            const bool two = vectors - block * 2 > 1;
            p.dy = dy + at * dy_stride + (size_t)block * 8 * CAL_LANES;
            for (int g = of.four; g < of.end; g++) {
                float *to = product_at(product, job, f, block, g);
                p.x = x + at * x_stride + cal_winograd_four_at(g);
                if (two) accumulate(2, 1, 0, to, &p);
                else if (g++ + 1 < of.end) accumulate(1, 2, NEXT, to, &p);
                else accumulate(1, 1, 0, to, &p);
            }
        }
    }
}

static void clear_products(float *product, const winograd_job *job, slice of) {
    for (int f = 0; f < CAL_WINOGRAD_FILTER; f++)
        for (int block = 0; block < job->blocks; block++)
            memset(product_at(product, job, f, block, of.four), 0,
                   (size_t)(of.end - of.four) * 4 * CHANNELS * sizeof *product);
}

// Computes the nine taps of a slice's channels and a block of output channels.
static void finish_taps(float *part, const float *product, const winograd_job *job, int block, slice of) {
    const size_t stride = frequency_floats(job);
    const float *from = product_at((float *)product, job, 0, block, of.four),
                *end = from + (size_t)(of.end - of.four) * 4 * CHANNELS;
    for (part += (from - product) * 9; from < end; from += CHANNELS, part += 9 * CHANNELS) {
        float half[TAPS][3][CHANNELS], g[3][CHANNELS]; // half: after the transform down the columns
        const float *u[TAPS];
        for (int c = 0; c < TAPS; c++) {
            for (int r = 0; r < TAPS; r++) u[r] = from + (size_t)(r * TAPS + c) * stride;
            job->form->taps_back(half[c], u, &job->form->points);
        }
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < TAPS; c++) u[c] = half[c][r];
            job->form->taps_back(g, u, &job->form->points);
            memcpy(part + r * 3 * CHANNELS, g, sizeof g);
        }
    }
}

static void sum_slice(void *context, int chunk, int worker) {
    const winograd_job *job = context;
    const cal_winograd_grid *grid = &job->grid;
    const int index = chunk / job->slices.count, four = chunk % job->slices.count * job->slices.size;
    const slice of = {four, cal_min_int(four + job->slices.size, job->x_side.fours)};
    float *x = job->workers + worker * worker_floats(job);
    float *dy = x + job->x_side.floats;
    float *product = dy + job->dy_side.floats;
    float *strip = product + frequency_floats(job) * CAL_WINOGRAD_FILTER;
    clear_products(product, job, of);
    int end_block = cal_min_int((index + 1) * job->part_blocks, grid->blocks);
    for (int block = index * job->part_blocks; block < end_block; block++) {
        int first = block * grid->block_rows, end = cal_min_int(first + grid->block_rows, grid->rows);
        const bool continues = block > index * job->part_blocks;
        cal_winograd_block(x, strip, job->x, &job->x_side, grid, of.four, of.end, first, end, continues,
                           job->form, &job->form->x);
        cal_winograd_block(dy, strip, job->dy, &job->dy_side, grid, 0, job->dy_side.fours, first, end,
                           continues, job->form, &job->form->sum);
        multiply(product, x, dy, job, of, (end - first) * grid->tiles_x);
    }
    for (int block = 0; block < job->blocks; block++)
        finish_taps(job->part + index * part_floats(job), product, job, block, of);
}

static void fold_block(void *context, int block, int worker) {
    const winograd_job *job = context;
    int depth = depth_of(job);
    (void)worker;
    for (int o = block * CHANNELS; o < cal_min_int((block + 1) * CHANNELS, job->co); o++)
        for (int i = 0; i < job->ci; i++)
            for (int t = 0; t < 9; t++) {
                size_t at = (((size_t)block * depth + i) * 9 + t) * CHANNELS + o % CHANNELS;
                double sum = 0;
                for (int p = 0; p < job->parts; p++) sum += job->part[p * part_floats(job) + at];
                job->df[((size_t)o * job->ci + i) * 9 + t] = (float)sum;
            }
}

void cal_winograd_filter_run(const cal_env *env, float *df, const float *x, const float *dy,
                             const cal_conv_shape *shape, const cal_conv_fused *fused) {
    winograd_job job = job_for(shape);
    if (fused) {
        job.x_side.slope = fused->slope;
        job.x_side.constant = fused->constant;
    }
    job.df = df;
    job.x = x;
    job.dy = dy;
    job.part = env->scratch;
    job.workers = job.part + part_floats(&job) * job.parts;
    job.slices = cal_conv_slices_of(env, job.parts, job.x_side.fours, CAL_QUADS);
    cal_pool_run_concurrent(env->pool, job.parts * job.slices.count, sum_slice, &job, env->concurrent);
    cal_pool_run(env->pool, job.blocks, fold_block, &job);
}
