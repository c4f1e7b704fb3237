// Internal. The algorithms behind conv.h; conv.c chooses among them.
#ifndef CAL_KERNEL_CONV_PARTS_H
#define CAL_KERNEL_CONV_PARTS_H
#include "kernel/conv/conv.h"
#include "kernel/conv/axis.h"

// Channels first .. first + c - 1, `first` a multiple of four, whose planes [h][w][4] start at `from`, into
// planes padded as the axes say. They are read as `fused`, which may be null, says.
void cal_conv_pad(float *to, const float *from, int first, int c, const cal_conv_axis *y,
                  const cal_conv_axis *x, const cal_conv_fused *fused);

// Groups with a multiple of four channels are convolved one after the other. Others are merged, with zeros in
// the filter between them, until they have one (or all are merged): how many.
int cal_conv_merged(const cal_conv_shape *shape);
bool cal_conv_is_pointwise(const cal_conv_shape *shape); // 1 x 1, on every pixel: does not see rows

// Bytes of so many floats, capped at half of SIZE_MAX, which every allocation refuses.
size_t cal_conv_bytes(uint64_t floats);

size_t cal_conv_direct_forward_scratch(const cal_conv_shape *shape, int workers);
size_t cal_conv_direct_input_scratch(const cal_conv_shape *shape, int workers);
size_t cal_conv_direct_filter_scratch(const cal_conv_shape *shape, int workers);
void cal_conv_direct_forward(const cal_env *env, float *y, const float *x, const float *f,
                             const cal_conv_shape *shape, const cal_conv_fused *fused);
void cal_conv_direct_input(const cal_env *env, float *dx, const float *dy, const float *f,
                           const cal_conv_shape *shape, const cal_conv_fused *fused);
void cal_conv_direct_filter(const cal_env *env, float *df, const float *x, const float *dy,
                            const cal_conv_shape *shape, const cal_conv_fused *fused);

// As many groups as channels on both sides.
size_t cal_conv_depthwise_forward_scratch(const cal_conv_shape *shape, int workers);
size_t cal_conv_depthwise_input_scratch(const cal_conv_shape *shape, int workers);
size_t cal_conv_depthwise_filter_scratch(const cal_conv_shape *shape, int workers);
void cal_conv_depthwise_forward(const cal_env *env, float *y, const float *x, const float *f,
                                const cal_conv_shape *shape, const cal_conv_fused *fused);
void cal_conv_depthwise_input(const cal_env *env, float *dx, const float *dy, const float *f,
                              const cal_conv_shape *shape, const cal_conv_fused *fused);
void cal_conv_depthwise_filter(const cal_env *env, float *df, const float *x, const float *dy,
                               const cal_conv_shape *shape, const cal_conv_fused *fused);

#endif
