// The shape of a matrix product (matmul.h).
#ifndef CAL_KERNEL_MATMUL_SHAPE_H
#define CAL_KERNEL_MATMUL_SHAPE_H
#include <stdbool.h>

typedef struct cal_matmul_shape {
    int m, n, k;                   // y [m,n], op(a) [m,k], op(b) [k,n]
    bool transpose_a, transpose_b; // a is stored [k,m]; b is stored [n,k]
    int batch;                     // number of products, their matrices contiguous; 0: one
} cal_matmul_shape;

#endif
