// Depthwise convolution and its adjoint in the image. A register holds four channels, each with its own
// filter; a wider register holds four channels of neighbouring pixels, if these are contiguous. Phases and
// padding are those of axis.h.
#include <string.h>
#include "base/simd_wide.h"
#include "kernel/conv/depthwise_rows.h"
#include "kernel/conv/parts.h"
#include "kernel/loops.h"

enum {
    NEAR_FLOATS = 1024, // planes that are finished together, while they are in the first-level cache
    PHASES = 2,         // kept phases: for strides up to this
    STRIP = 8,          // result rows of each phase per strip
    // planes of at least this size are cut into strips: they and their copy fill the first-level cache
    STRIP_PIXELS = 768
};

typedef struct depthwise {
    float *out;
    const float *in, *f;
    float *filter, *padded; // scratch: [c/4][kh][kw][4]; a plane per worker
    int c, fours, planes, chunk_planes;
    int near; // planes finished together
    cal_conv_axis y, x;
    bool adjoint, large;
    bool active; // read through an activation
    bool pads;   // reads a copy with zeros around it, or with its activation
    bool bare;   // the taps are centred, and no padded copy is made
    bool ready;  // the phases are computed
    cal_depthwise_phase phase[PHASES][PHASES];
    const cal_conv_fused *fused;
} depthwise;

static depthwise depthwise_of(const cal_conv_shape *s, bool adjoint) {
    depthwise d = {.c = s->ci, .fours = cal_ceil_div(s->ci, 4), .adjoint = adjoint};
    d.y = cal_conv_axis_of(s->h, s->oh, s->kh, s->stride, s->dilation, s->pad_h, adjoint);
    d.x = cal_conv_axis_of(s->w, s->ow, s->kw, s->stride, s->dilation, s->pad_w, adjoint);
    d.large = cal_max_int(d.y.in * d.x.in, d.y.out * d.x.out) >= STRIP_PIXELS;
    d.planes = s->n * d.fours;
    d.near = cal_max_int(1, (int)(NEAR_FLOATS / cal_image_floats(1, 4, d.y.out, d.x.out)));
    d.chunk_planes = cal_chunk_of((size_t)s->h * s->w * 4);
    return d;
}

static size_t filter_floats(const depthwise *d) {
    return cal_scratch_floats((size_t)d->fours * d->y.taps * d->x.taps * 4);
}
static size_t padded_floats(const depthwise *d) {
    return cal_scratch_floats((size_t)d->y.padded * d->x.padded * 4);
}
static void pack_filter(void *context, int four, int worker) {
    const depthwise *d = context;
    int taps = d->y.taps * d->x.taps;
    float *to = d->filter + (size_t)four * taps * 4;
    (void)worker;
    for (int t = 0; t < taps; t++)
        for (int c = four * 4; c < four * 4 + 4; c++, to++) *to = c < d->c ? d->f[(size_t)c * taps + t] : 0;
}

static cal_depthwise_phase phase_of(const depthwise *d, int row_phase, int column_phase) {
    if (row_phase < PHASES && column_phase < PHASES && d->ready) return d->phase[row_phase][column_phase];
    const cal_conv_phase y = cal_conv_phase_of(&d->y, row_phase), x = cal_conv_phase_of(&d->x, column_phase);
    const int width = d->bare ? d->x.in : d->x.padded;
    cal_depthwise_phase phase = {.out = ((size_t)y.out_first * d->x.out + x.out_first) * 4,
                                 .out_step = (size_t)x.out_step * 4,
                                 .in_step = (size_t)x.in_step * 4,
                                 .out_pitch = (size_t)y.out_step * d->x.out * 4,
                                 .in_pitch = (size_t)y.in_step * width * 4,
                                 .tap_x = (size_t)x.tap_distance * 4,
                                 .tap_y = (size_t)y.tap_distance * width * 4,
                                 .filter_x = (ptrdiff_t)x.tap_step * 4,
                                 .filter_y = (ptrdiff_t)y.tap_step * d->x.taps * 4,
                                 .taps_x = x.taps,
                                 .taps_y = y.taps,
                                 .rows = y.count,
                                 .columns = x.count,
                                 .row_step = y.in_step,
                                 .row_end = y.in_first + (y.taps - 1) * y.tap_distance + 1};
    if (x.taps && y.taps) phase.filter = ((size_t)y.first_tap * d->x.taps + x.first_tap) * 4;
    if (!d->bare) phase.in = ((size_t)y.in_first * width + x.in_first) * 4;
    return phase;
}

