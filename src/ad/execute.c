// From an op and the kinds of its operands to a kernel. VECTORs are tiny and double: they are done
// here.
#include "ad/execute.h"
#include "base/maths/maths.h"
#include "kernel/channel.h"
#include "kernel/conv/conv.h"
#include "kernel/dropout.h"
#include "kernel/elementwise.h"
#include "kernel/layout/layout.h"
#include "kernel/matmul/matmul.h"
#include "kernel/pool/pool.h"
#include "kernel/rowwise.h"
#include "kernel/tokens.h"
#include <assert.h>

static cal_image_shape image(cal_shape s) { return (cal_image_shape){s.n, s.c, s.h, s.w}; }

static cal_matmul_shape matmul_shape(const cal_step *step) {
    bool transpose_x = step->node.a & 1, transpose_y = step->node.a >> 1;
    cal_shape y = step->node.shape, x = step->in_shape[0];
    int groups = step->node.b ? step->node.b : 1;
    return (cal_matmul_shape){y.n / groups, y.c,         transpose_x ? x.n / groups : x.c,
                              transpose_x,  transpose_y, groups};
}

// Input image, output image and filter stand in different places for the three convolution ops.
static cal_conv_shape conv_shape(const cal_step *step) {
    cal_shape x, y, f;
    switch (step->node.op) {
    case CAL_OP_CONV: x = step->in_shape[0], f = step->in_shape[1], y = step->node.shape; break;
    case CAL_OP_CONV_IMAGE: y = step->in_shape[0], f = step->in_shape[1], x = step->node.shape; break;
    default: x = step->in_shape[0], y = step->in_shape[1], f = step->node.shape; break;
    }
    return (cal_conv_shape){.n = x.n,
                            .ci = x.c,
                            .h = x.h,
                            .w = x.w,
                            .co = y.c,
                            .oh = y.h,
                            .ow = y.w,
                            .kh = f.h,
                            .kw = f.w,
                            .stride = step->node.a & 255,
                            .dilation = step->node.a >> 8,
                            .pad_h = step->node.b & 255,
                            .pad_w = step->node.b >> 8 & 255,
                            .groups = x.c / f.c,
                            .direct = step->node.b >> 16};
}

static cal_pool_shape pool_shape(const cal_step *step) {
    bool grows = step->node.op == CAL_OP_POOL_SCATTER || step->node.op == CAL_OP_POOL_SPREAD;
    cal_shape large = grows ? step->node.shape : step->in_shape[0];
    int a = step->node.a, b = step->node.b;
    return (cal_pool_shape){large.n, large.c, large.h,      large.w, a & 255,
                            a >> 8,  b & 255, b >> 8 & 255, b >> 16};
}

size_t cal_prepared_floats(const cal_node_data *node, cal_shape first, cal_shape second) {
    cal_step step = {.node = *node, .in_shape = {first, second}};
    if (node->op == CAL_OP_MATMUL) {
        cal_matmul_shape shape = matmul_shape(&step);
        return cal_kernel_matmul_prepared_floats(&shape);
    }
    cal_conv_shape shape = conv_shape(&step);
    return cal_kernel_conv_prepared_floats(&shape);
}

// A matrix [n,k], transposed in its product.
static void prepare_matrix(const cal_step *step, const cal_env *env) {
    cal_matmul_shape shape = {1, step->in_shape[0].n, step->in_shape[0].c, false, true, 1};
    cal_kernel_matmul_prepare(env, step->y, step->x[0], &shape);
}

static void prepare_filter(const cal_step *step, const cal_env *env) {
    cal_shape f = step->in_shape[0];
    cal_conv_shape shape = {.n = 1,
                            .ci = f.c,
                            .h = f.h,
                            .w = f.w,
                            .co = f.n,
                            .oh = 1,
                            .ow = 1,
                            .kh = f.h,
                            .kw = f.w,
                            .stride = step->node.a & 255,
                            .dilation = step->node.a >> 8,
                            .pad_h = step->node.b & 255,
                            .pad_w = step->node.b >> 8 & 255,
                            .groups = 1};
    cal_kernel_conv_prepare(env, step->y, step->x[0], &shape);
}

size_t cal_step_scratch(const cal_step *step, int workers) {
    cal_image_shape in = image(step->in_shape[0]);
    switch (step->node.op) {
    case CAL_OP_CONV:
    case CAL_OP_CONV_IMAGE:
    case CAL_OP_CONV_FILTER: {
        cal_conv_shape shape = conv_shape(step);
        return cal_kernel_conv_scratch(&shape, workers);
    }
    case CAL_OP_MATMUL: {
        cal_matmul_shape shape = matmul_shape(step);
        return cal_kernel_matmul_scratch(&shape, workers);
    }
    case CAL_OP_CHANNEL_STAT:
    case CAL_OP_CHANNEL_DOT: return cal_kernel_channel_scratch(&in);
    case CAL_OP_SUM:
        if (step->in_kind[0] == CAL_IMAGE) return cal_kernel_channel_scratch(&in);
        if (step->in_kind[0] == CAL_MATRIX && step->node.shape.c > 1)
            return cal_kernel_column_scratch(step->in_shape[0].n, step->in_shape[0].c);
        return cal_kernel_total_scratch(cal_elements(step->in_shape[0]));
    default: return 0;
    }
}

