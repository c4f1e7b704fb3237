// 3 x 3 convolution by Winograd, and its adjoint in the image, for which the filter is flipped and its
// channels are transposed.
#include "kernel/winograd/conv.h"
#include <assert.h>
#include "base/simd_wide.h"
#include "kernel/matmul/tile.h"
#include "kernel/winograd/winograd.h"

enum { CHANNELS = CAL_TILE_COLUMNS, TAPS = CAL_WINOGRAD_TAPS };

typedef struct winograd_job {
    float *out;
    const float *in, *f;
    float *filter;  // [36][block][in][channels of a block]; scratch unless it was prepared
    float *workers; // scratch: transformed input, products and a strip, per worker
    bool adjoint;
    int n, in_c, out_c, blocks; // blocks: of two vectors of output channels
    cal_winograd_grid grid;
    cal_winograd_side in_side, out_side;
    const cal_winograd_form *form;
    const cal_winograd_reader *reader;
    const cal_winograd_writer *writer;
    const cal_conv_fused *fused;
} winograd_job;

static winograd_job job_for(const cal_conv_shape *s, bool adjoint) {
    assert(cal_conv_winograd_can(s));
    const cal_winograd_form *form = cal_winograd_form_of(s);
    winograd_job job = {.adjoint = adjoint,
                        .n = s->n,
                        .in_c = adjoint ? s->co : s->ci,
                        .out_c = adjoint ? s->ci : s->co,
                        .form = form,
                        .reader = adjoint ? &form->dy : &form->x,
                        .writer = adjoint ? &form->dx : &form->y};
    int in_h = adjoint ? s->oh : s->h, in_w = adjoint ? s->ow : s->w;
    int out_h = adjoint ? s->h : s->oh, out_w = adjoint ? s->w : s->ow;
    job.blocks = cal_ceil_div(job.out_c, CHANNELS);
    job.grid = cal_winograd_grid_of(form, s->n, out_h, out_w, job.writer->step,
                                    cal_max_int(job.in_c, job.out_c), true);
    job.in_side = cal_winograd_side_of(form, &job.grid, job.in_c, in_h, in_w,
                                       adjoint ? (2 - s->pad_h) / s->stride : s->pad_h, job.reader);
    const int apart = adjoint ? s->y_stride : s->x_stride;
    if (apart) job.in_side.apart = apart;
    job.out_side = cal_winograd_side_of(form, &job.grid, job.out_c, out_h, out_w, 0, NULL);
    if (!adjoint && s->y_stride) job.out_side.apart = s->y_stride;
    return job;
}

static int depth_of(const winograd_job *job) { return job->in_side.fours * 4; }
static size_t filter_floats(const winograd_job *job) {
    return (size_t)CAL_WINOGRAD_FILTER * job->blocks * depth_of(job) * CHANNELS;
}
static size_t worker_floats(const winograd_job *job) {
    return job->in_side.floats + job->out_side.floats + cal_winograd_strip_floats(job->form, &job->in_side);
}

// Loads the nine taps of input channel i for a block of output channels, zero for missing channels.
static void load_taps(float tap[9][CHANNELS], const winograd_job *job, int i, int block) {
    for (int c = 0; c < CHANNELS; c++) {
        int o = block * CHANNELS + c;
        bool real = i < job->in_c && o < job->out_c;
        size_t at = job->adjoint ? (size_t)i * job->out_c + o : (size_t)o * job->in_c + i;
        for (int t = 0; t < 9; t++) tap[t][c] = real ? job->f[at * 9 + (job->adjoint ? 8 - t : t)] : 0;
    }
}

static void transform_filter(void *context, int block, int worker) {
    const winograd_job *job = context;
    const cal_winograd_points *points = &job->form->points;
    size_t stride = (size_t)job->blocks * depth_of(job) * CHANNELS;
    (void)worker;
    for (int i = 0; i < depth_of(job); i++) {
        float tap[9][CHANNELS], half[3][TAPS][CHANNELS], u[TAPS][CHANNELS];
        float *to = job->filter + ((size_t)block * depth_of(job) + i) * CHANNELS;
        load_taps(tap, job, i, block);
        for (int c = 0; c < 3; c++) job->form->taps(half[c], tap[c], tap[3 + c], tap[6 + c], points);
        for (int r = 0; r < TAPS; r++) {
            job->form->taps(u, half[0][r], half[1][r], half[2][r], points);
            for (int c = 0; c < TAPS; c++, to += stride) {
                cal_wide_store(to, cal_wide_load(u[c]));
                cal_wide_store(to + CAL_LANES, cal_wide_load(u[c] + CAL_LANES));
            }
        }
    }
}

