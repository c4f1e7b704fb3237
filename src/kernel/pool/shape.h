// The shape of pooling (pool.h).
#ifndef CAL_KERNEL_POOL_SHAPE_H
#define CAL_KERNEL_POOL_SHAPE_H

typedef struct cal_pool_shape {
    int n, c, h, w;
    int kh, kw, stride; // kh, kw 1 to 15
    int pad_h, pad_w;   // at most half of the window
} cal_pool_shape;

#endif
