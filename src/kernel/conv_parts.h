// Floor 1, internal. The algorithms behind conv.h; conv.c chooses among them.
#ifndef CAL_KERNEL_CONV_PARTS_H
#define CAL_KERNEL_CONV_PARTS_H
#include "kernel/conv.h"

// Sums over samples are taken in this many parts at most, each in the order of its samples, folded in order.
enum { CAL_CONV_PARTS = 8 };

// `groups` planes [h][w][4] into planes [to_h][to_w][4], `front` zero rows and columns first, zeros or
// nothing after the last. The `c` channels are read as `fused`, which may be null, says.
void cal_conv_pad(float *to, int to_h, int to_w, const float *from, int c, int h, int w, int front,
                  const cal_conv_fused *fused);

size_t cal_conv_direct_forward_scratch(const cal_conv_shape *shape, int lanes);
size_t cal_conv_direct_input_scratch(const cal_conv_shape *shape, int lanes);
size_t cal_conv_direct_filter_scratch(const cal_conv_shape *shape, int lanes);
void cal_conv_direct_forward(const cal_env *env, float *y, const float *x, const float *f,
                             const cal_conv_shape *shape, const cal_conv_fused *fused);
void cal_conv_direct_input(const cal_env *env, float *dx, const float *dy, const float *f,
                           const cal_conv_shape *shape, const cal_conv_fused *fused);
void cal_conv_direct_filter(const cal_env *env, float *df, const float *x, const float *dy,
                            const cal_conv_shape *shape, const cal_conv_fused *fused);

// 3 x 3 filters, stride 1, pad 0 to 2.
size_t cal_conv_winograd_forward_scratch(const cal_conv_shape *shape, int lanes);
size_t cal_conv_winograd_input_scratch(const cal_conv_shape *shape, int lanes);
size_t cal_conv_winograd_filter_scratch(const cal_conv_shape *shape, int lanes);
void cal_conv_winograd_forward(const cal_env *env, float *y, const float *x, const float *f,
                               const cal_conv_shape *shape, const cal_conv_fused *fused);
void cal_conv_winograd_input(const cal_env *env, float *dx, const float *dy, const float *f,
                             const cal_conv_shape *shape, const cal_conv_fused *fused);
void cal_conv_winograd_filter(const cal_env *env, float *df, const float *x, const float *dy,
                              const cal_conv_shape *shape, const cal_conv_fused *fused);

#endif
