// The f64 interpreter: every op as the plainest loop that defines it (`interpret` in its descriptor), in
// double. It is the oracle of the kernels and derivatives, and evaluates losses exactly if n is small.
#include "ad/interpret.h"
#include "ad/op/descriptor.h"
#include "base/memory.h"

struct cal_interpreter {
    cal_node_data *node;
    double **value; // null if not live
    int count;
    bool held;
    cal_arena own;
};

cal_status cal_interpreter_create(cal_interpreter **out, const cal_graph *g, const cal_node *roots,
                                  int nroots, cal_error *err) {
    *out = NULL;
    if (g->error.status) {
        if (err) *err = g->error;
        return g->error.status;
    }
    cal_arena own = {0};
    cal_interpreter *it = cal_arena_alloc(&own, sizeof *it);
    cal_node_data *node = cal_arena_alloc(&own, (size_t)g->count * sizeof *node + 1);
    double **value = cal_arena_alloc(&own, (size_t)g->count * sizeof *value + 1);
    bool *live = cal_arena_alloc(&own, (size_t)g->count * sizeof *live + 1);
    if (!own.refused) {
        for (int i = 0; i < nroots; i++)
            if (roots[i] >= 0) live[roots[i]] = true;
        for (cal_node i = g->count - 1; i >= 0; i--)
            for (int j = 0; live[i] && j < CAL_INPUTS_MAX; j++)
                if (cal_at(g, i)->in[j] >= 0) live[cal_at(g, i)->in[j]] = true;
        for (cal_node i = 0; i < g->count; i++) {
            node[i] = *cal_at(g, i);
            if (live[i]) value[i] = cal_arena_alloc(&own, cal_elements(node[i].shape) * sizeof(double) + 1);
        }
    }
    if (own.refused) {
        cal_arena_free(&own);
        return cal_fail(err, CAL_MEMORY, "memory for interpreting %d nodes was refused", g->count);
    }
    *it = (cal_interpreter){.node = node, .value = value, .count = g->count, .own = own};
    *out = it;
    return CAL_OK;
}

void cal_interpreter_free(cal_interpreter *it) {
    if (!it) return;
    cal_arena own = it->own; // the interpreter is stored in its own arena
    cal_arena_free(&own);
}

double *cal_interpreter_values(cal_interpreter *it, cal_node x) {
    return x < 0 || x >= it->count ? NULL : it->value[x];
}

void cal_interpreter_hold(cal_interpreter *it) { it->held = true; }

void cal_interpreter_run(cal_interpreter *it) {
    for (int i = 0; i < it->count; i++) {
        const cal_node_data *node = &it->node[i];
        const cal_op *op = cal_op_at(node->op);
        if (!it->value[i] || (it->held && op->flags & CAL_OP_HELD)) continue;
        cal_operands o = {.node = node, .y = it->value[i], .shape = node->shape};
        for (int j = 0; j < CAL_INPUTS_MAX; j++) {
            if (node->in[j] < 0) continue;
            o.x[j] = it->value[node->in[j]];
            o.in[j] = it->node[node->in[j]].shape;
        }
        op->interpret(&o);
    }
}
