// Fusion: the same bits as the unfused plan, in less memory.
#include "ad/plan.h"
#include "ad/profile.h"
#include "check.h"
#include "fused_ops.h"
#include "kernel_check.h"
#include "run/net/net.h"
#include "run/link/spec.h"
#include "catalog/penalty/penalty.h"
#include "catalog/model/model.h"

enum { ROOTS_MAX = 2000, CLASSES = 10 };

// A network's training step, or its evaluation, as run/net/program.c builds them.
typedef struct step_case {
    cal_graph g;
    cal_node x, labels, tensor[ROOTS_MAX], root[ROOTS_MAX];
    int nroots, tensors;
} step_case;

static void build_step(step_case *s, const cal_net *net, int batch, int size, bool training) {
    *s = (step_case){.nroots = 0};
    cal_graph *g = &s->g;
    const cal_tensor *tensor;
    cal_node stats[ROOTS_MAX], gradient[ROOTS_MAX];
    cal_choice loss;
    cal_error err;
    CHECK(cal_choice_parse(&loss, "loss", "ce", 2, &err) == CAL_OK);
    s->tensors = cal_net_tensors(net, &tensor);
    CHECK(2 * s->tensors + 2 <= ROOTS_MAX);
    s->x = cal_graph_input(g, CAL_IMAGE, (cal_shape){batch, 3, size, size});
    s->labels = cal_graph_input(g, CAL_INDEX, (cal_shape){batch, 1, 1, 1});
    for (int i = 0; i < s->tensors; i++)
        s->tensor[i] = training ? cal_graph_input(g, tensor[i].kind, tensor[i].shape)
                                : cal_graph_steady_input(g, tensor[i].kind, tensor[i].shape);
    cal_node logits = cal_net_build(net, g, s->x, s->tensor, training, stats, CAL_ABSENT);
    cal_loss_batch samples = {
        .logits = logits, .labels = s->labels, .sample_weight = CAL_ABSENT, .state = CAL_ABSENT};
    cal_node losses = cal_objective_build(g, &samples, &loss, NULL);
    s->root[s->nroots++] = logits;
    s->root[s->nroots++] = losses;
    if (!training) return;
    cal_node mean = cal_graph_scale(g, cal_graph_total(g, losses), 1.0 / batch);
    cal_graph_gradient(g, mean, s->tensor, s->tensors, gradient);
    for (int i = 0; i < s->tensors; i++) {
        bool statistic = tensor[i].role == CAL_RUNNING_MEAN || tensor[i].role == CAL_RUNNING_VAR;
        s->root[s->nroots++] = stats[i];
        s->root[s->nroots++] = statistic ? CAL_ABSENT : gradient[i];
    }
}

static void fill_inputs(cal_plan *plan, const step_case *s) {
    cal_shape x = cal_shape_of(&s->g, s->x);
    fill_image(cal_plan_data(plan, s->x), x.n, x.c, x.h, x.w, 1);
    for (int i = 0; i < x.n; i++) ((int32_t *)cal_plan_data(plan, s->labels))[i] = i % CLASSES;
    for (int i = 0; i < s->tensors; i++) {
        void *data = cal_plan_data(plan, s->tensor[i]);
        size_t count = cal_elements(cal_shape_of(&s->g, s->tensor[i]));
        float *values = cal_mem_alloc(count * sizeof *values);
        fill_floats(values, count, 10 + (uint32_t)i);
        bool vector = cal_at(&s->g, s->tensor[i])->kind == CAL_VECTOR;
        for (size_t j = 0; data && j < count; j++)
            if (vector) ((double *)data)[j] = 0.6 + 0.5 * (double)values[j]; // positive, as variances must be
            else ((float *)data)[j] = values[j] * 0.3f;
        cal_mem_free(values);
    }
}

static cal_plan *run_step(step_case *s, bool plain, int workers) {
    cal_plan *plan = NULL;
    cal_error err = {CAL_OK, ""};
    cal_pool *pool = pool_of(workers);
    s->g.plain = plain;
    bool made = cal_plan_create(&plan, &s->g, s->root, s->nroots, workers, &err) == CAL_OK &&
                cal_plan_place(plan, NULL, &err) == CAL_OK;
    CHECK(made);
    if (made) {
        fill_inputs(plan, s);
        cal_plan_run(plan, pool);
        cal_plan_run_again(plan, pool); // results of the first run have no effect
    }
    cal_pool_free(pool);
    return plan;
}

