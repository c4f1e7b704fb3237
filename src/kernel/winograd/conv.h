// Convolutions of 3 x 3 filters by Winograd's algorithm (winograd.h), for kernel/conv to choose.
#ifndef CAL_KERNEL_WINOGRAD_CONV_H
#define CAL_KERNEL_WINOGRAD_CONV_H
#include "base/simd_width.h"
#include "kernel/conv_shape.h"

// 3 x 3 filters, no dilation, no groups; stride 1 with equal padding 0 to 2 on all sides, or stride 2 with 1.
static inline bool cal_conv_winograd_can(const cal_conv_shape *s) {
    bool plain = s->kh == 3 && s->kw == 3 && s->dilation == 1 && s->groups == 1 && s->pad_h == s->pad_w;
    return plain && (s->stride == 1 ? s->pad_h <= 2 : s->stride == 2 && s->pad_h == 1);
}

#define CAL_WINOGRAD_OF_WIDTH(width) extern const cal_conv_algorithm cal_conv_winograd_##width;
CAL_EACH_WIDTH(CAL_WINOGRAD_OF_WIDTH)
#undef CAL_WINOGRAD_OF_WIDTH

#endif
