// Fuses joined rows. A node may read the rows of each sample in several slices (attention: queries, keys and
// values). Its adjoint is then a sum of ROWS_PUT, each with zeros in the rows of the others. The fused sum is
// one pass over the slices.
#include "ad/fuse/parts.h"
#include "ad/op/descriptor.h"

typedef struct part_list {
    cal_node put[CAL_JOIN_PARTS]; // sorted by first row
    int count;
} part_list;

static int first_row(const cal_fuser *f, cal_node put) { return cal_at(f->g, put)->attributes.rows.first; }

static bool insert(const cal_fuser *f, part_list *list, cal_node put) {
    if (list->count == CAL_JOIN_PARTS) return false;
    int i = list->count++;
    for (; i > 0 && first_row(f, list->put[i - 1]) > first_row(f, put); i--) list->put[i] = list->put[i - 1];
    list->put[i] = put;
    return true;
}

static bool collect(const cal_fuser *f, part_list *list, cal_node x, int sums);

static bool collect_both(const cal_fuser *f, part_list *list, const cal_node_data *add, int sums) {
    return add->op == CAL_OP_ADD && collect(f, list, add->in[0], sums) && collect(f, list, add->in[1], sums);
}

// Adds all terms of x to the list. Returns false unless x has one reader and is a ROWS_PUT or a sum of these.
// `sums` bounds the nesting, so that a sum of thousands of other terms is not searched to its end.
static bool collect(const cal_fuser *f, part_list *list, cal_node x, int sums) {
    const cal_node_data *node = cal_at(f->g, x);
    if (f->readers[x] != 1) return false;
    if (node->op == CAL_OP_ROWS_PUT) return insert(f, list, x);
    return sums > 0 && collect_both(f, list, node, sums - 1);
}

cal_node cal_fuse_rows(cal_fuser *f, cal_node x) {
    const cal_node_data *add = cal_at(f->g, x);
    part_list list = {.count = 0};
    if (!collect_both(f, &list, add, CAL_JOIN_PARTS - 2)) return CAL_NO_NODE;
    const int per_sample = cal_at(f->g, list.put[0])->attributes.rows.per_sample,
              samples = add->shape.n / per_sample;
    cal_node_data join = cal_op_blank(CAL_OP_ROWS_JOIN, CAL_MATRIX, add->shape);
    int row = 0;
    join.attributes.rows.per_sample = per_sample;
    for (int i = 0; i < list.count; i++) {
        const cal_node_data *put = cal_at(f->g, list.put[i]);
        if (put->attributes.rows.per_sample != per_sample || put->attributes.rows.first != row)
            return CAL_NO_NODE;
        row += cal_shape_of(f->g, put->in[0]).n / samples;
        join.in[i] = f->map[put->in[0]];
    }
    return row == per_sample ? cal_op_make(f->out, &join) : CAL_NO_NODE;
}
