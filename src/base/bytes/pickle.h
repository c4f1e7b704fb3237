// Lists the tensors and NumPy arrays of a pickle that torch.save wrote. (CPython's pickletools.py names the
// instructions.) Numbers, texts, lists, dictionaries, tensors and arrays are built; nothing is called. The
// numbers of tensors are in other files of the archive. Accepts hostile bytes. The page reads CIFAR's pickles
// in web/core/formats/pickle.js.
#ifndef CAL_BASE_BYTES_PICKLE_H
#define CAL_BASE_BYTES_PICKLE_H
#include "base/bytes/file.h"
#include "base/bytes/stored_tensor.h"
#include "base/memory.h"
#include "base/status.h"

// Returns at most CAL_TENSORS_MAX of them. Leaves out arrays of other values than numbers, and those with 0
// or more than CAL_TENSOR_DIMS dimensions.
// CAL_FAILED names the file, the byte offset and the unsupported content.
cal_status cal_pickle_tensors(cal_pickle_tensor **out, int *count, cal_arena *arena, const cal_file *file,
                              cal_error *err);

#endif
