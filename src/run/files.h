// Floor 4. safetensors, read and written in memory. The reader takes hostile bytes: errors name the file, the
// offset and the reason.
#ifndef CAL_RUN_FILES_H
#define CAL_RUN_FILES_H
#include <stdint.h>
#include "base/memory.h"
#include "base/text.h"
#include "run/net.h"
#include "zoo/npy.h"

// A tensor of a safetensors file.
typedef struct cal_stored {
    char name[160];
    int ndim, dim[4];
    size_t size;
    bool wide;   // F64 when written, else F32; read from either
    bool loose;  // may hold numbers that are not finite
    void *place; // [size] doubles if wide, else floats: written from, read into; may be null for a reader
    const uint8_t *found; // set by cal_stored_find: in the file's bytes, unaligned
    bool found_wide;
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
double cal_stored_number(const cal_stored *tensor, size_t i); // of a tensor that was found
void cal_stored_take(const cal_stored *tensor);               // all of its numbers to its place

// The tensors of a net, with room for more after them; in `arena`, null when memory is refused.
cal_stored *cal_stored_weights(cal_arena *arena, const cal_net *net, float *flat, int room);
// Weights of a net in safetensors: names, dtypes (F32) and shapes as PyTorch's; metadata holds the layer
// text.
void cal_safetensors_write(cal_text *out, const cal_net *net, const float *flat);
// Every tensor of the net must be there with its shape, and be finite.
cal_status cal_safetensors_read(float *flat, const cal_net *net, const cal_file *file, cal_error *err);
cal_status cal_safetensors_read_doubles(double *wide, const cal_net *net, const cal_file *file,
                                        cal_error *err);

#endif
