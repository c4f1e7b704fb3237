// Convolution along one axis, the padded copy that it reads, and what groups become.
#include "kernel/conv/axis.h"
#include "kernel/activation.h"
#include "kernel/conv/parts.h"
#include "kernel/loops.h"

cal_conv_axis cal_conv_axis_of(int x, int y, int taps, int stride, int dilation, int pad, bool adjoint) {
    cal_conv_axis a = {.in = adjoint ? y : x,
                       .out = adjoint ? x : y,
                       .front = adjoint ? (taps - 1) * dilation / stride : pad,
                       .taps = taps,
                       .stride = stride,
                       .dilation = dilation,
                       .pad = pad,
                       .adjoint = adjoint};
    a.padded = adjoint ? a.front + (x - 1 + pad) / stride + 1 : (y - 1) * stride + (taps - 1) * dilation + 1;
    if (a.front == 0 && a.padded < a.in) a.padded = a.in; // pixels that are not read may stay
    return a;
}

bool cal_conv_axis_pads(const cal_conv_axis *axis) { return axis->front || axis->padded != axis->in; }

int cal_conv_phases(const cal_conv_axis *axis) { return axis->adjoint ? axis->stride : 1; }

static int common_divisor(int a, int b) { return b ? common_divisor(b, a % b) : a; }

cal_conv_phase cal_conv_phase_of(const cal_conv_axis *a, int phase) {
    if (!a->adjoint)
        return (cal_conv_phase){.out_step = 1,
                                .count = a->out,
                                .in_step = a->stride,
                                .taps = a->taps,
                                .tap_step = 1,
                                .tap_distance = a->dilation};
    int divisor = common_divisor(a->stride, a->dilation), period = a->stride / divisor, tap = 0;
    while (tap < period && tap * a->dilation % a->stride != phase) tap++; // the phase's first tap
    int taps = tap < period && tap < a->taps ? cal_ceil_div(a->taps - tap, period) : 0;
    int first = ((phase - a->pad) % a->stride + a->stride) % a->stride, distance = a->dilation / divisor;
    return (cal_conv_phase){.out_first = first,
                            .out_step = a->stride,
                            .count = first < a->out ? cal_ceil_div(a->out - first, a->stride) : 0,
                            .in_first = taps ? a->front + (first + a->pad - tap * a->dilation) / a->stride -
                                                   (taps - 1) * distance
                                             : 0,
                            .in_step = 1,
                            .taps = taps,
                            .first_tap = tap + period * (taps - 1),
                            .tap_step = -period,
                            .tap_distance = distance};
}

// Rows are short: in WebAssembly memset and memcpy, which a compiler would call for these loops, take longer to be called
// than to run, so that it must not know them.
static void clear_row(float *to, size_t floats) {
    CAL_ROLLED
    for (const float *end = to + floats; to != end; to += 4) {
        cal_f4_store(to, cal_f4_splat(0));
        CAL_OPAQUE(to);
    }
}

static void copy_row(float *to, const float *from, size_t floats) {
    for (; floats >= 16; floats -= 16, to += 16, from += 16) {
        CAL_OPAQUE(from);
        CAL_UNROLLED
        for (int i = 0; i < 16; i += 4) cal_f4_store(to + i, cal_f4_load(from + i));
    }
    for (; floats > 0; floats -= 4, to += 4, from += 4) {
        CAL_OPAQUE(from);
        cal_f4_store(to, cal_f4_load(from));
    }
}

static void activate_row(float *to, const float *from, size_t floats, const cal_activation *load) {
    for (size_t i = 0; i < floats; i += 4) cal_f4_store(to + i, cal_activate(cal_f4_load(from + i), load));
}

static void activate_row_capped(float *to, const float *from, size_t floats, const cal_activation *load,
                                cal_f4 cap) {
    for (size_t i = 0; i < floats; i += 4)
        cal_f4_store(to + i, cal_activate_capped(cal_f4_load(from + i), load, cap));
}

void cal_conv_pad_rows(float *to, const float *from, int first, int c, const cal_conv_axis *y,
                       const cal_conv_axis *x, const cal_conv_fused *fused, int begin, int end) {
    const bool active = fused && fused->slope, capped = active && fused->cap > 0;
    const int left = cal_min_int(x->front, x->padded);
    const int columns = cal_max_int(0, cal_min_int(x->in, x->padded - left));
    const cal_activation load =
        active ? cal_activation_of(fused->slope, fused->constant, first / 4, first + c) : (cal_activation){0};
    to += (size_t)begin * x->padded * 4;
    for (int i = begin; i < end; i++, to += (size_t)x->padded * 4) {
        int row = i - y->front;
        if (row < 0 || row >= y->in || columns == 0) {
            clear_row(to, (size_t)x->padded * 4);
            continue;
        }
        clear_row(to, (size_t)left * 4);
        const float *pixels = from + (size_t)row * x->in * 4;
        if (capped)
            activate_row_capped(to + (size_t)left * 4, pixels, (size_t)columns * 4, &load,
                                cal_f4_splat((float)fused->cap));
        else if (active) activate_row(to + (size_t)left * 4, pixels, (size_t)columns * 4, &load);
        else copy_row(to + (size_t)left * 4, pixels, (size_t)columns * 4);
        clear_row(to + (size_t)(left + columns) * 4, (size_t)(x->padded - left - columns) * 4);
    }
}

void cal_conv_pad(float *to, const float *from, int first, int c, const cal_conv_axis *y,
                  const cal_conv_axis *x, const cal_conv_fused *fused) {
    for (int g = 0; g < c; g += 4) {
        cal_conv_pad_rows(to, from, first + g, cal_min_int(4, c - g), y, x, fused, 0, y->padded);
        to += (size_t)y->padded * x->padded * 4;
        from += (size_t)y->in * x->in * 4;
    }
}

int cal_conv_merged(const cal_conv_shape *s) {
    int ci = s->ci / s->groups, co = s->co / s->groups;
    for (int merged = 1; merged <= 4; merged *= 2)
        if (s->groups % merged == 0 && merged * ci % 4 == 0 && merged * co % 4 == 0) return merged;
    return s->groups;
}

bool cal_conv_is_pointwise(const cal_conv_shape *s) {
    return s->kh == 1 && s->kw == 1 && s->stride == 1 && s->pad_h == 0 && s->pad_w == 0;
}

size_t cal_conv_bytes(uint64_t floats) {
    return floats < SIZE_MAX / 2 / sizeof(float) ? (size_t)floats * sizeof(float) : SIZE_MAX / 2;
}