static size_t bytes_of(const cal_node_data *node) {
    return cal_elements(node->shape) * (node->kind == CAL_VECTOR ? sizeof(double) : sizeof(float));
}

static void check_same(const char *name, const cal_net *net, int batch, int size, bool training) {
    static step_case s;
    build_step(&s, net, batch, size, training);
    cal_plan *plain = run_step(&s, true, 1), *fused = run_step(&s, false, 1),
             *workers = run_step(&s, false, 3);
    for (int i = 0; plain && fused && workers && i < s.nroots; i++) {
        if (s.root[i] < 0) continue;
        size_t bytes = bytes_of(cal_at(&s.g, s.root[i]));
        const void *want = cal_plan_data(plain, s.root[i]);
        bool same = memcmp(want, cal_plan_data(fused, s.root[i]), bytes) == 0 &&
                    memcmp(want, cal_plan_data(workers, s.root[i]), bytes) == 0;
        if (!same) printf("%s%s: result %d differs\n", name, training ? "" : " in evaluation", i);
        CHECK(same);
    }
    cal_plan_free(plain);
    cal_plan_free(fused);
    cal_plan_free(workers);
    cal_graph_free(&s.g);
}

static void check_text(const char *text, bool pad, int batch, int size) {
    cal_net *net = NULL;
    cal_error err = {CAL_OK, ""};
    bool parsed = cal_net_parse(&net, text, pad, CLASSES, 3, size, size, &err) == CAL_OK;
    CHECK(parsed);
    if (!parsed) return;
    check_same(text, net, batch, size, true);
    check_same(text, net, batch, size, false);
    cal_net_free(net);
}

static cal_net *preset(const char *id) {
    cal_choice choice;
    cal_net *net = NULL;
    cal_error err;
    CHECK(cal_choice_parse(&choice, "model", id, strlen(id), &err) == CAL_OK);
    CHECK(cal_net_from_choice(&net, &choice, CLASSES, 3, 32, 32, &err) == CAL_OK);
    return net;
}

static void check_presets(void) {
    for (int i = 0; cal_models[i]; i++) {
        cal_choice choice;
        cal_net *net;
        cal_error err;
        cal_choice_default(&choice, &cal_models[i]->entry);
        int size = 16, batch = 5; // VGG halves its pictures five times
        bool made = cal_net_from_choice(&net, &choice, CLASSES, 3, size, size, &err) == CAL_OK;
        if (!made) {
            size = 32, batch = 2;
            made = cal_net_from_choice(&net, &choice, CLASSES, 3, size, size, &err) == CAL_OK;
        }
        CHECK(made);
        if (!made) continue;
        // the largest have the same blocks as the smaller ones
        if (cal_net_takes_image(net) && cal_net_parameters(net) < 2000000) {
            check_same(cal_models[i]->entry.id, net, batch, size, true);
            check_same(cal_models[i]->entry.id, net, batch, size, false);
        }
        cal_net_free(net);
    }
}

// A network that evaluates a few samples repeatedly transforms its filters and packs its matrices only once.
static void check_prepared(void) {
    static step_case s;
    cal_net *net = preset("cnn-s");
    build_step(&s, net, 1, 32, false);
    const fused_ops ops = fused_ops_of(&s.g, s.root, s.nroots);
    CHECK(ops.count[CAL_OP_CONV_PREPARE] == 4);
    CHECK(ops.count[CAL_OP_MATMUL_PREPARE] == 1);
    CHECK(ops.count[CAL_OP_RELU] == 0);
    cal_graph_free(&s.g);
    cal_net_free(net);
}

