// Lists the tensors and arrays among the values of a pickle.
#include <stdio.h>
#include "base/bytes/pickle/values.h"

enum { DEPTH_MAX = 4, VISITS_MAX = 100000 };

typedef struct walk {
    const tree *tree;
    cal_pickle_tensor *out;
    int count, visits;
    bool more;
} walk;

// Returns the number of sizes. 0: a pickle appended something else to the list after the tensor was made.
static int read_sizes(int64_t out[CAL_TENSOR_DIMS], const tree *v, int list) {
    int count = 0;
    for (int at = v->node[list].first; at >= 0; at = v->link[at].next) {
        const node *size = &v->node[v->link[at].node];
        if (size->kind != WHOLE || size->whole < 0) return 0;
        if (count++ < CAL_TENSOR_DIMS) out[count - 1] = size->whole;
    }
    return count;
}

// Sets the strides of consecutive numbers. A stride that is too large becomes `most`, which no data reaches.
static void set_strides(cal_pickle_tensor *t, bool fortran) {
    const int64_t most = (int64_t)1 << 40;
    int64_t stride = 1;
    for (int i = 0; i < t->ndim; i++) {
        const int d = fortran ? i : t->ndim - 1 - i;
        const int64_t size = t->dim[d] ? t->dim[d] : 1;
        t->stride[d] = stride;
        stride = size > most / stride ? most : stride * size;
    }
}

// Returns false if the tensor is left out: no plain numbers, or not 1 to CAL_TENSOR_DIMS dimensions.
static bool put(cal_pickle_tensor *out, const tree *v, const node *n, const char *path) {
    *out = (cal_pickle_tensor){.coded = n->coded};
    out->ndim = read_sizes(out->dim, v, n->shape);
    if (out->ndim < 1 || out->ndim > CAL_TENSOR_DIMS || !*n->type) return false;
    snprintf(out->path, sizeof out->path, "%s", path);
    snprintf(out->type, sizeof out->type, "%s", n->type);
    if (n->kind == ARRAY) {
        out->held = n->text;
        set_strides(out, n->whole);
        return n->text.at != NULL;
    }
    out->key = n->text, out->offset = n->whole;
    return read_sizes(out->stride, v, n->stride) == out->ndim;
}

static void collect(walk *w, int which, const char *path, int depth) {
    const tree *v = w->tree;
    const node *n = &v->node[which];
    if (w->visits++ > VISITS_MAX || w->more) return;
    if (n->kind == TENSOR || n->kind == ARRAY) {
        if (w->count == CAL_TENSORS_MAX) w->more = true;
        else w->count += put(&w->out[w->count], v, n, path);
    }
    if ((n->kind != LIST && n->kind != PAIRS) || depth == DEPTH_MAX) return;
    int index = 0;
    for (int at = n->first; at >= 0 && w->visits <= VISITS_MAX; at = v->link[at].next, index++) {
        char inner[CAL_TENSOR_PATH], own[24];
        const node *key = &v->node[v->link[at].node];
        cal_slice name = {own, 0};
        name.length = snprintf(own, sizeof own, "%lld", (long long)(n->kind == PAIRS ? key->whole : index));
        if (n->kind == PAIRS && key->kind == TEXT) name = key->text;
        if (n->kind == PAIRS) at = v->link[at].next; // exists, because dictionaries are filled in pairs
        const int wrote = snprintf(inner, sizeof inner, "%s%s%.*s", path, *path ? "/" : "", CAL_QUOTED(name));
        if (wrote < 0) continue; // the path was too long and is cut
        collect(w, v->link[at].node, inner, depth + 1);
    }
}

bool cal_pickle_collect(cal_pickle_tensor *out, int *count, const tree *tree, int root) {
    walk w = {.tree = tree, .out = out};
    collect(&w, root, "", 0);
    *count = w.count;
    return !w.more && w.visits <= VISITS_MAX;
}
