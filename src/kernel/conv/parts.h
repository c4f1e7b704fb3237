// Internal. The algorithms behind conv.h; conv.c chooses among them.
#ifndef CAL_KERNEL_CONV_PARTS_H
#define CAL_KERNEL_CONV_PARTS_H
#include "base/simd_wide.h"
#include "base/simd_width.h"
#include "kernel/conv/axis.h"
#include "kernel/conv_shape.h"
#include "kernel/env.h"

#define cal_conv_pad          CAL_WIDE(cal_conv_pad) // one per SIMD width
#define cal_conv_copy         CAL_WIDE(cal_conv_copy)
#define cal_conv_clear_border CAL_WIDE(cal_conv_clear_border)
#define cal_conv_fill_rows    CAL_WIDE(cal_conv_fill_rows)
// Copies channels first .. first + c - 1, `first` a multiple of four, into planes padded as the axes say.
// Their planes [h][w][4] start at `from`. The activation of `fused` (may be null) is applied.
void cal_conv_pad(float *to, const float *from, int first, int c, const cal_conv_axis *y,
                  const cal_conv_axis *x, const cal_conv_fused *fused);
// Copies `pixels` contiguous pixels of one plane with c = 1 to 4 channels, without padding.
void cal_conv_copy(float *to, const float *from, size_t pixels, int first, int c,
                   const cal_conv_fused *fused);
// The padded copy of one plane in two steps. The first clears the border around the image, which many planes
// can share. The second fills in the image's rows among rows begin .. end - 1 of the padded plane.
void cal_conv_clear_border(float *to, const cal_conv_axis *y, const cal_conv_axis *x);
void cal_conv_fill_rows(float *to, const float *from, int first, int c, const cal_conv_axis *y,
                        const cal_conv_axis *x, const cal_conv_fused *fused, int begin, int end);

// Groups with a multiple of four channels are convolved in sequence. Others are merged, with zeros in the
// filter between them, until they have one (or all are merged). Returns the number of merged groups.
int cal_conv_merged(const cal_conv_shape *shape);
bool cal_conv_is_pointwise(const cal_conv_shape *shape); // 1 x 1 on every pixel: rows do not matter

// Bytes of `floats`, capped at half of SIZE_MAX, which every allocation refuses.
size_t cal_conv_bytes(uint64_t floats);

// Adjoints in the filter, for each SIMD width.
#define cal_conv_direct_filter            CAL_WIDE(cal_conv_direct_filter)
#define cal_conv_direct_filter_scratch    CAL_WIDE(cal_conv_direct_filter_scratch)
#define cal_conv_pointwise_filter         CAL_WIDE(cal_conv_pointwise_filter)
#define cal_conv_pointwise_filter_scratch CAL_WIDE(cal_conv_pointwise_filter_scratch)
#define cal_conv_depthwise_filter         CAL_WIDE(cal_conv_depthwise_filter)
#define cal_conv_depthwise_filter_scratch CAL_WIDE(cal_conv_depthwise_filter_scratch)
size_t cal_conv_direct_filter_scratch(const cal_conv_shape *shape, int workers);
void cal_conv_direct_filter(const cal_env *env, float *df, const float *x, const float *dy,
                            const cal_conv_shape *shape, const cal_conv_fused *fused);
size_t cal_conv_pointwise_filter_scratch(const cal_conv_shape *shape, int workers);
void cal_conv_pointwise_filter(const cal_env *env, float *df, const float *x, const float *dy,
                               const cal_conv_shape *shape, const cal_conv_fused *fused);
size_t cal_conv_depthwise_filter_scratch(const cal_conv_shape *shape, int workers);
void cal_conv_depthwise_filter(const cal_env *env, float *df, const float *x, const float *dy,
                               const cal_conv_shape *shape, const cal_conv_fused *fused);

// Depthwise: one group per channel on both sides.
#define CAL_CONV_OF_WIDTH(width)                                                                             \
    extern const cal_conv_algorithm cal_conv_direct_##width, cal_conv_depthwise_##width,                     \
        cal_conv_pointwise_##width;
CAL_EACH_WIDTH(CAL_CONV_OF_WIDTH)
#undef CAL_CONV_OF_WIDTH

#endif
