// A tensor or an array that a pickle stores.
#ifndef CAL_BASE_BYTES_STORED_TENSOR_H
#define CAL_BASE_BYTES_STORED_TENSOR_H
#include <stdbool.h>
#include <stdint.h>
#include "base/slice.h"

enum { CAL_TENSOR_DIMS = 4, CAL_TENSORS_MAX = 256, CAL_TENSOR_PATH = 96 };

// A tensor, or an array of NumPy.
typedef struct cal_pickle_tensor {
    // keys of dictionaries and indices of lists that lead to it: "val/logits"; "": the root
    char path[CAL_TENSOR_PATH];
    char type[4];   // "f4", "i8", ..., or "bf" for bfloat16
    cal_slice key;  // key of a tensor's storage
    cal_slice held; // an array's bytes in the pickle; at is null for a tensor
    bool coded;     // `held` is UTF-8 with one character per byte
    int ndim;
    int64_t dim[CAL_TENSOR_DIMS], stride[CAL_TENSOR_DIMS], offset; // in numbers
} cal_pickle_tensor;

#endif
