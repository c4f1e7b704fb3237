// Fuses activations into the loads of their readers.
//
// The batch norm and ReLU of a network, A = max(0, s z + c) with or without a cap, need not be stored. Its
// readers can apply it to z as they load it, with the same bits. These are a convolution, its adjoint in the
// filter, and the ReLU's adjoint. The batch norm's adjoint keeps z anyway. So A is not kept, which is half of
// what a training step would keep.
//
// This pass also repeats a broadcast for each of its readers, and prepares filters and matrices that are
// steady inputs once for many runs.
#include "ad/fuse/parts.h"
#include "ad/op/descriptor.h"
#include "base/memory.h"

typedef struct activation { // for one node of g
    int fixed;              // last reader that needs it stored; -1: none
    int last;               // last reader
} activation;

static bool is_activation(const cal_graph *g, cal_node x) {
    const cal_node_data *node = cal_at(g, x);
    return node->op == CAL_OP_CHANNEL_LINEAR && node->attributes.linear.relu && node->in[1] < 0 &&
           cal_same_shape(cal_shape_of(g, node->in[0]), node->shape);
}

// Returns true if the node can apply input j, an activation, as it loads.
static bool loads(const cal_graph *g, const cal_node_data *node, int j) {
    const cal_node_data *in = cal_at(g, node->in[j]);
    const double cap = in->op == CAL_OP_CHANNEL_LINEAR ? in->attributes.linear.cap : 0;
    switch (node->op) {
    case CAL_OP_CONV:
    case CAL_OP_CONV_FILTER: return j == 0 && (cap == 0 || cal_conv_reads_capped(g, node));
    case CAL_OP_MASK: return j == 1 && node->kind == CAL_IMAGE && node->attributes.number == cap;
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
            if (!loads(g, cal_at(g, i), j)) seen[in].fixed = i;
        }
}

// Returns true if the reader should read z instead. Readers before the last one that needs the stored
// activation read that. Nor is z kept longer for this alone while the activation is stored as well.
static bool reads_through(const activation *seen, const cal_graph *g, cal_node x, cal_node reader) {
    if (!is_activation(g, x) || reader <= seen[x].fixed) return false;
    return seen[x].fixed < 0 || seen[cal_at(g, x)->in[0]].last > seen[x].last;
}

// Sets the node's inputs in `out` and replaces an activation by its input.
static void replace_inputs(cal_node_data *node, const cal_fuser *f, const activation *seen, cal_node x) {
    cal_node loaded = CAL_NO_NODE;
    for (int j = 0; j < CAL_INPUTS_MAX; j++) {
        cal_node in = node->in[j];
        if (in < 0) continue;
        node->in[j] = f->map[in];
        if (loaded >= 0 || !loads(f->g, cal_at(f->g, x), j) || !reads_through(seen, f->g, in, x)) continue;
        loaded = in;
        node->in[j] = f->map[cal_at(f->g, in)->in[0]];
    }
    if (loaded < 0) return;
    const cal_node_data *act = cal_at(f->g, loaded);
    cal_shape channels = {1, act->shape.c, 1, 1};
    cal_node slope = act->in[CAL_LINEAR_COEFFICIENT], constant = act->in[CAL_LINEAR_CONSTANT];
    if (node->op == CAL_OP_MASK) node->op = CAL_OP_CHANNEL_MASK; // its number stays: the cap
    else node->attributes.conv.cap = (float)act->attributes.linear.cap;
    node->in[CAL_SLOPE] = slope < 0 ? cal_graph_constant(f->out, CAL_VECTOR, channels, 1) : f->map[slope];
    node->in[CAL_CONSTANT] = constant < 0 ? CAL_ABSENT : f->map[constant];
}

// Prepares the right operand of a convolution or product once for many runs, if it is a steady input.
static void prepare_right(cal_node_data *node, const cal_fuser *f, cal_node x) {
    const cal_preparation *how = cal_op_at(node->op)->preparation;
    const cal_node_data *before = cal_at(f->g, x), *right = cal_at(f->g, before->in[1]);
    if (right->op != CAL_OP_INPUT || !right->attributes.input.steady) return;
    cal_step shapes = {.node = *before, .in_shape = {cal_shape_of(f->g, before->in[0]), right->shape}};
    cal_attributes attributes = node->attributes;
    size_t floats = how->floats(&shapes, &attributes);
    if (!floats || floats > INT32_MAX) return;
    node->in[how->slot] =
        cal_op_one(f->out, how->op, node->in[1], CAL_MATRIX, cal_rows_columns(1, (int)floats), &attributes);
}

// Copies a BROADCAST for each reader that runs tile by tile, so that it is neither kept nor stored. A
// BROADCAST has no attributes; the reader's number makes the copies different nodes.
static void repeat_again(cal_node_data *node, const cal_fuser *f, cal_node x) {
    for (int j = 0; j < 2; j++) {
        const cal_node in = cal_at(f->g, x)->in[j];
        if (in < 0 || cal_at(f->g, in)->op != CAL_OP_BROADCAST) continue;
        if (f->readers[in] == 1 || f->readers[in] >= CAL_MANY_READERS) continue;
        if (!cal_is_rowwise(f->g, cal_at(f->g, in))) continue;
        cal_node_data again = *cal_at(f->out, f->map[in]);
        again.attributes.number = x;
        node->in[j] = cal_graph_copy(f->out, &again);
    }
}

static cal_node copy(const cal_fuser *f, const activation *seen, cal_node x) {
    cal_node_data node = *cal_at(f->g, x);
    replace_inputs(&node, f, seen, x);
    if (cal_op_at(node.op)->preparation) prepare_right(&node, f, x);
    if (cal_op_at(node.op)->elementwise) repeat_again(&node, f, x);
    return cal_graph_copy(f->out, &node);
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
