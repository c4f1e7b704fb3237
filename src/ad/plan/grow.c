// Which concatenations lie in longer ones.
#include "ad/plan/grow.h"

static bool all_read_parts(const cal_step *step, int steps, int image) {
    for (int i = image + 1; i < steps; i++)
        for (int j = 0; j < CAL_INPUTS_MAX; j++) {
            if (step[i].node.in[j] != image) continue;
            const cal_op *op = cal_op_at(step[i].node.op);
            if (!op->reads_part || !op->reads_part(&step[i], j)) return false;
        }
    return true;
}

static void set_groups(cal_step *step, int steps, int image, int groups) {
    step[image].groups = groups;
    for (int i = image + 1; i < steps; i++)
        for (int j = 0; j < CAL_INPUTS_MAX; j++)
            if (step[i].node.in[j] == image) step[i].in_groups[j] = groups;
}

void cal_grow_find(cal_step *step, int steps, const int *last, int forever, int32_t *whole) {
    for (int i = steps - 1; i >= 0; i--) {
        if (step[i].node.op != CAL_OP_CONCAT) continue;
        const int first = step[i].node.in[0];
        if (step[first].node.op != CAL_OP_CONCAT || whole[first] != first || last[first] == forever) continue;
        if (step[first].node.shape.c % 4 || !all_read_parts(step, steps, first)) continue;
        whole[first] = whole[i];
        set_groups(step, steps, first, step[whole[i]].groups);
    }
}
