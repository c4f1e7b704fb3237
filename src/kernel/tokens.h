// Moves rows, with adjoints: between pictures and tokens, in and out of the samples' rows, and in and out of
// a table. All but the sums are exact. A sum adds in the order of its terms.
#ifndef CAL_KERNEL_TOKENS_H
#define CAL_KERNEL_TOKENS_H
#include "kernel/channel.h"
#include "kernel/env.h"

// IMAGE [n,c,h,w] <-> MATRIX [n h w, c]: a row for each pixel.
void cal_kernel_tokens(const cal_env *env, float *matrix, const float *image, const cal_image_shape *shape);
void cal_kernel_untokens(const cal_env *env, float *image, const float *matrix, const cal_image_shape *shape);

// Rows first .. first + count - 1 of each sample's `per_sample` rows.
typedef struct cal_rows_shape {
    int samples, per_sample, first, count, columns;
} cal_rows_shape;
void cal_kernel_rows_take(const cal_env *env, float *few, const float *all, const cal_rows_shape *shape);
void cal_kernel_rows_put(const cal_env *env, float *all, const float *few,
                         const cal_rows_shape *shape); // the other rows are 0

// Some floats of each part for every sample, the parts in sequence. Adds 0, as a sum with zeros does: -0
// becomes +0.
typedef struct cal_rows_part {
    const float *x;
    size_t floats; // floats per sample
} cal_rows_part;
void cal_kernel_rows_join(const cal_env *env, float *y, int samples, const cal_rows_part *part, int parts);

// y [n][q][p][r] from x [n][p][q][r].
void cal_kernel_swap(const cal_env *env, float *y, const float *x, int n, int p, int q, int r);

// Sum over samples into one block [rows, columns], in double; and the block repeated for every sample.
void cal_kernel_block_sum(const cal_env *env, float *y, const float *x, int samples, int rows, int columns);
void cal_kernel_block_broadcast(const cal_env *env, float *y, const float *x, int samples, int rows,
                                int columns);

// Rows of table [entries, columns] by index, y [count, columns]. The adjoint adds the rows of x to those of a
// table that starts at zero. Indices are truncated and clamped to the table; NaN becomes 0.
void cal_kernel_table_rows(const cal_env *env, float *y, const float *table, const float *number, int count,
                           int entries, int columns);
void cal_kernel_table_add(const cal_env *env, float *table, const float *x, const float *number, int count,
                          int entries, int columns);

#endif