// Sets the fields that depend on the activation.
static void make_phases(depthwise *d) {
    d->active = !d->adjoint && d->fused && d->fused->slope;
    d->pads = d->active || cal_conv_axis_pads(&d->y) || cal_conv_axis_pads(&d->x);
    // With a step of one, a wide register's first pixel would be before the row.
    d->bare = (CAL_LANES == 4 || d->y.stride > 1) && cal_conv_axis_is_centred(&d->y) &&
              cal_conv_axis_is_centred(&d->x);
    for (int i = 0; i < PHASES * PHASES; i++)
        if (i / PHASES < cal_conv_phases(&d->y) && i % PHASES < cal_conv_phases(&d->x))
            d->phase[i / PHASES][i % PHASES] = phase_of(d, i / PHASES, i % PHASES);
    d->ready = true;
}

static void correlate_phase(const cal_depthwise_phase *phase, const cal_depthwise_place *at) {
    if (phase->taps_x == 3 && phase->taps_y == 3 && phase->tap_x == 4) {
        const bool together = CAL_LANES > 4 && phase->out_step == 4 && phase->columns >= CAL_QUADS;
        if (phase->in_step == 4 && together) cal_depthwise_rows_together(phase, at);
        else if (phase->in_step == 4) cal_depthwise_rows(4, phase, at);
        else cal_depthwise_rows(phase->in_step, phase, at);
        return;
    }
    float *out = at->out;
    const float *in = at->in;
    for (int i = at->rows; i > 0; i--, out += phase->out_pitch, in += phase->in_pitch)
        switch (phase->in_step) {
        case 4: cal_depthwise_tiles(4, phase, out, in, at->filter); break;
        case 8: cal_depthwise_tiles(8, phase, out, in, at->filter); break;
        default: cal_depthwise_tiles(phase->in_step, phase, out, in, at->filter); break;
        }
}

// Rows of the phase among `rows` rows from `first` on.
static int rows_of(const cal_depthwise_phase *phase, int first, int rows) {
    return cal_max_int(0, cal_min_int(rows, phase->rows - first));
}

// Copies the input rows of result rows first .. first + rows - 1 of each phase, unless already copied.
// Returns the end of the copied rows.
static int copy_rows(const depthwise *d, float *padded, const float *in, int four, int first, int rows,
                     int copied) {
    int end = copied;
    for (int p = 0; p < cal_conv_phases(&d->y); p++) {
        const cal_depthwise_phase phase = phase_of(d, p, 0);
        const int count = rows_of(&phase, first, rows);
        if (count && phase.taps_y)
            end = cal_max_int(end, phase.row_end + (first + count - 1) * phase.row_step);
    }
    cal_conv_fill_rows(padded, in, four * 4, cal_min_int(4, d->c - four * 4), &d->y, &d->x,
                       d->adjoint ? NULL : d->fused, copied, end);
    return end;
}

// `copy`: a row of zeros and, with an activation, the activated image.
static void correlate_bare(const depthwise *d, float *out, const float *in, const float *filter, int four,
                           float *copy) {
    const cal_depthwise_phase *phase = &d->phase[0][0];
    const cal_depthwise_bare image = {d->y.in, d->x.in, (size_t)d->x.in * 4, copy};
    const int stride = d->y.stride, strip = d->large ? STRIP : d->y.out;
    if (d->adjoint && stride == 2) {
        cal_depthwise_spread(out, d->y.out, d->x.out, in, filter, &image);
        return;
    }
    copy += image.pitch;
    for (int first = 0, copied = 0; first < d->y.out; first += strip) {
        const int rows = rows_of(phase, first, strip);
        const int end = cal_min_int((first + rows - 1) * stride + 2, d->y.in);
        if (d->active)
            cal_conv_copy(copy + copied * image.pitch, in + copied * image.pitch,
                          (size_t)(end - copied) * d->x.in, four * 4, cal_min_int(4, d->c - four * 4),
                          d->fused);
        else if (stride > 1) // few results, many reads
            cal_read_lines(in + copied * image.pitch, (size_t)(end - copied) * image.pitch);
        copied = end;
        const cal_depthwise_place at = {out + first * phase->out_pitch,
                                        (d->active ? copy : in) + (size_t)(first * stride) * image.pitch,
                                        filter + phase->filter, rows};
        if (stride == 1) cal_depthwise_rows_bare(1, phase, &at, first, &image);
        else cal_depthwise_rows_bare(2, phase, &at, first, &image);
    }
}