// Checks the memory of a training step on 128 samples; cnn-s as in the README of the bench.
static void check_memory(const char *id, double most, int convolutions) {
    static step_case s;
    cal_net *net = preset(id);
    cal_plan *plan = NULL;
    cal_error err;
    build_step(&s, net, 128, 32, true);
    CHECK(cal_plan_create(&plan, &s.g, s.root, s.nroots, 1, &err) == CAL_OK);
    double megabytes = (double)cal_plan_block(plan) * 1e-6;
    printf("%s on 128 samples: %.1f MB\n", id, megabytes);
    CHECK(megabytes <= most);
    const fused_ops ops = fused_ops_of(&s.g, s.root, s.nroots);
    CHECK(ops.count[CAL_OP_CONV] + ops.count[CAL_OP_CONV_IMAGE] + ops.count[CAL_OP_CONV_FILTER] ==
          convolutions);
    cal_plan_free(plan);
    cal_graph_free(&s.g);
    cal_net_free(net);
}

static int count_overlaps(const cal_plan *plan) {
    int count = 0;
    for (int i = 0; i < cal_plan_parts(plan); i++) {
        const cal_plan_part part = cal_plan_part_at(plan, i);
        count += part.overlaps && !part.follows;
    }
    return count;
}

// With threads, each filter adjoint runs concurrently with the next image adjoint. The adjoint of a cheap
// shortcut is concurrent with the block's, too. The first layer's image has no adjoint.
static void check_concurrent(const char *text, int workers, int want) {
    static step_case s;
    cal_net *net = NULL;
    cal_error err;
    CHECK(cal_net_parse(&net, text, false, CLASSES, 3, 16, 16, &err) == CAL_OK);
    build_step(&s, net, 4, 16, true);
    cal_plan *plan = run_step(&s, false, workers);
    CHECK(plan && count_overlaps(plan) == want);
    cal_plan_free(plan);
    cal_graph_free(&s.g);
    cal_net_free(net);
}

// Attention makes one pass over its scores in each direction, and one over its adjoint's three parts. The
// second layer's twenty matrices are computed matrix by matrix: softmax and its adjoint each run with one
// product before and one or three after. Ten matrices are too few for that.
static void check_attention(void) {
    static step_case s;
    cal_net *net;
    cal_plan *plan = NULL;
    cal_error err;
    int softmaxes = 0, products = 0;
    CHECK(cal_net_parse(&net, "c8s2-tokens-r(att2)-att4-mean-fc", false, CLASSES, 3, 8, 8, &err) == CAL_OK);
    build_step(&s, net, 5, 8, true);
    const fused_ops ops = fused_ops_of(&s.g, s.root, s.nroots);
    CHECK(ops.count[CAL_OP_SOFTMAX] == 2 && ops.count[CAL_OP_SOFTMAX_GRAD] == 2);
    CHECK(ops.count[CAL_OP_EXP] == 1);                                          // from the loss
    CHECK(ops.count[CAL_OP_ROWS_JOIN] == 2 && ops.count[CAL_OP_ROWS_PUT] == 0); // queries, keys and values
    CHECK(cal_plan_create(&plan, &s.g, s.root, s.nroots, 1, &err) == CAL_OK);
    for (int i = 0; i < cal_plan_parts(plan); i++) {
        const cal_plan_part part = cal_plan_part_at(plan, i);
        if (!part.follows) continue;
        softmaxes += strncmp(part.op, "SOFTMAX", 7) == 0;
        products += strcmp(part.op, "MATMUL") == 0;
    }
    CHECK(softmaxes == 2 && products == 4);
    cal_plan_free(plan);
    cal_graph_free(&s.g);
    cal_net_free(net);
}

// A capped ReLU is applied on load like a plain one, except in Winograd's transforms. Only the last of
// mobilenetv2's 35, which is averaged, is stored.
static void check_capped(void) {
    static step_case s;
    cal_net *net = preset("mobilenetv2");
    build_step(&s, net, 2, 32, true);
    const fused_ops ops = fused_ops_of(&s.g, s.root, s.nroots);
    CHECK(ops.count[CAL_OP_CHANNEL_MASK] == 35 && ops.count[CAL_OP_MASK] == 0);
    CHECK(ops.count[CAL_OP_CHANNEL_LINEAR] == 71);
    cal_graph_free(&s.g);
    cal_net_free(net);
}

