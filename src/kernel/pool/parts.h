// Internal. Types and helpers that the pooling kernels share.
#ifndef CAL_KERNEL_POOL_PARTS_H
#define CAL_KERNEL_POOL_PARTS_H
#include "base/simd.h"
#include "kernel/loops.h"
#include "kernel/pool/shape.h"

enum { CAL_POOL_WINDOW_MAX = 15 };

typedef struct cal_pool_job {
    float *large, *small;
    const float *large_in, *small_in;
    uint8_t *index;
    const uint8_t *index_in;
    cal_pool_shape s;
    int oh, ow;
    int planes, chunk_planes;
    void (*plane)(const struct cal_pool_job *job, size_t large,
                  size_t small);                           // start offsets of the planes, in floats
    int offset[CAL_POOL_WINDOW_MAX * CAL_POOL_WINDOW_MAX]; // windows: floats from the corner to each position
} cal_pool_job;

typedef void cal_pool_plane(const cal_pool_job *job, size_t large, size_t small);

// Convert four indices between the lanes of a register and bytes.
CAL_INLINE v128_t cal_index_load(const uint8_t *p) {
    return wasm_u32x4_extend_low_u16x8(wasm_u16x8_extend_low_u8x16(wasm_v128_load32_zero(p)));
}
CAL_INLINE void cal_index_store(uint8_t *p, v128_t index) {
    v128_t words = wasm_i16x8_narrow_i32x4(index, index);
    wasm_v128_store32_lane(p, wasm_u8x16_narrow_i16x8(words, words), 0);
}

// Any windows. Those that cover the image without overlap or padding are faster in pool.c.
cal_pool_plane cal_window_index, cal_window_gather, cal_window_scatter, cal_window_average, cal_window_unpool;

#endif
