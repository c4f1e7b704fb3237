// Measures a Hessian-vector product of a network's mean loss and its gradient step.
#include <string.h>
#include "base/memory.h"
#include "base/random/random.h"
#include "cli/bench/parts.h"
#include "catalog/penalty/penalty.h"

enum { TURNS = 3 };

typedef struct product {
    cal_plan *plan;
    cal_node x, labels;
    cal_node *tensor, *along,
        *result;    // one for each tensor; along (the vector) and result are zero for statistics
    cal_node state; // state of the loss
    const cal_tensor *about;
    int tensors;
    cal_pool *pool;
} product;

static cal_node tensor_input(cal_graph *g, const cal_tensor *t) {
    return cal_graph_input(g, t->kind, t->shape);
}

static void build(product *p, cal_graph *g, const cal_net *net, const cal_choice *loss, int n) {
    const int c = CAL_BENCH_CHANNELS, size = CAL_BENCH_SIZE;
    p->x = cal_net_takes_image(net) ? cal_graph_input(g, CAL_IMAGE, (cal_shape){n, c, size, size})
                                    : cal_graph_input(g, CAL_MATRIX, (cal_shape){n, c * size * size, 1, 1});
    p->labels = cal_graph_input(g, CAL_INDEX, (cal_shape){n, 1, 1, 1});
    for (int i = 0; i < p->tensors; i++) {
        cal_role role = p->about[i].role;
        bool statistic = role == CAL_RUNNING_MEAN || role == CAL_RUNNING_VAR;
        p->tensor[i] = tensor_input(g, &p->about[i]);
        p->along[i] = statistic ? CAL_ZERO : tensor_input(g, &p->about[i]);
    }
    cal_node logits = cal_net_build(net, g, p->x, p->tensor, true, NULL, CAL_ABSENT);
    p->state = cal_loss_state_input(g, loss);
    cal_loss_batch batch = {logits, p->labels, .sample_weight = CAL_ABSENT, .state = p->state};
    cal_node losses = cal_objective_build(g, &batch, loss, NULL);
    cal_node mean = cal_graph_scale(g, cal_graph_total(g, losses), 1.0 / n);
    cal_graph_hvp(g, mean, p->tensor, p->along, p->tensors, p->result);
}

// Fills a tensor with its weights, or with random values if `flat` is null.
static void fill_tensor(cal_plan *plan, cal_node node, const cal_tensor *t, const float *flat, int index) {
    void *data = cal_plan_data(plan, node);
    for (size_t j = 0; data && j < t->size; j++) {
        double value =
            flat ? flat[t->offset + j] : cal_random_normal(1, CAL_STREAM_PROBE, (uint64_t)index, j);
        if (t->kind == CAL_VECTOR) ((double *)data)[j] = value;
        else ((float *)data)[j] = (float)value;
    }
}

static cal_status prepare(product *p, cal_arena *own, const cal_net *net, const cal_spec *spec,
                          const float *flat, int batch, cal_error *err) {
    p->tensors = cal_net_tensors(net, &p->about);
    size_t bytes = (size_t)p->tensors * sizeof(cal_node);
    p->tensor = cal_arena_alloc(own, bytes);
    p->along = cal_arena_alloc(own, bytes);
    p->result = cal_arena_alloc(own, bytes);
    if (own->refused) return cal_refuse_memory(err, "planning a product");
    cal_graph g = {0};
    build(p, &g, net, &spec->loss, batch);
    cal_status status = cal_plan_create(&p->plan, &g, p->result, p->tensors, cal_pool_workers(p->pool), err);
    cal_graph_free(&g);
    if (!status) status = cal_plan_place(p->plan, NULL, err);
    if (status) return status;
    cal_bench_fill(p->plan, p->x, p->labels, net, batch);
    cal_loss_begin(cal_plan_data(p->plan, p->state), &spec->loss);
    for (int i = 0; i < p->tensors; i++) {
        fill_tensor(p->plan, p->tensor[i], &p->about[i], flat, i);
        if (p->along[i] != CAL_ZERO) fill_tensor(p->plan, p->along[i], &p->about[i], NULL, i);
    }
    return CAL_OK;
}

static cal_status prepare_gradient(cal_program *program, const cal_net *net, const cal_spec *spec,
                                   float *flat, int batch, int workers, cal_error *err) {
    cal_status status =
        cal_program_create(program, net, spec, &spec->loss, batch, CAL_PROGRAM_TRAIN, workers, err);
    if (status) return status;
    cal_program_bind(program, net, flat);
    status = cal_plan_place(program->plan, NULL, err);
    if (status) return status;
    cal_program_copy_vectors(program, net, flat);
    cal_bench_fill(program->plan, program->x, program->labels, net, batch);
    return CAL_OK;
}

typedef struct runner {
    cal_plan *plan;
    cal_pool *pool;
} runner;

static cal_status step(void *context, cal_error *err) {
    runner *r = context;
    (void)err;
    cal_plan_run(r->plan, r->pool);
    return CAL_OK;
}

// Alternates the two, so that both run under the same conditions. Takes the fastest turn of each, because
// other programs can only make a turn slower.
static cal_status measure(cal_bench_hv_answer *out, cal_plan *hv, cal_plan *gradient,
                          const cal_bench_request *request, cal_error *err) {
    runner runners[] = {{hv, request->pool}, {gradient, request->pool}};
    double best[2] = {0, 0};
    for (int turn = 0; turn < 2 * TURNS; turn++) {
        cal_bench_rates rates;
        cal_status status =
            cal_bench_measure(&rates, step, &runners[turn % 2], request->seconds / (2 * TURNS), err);
        if (status) return status;
        if (rates.median > best[turn % 2]) best[turn % 2] = rates.median;
    }
    *out = (cal_bench_hv_answer){1 / best[0], 1 / best[1], cal_plan_block(hv) + cal_plan_overhead(hv)};
    return CAL_OK;
}

cal_status cal_bench_hv(cal_bench_hv_answer *out, const char *model, const cal_bench_request *request,
                        cal_error *err) {
    cal_spec spec;
    cal_net *net = NULL;
    float *flat = NULL;
    cal_arena own = {0};
    cal_program program = {0};
    product hv = {.pool = request->pool};
    int batch = request->batch;
    cal_status status = cal_bench_spec(&spec, model, batch, err);
    if (!status) status = cal_bench_net(&net, &flat, &own, &spec, err);
    if (!status) status = prepare(&hv, &own, net, &spec, flat, batch, err);
    if (!status)
        status = prepare_gradient(&program, net, &spec, flat, batch, cal_pool_workers(request->pool), err);
    if (!status) status = measure(out, hv.plan, program.plan, request, err);
    cal_plan_free(hv.plan);
    cal_program_free(&program);
    cal_net_free(net);
    cal_arena_free(&own);
    return status;
}
