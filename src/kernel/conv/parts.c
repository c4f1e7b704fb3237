// Properties of a convolution that several algorithms need.
#include "kernel/conv/parts.h"

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
