// Arguments of a convolution, the same for all algorithms (kernel/conv/conv.h).
#ifndef CAL_KERNEL_CONV_SHAPE_H
#define CAL_KERNEL_CONV_SHAPE_H
#include <stdbool.h>
#include "kernel/env.h"

typedef struct cal_conv_shape {
    int n, ci, h, w; // input
    int co, oh, ow;  // output
    int kh, kw, stride, dilation, pad_h, pad_w, groups;
    int x_stride, y_stride; // sample strides of x and y, in 4-channel blocks; 0: dense
    bool
        // use the direct algorithm even if a faster one exists, which would round differently (curvature)
        direct;
} cal_conv_shape;

// Channel-wise work that a convolution does while its data is in the cache; a null pointer means none. It
// does not change how the convolution itself rounds.
typedef struct cal_conv_fused {
    // Forward and filter_grad read x as max(0, slope[c] x + constant[c]); the zeros around it stay zeros. A
    // null slope means x unchanged, a null constant 0.
    const double *slope, *constant;
    double cap; // upper limit, unless 0; Winograd does not support it (cal_kernel_conv_caps)
    // Forward only: the filter as prepared by cal_kernel_conv_prepare. Null: the call prepares f.
    const float *prepared;
    // Called once for each plane of an image result, after it is written, for `count` planes from number
    // `first` on. A plane's number is sample * blocks + 4-channel block. May be null.
    void (*after)(void *context, int first, int count, int worker);
    void *context;
} cal_conv_fused;

// One of the three directions (kernel/conv/conv.h), and the bytes of scratch that it needs.
typedef struct cal_conv_direction {
    size_t (*scratch)(const cal_conv_shape *shape, int workers);
    void (*run)(const cal_env *env, float *out, const float *a, const float *b, const cal_conv_shape *shape,
                const cal_conv_fused *fused);
} cal_conv_direction;
typedef struct cal_conv_algorithm {
    cal_conv_direction forward, input_grad, filter_grad;
    // The filter in the form that forward reads; null if the algorithm reads it as it is.
    size_t (*prepared_floats)(const cal_conv_shape *shape);
    void (*prepare)(const cal_env *env, float *prepared, const float *f, const cal_conv_shape *shape);
} cal_conv_algorithm;

// Most parts of a sum over samples. Each part adds in the order of its samples, and parts are added in order.
enum { CAL_CONV_PARTS = 8 };

// Cuts each part into slices of its `all` channels or blocks, in whole `step`s, if there are more workers
// than parts. Does not change the order of any sum.
typedef struct cal_conv_slices {
    int count, size;
} cal_conv_slices;
static inline cal_conv_slices cal_conv_slices_of(const cal_env *env, int parts, int all, int step) {
    const int most = (all + step - 1) / step;
    const int count = cal_pool_cut_concurrent(env->pool, parts, parts * most, env->concurrent) / parts;
    const int size = (most + count - 1) / count;
    return (cal_conv_slices){(most + size - 1) / size, size * step};
}

#endif
