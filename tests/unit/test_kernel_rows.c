// Row-wise operations, and the total, against double loops.
#include "kernel/elementwise.h"
#include "kernel/rowwise.h"
#include "base/maths/maths.h"
#include "kernel_check.h"

static void check_total(size_t count, cal_pool *pool) {
    float *x = guarded(count * 4);
    fill_floats(x, count, 4);
    cal_env env = {pool, guarded(cal_kernel_total_scratch(count))};
    double want = 0;
    for (size_t start = 0; start < count; start += 4096) {
        double sum = 0;
        for (size_t i = start; i < count && i < start + 4096; i++) sum += x[i];
        want += sum;
    }
    CHECK(cal_kernel_total(&env, x, count) == want); // the order of summation is part of the contract
    CHECK(intact(env.scratch, cal_kernel_total_scratch(count)));
    guarded_free(env.scratch);
    guarded_free(x);
}

static void check_rows(int rows, int columns, cal_pool *pool) {
    size_t count = (size_t)rows * columns;
    size_t scratch = cal_kernel_column_scratch(rows, columns);
    cal_env env = {pool, guarded(scratch)};
    float *x = guarded(count * 4), *y = guarded(count * 4), *one = guarded((size_t)rows * 4);
    double *sum = guarded((size_t)columns * 8);
    int32_t *index = guarded((size_t)rows * 4), *found = guarded((size_t)rows * 4);
    fill_floats(x, count, 5);
    for (int i = 0; i < rows; i++) index[i] = (i * 7 + 3) % columns;
    for (size_t i = 0; i < count; i += 3) x[i] = x[0]; // some are equal
    bool right = true;

    cal_kernel_row_logsumexp(&env, one, x, rows, columns);
    for (int i = 0; i < rows; i++) {
        double want = 0;
        for (int j = 0; j < columns; j++) want += cal_exp(x[(size_t)i * columns + j]);
        right = right && magnitude(one[i] - cal_log(want)) <= 4e-7 * (1 + magnitude(cal_log(want)));
    }
    CHECK(right && intact(one, (size_t)rows * 4));
    cal_kernel_row_sum(&env, one, x, rows, columns);
    for (int i = 0; i < rows; i++) {
        double want = 0;
        for (int j = 0; j < columns; j++) want += x[(size_t)i * columns + j];
        right = right && one[i] == (float)want;
    }
    cal_kernel_row_broadcast(&env, y, one, rows, columns);
    for (size_t i = 0; i < count; i++) right = right && y[i] == one[i / columns];
    CHECK(right && intact(y, count * 4));

    cal_kernel_row_pick(&env, one, x, index, rows, columns);
    for (int i = 0; i < rows; i++) right = right && one[i] == x[(size_t)i * columns + index[i]];
    cal_kernel_row_unpick(&env, y, one, index, rows, columns);
    for (size_t i = 0; i < count; i++)
        right = right && y[i] == ((int)(i % columns) == index[i / columns] ? x[i] : 0);
    CHECK(right && intact(y, count * 4) && intact(one, (size_t)rows * 4));

    cal_kernel_row_argmax(&env, found, x, rows, columns);
    for (int i = 0; i < rows; i++) {
        const float *row = x + (size_t)i * columns;
        for (int j = 0; j < columns; j++)
            right = right && (j < found[i] ? row[j] < row[found[i]] : row[j] <= row[found[i]]);
    }
    CHECK(right && intact(found, (size_t)rows * 4));
    guarded_free(found);

    cal_kernel_column_sum(&env, sum, x, rows, columns);
    for (int j = 0; j < columns; j++) {
        double want = 0;
        for (int i = 0; i < rows; i++) want += x[(size_t)i * columns + j];
        CHECK_NEAR(sum[j], want, 1e-13 * rows);
    }
    CHECK(intact(sum, (size_t)columns * 8));
    cal_kernel_column_broadcast(&env, y, sum, rows, columns);
    for (size_t i = 0; i < count; i++) right = right && y[i] == (float)sum[i % columns];
    CHECK(right && intact(y, count * 4) && intact(env.scratch, scratch));

    void *all[] = {x, y, one, sum, index, env.scratch};
    for (int i = 0; i < 6; i++) guarded_free(all[i]);
}

