// Computes some rows of a matrix alone. Nodes that lead only to these rows are built again for them. The
// nodes built before stay unread, so plans leave them out. Derivatives are taken afterwards, and are of these
// rows too.
#include "ad/op/descriptor.h"
#include "base/memory.h"
#include <string.h>

enum { SOME = 1, ALL = 2 }; // bits: some rows of the node are needed; all rows are

// Sets `few` to a node that computes the same rows of node i. Sets of[j] if input j is needed in these rows
// only (cal_op's rows). The inputs of `few` are still those of i.
static bool follow(const cal_graph *g, cal_node i, const cal_some_rows *some, cal_node_data *few, bool *of) {
    const cal_op *op = cal_op_at(cal_at(g, i)->op);
    *few = *cal_at(g, i);
    memset(of, 0, CAL_INPUTS_MAX * sizeof *of);
    if (few->kind != CAL_MATRIX || !op->rows || !op->rows(g, few, some, of, &few->attributes)) return false;
    few->shape.n = few->shape.n / some->per_sample * some->count;
    return true;
}

// Marks the rows needed of each node, if these rows of x are. Readers have larger numbers than their inputs.
static void mark_needed(const cal_graph *g, cal_node x, const cal_some_rows *some, char *needed) {
    needed[x] = SOME;
    for (cal_node i = g->count - 1; i >= 0; i--) {
        cal_node_data few;
        bool of[CAL_INPUTS_MAX], follows = needed[i] == SOME && follow(g, i, some, &few, of);
        for (int j = 0; j < CAL_INPUTS_MAX; j++) {
            const cal_node in = cal_at(g, i)->in[j];
            if (in >= 0) needed[in] |= follows && of[j] ? SOME : ALL;
        }
    }
}

cal_node cal_graph_rows_alone(cal_graph *g, cal_node x, int per_sample, int first, int count) {
    if (x < 0 || count == per_sample) return x;
    const cal_some_rows some = {per_sample, first, count};
    cal_arena arena = {0};
    char *needed = cal_arena_alloc(&arena, (size_t)g->count);
    cal_node *rows = cal_arena_alloc(&arena, (size_t)(x + 1) * sizeof *rows), made = CAL_NO_NODE;
    if (arena.refused) {
        cal_fail(&g->error, CAL_MEMORY, "memory for looking through %d nodes was refused", g->count);
    } else {
        mark_needed(g, x, &some, needed);
        for (cal_node i = 0; i <= x; i++) {
            cal_node_data few;
            bool of[CAL_INPUTS_MAX];
            if (!(needed[i] & SOME)) continue;
            if (needed[i] == SOME && follow(g, i, &some, &few, of)) {
                for (int j = 0; j < CAL_INPUTS_MAX; j++)
                    if (of[j] && few.in[j] >= 0) few.in[j] = rows[few.in[j]];
                rows[i] = cal_graph_copy(g, &few);
            } else {
                rows[i] = cal_graph_rows_take(g, i, per_sample, first, count);
            }
        }
        made = rows[x];
    }
    cal_arena_free(&arena);
    return made;
}
