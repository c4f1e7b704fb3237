// Reads and writes .npy files (NEP 1, versions 1 to 3) in memory. The reader accepts hostile bytes: errors
// name the file, the offset and the reason.
#ifndef CAL_BASE_BYTES_NPY_H
#define CAL_BASE_BYTES_NPY_H
#include <stdint.h>
#include "base/bytes/file.h"
#include "base/memory.h"
#include "base/slice.h"
#include "base/status.h"
#include "base/text.h"

typedef struct cal_array {
    int ndim, dim[4];
    char type[4];     // "f2", "f4", "f8", "i1" to "i8", "u1" to "u8", "b1"; of words "U" or "S"
    int width;        // most characters of a word; 0 for numbers
    bool fortran;     // the first index varies fastest in `data`
    bool big;         // big-endian numbers
    const void *data; // points into the file's bytes, possibly unaligned: read it with the functions below
    size_t count;
} cal_array;

// Returns the text of a number's type, "f4", which is static; null: such numbers are not read.
const char *cal_npy_type(cal_slice type);
// Reads the header of a file of which only the beginning is present. The numbers start at byte *begin.
// out->count may exceed memory, but not SIZE_MAX.
cal_status cal_npy_head(cal_array *out, size_t *begin, const cal_file *file, cal_error *err);
cal_status cal_npy_read(cal_array *out, const cal_file *file, cal_error *err);
// Fails unless the numbers are in C order and little-endian. For callers that read `data` directly.
cal_status cal_npy_check_plain(const cal_array *a, const char *name, cal_error *err);
// All numbers in C order: the file's own bytes if they are stored that way, else copies in `arena` (null if
// it counts). Floats are f2, f4 or f8. Labels are whole numbers of any type that fit into 32 bits. Errors
// begin with `name`.
cal_status cal_npy_floats(float **out, cal_arena *arena, const cal_array *a, const char *name,
                          cal_error *err);
cal_status cal_npy_doubles(double **out, cal_arena *arena, const cal_array *a, const char *name,
                           cal_error *err);
cal_status cal_npy_labels(int32_t **out, cal_arena *arena, const cal_array *a, const char *name,
                          cal_error *err);
// Returns true for a file whose array holds words, numpy's str or bytes.
bool cal_npy_holds_words(const cal_file *file);
// Makes a table of one column, named "label", of such a file's words [n] or [n, 1], in UTF-8. CAL_FAILED:
// another shape, or a damaged file.
cal_status cal_npy_words(cal_file *out, cal_arena *arena, const cal_file *file, cal_error *err);
// Number i in C order; NaN for a whole number beyond 32 bits.
double cal_npy_number(const cal_array *a, size_t i);
// Writes the header of an array alone; the numbers follow.
void cal_npy_write_head(cal_text *out, const char *type, const int *dim, int ndim);
// Writes header and data of type "f4", "f8" or "i4". Copies the caller's data.
void cal_npy_write(cal_text *out, const char *type, const void *data, const int *dim, int ndim);
// Replaces a file's content by such an array, in the arena. CAL_MEMORY.
cal_status cal_npy_replace(cal_file *io, cal_arena *arena, const char *type, const void *data, const int *dim,
                           int ndim, cal_error *err);

#endif
