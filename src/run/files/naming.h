// Maps the tensors of a file to those of a net: by the net's own names, or, for files of other
// programs, by the order and shapes of their modules. Every tensor of both sides gets a row, so that
// nothing is dropped silently.
#ifndef CAL_RUN_NAMING_H
#define CAL_RUN_NAMING_H
#include "run/files/safetensors.h"
#include "run/net/net.h"

enum { CAL_NAMING_MAX = 16384 }; // the most tensors a file may have to be mapped

typedef enum cal_order { CAL_BY_NAME, CAL_IN_NAMES_ORDER, CAL_IN_FILE_ORDER } cal_order;

typedef struct cal_named {
    int tensor;      // of the net, or -1 if the file's has no place in it
    int listed;      // of the file, or -1 if nothing fits the net's
    const char *why; // null for a match; otherwise one of them is -1, or their shapes differ
} cal_named;

typedef struct cal_naming {
    const cal_listed *listed;
    int files;                        // tensors of the file
    cal_order order;                  // how they were matched
    cal_named *row;                   // [rows] the net's tensors in their order, then the file's unused ones
    int rows, missing, left, ignored; // left: unused; ignored: batch counters (num_batches_tracked)
    // A prefix of the file's names whose modules are not consecutive in the net, so that their order is not
    // the one that their names suggest; or null.
    const char *torn;
} cal_naming;

// In "layer1.0.conv1.weight" the last part names the tensor and the rest its module. If not every name is the
// net's, each module of the net, in order, takes the file's next module of the same shapes. The file's order
// is that of its header or, if the header is sorted by name, as PyTorch's writer sorts it, that of the names
// with numbers read as numbers; a module whose path is close to the previous one's goes first. Rows are in
// `arena`; files <= CAL_NAMING_MAX.
cal_status cal_naming_make(cal_naming *out, cal_arena *arena, const cal_net *net, const cal_listed *listed,
                           int files, cal_error *err);
bool cal_naming_whole(const cal_naming *naming);
// CAL_FAILED with the reason unless every tensor has its place.
cal_status cal_naming_check(const cal_naming *naming, const cal_net *net, const char *file, cal_error *err);
// {"order": "name"|"sorted names"|"file", "matched", "missing", "left", "ignored", "torn", "tensors":
// [{"name", "shape", "from", "from_shape", "why"}]}
void cal_naming_write(cal_text *json, const cal_naming *naming, const cal_net *net);

#endif