// A GELU and its adjoint, as the layer builds it: with every node a root nothing is fused.
static void check_normal(cal_kind kind, cal_shape shape) {
    cal_graph g = {0};
    cal_node root[64], x = cal_graph_input(&g, kind, shape), w = cal_graph_input(&g, kind, shape), dx;
    cal_node half = cal_graph_scale(&g, cal_graph_erf(&g, cal_graph_scale(&g, x, 0.70710678118654752)), 0.5);
    cal_node y = cal_graph_mul(&g, x, cal_graph_offset(&g, half, 0.5));
    cal_node value = cal_graph_inner(&g, y, w);
    cal_graph_gradient(&g, value, &x, 1, &dx);
    CHECK(g.count <= 64);
    for (cal_node i = 0; i < g.count; i++) root[i] = i;
    const cal_node requested[2] = {y, dx};
    const fused_ops ops = fused_ops_of(&g, requested, 2), none = fused_ops_of(&g, root, g.count);
    CHECK(ops.count[CAL_OP_NORMAL_CDF] == 1 && ops.count[CAL_OP_NORMAL_BELL] == 1);
    CHECK(ops.count[CAL_OP_ERF] == 0 && ops.count[CAL_OP_EXP] == 0);
    CHECK(none.count[CAL_OP_NORMAL_CDF] == 0 && none.count[CAL_OP_NORMAL_BELL] == 0);
    cal_plan *plan[2] = {NULL, NULL};
    for (int i = 0; i < 2; i++) {
        cal_error err;
        CHECK(cal_plan_create(&plan[i], &g, i ? requested : root, i ? 2 : g.count, 1, &err) == CAL_OK &&
              cal_plan_place(plan[i], NULL, &err) == CAL_OK);
        fill_floats(cal_plan_data(plan[i], x), bytes_of(cal_at(&g, x)) / sizeof(float), 1);
        fill_floats(cal_plan_data(plan[i], w), bytes_of(cal_at(&g, w)) / sizeof(float), 2);
        cal_plan_run(plan[i], NULL);
    }
    for (int i = 0; i < 2; i++)
        CHECK(memcmp(cal_plan_data(plan[0], requested[i]), cal_plan_data(plan[1], requested[i]),
                     bytes_of(cal_at(&g, x))) == 0);
    for (int i = 0; i < 2; i++) cal_plan_free(plan[i]);
    cal_graph_free(&g);
}

// x + (x + c) is 2 x + c, in one pass. Twelve constants of 2 have the sums 8, 6 and 24.
static void check_by_hand(void) {
    cal_graph g = {0};
    cal_error err;
    cal_plan *plan = NULL;
    const cal_node x = cal_graph_input(&g, CAL_IMAGE, (cal_shape){1, 4, 1, 2}), none = CAL_ABSENT,
                   c = cal_graph_input(&g, CAL_VECTOR, (cal_shape){1, 4, 1, 1}),
                   shifted = cal_graph_linear(&g, &x, &none, 1, c, (cal_shape){1, 4, 1, 2}),
                   sum = cal_graph_add(&g, x, shifted);
    CHECK(!cal_plan_create(&plan, &g, &sum, 1, 1, &err) && !cal_plan_place(plan, NULL, &err));
    float *in = cal_plan_data(plan, x);
    double *constant = cal_plan_data(plan, c);
    for (int i = 0; i < 8; i++) in[i] = (float)i; // two pixels of four channels
    for (int i = 0; i < 4; i++) constant[i] = 100 * i;
    cal_plan_run(plan, NULL);
    for (int i = 0; i < 8; i++)
        CHECK(((const float *)cal_plan_data(plan, sum))[i] == (float)(2 * i + 100 * (i % 4)));
    cal_plan_free(plan);
    const cal_node twos = cal_graph_constant(&g, CAL_MATRIX, (cal_shape){3, 4, 1, 1}, 2);
    const cal_node rows = cal_graph_sum(&g, twos, CAL_MATRIX, (cal_shape){3, 1, 1, 1}),
                   columns = cal_graph_sum(&g, twos, CAL_VECTOR, (cal_shape){1, 4, 1, 1}),
                   all = cal_graph_total(&g, twos);
    CHECK(cal_at(&g, rows)->attributes.number == 8 && cal_at(&g, columns)->attributes.number == 6);
    CHECK(cal_at(&g, all)->attributes.number == 24);
    cal_graph_free(&g);
}

