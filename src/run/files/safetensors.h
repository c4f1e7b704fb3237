// safetensors, read and written in memory. The reader takes hostile bytes: errors name the file, the
// offset and the reason.
#ifndef CAL_RUN_FILES_SAFETENSORS_H
#define CAL_RUN_FILES_SAFETENSORS_H
#include <stdint.h>
#include "base/memory.h"
#include "base/text.h"
#include "base/bytes/npy.h"

// What the numbers of a tensor in a file are; CAL_OTHER are whole numbers and what else there is.
typedef enum cal_dtype { CAL_OTHER, CAL_F16, CAL_BF16, CAL_F32, CAL_F64 } cal_dtype;

// A tensor of a safetensors file.
typedef struct cal_stored {
    char name[160];
    int ndim, dim[4];
    size_t size;
    bool wide;   // F64 when written, else F32; read from any dtype
    bool loose;  // may hold numbers that are not finite
    void *place; // [size] doubles if wide, else floats: written from, read into; may be null for a reader
    const uint8_t *found; // set by cal_stored_find or cal_stored_fit: in the file's bytes, unaligned
    cal_dtype found_type;
} cal_stored;

// `words` are the metadata: pairs of key and value, ended by a null key.
void cal_stored_write(cal_text *out, const cal_stored *tensor, int count, const char *const (*words)[2]);

typedef struct cal_stored_file cal_stored_file;
// Reads the header, into `arena`. `what` is whose tensors these are, as errors say it: "model".
cal_status cal_stored_open(cal_stored_file **out, cal_arena *arena, const cal_file *file, const char *what,
                           cal_error *err);
// The metadata's text of a key as it stands in the file, in `arena`; null if there is none.
const char *cal_stored_word(const cal_stored_file *file, cal_arena *arena, const char *key);
// Finds every one of the tensors, with its shape; unknown ones are an error that names them (I64
// num_batches_tracked is ignored).
cal_status cal_stored_find(cal_stored *tensor, int count, cal_stored_file *file, cal_error *err);

// A tensor as the file's header has it.
typedef struct cal_listed {
    const char *name; // zero-terminated, in the arena; as it stands in the header
    cal_dtype type;
    int ndim;
    int64_t dim[8];
    const uint8_t *bytes; // of its numbers, unaligned
    size_t size;          // bytes
    int at;               // where the header describes it, for errors
} cal_listed;
// All of them, in the order of the header, and their number.
cal_status cal_stored_list(cal_listed **out, int *count, cal_stored_file *file, cal_arena *arena,
                           cal_error *err);
bool cal_stored_fits(const cal_stored *tensor, const cal_listed *listed); // the same shape
// Takes a tensor from where it is listed: its dtype has to be floats, its size that of its shape, its numbers
// finite unless it is loose.
cal_status cal_stored_fit(cal_stored *tensor, const cal_listed *listed, const cal_stored_file *file,
                          cal_error *err);

double cal_stored_number(const cal_stored *tensor, size_t i); // of a tensor that was found
void cal_stored_take(const cal_stored *tensor);               // all of its numbers to its place

#endif
