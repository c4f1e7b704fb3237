// Which images lie in a concatenation of theirs, and which gradients in that of one.
#include "ad/plan/grow.h"

typedef struct grower {
    cal_step *step;
    int steps, forever;
    const int *last;
    cal_grown *of;
} grower;

static bool writes_part(const cal_step *step) {
    const cal_op *op = cal_op_at(step->node.op);
    return op->writes_part && op->writes_part(step);
}

static bool all_read_parts(const grower *g, int image) {
    for (int i = image + 1; i < g->steps; i++)
        for (int j = 0; j < CAL_INPUTS_MAX; j++) {
            if (g->step[i].node.in[j] != image) continue;
            const cal_op *op = cal_op_at(g->step[i].node.op);
            if (!op->reads_part || !op->reads_part(&g->step[i], j)) return false;
        }
    return true;
}

static void set_groups(const grower *g, int image, int groups) {
    g->step[image].groups = groups;
    for (int i = image + 1; i < g->steps; i++)
        for (int j = 0; j < CAL_INPUTS_MAX; j++)
            if (g->step[i].node.in[j] == image) g->step[i].in_groups[j] = groups;
}

// Puts an input of the concatenation `into` into its image, if that can be.
static void put(const grower *g, int part, int into, int from) {
    const int whole = g->of[into].whole;
    if (g->of[part].from >= 0 || g->last[part] == g->forever || g->step[part].node.shape.c % 4) return;
    if (!writes_part(&g->step[part]) || !all_read_parts(g, part)) return;
    g->of[part] = (cal_grown){whole, from};
    if (g->of[whole].from < 0) g->of[whole].from = 0;
    set_groups(g, part, g->step[whole].groups);
}

// Leaves a result where it lies in the image of its input, if all that read it can read it there.
static void leave(const grower *g, int part) {
    const cal_step *step = &g->step[part];
    const cal_op *op = cal_op_at(step->node.op);
    const int from = op->lies_from ? op->lies_from(step) : -1, in = step->node.in[0];
    if (from < 0 || g->last[part] == g->forever || !all_read_parts(g, part)) return;
    if (cal_op_at(g->step[in].node.op)->flags & CAL_OP_PERSISTS || g->step[in].groups == step->groups) return;
    cal_grown *of = &g->of[in];
    if (of->from < 0) of->from = 0;
    g->of[part] = (cal_grown){of->whole, of->from + from};
    set_groups(g, part, g->step[in].groups);
}

void cal_grow_find(cal_step *step, int steps, const int *last, int forever, cal_grown *of) {
    const grower g = {step, steps, forever, last, of};
    for (int i = steps - 1; i >= 0; i--) {
        if (step[i].node.op != CAL_OP_CONCAT) continue;
        const int from = of[i].from < 0 ? 0 : of[i].from, c = step[i].in_shape[0].c;
        put(&g, step[i].node.in[0], i, from);
        if (c % 4 == 0) put(&g, step[i].node.in[1], i, from + c / 4);
    }
    for (int i = 0; i < steps; i++) leave(&g, i);
}
