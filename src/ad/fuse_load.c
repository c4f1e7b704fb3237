// Floor 2. Activations that are applied where they are read. The batch norm and ReLU of a network,
// A = max(0, s z + c), need not be stored for those readers that can apply them to z as they load it, which
// gives the same bits: a convolution and its adjoint in the filter, and the ReLU's own adjoint, which only
// asks where A is positive. z is kept for the adjoint of the batch norm anyway, so A need not be kept beside
// it: about half of what a training step keeps.
#include "ad/fuse_parts.h"
#include "base/memory.h"

typedef struct activation { // of a node of g
    int fixed;              // its last reader that has to find it stored; -1: none
    int last;               // its last reader
} activation;

static bool is_activation(const cal_graph *g, cal_node x) {
    const cal_node_data *node = cal_at(g, x);
    return node->op == CAL_OP_CHANNEL_LINEAR && node->a == 1 && node->k == 0 && node->in[1] < 0;
}

// Whether node i may read its input j as an activation.
static bool loads(const cal_node_data *node, int j) {
    switch (node->op) {
    case CAL_OP_CONV:
    case CAL_OP_CONV_FILTER: return j == 0 && node->in[2] < 0;
    case CAL_OP_MASK: return j == 1 && node->in[2] < 0 && node->kind == CAL_IMAGE && node->k == 0;
    default: return false;
    }
}

static void find_readers(activation *seen, const cal_fuser *f) {
    const cal_graph *g = f->g;
    for (cal_node i = 0; i < g->count; i++) {
        bool root = f->readers[i] >= CAL_MANY_READERS;
        seen[i] = root ? (activation){g->count, g->count} : (activation){-1, -1};
    }
    for (cal_node i = 0; i < g->count; i++)
        for (int j = 0; f->readers[i] && j < CAL_INPUTS_MAX; j++) {
            cal_node in = cal_at(g, i)->in[j];
            if (in < 0 || seen[in].last == g->count) continue;
            seen[in].last = i;
            if (!loads(cal_at(g, i), j)) seen[in].fixed = i;
        }
}

// Readers after the last that needs it stored read z instead, unless z would have to be kept for that alone
// while the activation is stored as well.
static bool reads_through(const activation *seen, const cal_graph *g, cal_node x, cal_node reader) {
    if (!is_activation(g, x) || reader <= seen[x].fixed) return false;
    return seen[x].fixed < 0 || seen[cal_at(g, x)->in[0]].last > seen[x].last;
}

static cal_node copy(const cal_fuser *f, const activation *seen, cal_node x) {
    cal_node_data node = *cal_at(f->g, x);
    for (int j = 0; j < 2; j++) {
        if (node.in[j] < 0 || !loads(&node, j) || !reads_through(seen, f->g, node.in[j], x)) continue;
        const cal_node_data *act = cal_at(f->g, node.in[j]);
        cal_shape channels = {1, act->shape.c, 1, 1};
        cal_node slope = act->in[4] < 0 ? cal_constant(f->out, CAL_VECTOR, channels, 1) : f->map[act->in[4]];
        cal_node constant = act->in[8] < 0 ? CAL_ZERO : f->map[act->in[8]], z = f->map[act->in[0]];
        for (int i = 0; i < 2; i++)
            if (node.in[i] >= 0) node.in[i] = i == j ? z : f->map[node.in[i]];
        node.in[2] = slope;
        node.in[3] = constant;
        return cal_copy_node(f->out, &node);
    }
    for (int j = 0; j < CAL_INPUTS_MAX; j++)
        if (node.in[j] >= 0) node.in[j] = f->map[node.in[j]];
    return cal_copy_node(f->out, &node);
}

void cal_fuse_load(cal_fuser *f) {
    activation *seen = cal_mem_alloc((size_t)f->g->count * sizeof *seen + 1);
    if (!seen) {
        cal_fail(&f->out->error, CAL_MEMORY, "memory for fusing %d nodes was refused", f->g->count);
        return;
    }
    find_readers(seen, f);
    for (cal_node i = 0; i < f->g->count && !f->out->error.status; i++)
        if (f->readers[i]) f->map[i] = copy(f, seen, i);
    cal_mem_free(seen);
}
