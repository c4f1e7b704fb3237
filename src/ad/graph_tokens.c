// Node construction for tokens.
#include <assert.h>
#include "ad/graph_parts.h"

static cal_shape matrix(int n, int c) { return (cal_shape){n, c, 1, 1}; }

// Tokens multiply rows: there may be more than a shape can say.
static bool fits(cal_graph *g, int64_t rows) {
    if (rows <= INT32_MAX) return true;
    cal_fail(&g->error, CAL_MEMORY, "a matrix of %lld rows is too large: take a smaller batch or network",
             (long long)rows);
    return false;
}

static cal_node rearranged(cal_graph *g, int op, cal_node x, int64_t rows, int columns, int a, int b) {
    return fits(g, rows) ? cal_graph_linear_op(g, op, x, CAL_MATRIX, matrix((int)rows, columns), a, b)
                         : CAL_ZERO;
}

cal_node cal_graph_tokens(cal_graph *g, cal_node x) {
    cal_shape s = cal_shape_of(g, x);
    return rearranged(g, CAL_OP_TOKENS, x, (int64_t)s.n * s.h * s.w, s.c, 0, 0);
}

cal_node cal_graph_untokens(cal_graph *g, cal_node x, cal_shape image) {
    return cal_graph_linear_op(g, CAL_OP_UNTOKENS, x, CAL_IMAGE, image, 0, 0);
}

cal_node cal_graph_rows_take(cal_graph *g, cal_node x, int group, int first, int count) {
    if (x < 0 || count == group) return x;
    cal_shape s = cal_shape_of(g, x);
    assert(s.n % group == 0 && first + count <= group);
    return cal_graph_linear_op(g, CAL_OP_ROWS_TAKE, x, CAL_MATRIX, matrix(s.n / group * count, s.c), group,
                               first);
}

cal_node cal_graph_rows_put(cal_graph *g, cal_node x, int group, int first, int count) {
    if (x < 0 || count == group) return x;
    cal_shape s = cal_shape_of(g, x);
    assert(s.n % count == 0 && first + count <= group);
    return rearranged(g, CAL_OP_ROWS_PUT, x, (int64_t)s.n / count * group, s.c, group, first);
}

cal_node cal_graph_swap(cal_graph *g, cal_node x, int p, int q, int columns) {
    if (x < 0) return CAL_ZERO;
    cal_shape s = cal_shape_of(g, x);
    assert((int64_t)s.n * s.c % ((int64_t)p * q * (columns < s.c ? columns : s.c)) == 0);
    return rearranged(g, CAL_OP_SWAP, x, (int64_t)s.n * s.c / columns, columns, p, q);
}

cal_node cal_graph_table_rows(cal_graph *g, cal_node table, cal_node numbers) {
    cal_shape s = cal_shape_of(g, numbers);
    if (table < 0 || numbers < 0) return CAL_ZERO;
    if (!fits(g, (int64_t)s.n * s.c)) return CAL_ZERO;
    return cal_graph_bilinear(g, CAL_OP_TABLE_ROWS, table, numbers, CAL_MATRIX,
                              matrix(s.n * s.c, cal_shape_of(g, table).c), 0, 0);
}

cal_node cal_graph_normalise_rows(cal_graph *g, cal_node x, double epsilon) {
    if (x < 0) return CAL_ZERO;
    cal_shape s = cal_shape_of(g, x), one = matrix(s.n, 1);
    cal_node mean = cal_graph_scale(g, cal_graph_sum(g, x, CAL_MATRIX, one), 1.0 / s.c);
    cal_node centred = cal_graph_sub(g, x, cal_graph_broadcast(g, mean, CAL_MATRIX, s));
    cal_node variance =
        cal_graph_scale(g, cal_graph_sum(g, cal_graph_mul(g, centred, centred), CAL_MATRIX, one), 1.0 / s.c);
    cal_node deviation = cal_graph_sqrt(g, cal_graph_offset(g, variance, epsilon));
    return cal_graph_div(g, centred, cal_graph_broadcast(g, deviation, CAL_MATRIX, s));
}