// ---- VECTOR, in double

static void vector_elementwise(const cal_node_data *node, double *y, const double *a, const double *b) {
    size_t count = cal_elements(node->shape);
    double k = node->k;
    for (size_t i = 0; i < count; i++) {
        switch (node->op) {
        case CAL_OP_ADD: y[i] = a[i] + b[i]; break;
        case CAL_OP_SUB: y[i] = a[i] - b[i]; break;
        case CAL_OP_MUL: y[i] = a[i] * b[i]; break;
        case CAL_OP_DIV: y[i] = a[i] / b[i]; break;
        case CAL_OP_SCALE: y[i] = k * a[i]; break;
        case CAL_OP_OFFSET: y[i] = a[i] + k; break;
        case CAL_OP_EXP: y[i] = cal_exp(a[i]); break;
        case CAL_OP_LOG: y[i] = cal_log(a[i]); break;
        case CAL_OP_SQRT: y[i] = cal_sqrt(a[i]); break;
        case CAL_OP_TANH: y[i] = cal_tanh(a[i]); break;
        case CAL_OP_ERF: y[i] = cal_erf(a[i]); break;
        case CAL_OP_SIGMOID: y[i] = cal_sigmoid(a[i]); break;
        case CAL_OP_RELU: y[i] = !(a[i] > 0) ? 0 : k > 0 && a[i] > k ? k : a[i]; break;
        case CAL_OP_LEAK: y[i] = b[i] > 0 ? a[i] : k * a[i]; break;
        case CAL_OP_MASK: y[i] = b[i] > 0 && !(k > 0 && b[i] >= k) ? a[i] : 0; break;
        default: assert(!"not an element-wise op");
        }
    }
}

static void vector_pack(const cal_step *step) {
    double *y = step->y;
    int c = step->node.shape.c;
    for (int row = 0; row < 2; row++)
        for (int i = 0; i < c; i++) y[row * c + i] = step->x[row] ? ((const double *)step->x[row])[i] : 0;
}

static void vector_row(const cal_step *step) {
    double *y = step->y;
    const double *x = step->x[0];
    for (int i = 0; i < step->node.shape.c; i++) y[i] = x[step->node.a * step->node.shape.c + i];
}

// ---- the other kinds

static cal_elementwise elementwise_op(const cal_node_data *node) {
    switch (node->op) {
    case CAL_OP_ADD: return CAL_EW_ADD;
    case CAL_OP_SUB: return CAL_EW_SUB;
    case CAL_OP_MUL: return CAL_EW_MUL;
    case CAL_OP_DIV: return CAL_EW_DIV;
    case CAL_OP_SCALE: return CAL_EW_SCALE;
    case CAL_OP_OFFSET: return CAL_EW_OFFSET;
    case CAL_OP_EXP: return CAL_EW_EXP;
    case CAL_OP_LOG: return CAL_EW_LOG;
    case CAL_OP_SQRT: return CAL_EW_SQRT;
    case CAL_OP_TANH: return CAL_EW_TANH;
    case CAL_OP_ERF: return CAL_EW_ERF;
    case CAL_OP_SIGMOID: return CAL_EW_SIGMOID;
    case CAL_OP_RELU: return node->k > 0 ? CAL_EW_RELU_CAP : CAL_EW_RELU;
    case CAL_OP_LEAK: return CAL_EW_LEAK;
    default: return node->k > 0 ? CAL_EW_MASK_CAP : CAL_EW_MASK;
    }
}

size_t cal_step_chunk(const cal_step *step) {
    return cal_kernel_elementwise_chunk(elementwise_op(&step->node));
}

static void run_elementwise(const cal_step *step, const cal_env *env) {
    const cal_node_data *node = &step->node;
    cal_shape s = node->shape;
    if (node->kind == CAL_VECTOR) {
        vector_elementwise(node, step->y, step->x[0], step->x[1]);
        return;
    }
    size_t count = node->kind == CAL_IMAGE ? cal_image_floats(s.n, s.c, s.h, s.w) : cal_elements(s);
    cal_kernel_elementwise_run(env, elementwise_op(node), step->y, step->x[0], step->x[1], node->k, count);
    if (node->kind == CAL_IMAGE && !cal_op_has(node->op, 'Z')) {
        cal_image_shape shape = image(s);
        cal_kernel_clear_padding(env, step->y, &shape);
    }
}

