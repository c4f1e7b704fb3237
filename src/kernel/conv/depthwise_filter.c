// Adjoint of a depthwise convolution in the filter. A filter's sums stay in registers, four channels each,
// while the pixels are read.
#include <string.h>
#include "base/simd_wide.h"
#include "kernel/conv/parts.h"
#include "kernel/loops.h"

enum {
    TAPS = 3, // taps along each axis at once: nine sums
    STRIP = 8 // result rows per strip
};

// V8 moves all loads of a basic block to its top, and spills what its registers do not hold. A test that is
// never true ends a block after each row of taps, which is 1.3 times as fast there. Natively it would only
// cost time.
#ifdef __wasm__
enum { CUTS_BLOCKS = 1 };
#else
enum { CUTS_BLOCKS = 0 };
#endif

typedef struct filter_job {
    float *df;
    const float *x, *dy;
    float *part, *padded; // scratch: [part][c/4][kh][kw][4]; per worker a plane and the sums of a filter
    int n, c, fours, taps;
    int parts, part_samples;
    cal_conv_slices slices; // slices of a part, in blocks of four channels
    cal_conv_axis rows, columns;
    const cal_conv_fused *fused;
} filter_job;

static filter_job job_for(const cal_conv_shape *s) {
    filter_job job = {.n = s->n, .c = s->ci, .fours = cal_ceil_div(s->ci, 4), .taps = s->kh * s->kw};
    job.rows = cal_conv_axis_of(s->h, s->oh, s->kh, s->stride, s->dilation, s->pad_h, false);
    job.columns = cal_conv_axis_of(s->w, s->ow, s->kw, s->stride, s->dilation, s->pad_w, false);
    job.part_samples = cal_ceil_div(s->n, CAL_CONV_PARTS);
    job.parts = cal_ceil_div(s->n, job.part_samples);
    return job;
}

static size_t part_floats(const filter_job *job) {
    return cal_scratch_floats((size_t)job->fours * job->taps * 4);
}
static size_t padded_floats(const filter_job *job) {
    return cal_scratch_floats((size_t)job->rows.padded * job->columns.padded * 4);
}
static size_t worker_floats(const filter_job *job) {
    return padded_floats(job) + cal_scratch_floats((size_t)job->taps * 4);
}
static bool is_active(const filter_job *job) { return job->fused && job->fused->slope; }
static bool is_bare(const filter_job *job) { // the taps are centred, and no padded copy is made
    return cal_conv_axis_is_centred(&job->rows) && cal_conv_axis_is_centred(&job->columns);
}
static bool needs_padding(const filter_job *job) { // or a copy with its activation
    return is_active(job) || cal_conv_axis_pads(&job->rows) || cal_conv_axis_pads(&job->columns);
}

size_t cal_conv_depthwise_filter_scratch(const cal_conv_shape *shape, int workers) {
    filter_job job = job_for(shape);
    return cal_conv_bytes((uint64_t)part_floats(&job) * job.parts + (uint64_t)worker_floats(&job) * workers);
}

typedef struct tap_job {
    float *sum; // the sums of the taps
    const float *x, *dy;
    size_t sum_y;           // floats from one row of taps to the next
    size_t tap_x, tap_y;    // floats from tap to tap of the padded image
    size_t x_step, x_pitch; // and from result to result
    int oh, ow;
} tap_job;

// Adds x dy over the pixels of the results to sum[u][v]. `rows`, `columns` and, for the common strides,
// `x_step` and `tap_x` are constants after inlining.
CAL_INLINE void accumulate(int rows, int columns, size_t x_step, size_t tap_x, const tap_job *job) {
    cal_f4 s[TAPS][TAPS];
    CAL_UNROLLED
    for (int t = 0; t < rows * columns; t++)
        s[t / columns][t % columns] = cal_f4_load(job->sum + t / columns * job->sum_y + t % columns * 4);
    const float *row = job->x, *dy = job->dy, *never = NULL;
    CAL_OPAQUE(never);
    for (int i = job->oh; i > 0; i--, row += job->x_pitch) {
        const float *x[TAPS] = {row, row + job->tap_y, row + 2 * job->tap_y};
        CAL_ROLLED
        for (int j = job->ow; j > 0; j--, dy += 4) {
            cal_f4 d = cal_f4_load(dy);
            CAL_UNROLLED
            for (int u = 0; u < rows; u++) {
                CAL_UNROLLED
                for (int v = 0; v < columns; v++)
                    s[u][v] = cal_f4_muladd(cal_f4_load(x[u] + v * tap_x), d, s[u][v]);
                x[u] += x_step;
                if (CUTS_BLOCKS && u < rows - 1 && x[u] == never) goto end;
            }
        }
    }
end:
    CAL_UNROLLED
    for (int t = 0; t < rows * columns; t++)
        cal_f4_store(job->sum + t / columns * job->sum_y + t % columns * 4, s[t / columns][t % columns]);
}

