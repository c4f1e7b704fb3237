// Channel algebra: the sums over the planes of each channel that batch norm uses (linear.c has the rest).
#include "ad/op/descriptor.h"

// ---- statistics

// IMAGE -> VECTOR [2,c] = mean; biased variance.
cal_node cal_graph_stat(cal_graph *g, cal_node x) {
    return cal_op_one(g, CAL_OP_CHANNEL_STAT, x, CAL_VECTOR, cal_rows_columns(2, cal_shape_of(g, x).c), NULL);
}

static bool stat_shape(const cal_graph *g, const cal_node_data *node) {
    return cal_is(g, node->in[0], CAL_IMAGE) &&
           cal_has_shape(node, CAL_VECTOR, cal_rows_columns(2, cal_shape_of(g, node->in[0]).c));
}

// d mean = 1/m, d variance = 2 (x - mean)/m, m values a channel.
static void derive_stat(cal_graph *g, cal_derivation *d) {
    cal_node x = d->node.in[0];
    cal_shape s = cal_shape_of(g, x);
    double m = (double)s.n * s.h * s.w;
    cal_node slope = cal_graph_scale(g, cal_graph_row(g, d->w, 1), 2 / m);
    cal_node shift = cal_graph_scale(g, cal_graph_row(g, d->w, 0), 1 / m);
    if (slope < 0) {
        d->d[0] = cal_graph_broadcast(g, shift, CAL_IMAGE, s);
        return;
    }
    cal_node mean = cal_graph_row(g, d->out, 0);
    d->d[0] = cal_graph_affine(g, x, slope, cal_graph_sub(g, shift, cal_graph_mul(g, slope, mean)));
}

static void execute_stat(const cal_step *step, const cal_env *env) {
    cal_image_shape in = cal_image_of(step->in_shape[0]);
    cal_kernel_channel_stat(env, step->y, step->x[0], step->in_blocks, &in);
}

static size_t sums_scratch(const cal_step *step, int workers) {
    cal_image_shape in = cal_image_of(step->in_shape[0]);
    (void)workers;
    return cal_kernel_channel_scratch(&in);
}

static void interpret_stat(const cal_operands *o) {
    cal_shape s = o->in[0];
    int plane = s.h * s.w;
    double count = (double)s.n * plane;
    for (int c = 0; c < s.c; c++)
        for (int pass = 0; pass < 2; pass++) {
            double sum = 0;
            for (int n = 0; n < s.n; n++)
                for (int p = 0; p < plane; p++) {
                    double x = o->x[0][((size_t)n * s.c + c) * plane + p];
                    sum += pass ? (x - o->y[c]) * (x - o->y[c]) : x;
                }
            o->y[pass * s.c + c] = sum / count;
        }
}

static void plane_stat(cal_plane_sums *out, const cal_step *step, int pixels) {
    cal_kernel_plane_stat(out, step->x[0], pixels);
}
static void fold_stat(const cal_step *step, const cal_env *env, const cal_plane_sums *planes) {
    cal_image_shape shape = cal_image_of(step->in_shape[0]);
    cal_kernel_fold_stat(env, step->y, planes, &shape);
}

const cal_op cal_op_channel_stat = {
    .name = "CHANNEL_STAT",
    .meaning = "[mean; biased variance] of each channel",
    .inputs = 1,
    .flags = CAL_OP_PLANEWISE,
    .input = {"image"},
    .shape = stat_shape,
    .derive = derive_stat,
    .execute = execute_stat,
    .scratch = sums_scratch,
    .interpret = interpret_stat,
    .reduction = &(const cal_plane_reduction){plane_stat, fold_stat},
    .reads_view = cal_op_reads_views,
};

// ---- sums and products over channels

// Two IMAGEs -> VECTOR [2,c] = sum x; sum x y.
cal_node cal_graph_channel_dot(cal_graph *g, cal_node x, cal_node y) {
    return cal_op_two(g, CAL_OP_CHANNEL_DOT, x, y, CAL_VECTOR, cal_rows_columns(2, cal_shape_of(g, x).c),
                      NULL);
}

