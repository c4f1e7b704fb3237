// Reads and writes safetensors files in memory. The reader accepts hostile bytes: errors name the file, the
// offset and the reason.
#ifndef CAL_BASE_BYTES_SAFETENSORS_H
#define CAL_BASE_BYTES_SAFETENSORS_H
#include <stdint.h>
#include "base/memory.h"
#include "base/text.h"
#include "base/bytes/npy.h"

// Number type of a tensor in a file. CAL_OTHER: whole numbers and all other types.
typedef enum cal_dtype { CAL_OTHER, CAL_F16, CAL_BF16, CAL_F32, CAL_F64 } cal_dtype;

enum { CAL_STORED_ANY = -1 }; // as a dimension: cal_safetensors_find fills in the file's

// A tensor of a safetensors file.
typedef struct cal_safetensor {
    char name[160];
    int ndim, dim[4];
    size_t size;
    bool wide;  // written as F64, else F32; read from any float type
    bool loose; // may hold infinities and NaN
    // [size] doubles if wide, else floats: source of a write, destination of a read; null: nothing is read
    void *place;
    // points into the file's bytes, unaligned; set by cal_safetensors_find or cal_safetensor_fit
    const uint8_t *found;
    cal_dtype found_type;
} cal_safetensor;

// Writes a file. `words` is the metadata: pairs of key and value, ended by a null key.
void cal_safetensors_write(cal_text *out, const cal_safetensor *tensor, int count,
                           const char *const (*words)[2]);

typedef struct cal_safetensors_file cal_safetensors_file;
// Reads the header into `arena`. `what` names the owner of the tensors in errors: "model".
cal_status cal_safetensors_open(cal_safetensors_file **out, cal_arena *arena, const cal_file *file,
                                const char *what, cal_error *err);
// A value of the metadata, not unescaped, in `arena`; null if there is none.
const char *cal_safetensors_metadata(const cal_safetensors_file *file, cal_arena *arena, const char *key);
// Finds all given tensors and checks their shapes. A missing tensor, or one in the file that is not given, is
// an error that names it; num_batches_tracked is ignored.
cal_status cal_safetensors_find(cal_safetensor *tensor, int count, cal_safetensors_file *file,
                                cal_error *err);

// A tensor as the header describes it.
typedef struct cal_safetensors_entry {
    const char *name; // zero-terminated, in the arena; not unescaped
    cal_dtype type;
    int ndim;
    int64_t dim[8];
    const uint8_t *bytes; // its numbers, unaligned
    size_t size;          // in bytes
    int at;               // position in the header, for errors
} cal_safetensors_entry;
// All tensors of the file, in the order of the header, and their number.
cal_status cal_safetensors_list(cal_safetensors_entry **out, int *count, cal_safetensors_file *file,
                                cal_arena *arena, cal_error *err);
// Fills `tensor` from a header entry. Its type must be a float, its size must match its shape, and its
// numbers must be finite unless the tensor is loose.
cal_status cal_safetensor_fit(cal_safetensor *tensor, const cal_safetensors_entry *listed,
                              const cal_safetensors_file *file, cal_error *err);

double cal_safetensor_number(const cal_safetensor *tensor, size_t i); // number i of a tensor that was found
void cal_safetensor_copy(const cal_safetensor *tensor);               // copies all numbers to `place`

#endif
