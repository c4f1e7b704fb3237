// Row moves against plain loops, between guard bytes, with one thread and with three. All are exact except
// the sums, which must not depend on the number of threads.
#include "kernel/tokens.h"
#include "kernel_check.h"

static void check_images(cal_image_shape s, cal_pool *pool) {
    cal_env env = {pool, NULL};
    size_t floats = cal_image_floats(s.n, s.c, s.h, s.w), count = (size_t)s.n * s.c * s.h * s.w, at = 0;
    float *image = guarded(floats * 4), *back = guarded(floats * 4), *matrix = guarded(count * 4);
    bool same = true;
    fill_image(image, s.n, s.c, s.h, s.w, 1);
    cal_kernel_tokens(&env, matrix, image, &s);
    for (int n = 0; n < s.n; n++)
        for (int p = 0; p < s.h * s.w; p++)
            for (int c = 0; c < s.c; c++, at++)
                same = same && matrix[at] == image[image_at(s.c, s.h, s.w, n, c, p / s.w, p % s.w)];
    cal_kernel_untokens(&env, back, matrix, &s);
    CHECK(same && memcmp(back, image, floats * 4) == 0);
    CHECK(intact(matrix, count * 4) && intact(back, floats * 4));
    guarded_free(image);
    guarded_free(back);
    guarded_free(matrix);
}

static void check_rows(cal_rows_shape s, cal_pool *pool) {
    cal_env env = {pool, NULL};
    size_t all = (size_t)s.samples * s.per_sample * s.columns, few = (size_t)s.samples * s.count * s.columns;
    float *x = guarded(all * 4), *y = guarded(few * 4), *back = guarded(all * 4);
    bool same = true;
    fill_floats(x, all, 2);
    cal_kernel_rows_take(&env, y, x, &s);
    cal_kernel_rows_put(&env, back, y, &s);
    for (size_t i = 0; i < all; i++) {
        int row = (int)(i / (size_t)s.columns) % s.per_sample;
        same = same && back[i] == (row >= s.first && row < s.first + s.count ? x[i] : 0);
    }
    CHECK(same && intact(y, few * 4) && intact(back, all * 4));
    guarded_free(x);
    guarded_free(y);
    guarded_free(back);
}

// Joining three parts of every sample, with some values -0, equals to the bit the sum of rows padded with
// zeros.
static void check_join(int samples, const int count[3], int columns, cal_pool *pool) {
    cal_env env = {pool, NULL};
    const int group = count[0] + count[1] + count[2];
    const size_t all = (size_t)samples * group * columns;
    float *joined = guarded(all * 4), *sum = guarded(all * 4), *put = guarded(all * 4), *x[3];
    cal_rows_part part[3];
    cal_rows_shape s = {samples, group, 0, 0, columns};
    memset(sum, 0, all * 4);
    for (int i = 0; i < 3; i++, s.first += s.count) {
        const size_t few = (size_t)samples * count[i] * columns;
        s.count = count[i];
        x[i] = guarded(few * 4);
        fill_floats(x[i], few, 5 + (uint32_t)i);
        for (size_t k = 0; k < few; k += 3) x[i][k] = -0.0f;
        part[i] = (cal_rows_part){x[i], (size_t)count[i] * columns};
        cal_kernel_rows_put(&env, put, x[i], &s);
        for (size_t k = 0; k < all; k++) sum[k] = i ? sum[k] + put[k] : put[k];
    }
    cal_kernel_rows_join(&env, joined, samples, part, 3);
    CHECK(memcmp(joined, sum, all * 4) == 0 && intact(joined, all * 4));
    for (int i = 0; i < 3; i++) guarded_free(x[i]);
    guarded_free(joined);
    guarded_free(sum);
    guarded_free(put);
}

static void check_swap(int n, int p, int q, int r, cal_pool *pool) {
    cal_env env = {pool, NULL};
    size_t count = (size_t)n * p * q * r;
    float *x = guarded(count * 4), *y = guarded(count * 4);
    bool same = true;
    fill_floats(x, count, 3);
    cal_kernel_swap(&env, y, x, n, p, q, r);
    for (size_t i = 0; i < count; i++) {
        size_t k = i % r, b = i / r % q, a = i / r / q % p, m = i / r / q / p;
        same = same && y[((m * q + b) * p + a) * r + k] == x[i];
    }
    CHECK(same && intact(y, count * 4));
    guarded_free(x);
    guarded_free(y);
}

