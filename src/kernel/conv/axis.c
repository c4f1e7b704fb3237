// Convolution along one axis.
#include "kernel/conv/axis.h"
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
    if (a.front == 0 && a.padded < a.in) a.padded = a.in; // pixels that are not read may remain
    return a;
}

bool cal_conv_axis_pads(const cal_conv_axis *axis) { return axis->front || axis->padded != axis->in; }

bool cal_conv_axis_is_centred(const cal_conv_axis *axis) {
    return axis->taps == 3 && axis->dilation == 1 && axis->pad == 1 && axis->stride <= 2;
}

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
    while (tap < period && tap * a->dilation % a->stride != phase) tap++; // the first tap of the phase
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
