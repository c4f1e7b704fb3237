// Internal: the values of a pickle, as a tree that pickle.c builds and tensors.c walks.
#ifndef CAL_BASE_BYTES_PICKLE_VALUES_H
#define CAL_BASE_BYTES_PICKLE_VALUES_H
#include "base/bytes/stored_tensor.h"

typedef enum kind {
    NOTHING,
    WHOLE,
    TEXT,
    BYTES,
    LIST,
    PAIRS,
    STORAGE_TYPE,
    STORAGE,
    TENSOR,
    DTYPE,
    ARRAY,
    // functions that a pickle calls
    MAKE_TENSOR,
    MAKE_PARAMETER,
    MAKE_PAIRS,
    MAKE_DTYPE,
    MAKE_ARRAY,
    ENCODE
} kind;

typedef struct node {
    kind kind;
    int64_t whole;     // WHOLE: the number; TENSOR: its offset; ARRAY: 1 in Fortran order
    cal_slice text;    // TEXT, BYTES: the content; STORAGE, TENSOR: the storage's key; ARRAY: its bytes
    bool coded;        // BYTES, ARRAY: `text` is UTF-8 with one character per byte
    const char *type;  // STORAGE_TYPE, STORAGE, TENSOR, DTYPE, ARRAY: the number type
    int first, last;   // links of a list, or of a dictionary with keys and values in turn
    int shape, stride; // TENSOR, ARRAY: nodes of lists
} node;

typedef struct link {
    int node, next;
} link;

typedef struct tree {
    node *node;
    link *link;
} tree;

// Writes the tensors and arrays in node `root` and in its descendants to out[CAL_TENSORS_MAX], and their
// number to *count. False: there are more, or the tree is too large.
bool cal_pickle_collect(cal_pickle_tensor *out, int *count, const tree *tree, int root);

#endif
