// Fusion of statistics. Each layer of a dense block takes those of all channels before it, most of which the layer before took, and
// which are each channel's own: of channels that are put one behind the other they are those of the parts, and a part that nobody took
// them of gives them while it is made.
#include "ad/fuse/parts.h"
#include "ad/op/descriptor.h"

// The statistics of an image of g that node x or one before it may ask for: there already, or taken now.
static cal_node stat_of(cal_fuser *f, cal_node image, cal_node x) {
    for (cal_node i = x - 1; i > image; i--)
        if (f->readers[i] && cal_at(f->g, i)->op == CAL_OP_CHANNEL_STAT && cal_at(f->g, i)->in[0] == image)
            return f->map[i];
    // Taken of a part that is itself put together, they would be taken again for each layer.
    return cal_at(f->g, image)->op == CAL_OP_CONCAT ? CAL_NO_NODE : cal_graph_stat(f->out, f->map[image]);
}

cal_node cal_fuse_stat(cal_fuser *f, cal_node x) {
    const cal_node_data *stat = cal_at(f->g, x), *all = cal_at(f->g, stat->in[0]);
    if (all->op != CAL_OP_CONCAT) return CAL_NO_NODE;
    const cal_node left = stat_of(f, all->in[0], x);
    const cal_node right = left < 0 ? CAL_NO_NODE : stat_of(f, all->in[1], x);
    return cal_op_two(f->out, CAL_OP_CHANNELS_JOIN, left, right, CAL_VECTOR, stat->shape, NULL);
}