// Matrix products of the frequencies of lines first .. end - 1: [tiles] x [in] times [in] x [out].
static void multiply(float *out, const float *in, const winograd_job *job, int tiles, int first, int end) {
    int depth = depth_of(job), vectors = cal_ceil_div(job->out_c, CAL_LANES);
    size_t left_step = job->in_side.tile_step, y_step = job->out_side.tile_step;
    int line = job->form->line;
    for (int f = first * line; f < end * line; f++)
        for (int block = 0; block < job->blocks; block++) {
            int at = cal_min_int(f / line, TAPS - 1) * TAPS + cal_min_int(f % line, TAPS - 1);
            const float *filter = job->filter + ((size_t)at * job->blocks + block) * depth * CHANNELS;
            const float *left = in + f * job->in_side.stride;
            float *y = out + f * job->out_side.stride + (size_t)block * 8 * CAL_LANES;
            if (vectors - block * 2 > 1)
                for (int t = 0; t < tiles; t += 4, left += left_step, y += y_step)
                    cal_tile(4, 2, y, CAL_LANES, 4 * CAL_LANES, left, CAL_LANES, filter, depth, false);
            else {
                int t = 0; // two fours at once, then a single one
                for (; t + 4 < tiles; t += 8, left += 2 * left_step, y += 2 * y_step)
                    cal_tile_tall(y, CAL_LANES, y_step, left, left_step, CAL_LANES, filter, depth);
                for (; t < tiles; t += 4, left += left_step, y += y_step)
                    cal_tile(4, 1, y, CAL_LANES, 4 * CAL_LANES, left, CAL_LANES, filter, depth, false);
            }
        }
}

// Returns true if blocks hold whole samples, so that their planes are finished while they are in the cache.
static bool finishes_planes(const winograd_job *job) {
    return job->fused && job->fused->after && job->grid.block_rows % job->grid.tiles_y == 0;
}

static int end_row(const winograd_job *job, int first) {
    return cal_min_int(first + job->grid.block_rows, job->grid.rows);
}

// Writes the output of the 4-channel blocks in one register, `g` the first, for tile rows first .. end - 1.
static void write_fours(const winograd_job *job, const float *out, int g, int first, int end, int worker) {
    const cal_winograd_grid *grid = &job->grid;
    size_t plane = (size_t)job->out_side.h * job->out_side.w * 4;
    int fours = job->out_side.fours, quads = cal_min_int(CAL_QUADS, fours - g);
    for (int row = first; row < end; row++) {
        int sample = row / grid->tiles_y, at = sample * fours + g;
        job->writer->run(job->out + ((size_t)sample * job->out_side.apart + g) * plane, quads,
                         out + cal_winograd_four_at(g), &job->out_side, row % grid->tiles_y,
                         (row - first) * grid->tiles_x, &job->form->points);
        if (finishes_planes(job) && row % grid->tiles_y == grid->tiles_y - 1)
            job->fused->after(job->fused->context, at, quads, worker);
    }
}

// Reads whole samples before they are written, in one long run. Otherwise a store that misses the cache would
// stall all that follow it.
static void fetch_results(const winograd_job *job, int first, int end) {
    const int tiles_y = job->grid.tiles_y;
    const size_t plane = (size_t)job->out_side.h * job->out_side.w * 4;
    for (int n = first / tiles_y; first % tiles_y == 0 && n < end / tiles_y; n++)
        cal_read_lines(job->out + (size_t)n * job->out_side.apart * plane, job->out_side.fours * plane);
}

static void run_block(void *context, int block, int worker) {
    const winograd_job *job = context;
    const cal_winograd_grid *grid = &job->grid;
    float *in = job->workers + worker * worker_floats(job);
    float *out = in + job->in_side.floats;
    float *strip = out + job->out_side.floats;
    int first = block * grid->block_rows, end = end_row(job, first);
    cal_winograd_block(in, strip, job->in, &job->in_side, grid, 0, job->in_side.fours, first, end, false,
                       job->form, job->reader);
    multiply(out, in, job, (end - first) * grid->tiles_x, 0, job->form->line);
    fetch_results(job, first, end);
    for (int g = 0; g < job->out_side.fours; g += CAL_QUADS) write_fours(job, out, g, first, end, worker);
}