// A run that keeps what depends on steady inputs alone still reads storage that was bound since the last run.
static void check_bound(void) {
    cal_graph g = {0};
    cal_error err;
    cal_plan *plan = NULL;
    const cal_shape shape = {1, 4, 1, 1};
    const cal_node steady = cal_graph_steady_input(&g, CAL_VECTOR, shape),
                   x = cal_graph_input(&g, CAL_VECTOR, shape),
                   sum = cal_graph_add(&g, cal_graph_scale(&g, steady, 2), x);
    double first[4] = {1, 2, 3, 4}, second[4] = {10, 20, 30, 40};
    CHECK(!cal_plan_create(&plan, &g, &sum, 1, 1, &err));
    cal_plan_bind(plan, x, first);
    CHECK(!cal_plan_place(plan, NULL, &err));
    for (int i = 0; i < 4; i++) ((double *)cal_plan_data(plan, steady))[i] = 100;
    cal_plan_run(plan, NULL);
    for (int i = 0; i < 4; i++) CHECK(((const double *)cal_plan_data(plan, sum))[i] == 200 + first[i]);
    cal_plan_bind(plan, x, second);
    cal_plan_run_again(plan, NULL);
    for (int i = 0; i < 4; i++) CHECK(((const double *)cal_plan_data(plan, sum))[i] == 200 + second[i]);
    cal_plan_free(plan);
    cal_graph_free(&g);
}

int main(void) {
    check_by_hand();
    check_bound();
    check_normal(CAL_MATRIX, (cal_shape){37, 61, 1, 1});
    check_normal(CAL_IMAGE, (cal_shape){2, 8, 3, 5});
    check_text("c4-fc", false, 3, 8);
    check_text("c4-relu-c8-relu-mp2-c5-relu-gap-fc", false, 5, 9);           // no norm: z is not kept
    check_text("bn-relu-c8k1-bn-relu-c8s2-bn-relu-ap2-fc", false, 5, 16);    // activations of the input
    check_text("c6-bn-relu-mp2-c7k5s2-tanh-c3k1-relu-gap-fc", false, 3, 19); // padding lanes, odd sizes
    check_text("c8-bn-relu-r(c16s2-bn-relu-c16-bn)-relu-r(c16-bn-relu-c16-bn)-relu-gap-fc", false, 4, 16);
    check_text("c8-bn-relu-r(c16s2-bn-relu-c16-bn)-relu-r(bn-relu-c16)-bn-relu-mp2-fc", true, 4, 16);
    check_text("c16-bn-relu-c24-bn-relu-mp2-gap-fc", false, 9, 32);          // several tile blocks
    check_text("c8-bn-relu-c16-bn-relu-c16s2-bn-relu-gap-fc", false, 1, 16); // one block, split among workers
    check_text("c64-bn-relu-c8-bn-relu-gap-fc", false, 2, 60);               // several tile blocks a sample
    check_text("c8-bn-relu-tokens-cls-pos-r(ln-att2)-ln-first-fc", false, 3, 8);
    check_text("c8-bn-relu6-c8-bn-relu6-dw3-bn-relu6-c6k1-bn-relu6-dw3s2-bn-relu6-c9k1-gap-fc", false, 3, 9);
    check_text("c4-bn-relu6-c5k3s2-bn-relu6-r(c5-bn)-relu6-mp2-fc", false, 3,
               9); // read by Winograd, sums and pooling
    check_presets();
    check_prepared();
    check_memory("cnn-s", 72, 11);
    check_memory("densenet", 216, 80);
    check_concurrent("c8-relu-c8-relu-c8-relu-gap-fc", 1, 0);
    check_concurrent("c8-relu-c8-relu-c8-relu-gap-fc", 2, 2);
    check_concurrent("c8-bn-relu-c8-bn-relu-dw3-bn-relu-c8k1-bn-relu-gap-fc", 3, 3);
    check_concurrent("c8-bn-relu-r(c16s2-bn-relu-c16-bn)-relu-gap-fc", 3, 3);
    check_attention();
    check_capped();
    return CHECK_DONE();
}
