// Chooses the algorithm of each convolution, by shape alone.
//
// Winograd's tiles cost the same whether they are full or cut off by the image's edge. So its gain depends on
// their fill, results / (16 tiles), and on the channels, over which the transforms are shared. The table has
// the speed relative to the direct algorithm, measured in V8 (make conv-choice; the best of several runs).
// Entries are forward/input_grad/filter_grad, by results (and fill), for 64 samples, 16 for the largest:
//
//   stride 1  2x2 (0.25)      5x5 (0.39)      6x6 (0.56)      14x14 (0.77)    32x32 (1)
//   1 -> 8    0.72/1.55/0.98  0.66/1.54/0.65  0.72/1.80/0.80  0.79/1.95/0.82  0.90/2.18/0.97
//   3 -> 32   0.64/1.59/1.11  0.87/1.59/0.75  1.04/1.87/0.94  1.36/2.06/1.13  1.69/2.30/1.33
//   4 -> 4    1.28/1.50/1.54  1.36/1.38/1.19  1.57/1.60/1.46  1.74/1.73/1.39  1.87/1.89/1.63
//   8 -> 8    1.12/1.24/1.74  1.25/1.28/1.28  1.48/1.54/1.60  1.78/1.81/1.69  2.17/2.15/2.02
//   16 -> 16  1.15/1.17/1.92  1.47/1.47/1.38  1.79/1.80/1.79  2.20/2.20/1.98  2.71/2.69/2.45
//   16 -> 32  1.06/1.22/1.92  1.49/1.56/1.28  1.83/1.88/1.69  2.30/2.41/2.04  2.87/2.89/2.57
//   32 -> 32  1.15/1.14/2.10  1.61/1.61/1.38  1.97/1.97/1.83  2.69/2.55/2.20  3.16/3.15/2.83
//   32 -> 64  1.09/1.21/1.78  1.61/1.66/1.19  2.00/2.05/1.54  2.60/2.66/2.14  3.03/3.38/2.80
//   64 -> 64  1.14/1.14/1.84  1.68/1.71/1.25  2.15/2.12/1.67  2.92/2.77/2.39  3.44/3.47/2.95
//
//   stride 2  2x2 (0.25)      5x5 (0.39)      6x6 (0.56)      14x14 (0.77)    16x16 (1)
//   1 -> 8    0.50/1.37/0.61  0.43/1.19/0.40  0.50/1.45/0.49  0.51/1.53/0.51  0.69/1.81/0.64
//   3 -> 32   0.35/1.04/0.52  0.44/1.03/0.38  0.55/1.27/0.48  0.72/1.45/0.56  0.88/1.57/0.73
//   4 -> 4    0.86/1.59/1.02  0.78/1.19/0.70  0.91/1.42/0.83  0.93/1.51/0.82  1.17/1.70/1.09
//   8 -> 8    0.69/1.01/0.99  0.73/0.89/0.69  0.88/1.05/0.86  0.98/1.22/0.92  1.26/1.50/1.19
//   16 -> 16  0.61/0.78/0.94  0.78/0.94/0.71  0.95/1.15/0.88  1.12/1.35/0.99  1.42/1.65/1.27
//   16 -> 32  0.56/0.76/0.86  0.74/0.91/0.66  0.93/1.15/0.87  1.10/1.43/0.93  1.41/1.66/1.21
//   32 -> 32  0.59/0.70/0.91  0.79/0.93/0.68  1.00/1.15/0.92  1.21/1.51/0.97  1.53/1.75/1.24
//   32 -> 64  0.49/0.60/0.72  0.76/0.88/0.63  0.97/1.13/0.83  1.19/1.46/0.96  1.51/1.71/1.23
//   64 -> 64  0.52/0.57/0.74  0.73/0.88/0.66  0.98/1.17/0.85  1.26/1.53/0.98  1.65/1.81/1.27
//
// On one sample the filter's transform weighs more, so small gains are not taken.
//
// Convolutions with one group per channel are depthwise. All others (other kernels, strides, dilations,
// groups) are direct, as are those with the flag `direct`. Direct ones of 1 x 1 pixels have separate kernels,
// with the same sums.
#include "kernel/conv/conv.h"
#include "kernel/conv/parts.h"
#include "kernel/loops.h"
#include "kernel/winograd/conv.h"

// Returns true if Winograd is faster for results of h x w pixels (for the adjoint: h x w positions of the
// stride).
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

