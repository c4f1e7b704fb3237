// Arrays of numbers in MATLAB's files of version 5 (MathWorks, "MAT-File Format"), packed or not.
#ifndef CAL_BASE_BYTES_MAT_H
#define CAL_BASE_BYTES_MAT_H
#include "base/bytes/file.h"
#include "base/memory.h"
#include "base/status.h"

enum { CAL_MAT_DIMS = 4 };

typedef struct cal_mat_array {
    int ndim, dim[CAL_MAT_DIMS]; // the first index runs fastest
    char kind;                   // 'u' or 'i' whole, 'f' float
    int size;                    // bytes of a number, little-endian
    size_t count;
    const uint8_t *data; // in the file's bytes, or unpacked in the arena
} cal_mat_array;

// The variable of that name, real and not sparse. Errors name the file, the offset (in unpacked data, after
// "in the element at byte") and the reason.
cal_status cal_mat_read(cal_mat_array *out, cal_arena *arena, const cal_file *file, const char *name,
                        cal_error *err);
double cal_mat_number(const cal_mat_array *array, size_t index);

#endif