static void run_drop(const cal_step *step, const cal_env *env) {
    const cal_node_data *node = &step->node;
    const double *key = step->x[1];
    cal_dropout drop = {(uint64_t)key[0], (uint64_t)key[1], node->a, node->k};
    cal_shape s = node->shape;
    size_t count = node->kind == CAL_IMAGE ? cal_image_floats(s.n, s.c, s.h, s.w) : cal_elements(s);
    cal_kernel_dropout_run(env, step->y, step->x[0], &drop, count);
}

static void run_sum(const cal_step *step, const cal_env *env) {
    cal_shape in = step->in_shape[0], out = step->node.shape;
    cal_image_shape planes = image(in);
    const void *x = step->x[0];
    switch (step->in_kind[0]) {
    case CAL_IMAGE:
        if (step->node.kind == CAL_MATRIX) cal_kernel_plane_sum(env, step->y, x, &planes);
        else cal_kernel_channel_sum(env, step->y, x, &planes);
        break;
    case CAL_VECTOR: {
        const double *v = x;
        double total = 0;
        for (size_t i = 0; i < cal_elements(in); i++) total += v[i];
        *(double *)step->y = total;
        break;
    }
    default:
        if (step->node.kind == CAL_MATRIX && out.n < in.n)
            cal_kernel_block_sum(env, step->y, x, in.n / out.n, out.n, in.c);
        else if (step->node.kind == CAL_MATRIX) cal_kernel_row_sum(env, step->y, x, in.n, in.c);
        else if (out.c > 1) cal_kernel_column_sum(env, step->y, x, in.n, in.c);
        else *(double *)step->y = cal_kernel_total(env, x, cal_elements(in));
    }
}

static void run_broadcast(const cal_step *step, const cal_env *env) {
    cal_shape in = step->in_shape[0], out = step->node.shape;
    cal_image_shape planes = image(out);
    const void *x = step->x[0];
    if (step->node.kind == CAL_IMAGE) {
        if (step->in_kind[0] == CAL_MATRIX) cal_kernel_plane_broadcast(env, step->y, x, &planes);
        else cal_kernel_channel_broadcast(env, step->y, x, &planes);
    } else if (step->in_kind[0] == CAL_MATRIX && in.n < out.n) {
        cal_kernel_block_broadcast(env, step->y, x, out.n / in.n, in.n, in.c);
    } else if (step->in_kind[0] == CAL_MATRIX) {
        cal_kernel_row_broadcast(env, step->y, x, out.n, out.c);
    } else if (step->node.kind == CAL_MATRIX && in.c == out.c) {
        cal_kernel_column_broadcast(env, step->y, x, out.n, out.c);
    } else { // a scalar
        double value = *(const double *)x;
        size_t count = cal_elements(out);
        if (step->node.kind == CAL_VECTOR)
            for (size_t i = 0; i < count; i++) ((double *)step->y)[i] = value;
        else
            for (size_t i = 0; i < count; i++) ((float *)step->y)[i] = (float)value;
    }
}

static void run_linear(const cal_step *step, const cal_env *env) {
    const float *term[CAL_LINEAR_TERMS];
    const double *coefficient[CAL_LINEAR_TERMS];
    int count = 0;
    for (; count < CAL_LINEAR_TERMS && step->x[count]; count++) {
        term[count] = step->x[count];
        coefficient[count] = step->x[4 + count];
    }
    cal_image_shape shape = image(step->node.shape);
    cal_kernel_channel_linear(env, step->y, count, term, coefficient, step->x[8], step->node.a == 1,
                              step->node.k, &shape);
}

void cal_step_convolve(const cal_step *step, const cal_env *env,
                       void (*after)(void *context, int plane, int worker), void *context) {
    cal_conv_shape shape = conv_shape(step);
    cal_conv_fused fused = {step->x[2], step->x[3], step->x[4], after, context};
    switch (step->node.op) {
    case CAL_OP_CONV: cal_kernel_conv_forward(env, step->y, step->x[0], step->x[1], &shape, &fused); break;
    case CAL_OP_CONV_IMAGE:
        cal_kernel_conv_input_grad(env, step->y, step->x[0], step->x[1], &shape, &fused);
        break;
    default: cal_kernel_conv_filter_grad(env, step->y, step->x[0], step->x[1], &shape, &fused); break;
    }
}

static void run_pool(const cal_step *step, const cal_env *env) {
    cal_pool_shape shape = pool_shape(step);
    const void *x = step->x[0], *x1 = step->x[1];
    switch (step->node.op) {
    case CAL_OP_POOL_INDEX: cal_kernel_maxpool_index(env, step->y, x, &shape); break;
    case CAL_OP_POOL_GATHER: cal_kernel_maxpool_gather(env, step->y, x, x1, &shape); break;
    case CAL_OP_POOL_SCATTER: cal_kernel_maxpool_scatter(env, step->y, x, x1, &shape); break;
    case CAL_OP_POOL_AVERAGE: cal_kernel_average_pool(env, step->y, x, &shape); break;
    default: cal_kernel_average_unpool(env, step->y, x, &shape); break;
    }
}