// Few result channels do not fill a wider register: blocks of four run at 0.75 of the speed in 512 bits.
static cal_simd width_for(const cal_conv_shape *s, int results) {
    const int channels = results / s->groups * cal_conv_merged(s);
    const cal_simd enough = channels <= 4 ? CAL_SIMD_128 : channels <= 8 ? CAL_SIMD_256 : CAL_SIMD_512;
    return enough < cal_simd_width() ? enough : cal_simd_width();
}

static const cal_conv_algorithm *direct_for(const cal_conv_shape *s, int results) {
    const cal_simd width = width_for(s, results);
    (void)width; // WebAssembly has one width
    return cal_conv_is_pointwise(s) ? &CAL_OF(cal_conv_pointwise, width) : &CAL_OF(cal_conv_direct, width);
}

// `results`: channels whose values share a register.
static const cal_conv_algorithm *algorithm_for(const cal_conv_shape *s, int h, int w, int results) {
    if (depthwise(s)) return &CAL_OF_WIDTH(cal_conv_depthwise);
    return winograd(s, h, w) ? &CAL_OF_WIDTH(cal_conv_winograd) : direct_for(s, results);
}
static cal_conv_direction forward_of(const cal_conv_shape *s) {
    return algorithm_for(s, s->oh, s->ow, s->co)->forward;
}
static cal_conv_direction input_grad_of(const cal_conv_shape *s) {
    return algorithm_for(s, cal_ceil_div(s->h, s->stride), cal_ceil_div(s->w, s->stride), s->ci)->input_grad;
}
static cal_conv_direction filter_grad_of(const cal_conv_shape *s) {
    return algorithm_for(s, s->oh, s->ow, s->co)->filter_grad;
}

bool cal_kernel_conv_caps(const cal_conv_shape *s) { return depthwise(s) || !winograd(s, s->oh, s->ow); }

bool cal_kernel_conv_x_view(const cal_conv_shape *s) {
    return s->groups == 1 && (winograd(s, s->oh, s->ow) || cal_conv_is_pointwise(s));
}

bool cal_kernel_conv_y_view(const cal_conv_shape *s, cal_conv_result result) {
    if (result != CAL_CONV_INPUT_GRAD) return winograd(s, s->oh, s->ow);
    return winograd(s, cal_ceil_div(s->h, s->stride), cal_ceil_div(s->w, s->stride));
}

const char *cal_kernel_conv_name(const cal_conv_shape *s, cal_conv_result result) {
    if (depthwise(s)) return "depthwise";
    if (cal_kernel_conv_y_view(s, result)) return "Winograd";
    return cal_conv_is_pointwise(s) ? "1x1" : "direct";
}

size_t cal_kernel_conv_scratch(const cal_conv_shape *shape, int workers) {
    size_t forward = forward_of(shape).scratch(shape, workers);
    size_t input = input_grad_of(shape).scratch(shape, workers);
    size_t filter = filter_grad_of(shape).scratch(shape, workers);
    return cal_max_size(forward, cal_max_size(input, filter));
}

// Transforming the filters of a Winograd convolution takes a third of the time of cnn-s and 40 % of resnet20
// on one sample, and 1 % on 16. Transformed filters are four times as large. Packing those of 1 x 1
// convolutions for the tiles took as long as everything else that mobilenetv2 does with one sample.
size_t cal_kernel_conv_prepared_floats(const cal_conv_shape *s) {
    const cal_conv_algorithm *algorithm = algorithm_for(s, s->oh, s->ow, s->co);
    return s->n <= 16 && s->groups == 1 && algorithm->prepared_floats ? algorithm->prepared_floats(s) : 0;
}

void cal_kernel_conv_prepare(const cal_env *env, float *prepared, const float *f,
                             const cal_conv_shape *shape) {
    const cal_conv_algorithm *algorithm =
        cal_conv_is_pointwise(shape) ? direct_for(shape, shape->co) : &CAL_OF_WIDTH(cal_conv_winograd);
    algorithm->prepare(env, prepared, f, shape);
}

void cal_kernel_conv_forward(const cal_env *env, float *y, const float *x, const float *f,
                             const cal_conv_shape *shape, const cal_conv_fused *fused) {
    forward_of(shape).run(env, y, x, f, shape, fused);
}

void cal_kernel_conv_input_grad(const cal_env *env, float *dx, const float *dy, const float *f,
                                const cal_conv_shape *shape, const cal_conv_fused *fused) {
    input_grad_of(shape).run(env, dx, dy, f, shape, fused);
}

void cal_kernel_conv_filter_grad(const cal_env *env, float *df, const float *x, const float *dy,
                                 const cal_conv_shape *shape, const cal_conv_fused *fused) {
    filter_grad_of(shape).run(env, df, x, dy, shape, fused);
}
