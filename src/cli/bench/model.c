// Measures the training and the inference of a model.
#include "api/handles.h"
#include "base/memory.h"
#include "base/random.h"
#include "cli/bench/parts.h"
#include "cli/cli.h"
#include "kernel/env.h"
#include "run/net/program.h"
#include "run/train/trainer.h"
#include <string.h>

cal_pool *cal_bench_pool(const cal_lab *lab) { return lab->pool; }

static const char *without_key(const char *model) {
    return strncmp(model, "model=", 6) == 0 ? model + 6 : model;
}

// Epochs are so long that their evaluation, of a single image, takes a negligible part of the time, and there
// are more of them than are ever reached.
cal_status cal_bench_spec(cal_spec *out, const char *model, int batch, cal_error *err) {
    cal_text link = {0};
    cal_text_add(&link,
                 "data=shapes10:train=%d,val=0,test=1&model=%s&optimizer=sgd:lr=0.001&batch=%d&epochs=1000",
                 16 * batch, without_key(model), batch);
    cal_status status = link.refused ? cal_refuse_memory(err, "a link")
                                     : cal_spec_parse(out, link.data, (size_t)link.length, err);
    cal_text_free(&link);
    return status;
}

static cal_status train_step(void *context, cal_error *err) {
    cal_progress progress;
    cal_status status = cal_run_step(&progress, context, err);
    if (!status && progress == CAL_RUN_ENDED)
        return cal_fail(err, CAL_FAILED, "the run ended before it was measured: take fewer --seconds");
    return status;
}

cal_status cal_bench_train(cal_bench_answer *out, const char *model, const cal_bench_request *request,
                           cal_error *err) {
    cal_spec spec;
    cal_dataset data = {0};
    cal_run *run = NULL;
    cal_need need = {0};
    cal_status status = cal_bench_spec(&spec, model, request->batch, err);
    if (!status) status = cal_run_need(&need, &spec, CAL_RUN_TRAIN, cal_pool_workers(request->pool), err);
    if (!status) status = cal_data_load(&data, &spec.data, NULL, 0, err);
    if (!status) status = cal_run_create(&run, &spec, CAL_RUN_TRAIN, &data, NULL, request->pool, err);
    cal_dataset_free(&data); // empty if the run owns it now
    if (!status) status = cal_bench_measure(&out->rate, train_step, run, request->seconds, err);
    cal_run_free(run);
    out->parameters = need.parameters;
    out->multiply_adds = need.multiply_adds;
    out->bytes = need.bytes;
    return status;
}

typedef struct inference {
    cal_net *net;
    cal_program program;
    cal_arena own;
    cal_pool *pool;
} inference;

static cal_status infer_step(void *context, cal_error *err) {
    inference *in = context;
    (void)err;
    cal_plan_run_again(in->program.plan, in->pool);
    return CAL_OK;
}

// The padding channels of an image stay zero.
void cal_bench_fill(cal_plan *plan, cal_node x, cal_node labels, const cal_net *net, int batch) {
    const int c = CAL_BENCH_CHANNELS, size = CAL_BENCH_SIZE;
    size_t plane = (size_t)size * size, count = (size_t)batch * c * plane;
    bool image = cal_net_wants_image(net);
    if (image) count = cal_image_floats(batch, c, size, size);
    float *pixel = cal_plan_data(plan, x);
    for (size_t i = 0; i < count; i++) {
        int channel = image ? (int)(i / (plane * 4) % ((size_t)(c + 3) / 4) * 4 + i % 4) : 0;
        pixel[i] = channel < c ? (float)cal_random_normal(1, CAL_STREAM_DATA, 0, i) : 0;
    }
    memset(cal_plan_data(plan, labels), 0, (size_t)batch * sizeof(int32_t));
}

cal_status cal_bench_net(cal_net **net, float **flat, cal_arena *own, const cal_spec *spec, cal_error *err) {
    cal_status status = cal_net_from_choice(net, &spec->model, CAL_BENCH_CLASSES, CAL_BENCH_CHANNELS,
                                            CAL_BENCH_SIZE, CAL_BENCH_SIZE, err);
    if (status) return status;
    size_t floats = cal_net_parameters(*net) + cal_net_statistics(*net);
    *flat = cal_arena_alloc(own, floats * sizeof **flat);
    if (!*flat) return cal_refuse_memory(err, "%zu weights", floats);
    cal_net_initialise(*net, *flat, CAL_INIT_PYTORCH, 1);
    return CAL_OK;
}

static cal_status prepare(inference *in, const cal_spec *spec, int batch, cal_error *err) {
    float *flat = NULL;
    cal_status status = cal_bench_net(&in->net, &flat, &in->own, spec, err);
    if (!status)
        status = cal_program_create(&in->program, in->net, spec, &spec->loss, batch, CAL_PROGRAM_EVALUATE,
                                    cal_pool_workers(in->pool), err);
    if (status) return status;
    cal_program_bind(&in->program, in->net, flat);
    status = cal_plan_place(in->program.plan, NULL, err);
    if (status) return status;
    cal_program_copy_vectors(&in->program, in->net, flat);
    cal_bench_fill(in->program.plan, in->program.x, in->program.labels, in->net, batch);
    cal_plan_run(in->program.plan, in->pool); // also computes what infer_step need not repeat
    return CAL_OK;
}

cal_status cal_bench_infer(cal_bench_answer *out, const char *model, const cal_bench_request *request,
                           cal_error *err) {
    cal_spec spec;
    inference in = {.pool = request->pool};
    cal_status status = cal_bench_spec(&spec, model, request->batch, err);
    if (!status) status = prepare(&in, &spec, request->batch, err);
    if (!status) status = cal_bench_measure(&out->rate, infer_step, &in, request->seconds, err);
    if (!status) {
        out->parameters = cal_net_parameters(in.net);
        out->multiply_adds = cal_net_multiply_adds(in.net);
        out->bytes = cal_plan_block(in.program.plan) + cal_plan_overhead(in.program.plan) +
                     (out->parameters + cal_net_statistics(in.net)) * sizeof(float);
    }
    cal_program_free(&in.program);
    cal_net_free(in.net);
    cal_arena_free(&in.own);
    return status;
}
