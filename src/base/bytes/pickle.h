// Lists the tensors and NumPy arrays of a pickle that torch.save wrote. (CPython's pickletools.py names the
// instructions.) Numbers, texts, lists, dictionaries, tensors and arrays are built; nothing is called. The
// numbers of tensors are in other files of the archive. Accepts hostile bytes. The page reads CIFAR's pickles
// in web/core/formats/pickle.js.
#ifndef CAL_BASE_BYTES_PICKLE_H
#define CAL_BASE_BYTES_PICKLE_H
#include <stdint.h>
#include "base/bytes/file.h"
#include "base/memory.h"
#include "base/slice.h"
#include "base/status.h"

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

// Returns at most CAL_TENSORS_MAX of them. Leaves out arrays of other values than numbers, and those with 0
// or more than CAL_TENSOR_DIMS dimensions.
// CAL_FAILED names the file, the byte offset and the unsupported content.
cal_status cal_pickle_tensors(cal_pickle_tensor **out, int *count, cal_arena *arena, const cal_file *file,
                              cal_error *err);

#endif
