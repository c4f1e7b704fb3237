// Dispatches matrix products to the SIMD width of the process.
#include "kernel/matmul/matmul.h"
#include <string.h>
#include "kernel/matmul/parts.h"

size_t cal_kernel_matmul_scratch(const cal_matmul_shape *shape, int workers) {
    return CAL_OF_WIDTH(cal_matmul_scratch)(shape, workers);
}

void cal_kernel_matmul(const cal_env *env, float *y, const float *a, const float *b,
                       const cal_matmul_shape *shape) {
    size_t batch = shape->batch > 1 ? (size_t)shape->batch : 1;
    if (shape->k == 0) memset(y, 0, batch * shape->m * shape->n * sizeof *y);
    else CAL_OF_WIDTH(cal_matmul_run)(env, y, a, b, shape);
}

static bool is_row(const cal_matmul_shape *s) { return s->m == 1 && s->transpose_b && s->batch <= 1; }

size_t cal_kernel_matmul_prepared_floats(const cal_matmul_shape *shape) {
    if (shape->k == 0) return 0;
    return is_row(shape) ? CAL_OF_WIDTH(cal_matmul_row_floats)(shape)
                         : CAL_OF_WIDTH(cal_matmul_packed_floats)(shape);
}

void cal_kernel_matmul_prepare(const cal_env *env, float *prepared, const float *b,
                               const cal_matmul_shape *shape) {
    if (is_row(shape)) CAL_OF_WIDTH(cal_matmul_row_prepare)(env, prepared, b, shape);
    else CAL_OF_WIDTH(cal_matmul_pack)(env, prepared, b, shape);
}

void cal_kernel_matmul_prepared(const cal_env *env, float *y, const float *a, const float *prepared,
                                const cal_matmul_shape *shape) {
    if (is_row(shape)) CAL_OF_WIDTH(cal_matmul_row)(env, y, a, prepared, shape);
    else CAL_OF_WIDTH(cal_matmul_run_packed)(env, y, a, prepared, shape);
}
