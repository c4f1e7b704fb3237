// Changes of layout, all linear, with their adjoints; and the conversion of bytes to pixels.
#ifndef CAL_KERNEL_LAYOUT_LAYOUT_H
#define CAL_KERNEL_LAYOUT_LAYOUT_H
#include <stdbool.h>
#include "kernel/env.h"
#include "kernel/channel.h"

// IMAGE [n,c,h,w] <-> MATRIX [n, c h w], in the order of PyTorch's flatten().
void cal_kernel_flatten(const cal_env *env, float *matrix, const float *image, const cal_image_shape *shape);
void cal_kernel_unflatten(const cal_env *env, float *image, const float *matrix,
                          const cal_image_shape *shape);

// Sets the lanes that pad an image's channels to zero.
void cal_kernel_clear_padding(const cal_env *env, float *image, const cal_image_shape *shape);

// The parameter-free shortcut of residual networks (He et al. 2016, option A). Takes every stride-th pixel
// and pads channels with zeros, `before` of them in front. Shapes: small IMAGE
// [n,c_small,ceil(h/stride),ceil(w/stride)], large = shape.
void cal_kernel_shortcut(const cal_env *env, float *small, const float *large, int c_small, int stride,
                         int before, const cal_image_shape *shape);
void cal_kernel_shortcut_grad(const cal_env *env, float *large, const float *small, int c_small, int stride,
                              int before, const cal_image_shape *shape);

// Concatenates channels of x IMAGE [n,c_x,h,w] and y IMAGE [n,c_y,h,w] to `both` = shape. `stride`: the
// sample strides of x, y and both, in 4-channel blocks; null: dense. Works in place if x has whole blocks.
void cal_kernel_concat_channels(const cal_env *env, float *both, const float *x, int c_x, const float *y,
                                int c_y, const int stride[3], const cal_image_shape *shape);

// table[c][256]: the value of each byte x in each channel, (x/255 - mean)/sd in
// float, as PyTorch computes it.
void cal_kernel_pixel_table(float *table, int c, const float *mean, const float *sd);

// Converts one sample, uint8 planes [c][h][w], with the table. Shifts it by (dy, dx) pixels with raw zeros at
// the border, then mirrors it left to right if `flip`. Writes either an IMAGE sample (image = true) or a
// MATRIX row in [c][h][w] order.
typedef struct cal_pixel_view {
    int dy, dx;
    bool flip;
} cal_pixel_view;
void cal_kernel_pack_pixels(float *out, bool image, const uint8_t *pixels, int c, int h, int w,
                            const float *table, cal_pixel_view view);

#endif
