// Floor 4. The two container formats of the lab, read and written in memory: .npy (NEP 1, versions 1 and 2)
// and safetensors. Every reader takes hostile bytes: errors name the file, the offset and the reason.
#ifndef CAL_RUN_FILES_H
#define CAL_RUN_FILES_H
#include <stdint.h>
#include "base/memory.h"
#include "base/text.h"
#include "run/net.h"
#include "zoo/data.h"

typedef struct cal_array {
    int ndim, dim[4];
    char type[4];     // "f4", "f8", "i1" to "i8", "u1" to "u8"
    const void *data; // into the file's bytes (possibly unaligned: copy with the functions below)
    size_t count;
} cal_array;

cal_status cal_npy_read(cal_array *out, const cal_file *file, cal_error *err);
// Copies in `arena`. Numbers are f4 or f8; labels any whole numbers that fit 32 bits. `name` is said in
// errors.
cal_status cal_npy_floats(float **out, cal_arena *arena, const cal_array *a, const char *name,
                          cal_error *err);
cal_status cal_npy_doubles(double **out, cal_arena *arena, const cal_array *a, const char *name,
                           cal_error *err);
cal_status cal_npy_labels(int32_t **out, cal_arena *arena, const cal_array *a, const char *name,
                          cal_error *err);
// Header and data; type "f4", "f8", "i4"; the caller's data is copied.
void cal_npy_write(cal_text *out, const char *type, const void *data, const int *dim, int ndim);

// Weights of a net in safetensors: names, dtypes (F32) and shapes as PyTorch's; metadata holds the layer
// text.
void cal_safetensors_write(cal_text *out, const cal_net *net, const float *flat);
// Every tensor of the net must be there with its shape (F32 or F64, I64 num_batches_tracked is ignored);
// unknown tensors are an error that names them.
cal_status cal_safetensors_read(float *flat, const cal_net *net, const cal_file *file, cal_error *err);
cal_status cal_safetensors_read_doubles(double *wide, const cal_net *net, const cal_file *file,
                                        cal_error *err);

#endif
