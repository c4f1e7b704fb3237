// Some rows of a matrix alone. What leads to them and to nothing else is built again for these rows, and what was built before stays
// behind unread, so that no plan has it. Derivatives are taken afterwards, and so are of these rows alone as well.
#include "ad/op/descriptor.h"
#include "base/memory.h"
#include <string.h>

enum { WANTED = 1, WHOLE = 2 }; // some rows of a node are asked for; all of them are

// The node of the same rows of what node i makes, and which of its inputs give them (cal_op's rows). Its inputs are still i's.
static bool follow(const cal_graph *g, cal_node i, const cal_some_rows *some, cal_node_data *few, bool *of) {
    const cal_op *op = cal_op_at(cal_at(g, i)->op);
    *few = *cal_at(g, i);
    memset(of, 0, CAL_INPUTS_MAX * sizeof *of);
    if (few->kind != CAL_MATRIX || !op->rows || !op->rows(g, few, some, of, &few->attributes)) return false;
    few->shape.n = few->shape.n / some->group * some->count;
    return true;
}

// What is asked of each node, where these rows of x are: its readers come behind it.
static void ask(const cal_graph *g, cal_node x, const cal_some_rows *some, char *asked) {
    asked[x] = WANTED;
    for (cal_node i = g->count - 1; i >= 0; i--) {
        cal_node_data few;
        bool of[CAL_INPUTS_MAX], follows = asked[i] == WANTED && follow(g, i, some, &few, of);
        for (int j = 0; j < CAL_INPUTS_MAX; j++) {
            const cal_node in = cal_at(g, i)->in[j];
            if (in >= 0) asked[in] |= follows && of[j] ? WANTED : WHOLE;
        }
    }
}

cal_node cal_graph_rows_alone(cal_graph *g, cal_node x, int group, int first, int count) {
    if (x < 0 || count == group) return x;
    const cal_some_rows some = {group, first, count};
    cal_arena arena = {0};
    char *asked = cal_arena_alloc(&arena, (size_t)g->count);
    cal_node *rows = cal_arena_alloc(&arena, (size_t)(x + 1) * sizeof *rows), made = CAL_NO_NODE;
    if (arena.refused) {
        cal_fail(&g->error, CAL_MEMORY, "memory for looking through %d nodes was refused", g->count);
    } else {
        ask(g, x, &some, asked);
        for (cal_node i = 0; i <= x; i++) {
            cal_node_data few;
            bool of[CAL_INPUTS_MAX];
            if (!(asked[i] & WANTED)) continue;
            if (asked[i] == WANTED && follow(g, i, &some, &few, of)) {
                for (int j = 0; j < CAL_INPUTS_MAX; j++)
                    if (of[j] && few.in[j] >= 0) few.in[j] = rows[few.in[j]];
                rows[i] = cal_graph_copy(g, &few);
            } else {
                rows[i] = cal_graph_rows_take(g, i, group, first, count);
            }
        }
        made = rows[x];
    }
    cal_arena_free(&arena);
    return made;
}
