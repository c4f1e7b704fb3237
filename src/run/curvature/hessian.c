// Hessian-vector products of the mean loss of a whole set of samples.
#include "run/curvature/hessian.h"
#include <string.h>
#include "ad/interpret.h"
#include "ad/plan.h"
#include "kernel/layout/layout.h"
#include "run/net/batch.h"
#include "catalog/penalty/penalty.h"

// The graph of one batch's summed loss, its gradient, and its Hessian's product with `along`. Each has one
// node per tensor: CAL_ZERO for running statistics and for derivatives that are 0.
typedef struct part {
    int batch;                    // 0: no such part
    cal_plan *plan;               // in single precision, else null
    cal_interpreter *interpreter; // in double precision, else null
    cal_node x, labels, known, state, total, *tensor, *along, *slope, *result;
} part;

struct cal_hessian {
    cal_arena own;
    cal_hessian_request request;
    const cal_tensor *tensor;
    int tensors;
    part full, tail;                // tail: the last, smaller batch
    float *pixel_table, *direction; // direction: [parameters], the values of `along`
    double *wide;                   // [batch][c h w], a batch for the interpreter
    double *gradient, loss;
};

static bool is_trained(const cal_tensor *t) {
    return t->role != CAL_RUNNING_MEAN && t->role != CAL_RUNNING_VAR;
}

static void build(const cal_hessian *h, part *p, cal_graph *g) {
    const cal_dataset *d = h->request.data;
    p->x = cal_net_takes_image(h->request.net)
               ? cal_graph_input(g, CAL_IMAGE, (cal_shape){p->batch, d->c, d->h, d->w})
               : cal_graph_input(g, CAL_MATRIX, (cal_shape){p->batch, d->c * d->h * d->w, 1, 1});
    const int rows = h->request.several ? p->batch * d->k : p->batch;
    p->labels = cal_graph_input(g, CAL_INDEX, (cal_shape){rows, 1, 1, 1});
    p->known = h->request.several ? cal_graph_input(g, CAL_MATRIX, (cal_shape){rows, 1, 1, 1}) : CAL_ABSENT;
    for (int i = 0; i < h->tensors; i++) {
        const cal_tensor *t = &h->tensor[i];
        p->tensor[i] = cal_graph_input(g, t->kind, t->shape);
        p->along[i] = is_trained(t) ? cal_graph_input(g, t->kind, t->shape) : CAL_ZERO;
    }
    cal_node logits = cal_net_build(h->request.net, g, p->x, p->tensor, false, NULL, CAL_ABSENT);
    const bool fisher = h->request.fisher;
    p->state = fisher ? CAL_ABSENT : cal_loss_state_input(g, h->request.loss);
    const cal_loss_batch batch = {.logits = logits,
                                  .labels = p->labels,
                                  .several = h->request.several,
                                  .known = p->known,
                                  .sample_weight = CAL_ABSENT,
                                  .state = p->state};
    p->total =
        cal_graph_total(g, fisher ? cal_fisher_losses(g, &batch)
                                  : cal_objective_build(g, &batch, h->request.loss, h->request.penalty));
    cal_graph_gradient(g, p->total, p->tensor, h->tensors, p->slope);
    cal_graph_hvp(g, p->total, p->tensor, p->along, h->tensors, p->result);
    for (int i = 0; i < h->tensors; i++)
        if (!is_trained(&h->tensor[i])) p->slope[i] = p->result[i] = CAL_ZERO;
}

static cal_status make_part(cal_hessian *h, part *p, int batch, cal_error *err) {
    const size_t count = (size_t)h->tensors;
    if (!batch) return CAL_OK;
    p->batch = batch;
    cal_node *nodes = cal_arena_alloc(&h->own, 4 * count * sizeof *nodes + 1);
    cal_node *roots = cal_arena_alloc(&h->own, (2 * count + 1) * sizeof *roots);
    if (!nodes || !roots) return cal_refuse_memory(err, "planning a product");
    p->tensor = nodes, p->along = nodes + count, p->slope = nodes + 2 * count, p->result = nodes + 3 * count;
    cal_graph g = {0};
    build(h, p, &g);
    roots[0] = p->total;
    memcpy(roots + 1, p->slope, count * sizeof *roots);
    memcpy(roots + 1 + count, p->result, count * sizeof *roots);
    cal_status status =
        h->request.precision == CAL_DOUBLE
            ? cal_interpreter_create(&p->interpreter, &g, roots, 2 * h->tensors + 1, err)
            : cal_plan_create(&p->plan, &g, roots, 2 * h->tensors + 1, h->request.workers, err);
    cal_graph_free(&g);
    return status;
}

