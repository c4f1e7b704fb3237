// Which tensor of a file goes where in a net: by the net's own names, or, where a file has other
// people's, by the order of the modules and their shapes. Nothing of it is silent: every tensor of both sides
// has a row that says what became of it.
#ifndef CAL_RUN_NAMING_H
#define CAL_RUN_NAMING_H
#include "run/files/safetensors.h"
#include "run/net/net.h"

enum { CAL_NAMING_MAX = 16384 }; // tensors of a file that are matched with a net's

typedef enum cal_order { CAL_BY_NAME, CAL_IN_NAMES_ORDER, CAL_IN_FILE_ORDER } cal_order;

typedef struct cal_named {
    int tensor;      // of the net, or -1: this one of the file has no place
    int listed;      // of the file, or -1: nothing fits this one of the net
    const char *why; // null where the one is the other: else one of them is -1, or their shapes differ
} cal_named;

typedef struct cal_naming {
    const cal_listed *listed;
    int files;                        // tensors of the file
    cal_order order;                  // how they were matched
    cal_named *row;                   // the net's in their order, then those of the file that are left
    int rows, missing, left, ignored; // ignored: counters of batches
    const char *torn; // a prefix of the file's names whose modules do not follow each other in the net, or
                      // null: their order was not what their names seemed to say
} cal_naming;

// Names end in the tensor's own, "layer1.0.conv1.weight"; what is before it is a module. Where not every name
// is the net's, the modules of the net, in their order, take the file's of the same shape, in theirs: that of
// the header, or, where the header is sorted, as those of PyTorch's writer are, that of the names with
// numbers read as numbers. A module close to the one before it goes before others. Rows are in `arena`.
// files: at most CAL_NAMING_MAX.
cal_status cal_naming_make(cal_naming *out, cal_arena *arena, const cal_net *net, const cal_listed *listed,
                           int files, cal_error *err);
bool cal_naming_whole(const cal_naming *naming);
// CAL_FAILED and why, unless it is whole.
cal_status cal_naming_check(const cal_naming *naming, const cal_net *net, const char *file, cal_error *err);
// {"order": "name"|"sorted names"|"file", "matched", "missing", "left", "ignored", "torn", "tensors":
// [{"name", "shape", "from", "from_shape", "why"}]}
void cal_naming_write(cal_text *json, const cal_naming *naming, const cal_net *net);

#endif