// Adds one result whose left or right taps are outside. Returns a bool that is always false and ends a basic
// block.
CAL_INLINE bool add_bare(size_t x_step, bool left, bool right, cal_f4 s[TAPS][TAPS], const float **x,
                         const float *dy, const float *never) {
    const cal_f4 d = cal_f4_load(dy);
    CAL_UNROLLED
    for (int u = 0; u < TAPS; u++) {
        CAL_UNROLLED
        for (int v = 0; v < TAPS; v++) {
            const bool outside = (left && v == 0) || (right && v == TAPS - 1);
            s[u][v] = cal_f4_muladd(outside ? cal_f4_splat(0) : cal_f4_load(x[u] + (v - 1) * 4), d, s[u][v]);
        }
        x[u] += x_step;
        if (CUTS_BLOCKS && u < TAPS - 1 && x[u] == never) return true;
    }
    return false;
}

// Adds x dy over the result rows first .. end - 1 to sum[u][v], for 3 x 3 taps centred on the pixels of an
// image without padding. `stride`, one or two, is a constant after inlining.
CAL_INLINE void accumulate_bare(int stride, float *sum, const filter_job *job, const float *x,
                                const float *dy, int first, int end, const float *zeros) {
    const int height = job->rows.in, width = job->columns.in, columns = job->columns.out;
    const size_t pitch = (size_t)width * 4, step = (size_t)stride * 4;
    const bool right = (columns - 1) * stride + 1 >= width;
    const float *never = NULL;
    CAL_OPAQUE(never);
    cal_f4 s[TAPS][TAPS];
    CAL_UNROLLED
    for (int t = 0; t < TAPS * TAPS; t++) s[t / TAPS][t % TAPS] = cal_f4_load(sum + t * 4);
    dy += (size_t)first * columns * 4;
    for (int y = first * stride; y < end * stride; y += stride) {
        const float *row = x + (size_t)y * pitch;
        const float *in[TAPS] = {y > 0 ? row - pitch : zeros, row, y < height - 1 ? row + pitch : zeros};
        if (columns == 1 && right) add_bare(step, true, true, s, in, dy, never);
        else add_bare(step, true, false, s, in, dy, never);
        dy += 4;
        CAL_ROLLED
        for (int j = columns - 1 - right; j > 0; j--, dy += 4)
            if (add_bare(step, false, false, s, in, dy, never)) break;
        if (columns == 1 || !right) continue;
        add_bare(step, false, true, s, in, dy, never);
        dy += 4;
    }
    CAL_UNROLLED
    for (int t = 0; t < TAPS * TAPS; t++) cal_f4_store(sum + t * 4, s[t / TAPS][t % TAPS]);
}

static void accumulate_taps(int rows, int columns, const tap_job *job) {
    if (rows == 3 && columns == 3 && job->tap_x == 4 && job->x_step <= 8) {
        if (job->x_step == 4) accumulate(TAPS, TAPS, 4, 4, job);
        else accumulate(TAPS, TAPS, 8, 4, job);
        return;
    }
    switch ((rows - 1) * TAPS + columns - 1) {
#define CASE(rows, columns)                                                                                  \
    case (rows - 1) * TAPS + columns - 1: accumulate(rows, columns, job->x_step, job->tap_x, job); break;
        CASE(1, 1)
        CASE(1, 2)
        CASE(1, 3)
        CASE(2, 1)
        CASE(2, 2)
        CASE(2, 3)
        CASE(3, 1)
        CASE(3, 2)
        CASE(3, 3)
#undef CASE
    }
}

// Adds the result rows begin .. end - 1 to the sums of a plane.
static void sum_rows(float *sum, const filter_job *job, const float *x, const float *dy, int begin, int end) {
    const cal_conv_axis *rows = &job->rows, *columns = &job->columns;
    const size_t pitch = (size_t)columns->padded * 4;
    tap_job taps = {.dy = dy + (size_t)begin * columns->out * 4,
                    .sum_y = (size_t)columns->taps * 4,
                    .tap_x = (size_t)columns->dilation * 4,
                    .tap_y = rows->dilation * pitch,
                    .x_step = (size_t)columns->stride * 4,
                    .x_pitch = rows->stride * pitch,
                    .oh = end - begin,
                    .ow = columns->out};
    x += begin * taps.x_pitch;
    for (int u = 0; u < rows->taps; u += TAPS)
        for (int v = 0; v < columns->taps; v += TAPS) {
            taps.sum = sum + u * taps.sum_y + (size_t)v * 4;
            taps.x = x + u * taps.tap_y + v * taps.tap_x;
            accumulate_taps(cal_min_int(TAPS, rows->taps - u), cal_min_int(TAPS, columns->taps - v), &taps);
        }
}

