// Floor 1. Which algorithm runs which convolution, decided by shape alone.
//
// Winograd's tiles cost the same whether they are full or cut short by the image's edge, so what it gains
// depends on their fill, results / (16 tiles), and on the channels, which pay for the transforms. Measured in
// V8 (make conv-choice), how many times faster than direct, forward/input_grad/filter_grad, by results (and
// fill), batch 128, and 32 of the largest:
//
//   stride 1  2x2 (0.25)      5x5 (0.39)      6x6 (0.56)      14x14 (0.77)    32x32 (1)
//   1 -> 8    0.69/1.52/0.93  0.63/1.51/0.63  0.71/1.74/0.77  0.73/1.87/0.81  0.82/2.08/0.94
//   3 -> 32   0.57/1.58/0.98  0.79/1.58/0.69  0.95/1.86/0.87  1.23/2.03/1.13  1.54/2.22/1.27
//   4 -> 4    1.28/1.44/1.67  1.28/1.33/1.17  1.45/1.49/1.43  1.61/1.61/1.38  1.72/1.76/1.64
//   8 -> 8    1.05/1.16/1.74  1.20/1.22/1.17  1.43/1.43/1.55  1.70/1.70/1.66  2.06/2.06/1.99
//   16 -> 16  1.06/1.10/1.89  1.43/1.43/1.29  1.73/1.73/1.70  2.12/2.11/2.00  2.61/2.59/2.48
//   16 -> 32  0.99/1.24/1.62  1.43/1.52/1.12  1.74/1.87/1.51  2.11/2.25/1.99  3.90/4.14/3.32
//   32 -> 32  1.08/1.11/1.74  1.56/1.56/1.21  1.93/1.93/1.62  3.77/3.35/3.18  4.64/3.20/3.04
//   32 -> 64  1.03/1.14/1.39  2.39/1.94/1.50  3.39/2.44/2.13  2.83/3.08/2.00  3.30/2.71/3.13
//   64 -> 64  1.09/1.10/1.43  1.61/1.49/1.48  3.44/1.94/2.07  2.97/2.79/2.23  3.34/3.17/3.05
//
//   stride 2  2x2 (0.25)      5x5 (0.39)      6x6 (0.56)      14x14 (0.77)    16x16 (1)
//   1 -> 8    0.43/1.21/0.51  0.41/1.14/0.39  0.49/1.35/0.48  0.49/1.44/0.51  0.67/1.68/0.69
//   3 -> 32   0.33/1.04/0.47  0.43/1.05/0.37  0.54/1.26/0.47  0.69/1.41/0.56  0.84/1.55/0.74
//   4 -> 4    0.84/1.52/0.99  0.76/1.15/0.77  0.90/1.29/0.80  0.97/1.37/0.82  1.16/1.53/1.08
//   8 -> 8    0.59/0.86/0.83  0.70/0.80/0.67  0.85/0.98/0.86  0.95/1.11/0.89  1.24/1.38/1.20
//   16 -> 16  0.58/0.75/0.87  0.75/0.90/0.69  0.93/1.09/0.90  1.09/1.23/0.99  1.37/1.55/1.29
//   16 -> 32  0.52/0.75/0.74  0.72/0.90/0.63  0.90/1.11/0.83  1.07/1.40/0.94  1.34/1.47/1.22
//   32 -> 32  0.56/0.67/0.77  0.77/0.90/0.31  1.02/1.12/0.81  1.16/1.38/0.78  1.47/1.42/1.22
//   32 -> 64  0.45/0.57/0.65  0.94/0.85/0.61  0.94/1.40/0.64  1.09/1.16/1.15  1.38/2.22/1.39
//   64 -> 64  0.48/0.53/0.67  0.66/1.46/0.61  1.29/1.31/0.79  1.20/1.56/0.94  1.66/1.68/1.22
//
// On one sample the filter's transform weighs more; small gains are therefore left.
//
// What has as many groups as channels is depthwise. Everything else (other kernels, strides, dilations,
// groups) is direct, and so is what asks to be.
#include "kernel/conv.h"
#include "kernel/conv_parts.h"
#include "kernel/loops.h"

