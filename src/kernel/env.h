// The environment of every kernel: the pool of workers, and scratch memory of the plan.
//
// Layouts:
// - IMAGE: NCHW4c, float [n][ceil(c/4)][h][w][4]. The lanes that pad c to a multiple of four are always zero,
//   on input and on output.
// - MATRIX: float row-major [rows][columns], no padding.
// - FILTER: float [out][in][kernel][kernel] as in PyTorch.
// - VECTOR: double [rows][channels], tiny.
// - INDEX: int32 labels [n], or uint8 pool indices with an image's layout.
//
// A result never depends on the number of workers. Values of one sample never depend on its batch, except
// sums over samples.
#ifndef CAL_KERNEL_ENV_H
#define CAL_KERNEL_ENV_H
#include <stddef.h>
#include <stdint.h>
#include "base/parallel.h"

typedef struct cal_env {
    cal_pool *pool;
    void *scratch; // 64-byte aligned; at least as large as the kernel's ..._scratch function says
    const cal_concurrent *concurrent; // work to run concurrently with the kernel's largest loop, or null
} cal_env;

// Floats in an image tensor, padding included.
static inline size_t cal_image_floats(int n, int c, int h, int w) {
    return (size_t)n * ((c + 3) / 4 * 4) * h * w;
}

#endif