// Adds a plane. `copy`: a row of zeros and, with an activation, the activated image, a strip at a time.
static void sum_bare(float *sum, const filter_job *job, const float *x, const float *dy, int four,
                     float *copy) {
    const size_t pitch = (size_t)job->columns.in * 4;
    const int stride = job->rows.stride;
    const float *zeros = copy;
    copy += pitch;
    for (int first = 0, copied = 0; first < job->rows.out; first += STRIP) {
        const int end = cal_min_int(job->rows.out, first + STRIP),
                  reach = cal_min_int((end - 1) * stride + 2, job->rows.in);
        if (is_active(job))
            cal_conv_copy(copy + copied * pitch, x + copied * pitch,
                          (size_t)(reach - copied) * job->columns.in, four * 4,
                          cal_min_int(4, job->c - four * 4), job->fused);
        else if (stride > 1) // few results, many reads
            cal_read_lines(x + copied * pitch, (size_t)(reach - copied) * pitch);
        copied = reach;
        const float *image = is_active(job) ? copy : x;
        if (stride == 1) accumulate_bare(1, sum, job, image, dy, first, end, zeros);
        else accumulate_bare(2, sum, job, image, dy, first, end, zeros);
    }
}

// Adds a plane that is copied a strip at a time: the next strip is read from memory while one is computed.
static void sum_plane(float *part, const filter_job *job, const float *x, const float *dy, int four,
                      float *padded) {
    const cal_conv_axis *rows = &job->rows;
    const int channels = cal_min_int(4, job->c - four * 4), filter = job->taps * 4;
    float *sum = padded + padded_floats(job);
    CAL_ROLLED
    for (float *to = sum; to != sum + filter; to += 4) {
        CAL_OPAQUE(to); // otherwise the compiler calls memset, which takes longer
        cal_f4_store(to, cal_f4_splat(0));
    }
    if (is_bare(job)) sum_bare(sum, job, x, dy, four, padded);
    else if (!needs_padding(job)) sum_rows(sum, job, x, dy, 0, rows->out);
    else
        for (int i = 0, copied = 0; i < rows->out; i += STRIP) {
            const int end = cal_min_int(rows->out, i + STRIP),
                      reach = (end - 1) * rows->stride + (rows->taps - 1) * rows->dilation + 1;
            cal_conv_fill_rows(padded, x, four * 4, channels, rows, &job->columns, job->fused, copied, reach);
            sum_rows(sum, job, padded, dy, i, end);
            copied = reach;
        }
    CAL_ROLLED
    for (int i = 0; i < filter; i += 4)
        cal_f4_store(part + i, cal_f4_add(cal_f4_load(part + i), cal_f4_load(sum + i)));
}

static void sum_slice(void *context, int chunk, int worker) {
    const filter_job *job = context;
    const int part = chunk / job->slices.count, begin = chunk % job->slices.count * job->slices.size,
              end = cal_min_int(begin + job->slices.size, job->fours);
    const int first = part * job->part_samples, last = cal_min_int(first + job->part_samples, job->n);
    const size_t filter = (size_t)job->taps * 4, x_plane = (size_t)job->rows.in * job->columns.in * 4,
                 dy_plane = (size_t)job->rows.out * job->columns.out * 4;
    float *sums = job->part + part * part_floats(job), *padded = job->padded + worker * worker_floats(job);
    memset(sums + begin * filter, 0, (size_t)(end - begin) * filter * sizeof *sums);
    if (is_bare(job)) memset(padded, 0, (size_t)job->columns.in * 4 * sizeof *padded);
    else if (needs_padding(job)) cal_conv_clear_border(padded, &job->rows, &job->columns);
    for (int n = first; n < last; n++)
        for (int four = begin; four < end; four++) {
            const size_t plane = (size_t)n * job->fours + four;
            sum_plane(sums + four * filter, job, job->x + plane * x_plane, job->dy + plane * dy_plane, four,
                      padded);
        }
}

static void fold_four(void *context, int four, int worker) {
    const filter_job *job = context;
    (void)worker;
    for (int c = four * 4; c < cal_min_int(four * 4 + 4, job->c); c++)
        for (int t = 0; t < job->taps; t++) {
            size_t at = ((size_t)four * job->taps + t) * 4 + c % 4;
            double sum = 0;
            for (int p = 0; p < job->parts; p++) sum += job->part[p * part_floats(job) + at];
            job->df[(size_t)c * job->taps + t] = (float)sum;
        }
}

void cal_conv_depthwise_filter(const cal_env *env, float *df, const float *x, const float *dy,
                               const cal_conv_shape *shape, const cal_conv_fused *fused) {
    filter_job job = job_for(shape);
    job.fused = fused;
    job.df = df;
    job.x = x;
    job.dy = dy;
    job.part = env->scratch;
    job.padded = job.part + part_floats(&job) * job.parts;
    job.slices = cal_conv_slices_of(env, job.parts, job.fours, 1);
    cal_pool_run_concurrent(env->pool, job.parts * job.slices.count, sum_slice, &job, env->concurrent);
    cal_pool_run(env->pool, job.fours, fold_four, &job);
}