cal_status cal_hessian_create(cal_hessian **out, const cal_hessian_request *request, cal_error *err) {
    *out = NULL;
    cal_arena own = {0};
    cal_hessian *h = cal_arena_alloc(&own, sizeof *h);
    if (!h) return cal_refuse_memory(err, "the curvature");
    *h = (cal_hessian){.own = own, .request = *request};
    h->tensors = cal_net_tensors(request->net, &h->tensor);
    const cal_dataset *d = request->data;
    const int n = request->split->n, batch = request->batch < n ? request->batch : n;
    const size_t count = cal_net_parameters(request->net);
    h->gradient = cal_arena_alloc(&h->own, count * sizeof *h->gradient + 1);
    h->pixel_table = cal_arena_alloc(&h->own, (size_t)d->c * 256 * sizeof *h->pixel_table);
    if (request->precision == CAL_SINGLE)
        h->direction = cal_arena_alloc(&h->own, count * sizeof *h->direction + 1);
    else h->wide = cal_arena_alloc(&h->own, (size_t)batch * d->c * d->h * d->w * sizeof *h->wide);
    cal_status status =
        h->own.refused ? cal_refuse_memory(err, "the curvature") : make_part(h, &h->full, batch, err);
    if (!status) status = make_part(h, &h->tail, n % batch, err);
    if (status) return cal_hessian_free(h), status;
    *out = h;
    return CAL_OK;
}

void cal_hessian_free(cal_hessian *h) {
    if (!h) return;
    part *const parts[] = {&h->full, &h->tail};
    for (int i = 0; i < 2; i++) {
        cal_plan_free(parts[i]->plan);
        cal_interpreter_free(parts[i]->interpreter);
    }
    cal_arena own = h->own; // `h` is in its own arena
    cal_arena_free(&own);
}

static size_t largest(size_t a, size_t b) { return a > b ? a : b; }

static size_t block_bytes(const part *p) { return p->plan ? cal_plan_block(p->plan) : 0; }
static size_t overhead_bytes(const part *p) { return p->plan ? cal_plan_overhead(p->plan) : 0; }

size_t cal_hessian_block(const cal_hessian *h) {
    return largest(block_bytes(&h->full), block_bytes(&h->tail));
}

size_t cal_hessian_overhead(const cal_hessian *h) {
    return h->own.used + overhead_bytes(&h->full) + overhead_bytes(&h->tail);
}

size_t cal_hessian_bytes(const cal_hessian *h) {
    return h->own.taken + (h->full.plan ? cal_plan_bytes(h->full.plan) : 0) +
           (h->tail.plan ? cal_plan_bytes(h->tail.plan) : 0);
}

static void bind(cal_hessian *h, const part *p) {
    float *flat = (float *)h->request.flat; // plans only read their inputs
    for (int i = 0; i < h->tensors; i++) {
        const cal_tensor *t = &h->tensor[i];
        if (t->kind == CAL_VECTOR) continue;
        cal_plan_bind(p->plan, p->tensor[i], flat + t->offset);
        if (p->along[i] != CAL_ZERO) cal_plan_bind(p->plan, p->along[i], h->direction + t->offset);
    }
}

cal_status cal_hessian_place(cal_hessian *h, void *memory, cal_error *err) {
    part *const parts[] = {&h->full, &h->tail};
    const cal_dataset *d = h->request.data;
    if (h->request.split->pixels) cal_kernel_pixel_table(h->pixel_table, d->c, d->mean, d->sd);
    if (h->request.precision == CAL_DOUBLE) return CAL_OK;
    if (!memory) memory = cal_arena_alloc(&h->own, cal_hessian_block(h));
    if (!memory) return cal_refuse_memory(err, "a Hessian-vector product");
    for (int i = 0; i < 2; i++) {
        if (!parts[i]->batch) continue;
        bind(h, parts[i]);
        cal_status status = cal_plan_place(parts[i]->plan, memory, err);
        if (status) return status;
    }
    return CAL_OK;
}

size_t cal_hessian_size(const cal_hessian *h) { return cal_net_parameters(h->request.net); }
cal_pool *cal_hessian_pool(const cal_hessian *h) { return h->request.pool; }
const cal_net *cal_hessian_net(const cal_hessian *h) { return h->request.net; }
cal_precision cal_hessian_precision(const cal_hessian *h) { return h->request.precision; }
double cal_hessian_loss(const cal_hessian *h) { return h->loss; }
const double *cal_hessian_gradient(const cal_hessian *h) { return h->gradient; }

static void begin_loss(double *state, const cal_hessian_request *r) {
    if (r->fisher) return;
    if (state && r->loss_state) memcpy(state, r->loss_state, cal_loss_state_size(r->loss) * sizeof *state);
    else cal_loss_begin(state, r->loss);
}

// ---- in the engine

static void fill_single(cal_hessian *h, const part *p, int first, const double *v) {
    const cal_hessian_request *r = &h->request;
    cal_batch_fill(&(cal_batch_job){.data = r->data,
                                    .split = r->split,
                                    .pixel_table = h->pixel_table,
                                    .first = first,
                                    .count = p->batch,
                                    .batch = p->batch,
                                    .image = cal_net_takes_image(r->net),
                                    .x = cal_plan_data(p->plan, p->x),
                                    .labels = cal_plan_data(p->plan, p->labels),
                                    .known = cal_plan_data(p->plan, p->known)},
                   h->request.pool);
    begin_loss(cal_plan_data(p->plan, p->state), r);
    for (int i = 0; i < h->tensors; i++) { // vectors are double in the engine
        const cal_tensor *t = &h->tensor[i];
        if (t->kind != CAL_VECTOR) continue;
        double *value = cal_plan_data(p->plan, p->tensor[i]);
        for (size_t j = 0; value && j < t->size; j++) value[j] = r->flat[t->offset + j];
        double *along = p->along[i] == CAL_ZERO ? NULL : cal_plan_data(p->plan, p->along[i]);
        if (along) memcpy(along, v + t->offset, t->size * sizeof *along);
    }
}

