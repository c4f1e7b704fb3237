// What a convolution is given, whichever algorithm runs it (kernel/conv/conv.h).
#ifndef CAL_KERNEL_CONV_SHAPE_H
#define CAL_KERNEL_CONV_SHAPE_H
#include <stdbool.h>
#include "kernel/env.h"

typedef struct cal_conv_shape {
    int n, ci, h, w; // input
    int co, oh, ow;  // output
    int kh, kw, stride, dilation, pad_h, pad_w, groups;
    int x_groups,
        y_groups; // of four channels from sample to sample of x and y, which may lie in larger images; 0: their own
    bool direct; // ask for the plain algorithm where a faster one would round differently (curvature)
} cal_conv_shape;

// Channel-wise work that a convolution does while its data is in the cache. A null pointer to it means none.
// None of it changes how the convolution itself rounds.
typedef struct cal_conv_fused {
    // Forward and filter_grad read x as max(0, slope[c] x + constant[c]), the zeros around it staying zeros.
    // A null slope means x as it is, a null constant 0.
    const double *slope, *constant;
    double cap; // and at most this, unless it is 0; not Winograd's (cal_kernel_conv_caps)
    // Of forward: what cal_kernel_conv_prepare made of f. Null: the call prepares f itself.
    const float *prepared;
    // Called for `count` planes of the result (image results only) from number `first` on, sample times groups plus group of
    // four channels, once they are written, by the thread `worker`; for each plane once. Null: nothing.
    void (*after)(void *context, int first, int count, int worker);
    void *context;
} cal_conv_fused;

// One of its three directions (kernel/conv/conv.h), and the bytes of scratch that it wants.
typedef struct cal_conv_direction {
    size_t (*scratch)(const cal_conv_shape *shape, int workers);
    void (*run)(const cal_env *env, float *out, const float *a, const float *b, const cal_conv_shape *shape,
                const cal_conv_fused *fused);
} cal_conv_direction;
typedef struct cal_conv_algorithm {
    cal_conv_direction forward, input_grad, filter_grad;
    // The filter in forward's own form; null where an algorithm has none.
    size_t (*prepared_floats)(const cal_conv_shape *shape);
    void (*prepare)(const cal_env *env, float *prepared, const float *f, const cal_conv_shape *shape);
} cal_conv_algorithm;

// Sums over samples are taken in this many parts at most, each in the order of its samples, folded in order.
enum { CAL_CONV_PARTS = 8 };

// Where there are more threads than parts, each part is cut into slices of its `all` channels or groups of them, whole `step`s; that
// leaves every sum as it is.
typedef struct cal_conv_slices {
    int count, size;
} cal_conv_slices;
static inline cal_conv_slices cal_conv_slices_of(const cal_env *env, int parts, int all, int step) {
    const int most = (all + step - 1) / step;
    const int count = cal_pool_cut_beside(env->pool, parts, parts * most, env->beside) / parts;
    const int size = (most + count - 1) / count;
    return (cal_conv_slices){(most + size - 1) / size, size * step};
}

#endif
