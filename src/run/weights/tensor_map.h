// Maps the tensors of a file to those of a net, by the net's own names. Files of other programs are mapped by
// the order and shapes of their modules. Every tensor of both sides gets a row, so that nothing is dropped
// silently.
#ifndef CAL_RUN_WEIGHTS_TENSOR_MAP_H
#define CAL_RUN_WEIGHTS_TENSOR_MAP_H
#include "base/bytes/safetensors.h"
#include "run/net/net.h"

enum { CAL_TENSOR_MAP_MAX = 16384 }; // most tensors of a file that can be mapped

typedef enum cal_tensor_order { CAL_BY_NAME, CAL_IN_NAMES_ORDER, CAL_IN_FILE_ORDER } cal_tensor_order;

typedef struct cal_tensor_map_row {
    int tensor;      // index in the net, or -1 if the file's tensor has no place in it
    int listed;      // index in the file, or -1 if nothing fits the net's tensor
    const char *why; // null for a match; otherwise one of them is -1, or their shapes differ
} cal_tensor_map_row;

typedef struct cal_tensor_map {
    const cal_safetensors_entry *listed;
    int files;                        // tensors of the file
    cal_tensor_order order;           // how they were matched
    cal_tensor_map_row *row;          // [rows], the net's tensors in their order, then the file's unused ones
    int rows, missing, left, ignored; // left: unused; ignored: batch counters (num_batches_tracked)
    // A prefix of the file's names, or null. Its modules are not consecutive in the net, so that their order
    // is not the one that their names suggest.
    const char *torn;
} cal_tensor_map;

// In "layer1.0.conv1.weight" the last part names the tensor and the rest its module. If not every name is the
// net's, each module of the net, in order, takes the file's next module of the same shapes. The file's order
// is that of its header. If the header is sorted by name, as PyTorch's writer sorts it, names are ordered
// with numbers read as numbers. A module whose path is close to the previous one's goes first. Rows are in
// `arena`; files <= CAL_TENSOR_MAP_MAX.
cal_status cal_tensor_map_make(cal_tensor_map *out, cal_arena *arena, const cal_net *net,
                               const cal_safetensors_entry *listed, int files, cal_error *err);
bool cal_tensor_map_complete(const cal_tensor_map *naming);
// Fails with CAL_FAILED and the reason unless every tensor has its place.
cal_status cal_tensor_map_check(const cal_tensor_map *naming, const cal_net *net, const char *file,
                                cal_error *err);
// Writes {"order": "name"|"sorted names"|"file", "matched", "missing", "left", "ignored", "torn", "tensors":
// [{"name", "shape", "from", "from_shape", "why"}]}.
void cal_tensor_map_write(cal_text *json, const cal_tensor_map *naming, const cal_net *net);

#endif
