// Measures training and inference of a model.
#include "api/handles.h"
#include "base/memory.h"
#include "base/random/random.h"
#include "cli/bench/parts.h"
#include "cli/cli.h"
#include "kernel/env.h"
#include "run/net/program.h"
#include "run/train/trainer.h"
#include <string.h>

cal_pool *cal_bench_pool(const cal_lab *lab) { return lab->pool; }

static const char *skip_key(const char *model) {
    return strncmp(model, "model=", 6) == 0 ? model + 6 : model;
}

// Makes epochs so long that evaluating their single image is negligible, and more of them than any
// measurement reaches.
cal_status cal_bench_spec(cal_spec *out, const char *model, int batch, cal_error *err) {
    cal_text link = {0};
    cal_text_add(&link,
                 "data=shapes10:train=%d,val=0,test=1&model=%s&optimizer=sgd:lr=0.001&batch=%d&epochs=1000",
                 16 * batch, skip_key(model), batch);
    cal_status status = link.refused ? cal_refuse_memory(err, "a link")
                                     : cal_spec_parse(out, link.data, (size_t)link.length, err);
    cal_text_free(&link);
    return status;
}

// Fills images; their padding channels stay zero.
void cal_bench_fill(cal_plan *plan, cal_node x, cal_node labels, const cal_net *net, int batch) {
    const int c = CAL_BENCH_CHANNELS, size = CAL_BENCH_SIZE;
    size_t plane = (size_t)size * size, count = (size_t)batch * c * plane;
    bool image = cal_net_takes_image(net);
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

// ---- subjects

static cal_status open_training(cal_bench_subject *s, const cal_spec *spec, cal_error *err) {
    cal_dataset data = {0};
    cal_need need = {0};
    cal_status status = cal_run_need(&need, spec, CAL_RUN_TRAIN, cal_pool_workers(s->pool), err);
    if (!status) status = cal_data_load(&data, &spec->data, NULL, 0, err);
    if (!status) status = cal_run_create(&s->run, spec, CAL_RUN_TRAIN, &data, NULL, s->pool, err);
    cal_dataset_free(&data); // empty if the run owns it now
    if (status) return status;
    s->plan = cal_run_training_plan(s->run);
    s->parameters = need.parameters;
    s->multiply_adds = need.multiply_adds;
    s->bytes = need.bytes;
    return CAL_OK;
}

static cal_status open_inference(cal_bench_subject *s, const cal_spec *spec, int batch, cal_error *err) {
    float *flat = NULL;
    cal_program *program = &s->program;
    cal_status status = cal_bench_net(&s->net, &flat, &s->own, spec, err);
    if (!status)
        status = cal_program_create(program, s->net, spec, &spec->loss, batch, CAL_PROGRAM_EVALUATE,
                                    cal_pool_workers(s->pool), err);
    if (status) return status;
    cal_program_bind(program, s->net, flat);
    status = cal_plan_place(program->plan, NULL, err);
    if (status) return status;
    cal_program_copy_vectors(program, s->net, flat);
    cal_bench_fill(program->plan, program->x, program->labels, s->net, batch);
    cal_plan_run(program->plan, s->pool); // also computes what a step does not repeat
    s->plan = program->plan;
    s->parameters = cal_net_parameters(s->net);
    s->multiply_adds = cal_net_multiply_adds(s->net);
    s->bytes = cal_plan_block(s->plan) + cal_plan_overhead(s->plan) +
               (s->parameters + cal_net_statistics(s->net)) * sizeof(float);
    return CAL_OK;
}

cal_status cal_bench_open(cal_bench_subject *out, const char *model, const cal_bench_request *request,
                          cal_error *err) {
    cal_spec spec;
    *out = (cal_bench_subject){.pool = request->pool};
    cal_status status = cal_bench_spec(&spec, model, request->batch, err);
    if (status) return status;
    return request->infer ? open_inference(out, &spec, request->batch, err) : open_training(out, &spec, err);
}

void cal_bench_close(cal_bench_subject *s) {
    cal_run_free(s->run);
    cal_program_free(&s->program);
    cal_net_free(s->net);
    cal_arena_free(&s->own);
}

cal_status cal_bench_step_of(void *subject, cal_error *err) {
    cal_bench_subject *s = subject;
    if (!s->run) {
        cal_plan_run_again(s->plan, s->pool);
        return CAL_OK;
    }
    cal_progress progress;
    cal_status status = cal_run_step(&progress, s->run, err);
    if (!status && progress == CAL_RUN_ENDED)
        return cal_fail(err, CAL_FAILED, "the run ended before it was measured: take fewer --seconds");
    return status;
}

cal_status cal_bench_model(cal_bench_answer *out, const char *model, const cal_bench_request *request,
                           cal_error *err) {
    cal_bench_subject subject;
    cal_status status = cal_bench_open(&subject, model, request, err);
    if (!status) status = cal_bench_measure(&out->rate, cal_bench_step_of, &subject, request->seconds, err);
    out->parameters = subject.parameters;
    out->multiply_adds = subject.multiply_adds;
    out->bytes = subject.bytes;
    cal_bench_close(&subject);
    return status;
}
