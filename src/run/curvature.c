#include "run/curvature.h"
#include <string.h>
#include "ad/interpret.h"
#include "base/maths.h"
#include "base/random.h"
#include "zoo/loss.h"

// The graph of a loss and of its Hessian's product with the directions `along`.
typedef struct product {
    cal_graph g;
    cal_interpreter *run;
    cal_node loss, *along, *result; // one node a trained tensor; a result may be CAL_ZERO
    int tensors;
    const cal_tensor *tensor;
    int count; // parameters
} product;

static bool is_trained(const cal_tensor *tensor) {
    return tensor->role != CAL_RUNNING_MEAN && tensor->role != CAL_RUNNING_VAR;
}

static void free_product(product *p) {
    cal_interpreter_free(p->run);
    cal_graph_free(&p->g);
}

static void bind(const product *p, cal_node node, const double *values) {
    double *to = cal_interpreter_values(p->run, node);
    if (to) memcpy(to, values, cal_elements(cal_shape_of(&p->g, node)) * sizeof *to);
}

static cal_status make_product(product *p, cal_arena *arena, const cal_curvature_request *r, cal_error *err) {
    *p = (product){.count = (int)cal_net_parameters(r->net)};
    p->tensors = cal_net_tensors(r->net, &p->tensor);
    size_t bytes = (size_t)p->tensors * sizeof(cal_node);
    cal_node *weight = cal_arena_alloc(arena, bytes + 1), *trained = cal_arena_alloc(arena, bytes + 1);
    cal_node *roots = cal_arena_alloc(arena, bytes + sizeof(cal_node));
    p->along = cal_arena_alloc(arena, bytes + 1);
    p->result = cal_arena_alloc(arena, bytes + 1);
    if (arena->refused) return cal_fail(err, CAL_MEMORY, "memory for the curvature was refused");

    cal_graph *g = &p->g;
    const cal_loss *loss = (const cal_loss *)r->loss->entry; // its first member
    cal_node x = cal_net_wants_image(r->net)
                     ? cal_input(g, CAL_IMAGE, (cal_shape){r->n, r->c, r->h, r->w})
                     : cal_input(g, CAL_MATRIX, (cal_shape){r->n, r->c * r->h * r->w, 1, 1});
    cal_node y = cal_input(g, CAL_INDEX, (cal_shape){r->n, 1, 1, 1});
    int used = 0;
    for (int i = 0; i < p->tensors; i++) {
        weight[i] = cal_input(g, p->tensor[i].kind, p->tensor[i].shape);
        if (!is_trained(&p->tensor[i])) continue;
        trained[used] = weight[i];
        p->along[used++] = cal_input(g, p->tensor[i].kind, p->tensor[i].shape);
    }
    cal_node logits = cal_net_build(r->net, g, x, weight, false, NULL, CAL_ZERO);
    cal_loss_batch batch = {.logits = logits, .labels = y, .share = CAL_ZERO};
    p->loss = cal_scale(g, cal_total_of(g, loss->build(g, &batch, r->loss)), 1.0 / r->n);
    cal_hvp(g, p->loss, trained, p->along, used, p->result);
    roots[0] = p->loss;
    memcpy(roots + 1, p->result, (size_t)used * sizeof *roots);
    cal_status status = cal_interpreter_create(&p->run, g, roots, used + 1, err);
    if (status) return status;
    bind(p, x, r->x);
    double *labels = cal_interpreter_values(p->run, y);
    for (int i = 0; labels && i < r->n; i++) labels[i] = r->labels[i];
    for (int i = 0; i < p->tensors; i++) bind(p, weight[i], r->weights + p->tensor[i].offset);
    return CAL_OK;
}

