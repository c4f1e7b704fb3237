// Arrays as .npy files (NEP 1, versions 1 to 3), read and written in memory. The reader takes hostile bytes:
// errors name the file, the offset and the reason.
#ifndef CAL_BASE_BYTES_NPY_H
#define CAL_BASE_BYTES_NPY_H
#include <stdint.h>
#include "base/bytes/file.h"
#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"

typedef struct cal_array {
    int ndim, dim[4];
    char type[4];     // "f2", "f4", "f8", "i1" to "i8", "u1" to "u8", "b1"
    bool fortran;     // the first index runs fastest in `data`
    bool big;         // big-endian numbers
    const void *data; // into the file's bytes (possibly unaligned: copy with the functions below)
    size_t count;
} cal_array;

// What the header says, of a file whose beginning alone is there: its numbers follow from byte *begin on.
// out->count may be more than memory holds, and is at most SIZE_MAX.
cal_status cal_npy_head(cal_array *out, size_t *begin, const cal_file *file, cal_error *err);
cal_status cal_npy_read(cal_array *out, const cal_file *file, cal_error *err);
// For readers of `data` itself: fails unless numbers are in C order and little-endian.
cal_status cal_npy_check_plain(const cal_array *a, const char *name, cal_error *err);
// All numbers in C order: copies in `arena` (null if it counts), or the file's own bytes if they are stored so
// already. Floats are f2, f4 or f8; labels are whole numbers of any type that fit into 32 bits. Errors begin with
// `name`.
cal_status cal_npy_floats(float **out, cal_arena *arena, const cal_array *a, const char *name,
                          cal_error *err);
cal_status cal_npy_doubles(double **out, cal_arena *arena, const cal_array *a, const char *name,
                           cal_error *err);
cal_status cal_npy_labels(int32_t **out, cal_arena *arena, const cal_array *a, const char *name,
                          cal_error *err);
// The i-th number in C order; NaN for a whole number beyond 32 bits.
double cal_npy_number(const cal_array *a, size_t i);
// Writes header and data of type "f4", "f8" or "i4"; copies the caller's data.
void cal_npy_write(cal_text *out, const char *type, const void *data, const int *dim, int ndim);

#endif