static void add_single(double *sum, cal_hessian *h, const part *p, const cal_node *node) {
    for (int i = 0; i < h->tensors; i++) {
        const cal_tensor *t = &h->tensor[i];
        const void *data = node[i] == CAL_ZERO ? NULL : cal_plan_data(p->plan, node[i]);
        if (!data) continue;
        double *to = sum + t->offset;
        if (t->kind == CAL_VECTOR)
            for (size_t j = 0; j < t->size; j++) to[j] += ((const double *)data)[j];
        else
            for (size_t j = 0; j < t->size; j++) to[j] += ((const float *)data)[j];
    }
}

// ---- in the interpreter

static void give(const part *p, cal_node node, const double *values, size_t count) {
    double *to = node == CAL_ZERO ? NULL : cal_interpreter_values(p->interpreter, node);
    if (to) memcpy(to, values, count * sizeof *to);
}

// Fills each sample's labels: its own in multi-label data, else its class.
static void fill_labels(const cal_hessian *h, const part *p, int first) {
    const cal_dataset *d = h->request.data;
    const int k = h->request.several ? d->k : 1;
    double *labels = cal_interpreter_values(p->interpreter, p->labels),
           *known = k > 1 ? cal_interpreter_values(p->interpreter, p->known) : NULL;
    for (int i = 0; labels && i < p->batch; i++)
        for (int j = 0; j < k; j++) {
            const int32_t *own = h->request.split->labels + (size_t)(first + i) * cal_data_labels(d);
            const int label = k == 1 ? *own : d->several ? own[j] : *own == j;
            labels[i * k + j] = k == 1 ? label : label == 1;
            if (known) known[i * k + j] = label >= 0;
        }
}

static void fill_double(cal_hessian *h, const part *p, int first, const double *v) {
    const cal_hessian_request *r = &h->request;
    const cal_split *split = r->split;
    const size_t pixels = (size_t)r->data->h * r->data->w, size = r->data->c * pixels;
    for (size_t i = 0; i < (size_t)p->batch * size; i++) {
        size_t at = (size_t)first * size + i;
        h->wide[i] = r->wide_features ? r->wide_features[at]
                     : split->pixels  ? h->pixel_table[i % size / pixels * 256 + split->pixels[at]]
                                      : split->features[at];
    }
    give(p, p->x, h->wide, (size_t)p->batch * size);
    fill_labels(h, p, first);
    begin_loss(cal_interpreter_values(p->interpreter, p->state), r);
    for (int i = 0; i < h->tensors; i++) {
        const cal_tensor *t = &h->tensor[i];
        double *value = cal_interpreter_values(p->interpreter, p->tensor[i]);
        for (size_t j = 0; value && j < t->size; j++)
            value[j] = r->wide_flat ? r->wide_flat[t->offset + j] : r->flat[t->offset + j];
        give(p, p->along[i], v + t->offset, t->size);
    }
}

static void add_double(double *sum, cal_hessian *h, const part *p, const cal_node *node) {
    for (int i = 0; i < h->tensors; i++) {
        const cal_tensor *t = &h->tensor[i];
        const double *data = node[i] == CAL_ZERO ? NULL : cal_interpreter_values(p->interpreter, node[i]);
        for (size_t j = 0; data && j < t->size; j++) sum[t->offset + j] += data[j];
    }
}

// ---- a whole set

static void run_part(double *out, cal_hessian *h, const part *p, int first, const double *v) {
    if (p->plan) {
        fill_single(h, p, first, v);
        cal_plan_run(p->plan, h->request.pool);
        h->loss += *(const double *)cal_plan_data(p->plan, p->total);
        add_single(h->gradient, h, p, p->slope);
        add_single(out, h, p, p->result);
    } else {
        fill_double(h, p, first, v);
        cal_interpreter_run(p->interpreter);
        h->loss += *cal_interpreter_values(p->interpreter, p->total);
        add_double(h->gradient, h, p, p->slope);
        add_double(out, h, p, p->result);
    }
}

void cal_hessian_multiply(double *out, cal_hessian *h, const double *v) {
    const size_t count = cal_hessian_size(h);
    const int n = h->request.split->n;
    for (size_t i = 0; i < count; i++) {
        out[i] = h->gradient[i] = 0;
        if (h->direction) h->direction[i] = (float)v[i];
    }
    h->loss = 0;
    int first = 0;
    for (; first + h->full.batch <= n; first += h->full.batch) run_part(out, h, &h->full, first, v);
    if (first < n) run_part(out, h, &h->tail, first, v);
    for (size_t i = 0; i < count; i++) {
        out[i] /= n;
        h->gradient[i] /= n;
    }
    h->loss /= n;
}
