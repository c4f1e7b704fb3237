// Floor 1. Which algorithm runs which convolution, decided by shape alone.
//
// Winograd's tiles cost the same whether they are full or cut short by the image's edge, so what it gains
// depends on their fill, outputs / (16 tiles), and on the channels, which pay for the transforms. Measured in
// V8, how many times faster than direct, forward/input_grad/filter_grad, by image size (and fill):
//
//   channels  2x2 (0.25)      5x5 (0.39)      6x6 (0.56)      14x14 (0.77)    32x32 (1)
//   1 -> 8    0.43/0.73/0.43  0.47/0.90/0.36  0.58/1.14/0.46  0.64/1.47/0.54  0.78/1.86/0.79
//   3 -> 32   0.58/0.73/0.61  0.79/0.96/0.59  0.95/1.22/0.77  1.27/1.61/1.06  1.52/2.05/1.42
//   4 -> 4    0.67/0.77/0.68  0.86/0.91/0.64  1.10/1.12/0.85  1.26/1.29/1.04  1.62/1.71/1.50
//   8 -> 8    0.67/0.73/0.82  0.92/0.95/0.80  1.19/1.23/1.07  1.57/1.59/1.34  2.05/2.06/1.99
//   16 -> 16  0.79/0.85/1.03  1.17/1.19/1.07  1.51/1.56/1.43  2.05/2.07/1.71  2.67/2.68/2.49
//   32 -> 32  0.85/0.91/1.20  1.39/1.41/1.17  1.81/1.83/1.55  2.32/2.33/1.97  3.13/3.14/2.52
//   64 -> 64  0.93/0.98/1.34  1.53/1.54/1.07  2.02/2.02/1.41  2.56/2.48/1.77  3.32/3.26/2.04
//
// What has as many groups as channels is depthwise. Everything else (other kernels, strides, dilations,
// groups) is direct, and so is what asks to be.
#include "kernel/conv.h"
#include "kernel/conv_parts.h"
#include "kernel/loops.h"

// Whether Winograd is faster for `h` x `w` results.
static bool winograd(const cal_conv_shape *s, int h, int w) {
    int channels = cal_min_int(s->ci, s->co), tiles = cal_ceil_div(h, 4) * cal_ceil_div(w, 4);
    double fill = (double)h * w / (16.0 * tiles);
    if (s->direct || s->kh != 3 || s->kw != 3 || s->stride != 1 || s->dilation != 1 || s->groups != 1)
        return false;
    if (s->pad_h != s->pad_w || s->pad_h > 2) return false;
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
    return winograd(s, s->h, s->w)
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