// Whether Winograd is faster where `h` x `w` is a result of the convolution, or what a stride of its image
// has.
static bool winograd(const cal_conv_shape *s, int h, int w) {
    int channels = cal_min_int(s->ci, s->co), tiles = cal_ceil_div(h, 4) * cal_ceil_div(w, 4);
    double fill = (double)h * w / (16.0 * tiles);
    if (s->direct || !cal_conv_winograd_can(s)) return false;
    if (s->stride == 2) return channels >= 8 && fill > 0.75;
    return channels >= 16 ? fill > 0.35 : channels >= 3 && fill > 0.65;
}

static bool depthwise(const cal_conv_shape *s) {
    return s->groups > 1 && s->groups == s->ci && s->groups == s->co;
}

typedef size_t conv_scratch(const cal_conv_shape *shape, int lanes);
typedef void conv_run(const cal_env *env, float *out, const float *a, const float *b,
                      const cal_conv_shape *shape, const cal_conv_fused *fused);
typedef struct conv_algorithm {
    conv_scratch *scratch;
    conv_run *run;
} conv_algorithm;

static conv_algorithm forward_of(const cal_conv_shape *s) {
    if (depthwise(s)) return (conv_algorithm){cal_conv_depthwise_forward_scratch, cal_conv_depthwise_forward};
    return winograd(s, s->oh, s->ow)
               ? (conv_algorithm){cal_conv_winograd_forward_scratch, cal_conv_winograd_forward}
               : (conv_algorithm){cal_conv_direct_forward_scratch, cal_conv_direct_forward};
}
static conv_algorithm input_grad_of(const cal_conv_shape *s) {
    if (depthwise(s)) return (conv_algorithm){cal_conv_depthwise_input_scratch, cal_conv_depthwise_input};
    return winograd(s, cal_ceil_div(s->h, s->stride), cal_ceil_div(s->w, s->stride))
               ? (conv_algorithm){cal_conv_winograd_input_scratch, cal_conv_winograd_input}
               : (conv_algorithm){cal_conv_direct_input_scratch, cal_conv_direct_input};
}
static conv_algorithm filter_grad_of(const cal_conv_shape *s) {
    if (depthwise(s)) return (conv_algorithm){cal_conv_depthwise_filter_scratch, cal_conv_depthwise_filter};
    return winograd(s, s->oh, s->ow)
               ? (conv_algorithm){cal_conv_winograd_filter_scratch, cal_conv_winograd_filter}
               : (conv_algorithm){cal_conv_direct_filter_scratch, cal_conv_direct_filter};
}

size_t cal_conv_scratch(const cal_conv_shape *shape, int lanes) {
    size_t forward = forward_of(shape).scratch(shape, lanes);
    size_t input = input_grad_of(shape).scratch(shape, lanes);
    size_t filter = filter_grad_of(shape).scratch(shape, lanes);
    return cal_max_size(forward, cal_max_size(input, filter));
}

// Transforming the filters of a Winograd convolution takes as long as a third of cnn-s and 40 % of resnet20
// on one sample, and 1 % on 16; transformed they are four times as large.
size_t cal_conv_prepared_floats(const cal_conv_shape *s) {
    return s->n <= 16 && winograd(s, s->oh, s->ow) ? cal_conv_winograd_filter_floats(s) : 0;
}

void cal_conv_prepare(const cal_env *env, float *prepared, const float *f, const cal_conv_shape *shape) {
    cal_conv_winograd_prepare(env, prepared, f, shape);
}

void cal_conv_forward(const cal_env *env, float *y, const float *x, const float *f,
                      const cal_conv_shape *shape, const cal_conv_fused *fused) {
    forward_of(shape).run(env, y, x, f, shape, fused);
}

void cal_conv_input_grad(const cal_env *env, float *dx, const float *dy, const float *f,
                         const cal_conv_shape *shape, const cal_conv_fused *fused) {
    input_grad_of(shape).run(env, dx, dy, f, shape, fused);
}

void cal_conv_filter_grad(const cal_env *env, float *df, const float *x, const float *dy,
                          const cal_conv_shape *shape, const cal_conv_fused *fused) {
    filter_grad_of(shape).run(env, df, x, dy, shape, fused);
}
