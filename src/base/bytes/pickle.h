// The tensors of a pickle that torch.save wrote (pickletools.py of CPython names the instructions): numbers, texts, lists, dictionaries and
// tensors are built, and nothing is called. The tensors' numbers lie elsewhere. Takes hostile bytes.
#ifndef CAL_BASE_BYTES_PICKLE_H
#define CAL_BASE_BYTES_PICKLE_H
#include <stdint.h>
#include "base/bytes/file.h"
#include "base/memory.h"
#include "base/slice.h"
#include "base/status.h"

enum { CAL_TENSOR_DIMS = 4, CAL_TENSORS_MAX = 256, CAL_TENSOR_PATH = 96 };

typedef struct cal_pickle_tensor {
    char path
        [CAL_TENSOR_PATH]; // "val/logits": the keys of dictionaries and numbers in lists that lead to it; "" for a tensor alone
    char type[4];  // "f4", "i8", ..., or "bf" for bfloat16
    cal_slice key; // of its storage
    int ndim;
    int64_t dim[CAL_TENSOR_DIMS], stride[CAL_TENSOR_DIMS], offset; // in numbers
} cal_pickle_tensor;

// *count of them at most CAL_TENSORS_MAX; those of no dimension or of more than CAL_TENSOR_DIMS are left out. CAL_FAILED names the file, the
// byte and what is not opened.
cal_status cal_pickle_tensors(cal_pickle_tensor **out, int *count, cal_arena *arena, const cal_file *file,
                              cal_error *err);

#endif