static bool dot_shape(const cal_graph *g, const cal_node_data *node) {
    return stat_shape(g, node) && node->in[1] >= 0 && cal_same_kind_and_shape(g, node->in[0], node->in[1]);
}

static void derive_dot(cal_graph *g, cal_derivation *d) {
    cal_node x = d->node.in[0], y = d->node.in[1];
    cal_node w0 = cal_graph_row(g, d->w, 0), w1 = cal_graph_row(g, d->w, 1);
    cal_shape s = cal_shape_of(g, x);
    if (d->need[0])
        d->d[0] = w1 < 0 ? cal_graph_broadcast(g, w0, CAL_IMAGE, s) : cal_graph_affine(g, y, w1, w0);
    if (d->need[1] && w1 >= 0) d->d[1] = cal_graph_affine(g, x, w1, CAL_ZERO);
}

static void execute_dot(const cal_step *step, const cal_env *env) {
    cal_image_shape in = cal_image_of(step->in_shape[0]);
    cal_kernel_channel_dot(env, step->y, step->x[0], step->x[1], step->in_blocks, &in);
}

static void interpret_dot(const cal_operands *o) {
    cal_shape s = o->in[0];
    int plane = s.h * s.w;
    for (int c = 0; c < s.c; c++) {
        double sum = 0, dot = 0;
        for (int n = 0; n < s.n; n++)
            for (int p = 0; p < plane; p++) {
                size_t i = ((size_t)n * s.c + c) * plane + p;
                sum += o->x[0][i];
                dot += o->x[0][i] * o->x[1][i];
            }
        o->y[c] = sum;
        o->y[s.c + c] = dot;
    }
}

static void plane_dot(cal_plane_sums *out, const cal_step *step, int pixels) {
    cal_kernel_plane_dot(out, step->x[0], step->x[1], pixels);
}
static void fold_dot(const cal_step *step, const cal_env *env, const cal_plane_sums *planes) {
    cal_image_shape shape = cal_image_of(step->in_shape[0]);
    cal_kernel_fold_dot(env, step->y, planes, &shape);
}

const cal_op cal_op_channel_dot = {
    .name = "CHANNEL_DOT",
    .meaning = "[sum x; sum x y] of each channel",
    .inputs = 2,
    .flags = CAL_OP_PLANEWISE,
    .input = {"x", "y"},
    .shape = dot_shape,
    .derive = derive_dot,
    .execute = execute_dot,
    .scratch = sums_scratch,
    .interpret = interpret_dot,
    .reduction = &(const cal_plane_reduction){plane_dot, fold_dot},
    .reads_view = cal_op_reads_views,
};

// ---- examples

CAL_EXAMPLE(stat, cal_graph_stat(g, x[0]))
CAL_EXAMPLE(dot, cal_graph_channel_dot(g, x[0], x[1]))
static cal_node example_norm(cal_graph *g, const cal_node *x) { // batch norm in training mode
    cal_node stat = cal_graph_stat(g, x[0]), variance = cal_graph_row(g, stat, 1);
    cal_node slope = cal_graph_div(g, x[1], cal_graph_sqrt(g, cal_graph_offset(g, variance, 1e-5)));
    cal_node shift = cal_graph_sub(g, x[2], cal_graph_mul(g, slope, cal_graph_row(g, stat, 0)));
    return cal_graph_affine(g, x[0], slope, shift);
}

const cal_op_example cal_op_examples_channel[] = {
    {"CHANNEL_STAT", example_stat, {{CAL_IMAGE, {3, 5, 2, 3}}}},
    {"CHANNEL_DOT", example_dot, {{CAL_IMAGE, {3, 5, 2, 3}}, {CAL_IMAGE, {3, 5, 2, 3}}}},
    {"batch norm",
     example_norm,
     {{CAL_IMAGE, {4, 5, 3, 2}}, {CAL_VECTOR, {1, 5, 1, 1}}, {CAL_VECTOR, {1, 5, 1, 1}}}},
    {NULL},
};
