// Operations on MATRIX [rows, columns], mostly for losses and biases.
#ifndef CAL_KERNEL_ROWWISE_H
#define CAL_KERNEL_ROWWISE_H
#include "kernel/env.h"

void cal_kernel_row_logsumexp(const cal_env *env, float *y, const float *x, int rows,
                              int columns); // y [rows,1], row maximum subtracted
// Softmax of each row; and its adjoint, y (w - sum of the row's w y), with w the gradient of its result y.
// May work in place. Sums are in double.
void cal_kernel_row_softmax(const cal_env *env, float *y, const float *x, int rows, int columns);
void cal_kernel_row_softmax_grad(const cal_env *env, float *out, const float *w, const float *y, int rows,
                                 int columns);
void cal_kernel_row_sum(const cal_env *env, float *y, const float *x, int rows, int columns); // y [rows,1]
void cal_kernel_row_broadcast(const cal_env *env, float *y, const float *x, int rows,
                              int columns); // x [rows,1] -> y [rows,columns]
void cal_kernel_row_pick(const cal_env *env, float *y, const float *x, const int32_t *index, int rows,
                         int columns); // y[i] = x[i,index[i]]
void cal_kernel_row_unpick(const cal_env *env, float *y, const float *x, const int32_t *index, int rows,
                           int columns); // y[i,index[i]] = x[i], the rest zero
void cal_kernel_row_argmax(const cal_env *env, int32_t *index, const float *x, int rows,
                           int columns); // index of the first largest element; never that of a NaN
size_t cal_kernel_column_scratch(int rows, int columns);
void cal_kernel_column_sum(const cal_env *env, double *sum, const float *x, int rows,
                           int columns); // sum [columns], in double
void cal_kernel_column_broadcast(const cal_env *env, float *y, const double *x, int rows, int columns);

#endif
