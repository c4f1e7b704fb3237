// Reads arrays of numbers from MATLAB files of version 5 (MathWorks, "MAT-File Format"), compressed or not.
#ifndef CAL_BASE_BYTES_MAT_H
#define CAL_BASE_BYTES_MAT_H
#include "base/bytes/file.h"
#include "base/memory.h"
#include "base/status.h"

enum { CAL_MAT_DIMS = 4 };

typedef struct cal_mat_array {
    int ndim, dim[CAL_MAT_DIMS]; // the first index varies fastest
    char kind;                   // 'u' or 'i' integers, 'f' floats
    int size;                    // bytes per number, little-endian
    size_t count;
    const uint8_t *data; // points into the file's bytes, or into the arena if unpacked
} cal_mat_array;

// Reads the variable `name`, which must be real, not sparse, and have 2 to 4 dimensions. CAL_FAILED names the
// file, the byte offset (for compressed data also that of its element) and the reason. CAL_MEMORY if the
// arena refuses. With a counting arena, `data` is null if it would have to be unpacked.
cal_status cal_mat_read(cal_mat_array *out, cal_arena *arena, const cal_file *file, const char *name,
                        cal_error *err);
double cal_mat_number(const cal_mat_array *array, size_t index);

#endif
