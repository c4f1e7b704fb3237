// Reads files of several arrays: .npz of NumPy, and .pt with the tensors and arrays that torch.save wrote.
// Accepts hostile bytes. The page gives it only .pt files. It streams an .npz (web/core/formats/unpack.js),
// so that a large file is not copied into the module.
#ifndef CAL_BASE_BYTES_ARRAYS_H
#define CAL_BASE_BYTES_ARRAYS_H
#include "base/bytes/pickle.h"
#include "base/bytes/zip.h"

enum { CAL_ARRAYS_MAX = 256, CAL_ARRAY_NAME = 160 };

typedef struct cal_named_array {
    char name[CAL_ARRAY_NAME]; // "val/logits"; "" for a .pt that is one tensor
    const cal_zip_entry *entry;
    const cal_pickle_tensor *tensor; // null in an .npz
} cal_named_array;

typedef struct cal_arrays {
    cal_zip zip;
    cal_named_array *array;
    int count;
    char root[CAL_ARRAY_NAME]; // the folder of a .pt, with its slash
} cal_arrays;

// Lists the arrays. CAL_FAILED: there is none, or the file is not such an archive.
cal_status cal_arrays_read(cal_arrays *out, cal_arena *arena, const cal_file *file, cal_error *err);
// Opens an array as the file FILE/NAME.npy, in `arena` or in the file's bytes.
cal_status cal_arrays_open(cal_file *out, const cal_arrays *arrays, cal_arena *arena,
                           const cal_named_array *array, cal_error *err);

#endif