static void check_softmax(int rows, int columns, cal_pool *pool) {
    cal_env env = {pool, NULL};
    size_t count = (size_t)rows * columns;
    float *x = guarded(count * 4), *w = guarded(count * 4), *y = guarded(count * 4),
          *back = guarded(count * 4);
    error_scale forward = {0}, backward = {0};
    fill_floats(x, count, 6);
    fill_floats(w, count, 7);
    cal_kernel_row_softmax(&env, y, x, rows, columns);
    cal_kernel_row_softmax_grad(&env, back, w, y, rows, columns);
    for (size_t row = 0; row < count; row += (size_t)columns) {
        double sum = 0, dot = 0;
        for (int j = 0; j < columns; j++) sum += cal_exp(x[row + j]);
        for (int j = 0; j < columns; j++) dot += cal_exp(x[row + j]) / sum * w[row + j];
        for (int j = 0; j < columns; j++) {
            double p = cal_exp(x[row + j]) / sum;
            compare(&forward, y[row + j] / p, 1);
            compare(&backward, back[row + j] / p, w[row + j] - dot);
        }
    }
    CHECK(within(&forward, 5e-7) && within(&backward, 1e-6));
    CHECK(intact(y, count * 4) && intact(back, count * 4));
    cal_kernel_row_softmax(&env, x, x, rows, columns); // in place gives the same
    cal_kernel_row_softmax_grad(&env, w, w, y, rows, columns);
    CHECK(memcmp(x, y, count * 4) == 0 && memcmp(w, back, count * 4) == 0);
    void *all[] = {x, w, y, back};
    for (int i = 0; i < 4; i++) guarded_free(all[i]);
}

// Logits of any size: nothing overflows, and infinities have their limits.
static void check_extremes(void) {
    float inf = __builtin_inff(), nan = __builtin_nanf("");
    float x[6][5] = {
        {80, -80, 80, -80, 0}, {3e38f, 3e38f, -3e38f, 0, 0},   {-3e38f, -3e38f, -3e38f, -3e38f, -3e38f},
        {inf, 0, 1, 2, 3},     {-inf, -inf, -inf, -inf, -inf}, {0, nan, 1, 2, 3}};
    float y[6];
    cal_env env = {0};
    cal_kernel_row_logsumexp(&env, y, x[0], 6, 5);
    CHECK_NEAR(y[0], 80.69314718055995, 1e-5);
    float p[6][5];
    cal_kernel_row_softmax(&env, p[0], x[0], 6, 5);
    CHECK(p[0][0] == 0.5f && p[0][1] == 0 && p[0][2] == 0.5f && p[0][4] < 1e-34f && p[0][4] > 1e-36f);
    CHECK(p[1][0] == 0.5f && p[1][2] == 0 && p[1][3] == 0 && p[2][3] == 0.2f);
    CHECK(p[3][0] != p[3][0] && p[3][4] == 0 && p[4][2] != p[4][2] && p[5][4] != p[5][4]);
    static const float late[6] = {0, 0, 0, 0, 100, 0}; // the largest after the last four
    float q[6];
    cal_kernel_row_softmax(&env, q, late, 1, 6);
    CHECK(q[4] == 1 && q[0] >= 0 && q[0] < 1e-30f);
    CHECK(y[1] == 3e38f && y[2] == -3e38f && y[3] == inf && y[4] == -inf && y[5] != y[5]);
}

int main(void) {
    static const int workers[] = {1, 2, 3, 8};
    for (int l = 0; l < 4; l++) {
        cal_pool *pool = pool_of(workers[l]);
        check_total(1, pool);
        check_total(5 * 4096 + 17, pool);
        for (int rows = 1; rows <= 9; rows++)
            for (int columns = 1; columns <= 17; columns++) {
                check_rows(rows, columns, pool);
                check_softmax(rows, columns, pool);
            }
        check_softmax(1000, 65, pool);
        check_rows(1000, 10, pool);
        check_rows(300, 257, pool);
        check_rows(3, 20000, pool);
        cal_pool_free(pool);
    }
    check_extremes();
    return CHECK_DONE();
}
