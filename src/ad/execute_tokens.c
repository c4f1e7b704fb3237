// From an op on tokens to its kernel.
#include "ad/execute.h"
#include "kernel/tokens.h"

static cal_image_shape image(cal_shape s) { return (cal_image_shape){s.n, s.c, s.h, s.w}; }

static cal_rows_shape rows_shape(const cal_node_data *node, cal_shape all, cal_shape few) {
    int samples = all.n / node->a;
    return (cal_rows_shape){samples, node->a, node->b, few.n / samples, all.c};
}

void cal_step_execute_tokens(const cal_step *step, const cal_env *env) {
    const cal_node_data *node = &step->node;
    cal_shape in = step->in_shape[0], out = node->shape;
    const void *x = step->x[0], *numbers = step->x[1];
    int count = (int)cal_elements(step->in_shape[1]);
    switch (node->op) {
    case CAL_OP_TOKENS: {
        cal_image_shape shape = image(in);
        cal_kernel_tokens(env, step->y, x, &shape);
        break;
    }
    case CAL_OP_UNTOKENS: {
        cal_image_shape shape = image(out);
        cal_kernel_untokens(env, step->y, x, &shape);
        break;
    }
    case CAL_OP_ROWS_TAKE: {
        cal_rows_shape shape = rows_shape(node, in, out);
        cal_kernel_rows_take(env, step->y, x, &shape);
        break;
    }
    case CAL_OP_ROWS_PUT: {
        cal_rows_shape shape = rows_shape(node, out, in);
        cal_kernel_rows_put(env, step->y, x, &shape);
        break;
    }
    case CAL_OP_SWAP: {
        int p = node->a, q = node->b, r = in.c < out.c ? in.c : out.c;
        cal_kernel_swap(env, step->y, x, (int)(cal_elements(in) / ((size_t)p * q * r)), p, q, r);
        break;
    }
    case CAL_OP_TABLE_ROWS: cal_kernel_table_rows(env, step->y, x, numbers, count, in.n, in.c); break;
    default: cal_kernel_table_add(env, step->y, x, numbers, count, out.n, out.c); break;
    }
}