static void check_blocks(int samples, int rows, int columns, cal_pool *pool) {
    cal_env env = {pool, NULL};
    size_t block = (size_t)rows * columns, all = block * samples;
    float *x = guarded(all * 4), *sum = guarded(block * 4), *copies = guarded(all * 4);
    bool same = true;
    fill_floats(x, all, 4);
    cal_kernel_block_sum(&env, sum, x, samples, rows, columns);
    cal_kernel_block_broadcast(&env, copies, sum, samples, rows, columns);
    for (size_t i = 0; i < block; i++) {
        double total = 0;
        for (int n = 0; n < samples; n++) total += x[n * block + i];
        same = same && sum[i] == (float)total;
        for (int n = 0; n < samples; n++) same = same && copies[n * block + i] == sum[i];
    }
    CHECK(same && intact(sum, block * 4) && intact(copies, all * 4));
    guarded_free(x);
    guarded_free(sum);
    guarded_free(copies);
}

// Checks indices in range, at its ends, outside, fractional, and none.
static void check_table(int count, int entries, int columns, cal_pool *pool) {
    static const float odd[] = {-1, 1e30f, -1e30f, 0.75f, (float)(0.0 / 0.0), (float)(1.0 / 0.0)};
    cal_env env = {pool, NULL};
    size_t of_table = (size_t)entries * columns, of_rows = (size_t)count * columns;
    float *table = guarded(of_table * 4), *rows = guarded(of_rows * 4), *sum = guarded(of_table * 4);
    float *number = guarded((size_t)count * 4), *want = guarded(of_table * 4);
    bool same = true;
    fill_floats(table, of_table, 5);
    for (int i = 0; i < count; i++) number[i] = i < 6 ? odd[i] : (float)(i * 7 % entries);
    cal_kernel_table_rows(&env, rows, table, number, count, entries, columns);
    cal_kernel_table_add(&env, sum, rows, number, count, entries, columns);
    memset(want, 0, of_table * 4);
    for (int i = 0; i < count; i++) {
        static const int meant[] = {0, 1, 0, 0, 0, 1}; // 1: the last
        int entry = i < 6 ? meant[i] * (entries - 1) : i * 7 % entries;
        for (int c = 0; c < columns; c++) {
            same = same && rows[i * columns + c] == table[entry * columns + c];
            want[entry * columns + c] += table[entry * columns + c];
        }
    }
    CHECK(same && memcmp(sum, want, of_table * 4) == 0);
    CHECK(intact(rows, of_rows * 4) && intact(sum, of_table * 4));
    guarded_free(table);
    guarded_free(rows);
    guarded_free(sum);
    guarded_free(number);
    guarded_free(want);
}

int main(void) {
    for (int workers = 1; workers <= 3; workers += 2) {
        cal_pool *pool = pool_of(workers);
        check_images((cal_image_shape){3, 8, 5, 4}, pool);
        check_images((cal_image_shape){2, 6, 1, 7}, pool);
        check_images((cal_image_shape){1, 3, 3, 3}, pool);
        check_rows((cal_rows_shape){3, 5, 1, 4, 7}, pool);
        check_rows((cal_rows_shape){2, 4, 0, 1, 8}, pool);
        check_rows((cal_rows_shape){2, 4, 3, 1, 8}, pool);
        check_join(3, (const int[]){2, 2, 2}, 16, pool);
        check_join(2, (const int[]){1, 4, 3}, 5, pool);
        check_swap(3, 4, 5, 6, pool);
        check_swap(2, 65, 12, 16, pool);
        check_swap(5, 1, 3, 1, pool);
        check_blocks(5, 7, 65, pool);
        check_blocks(300, 3, 130, pool);
        check_table(100, 9, 5, pool);
        check_table(4000, 5000, 20, pool);
        cal_pool_free(pool);
    }
    return CHECK_DONE();
}