// A single block is divided among the threads: its products by lines, its output by channels. That splits no
// sum, so the bits are those of run_block.
static void multiply_line(void *context, int line, int worker) {
    const winograd_job *job = context;
    const float *in = job->workers;
    float *out = job->workers + job->in_side.floats;
    (void)worker;
    multiply(out, in, job, job->grid.rows * job->grid.tiles_x, line, line + 1);
}

static void write_some(void *context, int some, int worker) {
    const winograd_job *job = context;
    const float *out = job->workers + job->in_side.floats;
    write_fours(job, out, some * CAL_QUADS, 0, job->grid.rows, worker);
}

static void run_single(const cal_env *env, winograd_job *job) {
    float *strip = job->workers + job->in_side.floats + job->out_side.floats;
    cal_winograd_block(job->workers, strip, job->in, &job->in_side, &job->grid, 0, job->in_side.fours, 0,
                       job->grid.rows, false, job->form, job->reader);
    cal_pool_run(env->pool, job->form->line, multiply_line, job);
    cal_pool_run(env->pool, cal_ceil_div(job->out_side.fours, CAL_QUADS), write_some, job);
}

static size_t scratch_of(const cal_conv_shape *shape, int workers, bool adjoint) {
    winograd_job job = job_for(shape, adjoint);
    return (filter_floats(&job) + worker_floats(&job) * workers) * sizeof(float);
}

static void finish_sample(void *context, int sample, int worker) {
    const winograd_job *job = context;
    const int fours = job->out_side.fours;
    job->fused->after(job->fused->context, sample * fours, fours, worker);
}

static void run_winograd(const cal_env *env, winograd_job job, float *out, const float *in, const float *f,
                         const cal_conv_fused *fused) {
    job.out = out;
    job.in = in;
    job.f = f;
    job.fused = fused;
    if (fused && !job.adjoint) {
        job.in_side.slope = fused->slope;
        job.in_side.constant = fused->constant;
    }
    bool prepared = fused && !job.adjoint && fused->prepared;
    job.filter = prepared ? (float *)fused->prepared : env->scratch; // a prepared filter is only read
    job.workers = (float *)env->scratch + filter_floats(&job);
    if (!prepared) cal_pool_run(env->pool, job.blocks, transform_filter, &job);
    if (job.grid.blocks == 1) run_single(env, &job);
    else cal_pool_run(env->pool, job.grid.blocks, run_block, &job);
    if (fused && fused->after && !finishes_planes(&job)) cal_pool_run(env->pool, job.n, finish_sample, &job);
}

static size_t prepared_floats(const cal_conv_shape *shape) {
    winograd_job job = job_for(shape, false);
    return filter_floats(&job);
}

static void prepare(const cal_env *env, float *prepared, const float *f, const cal_conv_shape *shape) {
    winograd_job job = job_for(shape, false);
    job.f = f;
    job.filter = prepared;
    cal_pool_run(env->pool, job.blocks, transform_filter, &job);
}

static size_t forward_scratch(const cal_conv_shape *shape, int workers) {
    return scratch_of(shape, workers, false);
}
static size_t input_scratch(const cal_conv_shape *shape, int workers) {
    return scratch_of(shape, workers, true);
}
static void forward(const cal_env *env, float *y, const float *x, const float *f, const cal_conv_shape *shape,
                    const cal_conv_fused *fused) {
    run_winograd(env, job_for(shape, false), y, x, f, fused);
}
static void input_grad(const cal_env *env, float *dx, const float *dy, const float *f,
                       const cal_conv_shape *shape, const cal_conv_fused *fused) {
    run_winograd(env, job_for(shape, true), dx, dy, f, fused);
}

const cal_conv_algorithm CAL_WIDE(cal_conv_winograd) = {
    .forward = {forward_scratch, forward},
    .input_grad = {input_scratch, input_grad},
    .filter_grad = {cal_winograd_filter_scratch, cal_winograd_filter_run},
    .prepared_floats = prepared_floats,
    .prepare = prepare,
};