void cal_step_execute(const cal_step *step, const cal_env *env) {
    const cal_node_data *node = &step->node;
    cal_image_shape in = image(step->in_shape[0]), out = image(node->shape);
    int rows = step->in_shape[0].n, columns = step->in_shape[0].c;
    const void *x = step->x[0], *x1 = step->x[1];
    switch (node->op) {
    case CAL_OP_INPUT:
    case CAL_OP_CONST: break;
    case CAL_OP_DROP: run_drop(step, env); break;
    case CAL_OP_SUM: run_sum(step, env); break;
    case CAL_OP_BROADCAST: run_broadcast(step, env); break;
    case CAL_OP_MATMUL: {
        cal_matmul_shape shape = matmul_shape(step);
        if (step->x[2]) cal_kernel_matmul_row(env, step->y, x, step->x[2], &shape);
        else cal_kernel_matmul(env, step->y, x, x1, &shape);
        break;
    }
    case CAL_OP_LOGSUMEXP: cal_kernel_row_logsumexp(env, step->y, x, rows, columns); break;
    case CAL_OP_SOFTMAX: cal_kernel_row_softmax(env, step->y, x, rows, columns); break;
    case CAL_OP_SOFTMAX_GRAD: cal_kernel_row_softmax_grad(env, step->y, x, x1, rows, columns); break;
    case CAL_OP_PICK: cal_kernel_row_pick(env, step->y, x, x1, rows, columns); break;
    case CAL_OP_UNPICK: cal_kernel_row_unpick(env, step->y, x, x1, rows, node->shape.c); break;
    case CAL_OP_ROW_ARGMAX: cal_kernel_row_argmax(env, step->y, x, rows, columns); break;
    case CAL_OP_CONV:
    case CAL_OP_CONV_IMAGE:
    case CAL_OP_CONV_FILTER: cal_step_convolve(step, env, NULL, NULL); break;
    case CAL_OP_CONV_PREPARE: prepare_filter(step, env); break;
    case CAL_OP_MATMUL_PREPARE: prepare_matrix(step, env); break;
    case CAL_OP_POOL_INDEX:
    case CAL_OP_POOL_GATHER:
    case CAL_OP_POOL_SCATTER:
    case CAL_OP_POOL_AVERAGE:
    case CAL_OP_POOL_SPREAD: run_pool(step, env); break;
    case CAL_OP_PLANE_ARGMAX: cal_kernel_plane_argmax(env, step->y, x, &in); break;
    case CAL_OP_PLANE_PICK: cal_kernel_plane_pick(env, step->y, x, x1, &in); break;
    case CAL_OP_PLANE_UNPICK: cal_kernel_plane_unpick(env, step->y, x, x1, &out); break;
    case CAL_OP_FLATTEN: cal_kernel_flatten(env, step->y, x, &in); break;
    case CAL_OP_UNFLATTEN: cal_kernel_unflatten(env, step->y, x, &out); break;
    case CAL_OP_SHORTCUT: cal_kernel_shortcut(env, step->y, x, node->shape.c, node->a, node->b, &in); break;
    case CAL_OP_SHORTCUT_GRAD:
        cal_kernel_shortcut_grad(env, step->y, x, columns, node->a, node->b, &out);
        break;
    case CAL_OP_CONCAT:
        cal_kernel_concat_channels(env, step->y, x, columns, x1, step->in_shape[1].c, &out);
        break;
    case CAL_OP_CHANNEL_STAT: cal_kernel_channel_stat(env, step->y, x, &in); break;
    case CAL_OP_CHANNEL_DOT: cal_kernel_channel_dot(env, step->y, x, x1, &in); break;
    case CAL_OP_CHANNEL_LINEAR: run_linear(step, env); break;
    case CAL_OP_MASK:
        if (step->x[2]) cal_kernel_channel_mask(env, step->y, x, x1, step->x[2], step->x[3], &out);
        else run_elementwise(step, env);
        break;
    case CAL_OP_PACK: vector_pack(step); break;
    case CAL_OP_ROW: vector_row(step); break;
    case CAL_OP_TOKENS:
    case CAL_OP_UNTOKENS:
    case CAL_OP_ROWS_TAKE:
    case CAL_OP_ROWS_PUT:
    case CAL_OP_SWAP:
    case CAL_OP_TABLE_ROWS:
    case CAL_OP_TABLE_ADD: cal_step_execute_tokens(step, env); break;
    default: run_elementwise(step, env); break;
    }
}
