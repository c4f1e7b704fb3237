// Fuses statistics of concatenated channels. Each layer of a dense block needs the statistics of all channels
// before it, most of which an earlier layer has computed. The statistics of a concatenation are joined from
// those of its inputs.
#include "ad/fuse/parts.h"
#include "ad/op/descriptor.h"

// Returns the statistics of an image of g: an existing node before x, or a new one.
static cal_node stat_of(cal_fuser *f, cal_node image, cal_node x) {
    for (cal_node i = x - 1; i > image; i--)
        if (f->readers[i] && cal_at(f->g, i)->op == CAL_OP_CHANNEL_STAT && cal_at(f->g, i)->in[0] == image)
            return f->map[i];
    // For a nested concatenation a new node would be computed again in each layer.
    return cal_at(f->g, image)->op == CAL_OP_CONCAT ? CAL_NO_NODE : cal_graph_stat(f->out, f->map[image]);
}

cal_node cal_fuse_stat(cal_fuser *f, cal_node x) {
    const cal_node_data *stat = cal_at(f->g, x), *all = cal_at(f->g, stat->in[0]);
    if (all->op != CAL_OP_CONCAT) return CAL_NO_NODE;
    const cal_node left = stat_of(f, all->in[0], x);
    const cal_node right = left < 0 ? CAL_NO_NODE : stat_of(f, all->in[1], x);
    return cal_op_two(f->out, CAL_OP_CHANNELS_JOIN, left, right, CAL_VECTOR, stat->shape, NULL);
}
