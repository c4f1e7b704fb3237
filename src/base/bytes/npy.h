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
    bool big;         // its numbers have the highest byte first
    const void *data; // into the file's bytes (possibly unaligned: copy with the functions below)
    size_t count;
} cal_array;

cal_status cal_npy_read(cal_array *out, const cal_file *file, cal_error *err);
// For readers that look into `data` themselves: numbers in C order, the lowest byte first.
cal_status cal_npy_check_plain(const cal_array *a, const char *name, cal_error *err);
// Copies in `arena`, in C order; numbers that are so in the file already, where they are in its
// bytes. Numbers are f2, f4 or f8; labels any whole numbers that fit 32 bits, floats among
// them. `name` is said in errors.
cal_status cal_npy_floats(float **out, cal_arena *arena, const cal_array *a, const char *name,
                          cal_error *err);
cal_status cal_npy_doubles(double **out, cal_arena *arena, const cal_array *a, const char *name,
                           cal_error *err);
cal_status cal_npy_labels(int32_t **out, cal_arena *arena, const cal_array *a, const char *name,
                          cal_error *err);
// One of them, counted in C order; NaN for a whole number beyond 32 bits.
double cal_npy_number(const cal_array *a, size_t i);
// Header and data; type "f4", "f8", "i4"; the caller's data is copied.
void cal_npy_write(cal_text *out, const char *type, const void *data, const int *dim, int ndim);

#endif