// Computes a plane, a large one in strips: the next strip is read from memory while one is computed. A copied
// strip is read again at once.
static void correlate_plane(const depthwise *d, int plane, int worker) {
    const int four = plane % d->fours;
    const float *in = d->in + (size_t)plane * d->y.in * d->x.in * 4;
    float *out = d->out + (size_t)plane * d->y.out * d->x.out * 4;
    float *padded = d->padded + worker * padded_floats(d);
    const float *filter = d->filter + (size_t)four * d->y.taps * d->x.taps * 4;
    if (d->bare) {
        correlate_bare(d, out, in, filter, four, padded);
        return;
    }
    const int rows = cal_conv_phases(&d->y), columns = cal_conv_phases(&d->x),
              count = cal_ceil_div(d->y.out, rows), strip = d->large ? STRIP : count;
    for (int first = 0, copied = 0; first < count; first += strip) {
        if (d->pads) copied = copy_rows(d, padded, in, four, first, strip, copied);
        for (int i = 0; i < rows * columns; i++) {
            const cal_depthwise_phase phase = phase_of(d, i / columns, i % columns);
            const cal_depthwise_place at = {out + phase.out + first * phase.out_pitch,
                                            (d->pads ? padded : in) + phase.in + first * phase.in_pitch,
                                            filter + phase.filter, rows_of(&phase, first, strip)};
            correlate_phase(&phase, &at);
        }
    }
}

static void correlate_chunk(void *context, int chunk, int worker) {
    const depthwise *d = context;
    int first = chunk * d->chunk_planes;
    float *padded = d->padded + worker * padded_floats(d);
    if (d->bare) memset(padded, 0, (size_t)d->x.in * 4 * sizeof *padded);
    else if (d->pads) cal_conv_clear_border(padded, &d->y, &d->x);
    for (int p = first, done = first, end = cal_min_int(first + d->chunk_planes, d->planes); p < end; p++) {
        correlate_plane(d, p, worker);
        if (p + 1 < end && p + 1 - done < d->near) continue;
        if (d->fused && d->fused->after) d->fused->after(d->fused->context, done, p + 1 - done, worker);
        done = p + 1;
    }
}

static size_t scratch_of(depthwise d, int workers) {
    return cal_conv_bytes(filter_floats(&d) + (uint64_t)padded_floats(&d) * workers);
}

static void run_depthwise(const cal_env *env, depthwise d, float *out, const float *in, const float *f,
                          const cal_conv_fused *fused) {
    d.out = out;
    d.in = in;
    d.f = f;
    d.fused = fused;
    d.filter = env->scratch;
    d.padded = d.filter + filter_floats(&d);
    make_phases(&d);
    cal_pool_run(env->pool, d.fours, pack_filter, &d);
    cal_pool_run(env->pool, cal_ceil_div(d.planes, d.chunk_planes), correlate_chunk, &d);
}

static size_t forward_scratch(const cal_conv_shape *shape, int workers) {
    return scratch_of(depthwise_of(shape, false), workers);
}
static size_t input_scratch(const cal_conv_shape *shape, int workers) {
    return scratch_of(depthwise_of(shape, true), workers);
}
static void forward(const cal_env *env, float *y, const float *x, const float *f, const cal_conv_shape *shape,
                    const cal_conv_fused *fused) {
    run_depthwise(env, depthwise_of(shape, false), y, x, f, fused);
}
static void input_grad(const cal_env *env, float *dx, const float *dy, const float *f,
                       const cal_conv_shape *shape, const cal_conv_fused *fused) {
    run_depthwise(env, depthwise_of(shape, true), dx, dy, f, fused);
}

const cal_conv_algorithm CAL_WIDE(cal_conv_depthwise) = {
    .forward = {forward_scratch, forward},
    .input_grad = {input_scratch, input_grad},
    .filter_grad = {cal_conv_depthwise_filter_scratch, cal_conv_depthwise_filter},
};
