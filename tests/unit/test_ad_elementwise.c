// Every element-wise op: its vector loop against its definition in double, whole and short vectors, on any
// number of workers.
#include "ad/op/descriptor.h"
#include "base/maths/maths.h"
#include "kernel_check.h"

// Repeats the definitions independently; ops without a case here are compared with their row's scalar
// expression.
static double wanted(int op, double a, double b, double k) {
    switch (op) {
    case CAL_OP_ADD: return a + b;
    case CAL_OP_SUB: return a - b;
    case CAL_OP_MUL: return a * b;
    case CAL_OP_DIV: return a / b;
    case CAL_OP_SCALE: return a * k;
    case CAL_OP_OFFSET: return a + k;
    case CAL_OP_EXP: return cal_exp(a);
    case CAL_OP_LOG: return cal_log(a);
    case CAL_OP_SQRT: return cal_sqrt(a);
    case CAL_OP_TANH: return cal_tanh(a);
    case CAL_OP_ERF: return cal_erf(a);
    case CAL_OP_SIGMOID: return cal_sigmoid(a);
    case CAL_OP_RELU: return a > 0 ? k > 0 && a > k ? k : a : 0;
    case CAL_OP_LEAK: return b > 0 ? a : a * k;
    case CAL_OP_MASK: return b > 0 && (k == 0 || b < k) ? a : 0;
    default: return cal_op_at(op)->elementwise->scalar(a, b, k);
    }
}

// Functions are accurate to 3e-7; arithmetic is correctly rounded, or exact.
static bool correct(int op, float got, double want) {
    if (cal_op_at(op)->elementwise->chunk == CAL_CHUNK_FUNCTION)
        return magnitude(got - want) <= 3e-7 * magnitude(want);
    return got == (float)want;
}

static void check_op(int op, double k, size_t count, cal_pool *pool) {
    const cal_op *about = cal_op_at(op);
    const cal_elementwise *row = about->elementwise;
    cal_env env = {pool, NULL};
    float *a = guarded(count * 4), *b = guarded(count * 4), *y = guarded(count * 4);
    bool two = about->inputs == 2, positive = about->flags & CAL_OP_POSITIVE, right = true;
    fill_floats(a, count, 1);
    fill_floats(b, count, 2);
    for (size_t i = 0; i < count; i++) {
        if (positive && !two) a[i] = 1.5f + a[i];
        if (i % 5 == 3) b[i] = positive ? 1 : 0;
        if (i % 7 == 2 && !positive) a[i] = 0;
    }
    cal_kernel_elementwise_run(&env, row->span, row->chunk, y, a, two ? b : NULL, k, count);
    for (size_t i = 0; i < count; i++) {
        right = right && correct(op, y[i], wanted(op, a[i], b[i], (float)k));
        CHECK(row->scalar(a[i], b[i], (float)k) == wanted(op, a[i], b[i], (float)k));
    }
    if (!right) fprintf(stderr, "%s with k = %g, %zu elements\n", about->name, k, count);
    CHECK(right && intact(y, count * 4));
    cal_kernel_elementwise_run(&env, row->span, row->chunk, a, a, two ? b : NULL, k,
                               count); // in place gives the same
    CHECK(memcmp(a, y, count * 4) == 0);
    guarded_free(a);
    guarded_free(b);
    guarded_free(y);
}

int main(void) {
    int ops = 0;
    static const int workers[] = {1, 2, 3, 8};
    for (int w = 0; w < 4; w++) {
        cal_pool *pool = pool_of(workers[w]);
        for (int op = 0; op < CAL_OPS; op++) {
            if (!cal_op_at(op)->elementwise) continue;
            ops++;
            for (int k = 0; k < 2; k++) {
                for (size_t count = 1; count <= 19; count++) check_op(op, 0.3 * k, count, pool);
                check_op(op, 0.3 * k, 3 * CAL_CHUNK_ARITHMETIC + 5, pool);
            }
        }
        cal_pool_free(pool);
    }
    CHECK(ops >= 4 * 15);
    return CHECK_DONE();
}