// out = H v, both in the order of the flat weights.
static void multiply(double *out, const product *p, const double *v) {
    for (int i = 0, j = 0; i < p->tensors; i++)
        if (is_trained(&p->tensor[i])) bind(p, p->along[j++], v + p->tensor[i].offset);
    cal_interpreter_run(p->run);
    for (int i = 0, j = 0; i < p->tensors; i++) {
        if (!is_trained(&p->tensor[i])) continue;
        const double *part = cal_interpreter_values(p->run, p->result[j++]);
        if (part) memcpy(out + p->tensor[i].offset, part, p->tensor[i].size * sizeof *out);
        else memset(out + p->tensor[i].offset, 0, p->tensor[i].size * sizeof *out);
    }
}

static cal_status check_finite(const cal_curvature *c, cal_error *err) {
    if (c->loss - c->loss == 0 && c->trace - c->trace == 0) return CAL_OK;
    return cal_fail(err, CAL_FAILED, "the loss or its curvature is not finite at these weights");
}

cal_status cal_curvature_exact(cal_curvature *out, cal_arena *arena, const cal_curvature_request *request,
                               cal_error *err) {
    product p;
    size_t count = cal_net_parameters(request->net);
    *out = (cal_curvature){.count = (int)count};
    if (count > CAL_CURVATURE_EXACT_MAX)
        return cal_fail(err, CAL_USAGE,
                        "%zu parameters are more than the %d whose Hessian is made as a whole", count,
                        CAL_CURVATURE_EXACT_MAX);
    cal_status status = make_product(&p, arena, request, err);
    double *basis = cal_arena_alloc(arena, count * sizeof(double));
    double *copy = cal_arena_alloc(arena, count * count * sizeof(double));
    out->hessian = cal_arena_alloc(arena, count * count * sizeof(double));
    out->eigenvalues = cal_arena_alloc(arena, count * sizeof(double));
    if (!status && arena->refused) status = cal_fail(err, CAL_MEMORY, "memory for the Hessian was refused");
    if (!status) {
        for (size_t i = 0; i < count; i++) {
            basis[i] = 1;
            multiply(copy + i * count, &p, basis);
            basis[i] = 0;
        }
        out->loss = *cal_interpreter_values(p.run, p.loss);
        // Rounding leaves H slightly asymmetric.
        for (size_t i = 0; i < count; i++) {
            for (size_t j = 0; j < count; j++)
                out->hessian[i * count + j] = (copy[i * count + j] + copy[j * count + i]) / 2;
            out->trace += copy[i * count + i];
        }
        status = check_finite(out, err);
        memcpy(copy, out->hessian, count * count * sizeof *copy);
        if (!status && !cal_eigenvalues(out->eigenvalues, basis, copy, (int)count))
            status = cal_fail(err, CAL_FAILED, "the eigenvalues did not converge");
    }
    free_product(&p);
    return status;
}

cal_status cal_curvature_probe(cal_curvature *out, cal_arena *arena, const cal_curvature_request *request,
                               int probes, uint64_t seed, cal_error *err) {
    product p;
    size_t count = cal_net_parameters(request->net);
    *out = (cal_curvature){.count = (int)count};
    cal_status status = make_product(&p, arena, request, err);
    double *v = cal_arena_alloc(arena, count * sizeof *v), *hv = cal_arena_alloc(arena, count * sizeof *hv);
    double mean = 0, squares = 0;
    if (!status && arena->refused) status = cal_fail(err, CAL_MEMORY, "memory for the probes was refused");
    for (int probe = 0; !status && probe < probes; probe++) {
        double value = 0;
        for (size_t i = 0; i < count; i++)
            v[i] = cal_random_bits(seed, CAL_STREAM_PROBE, (uint64_t)probe, i) >> 63 ? 1 : -1;
        multiply(hv, &p, v);
        for (size_t i = 0; i < count; i++) value += v[i] * hv[i];
        double step = value - mean; // Welford's recurrence
        mean += step / (probe + 1);
        squares += step * (value - mean);
    }
    if (!status) {
        out->loss = *cal_interpreter_values(p.run, p.loss);
        out->trace = mean;
        out->trace_se = cal_sqrt(squares / (probes - 1) / probes);
        status = check_finite(out, err);
    }
    free_product(&p);
    return status;
}
