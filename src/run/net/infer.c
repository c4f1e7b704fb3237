// Inference plans one graph per batch size, without a loss, and runs it batch by batch.
#include "run/net/infer.h"
#include <string.h>
#include "ad/plan.h"
#include "kernel/layout/layout.h"
#include "run/net/batch.h"
#include "run/net/parts.h"

enum { BATCH = 128 };

struct cal_infer {
    cal_arena own;
    const cal_net *net;
    const cal_dataset *data;
    cal_pool *pool;
    cal_plan *plan;
    cal_node x, logits, *tensor;
    float *pixel_table; // [c, 256], normalised value of each byte
    int batch;
};

int cal_infer_batch(int val, int test) {
    const int most = val > test ? val : test;
    return most < 1 ? 1 : most < BATCH ? most : BATCH;
}

static cal_status plan(cal_infer *in, int workers, cal_error *err) {
    const cal_net *net = in->net;
    const cal_extent e = net->in;
    cal_graph g = {0};
    in->tensor = cal_arena_alloc(&in->own, (size_t)net->tensors * sizeof *in->tensor + 1);
    if (!in->tensor) return cal_refuse_memory(err, "a network");
    in->x = e.form == CAL_PICTURE ? cal_graph_input(&g, CAL_IMAGE, (cal_shape){in->batch, e.c, e.h, e.w})
                                  : cal_graph_input(&g, CAL_MATRIX, (cal_shape){in->batch, e.c, 1, 1});
    for (int i = 0; i < net->tensors; i++)
        in->tensor[i] = cal_graph_steady_input(&g, net->tensor[i].kind, net->tensor[i].shape);
    in->logits = cal_net_build(net, &g, in->x, in->tensor, false, NULL, CAL_ABSENT);
    cal_status status = cal_plan_create(&in->plan, &g, &in->logits, 1, workers, err);
    cal_graph_free(&g);
    return status;
}

static void bind(cal_infer *in, float *flat) {
    for (int i = 0; i < in->net->tensors; i++)
        if (in->net->tensor[i].kind != CAL_VECTOR)
            cal_plan_bind(in->plan, in->tensor[i], flat + in->net->tensor[i].offset);
}

// Copies the vectors, which the engine holds in double. Once is enough, since inference does not change them.
static void copy_vectors(cal_infer *in, const float *flat) {
    for (int i = 0; i < in->net->tensors; i++) {
        const cal_tensor *t = &in->net->tensor[i];
        double *value = t->kind == CAL_VECTOR ? cal_plan_data(in->plan, in->tensor[i]) : NULL;
        for (size_t j = 0; value && j < t->size; j++) value[j] = flat[t->offset + j];
    }
}

cal_status cal_infer_open(cal_infer **out, const cal_net *net, float *flat, const cal_dataset *data,
                          int batch, cal_pool *pool, cal_error *err) {
    cal_arena own = {0};
    cal_infer *in = cal_arena_alloc(&own, sizeof *in);
    *out = NULL;
    if (!in) return cal_refuse_memory(err, "a network");
    *in = (cal_infer){.own = own, .net = net, .data = data, .pool = pool, .batch = batch};
    in->pixel_table = cal_arena_alloc(&in->own, (size_t)data->c * 256 * sizeof(float));
    cal_status status =
        in->pixel_table ? plan(in, cal_pool_workers(pool), err) : cal_refuse_memory(err, "a network");
    if (!status) bind(in, flat);
    if (!status) status = cal_plan_place(in->plan, NULL, err);
    if (status) {
        cal_infer_free(in);
        return status;
    }
    copy_vectors(in, flat);
    if (data->sd[0] > 0) cal_kernel_pixel_table(in->pixel_table, data->c, data->mean, data->sd);
    // A run with zeros computes everything that depends on the weights alone.
    cal_plan_run(in->plan, pool);
    *out = in;
    return CAL_OK;
}

void cal_infer_normalise(cal_infer *in, const float mean[4], const float sd[4]) {
    cal_kernel_pixel_table(in->pixel_table, in->data->c, mean, sd);
}

void cal_infer_rows(cal_infer *in, float *logits, const cal_split *split, int first, int count) {
    const size_t k = (size_t)in->net->classes;
    for (int at = 0; at < count; at += in->batch) {
        const int rows = count - at < in->batch ? count - at : in->batch;
        const cal_batch_job job = {.data = in->data,
                                   .split = split,
                                   .pixel_table = in->pixel_table,
                                   .first = first + at,
                                   .count = rows,
                                   .batch = in->batch,
                                   .image = cal_net_takes_image(in->net),
                                   .x = cal_plan_data(in->plan, in->x)};
        cal_batch_fill(&job, in->pool);
        cal_plan_run_again(in->plan, in->pool);
        memcpy(logits + (size_t)at * k, cal_plan_data(in->plan, in->logits),
               (size_t)rows * k * sizeof *logits);
    }
}

void cal_infer_free(cal_infer *in) {
    if (!in) return;
    cal_plan_free(in->plan);
    cal_arena own = in->own; // `in` is in its own arena
    cal_arena_free(&own);
}
