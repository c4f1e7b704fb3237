// Describes a model before it has weights: layers, shapes, memory.
#include "api/handles.h"
#include <stdio.h>
#include <string.h>
#include "run/link/link.h"
#include "run/net/program.h"

enum { SIDE_MAX = 8192, VALUES_MAX = 1 << 28, BATCH_MAX = 4096, TOKEN = 64 };

struct cal_architecture {
    cal_arena arena;
    cal_spec spec;
    cal_net *net;
    cal_text model; // as in a link
    cal_architecture_info about;
    cal_error refusal;
};

cal_architecture_def cal_default_architecture(void) {
    return (cal_architecture_def){.cookie = CAL_COOKIE_ARCHITECTURE, .batch = 128};
}

static cal_sample_shape shape_of(cal_extent x) {
    const int dims = x.form == CAL_FEATURES ? 1 : x.form == CAL_TOKENS ? 2 : 3;
    return (cal_sample_shape){.dims = dims, .size = {x.c, x.h, x.w}, .bytes = cal_extent_bytes(x)};
}

static cal_status take_sizes(cal_architecture_info *about, const cal_architecture_def *def, cal_error *err) {
    const int size[] = {def->c, def->h, def->w};
    if (def->c || def->h || def->w) about->c = def->c, about->h = def->h, about->w = def->w;
    for (int i = 0; i < 3 && (def->c || def->h || def->w); i++)
        if (size[i] < 1 || size[i] > SIDE_MAX)
            return cal_fail(err, CAL_USAGE, "architecture: a sample of %dx%dx%d; each is between 1 and %d",
                            def->c, def->h, def->w, SIDE_MAX);
    if ((int64_t)about->c * about->h * about->w > VALUES_MAX)
        return cal_fail(err, CAL_USAGE, "architecture: a sample of %dx%dx%d has more than %d values",
                        about->c, about->h, about->w, VALUES_MAX);
    if (def->k) about->k = def->k;
    if (about->k < 2 || about->k > SIDE_MAX)
        return cal_fail(err, CAL_USAGE, "architecture: k=%d is not between 2 and %d", about->k, SIDE_MAX);
    about->batch = def->batch;
    if (def->batch < 1 || def->batch > BATCH_MAX)
        return cal_fail(err, CAL_USAGE, "architecture: batch=%d is not between 1 and %d", def->batch,
                        BATCH_MAX);
    return CAL_OK;
}

static cal_status read(cal_architecture *a, const cal_architecture_def *def, cal_error *err) {
    cal_architecture_info *about = &a->about;
    cal_spec_default(&a->spec);
    cal_status status = cal_choice_parse(&a->spec.model, "model", def->model, strlen(def->model), err);
    if (!status && def->data)
        status = cal_choice_parse(&a->spec.data, "data", def->data, strlen(def->data), err);
    if (status) return status;
    cal_data_shape(&about->k, &about->c, &about->h, &about->w, &a->spec.data);
    status = take_sizes(about, def, err);
    if (!status)
        status = cal_net_from_choice(&a->net, &a->spec.model, about->k, about->c, about->h, about->w, err);
    return status;
}

static cal_status list_layers(cal_architecture *a, cal_error *err) {
    cal_architecture_info *about = &a->about;
    const cal_layer *from;
    about->count = cal_net_layers(a->net, &from);
    const size_t count = (size_t)about->count;
    cal_architecture_layer *layer = cal_arena_alloc(&a->arena, count * sizeof *layer);
    char(*token)[TOKEN] = cal_arena_alloc(&a->arena, count * sizeof *token);
    cal_choice_write(&a->model, &a->spec.model);
    if (!layer || !token || a->model.refused) return cal_refuse_memory(err, "%d layers", about->count);
    for (int i = 0; i < about->count; i++) {
        cal_layer_token(token[i], sizeof token[i], cal_net_text(a->net), &from[i]);
        layer[i] = (cal_architecture_layer){.path = from[i].path,
                                            .text = token[i],
                                            .result = shape_of(from[i].out),
                                            .parameters = from[i].parameters,
                                            .multiply_adds = from[i].multiply_adds};
    }
    about->layer = layer;
    about->model = a->model.data;
    about->layers = cal_net_text(a->net);
    about->parameters = cal_net_parameters(a->net);
    about->multiply_adds = cal_net_multiply_adds(a->net);
    about->input = shape_of(cal_net_input(a->net));
    return CAL_OK;
}

// Plans memory as a run does, for one thread. A model too large for any memory is not a failure.
static cal_status plan(size_t *bytes, cal_architecture *a, cal_program_use use, cal_error *err) {
    cal_program program;
    cal_error why = {0};
    const cal_status status =
        cal_program_create(&program, a->net, &a->spec, &a->spec.loss, a->about.batch, use, 1, &why);
    if (status == CAL_MEMORY) {
        a->refusal = why;
        a->about.refusal = a->refusal.text;
        return CAL_OK;
    }
    if (status) return cal_fail(err, status, "%s", why.text);
    *bytes = cal_plan_block(program.plan) + cal_plan_overhead(program.plan);
    cal_program_free(&program);
    return CAL_OK;
}

cal_status cal_architecture_create(cal_architecture **out, const cal_architecture_def *def, cal_error *err) {
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = NULL;
    status = cal_need_def(def, CAL_COOKIE_ARCHITECTURE, "architecture", err);
    if (!status) status = cal_need_pointer(def->model, "the model", err);
    if (!status) status = cal_make_handle(out, sizeof **out, err);
    if (status) return status;
    cal_architecture *a = *out;
    status = read(a, def, err);
    if (!status) status = list_layers(a, err);
    if (!status) status = plan(&a->about.training_bytes, a, CAL_PROGRAM_TRAIN, err);
    if (!status) status = plan(&a->about.evaluation_bytes, a, CAL_PROGRAM_EVALUATE, err);
    if (status) {
        cal_architecture_free(a);
        *out = NULL;
    }
    return status;
}

void cal_architecture_free(cal_architecture *a) {
    if (!a) return;
    cal_net_free(a->net);
    cal_text_free(&a->model);
    cal_arena_free(&a->arena);
    cal_mem_free(a);
}

cal_architecture_info cal_architecture_about(const cal_architecture *a) {
    return a ? a->about : (cal_architecture_info){0};
}

static void write_bytes(cal_text *json, const char *key, size_t bytes) {
    // null: too much for any machine
    cal_json_member_number(json, key, bytes ? (double)bytes : __builtin_nan(""));
}

cal_status cal_architecture_json(cal_bytes *out, const cal_architecture *a, cal_error *err) {
    cal_text json = {0};
    cal_status status = cal_need_pointer(out, "out", err);
    if (status) return status;
    *out = (cal_bytes){0};
    status = cal_need_pointer(a, "the architecture", err);
    if (status) return status;
    cal_json_open(&json, '{');
    cal_json_member_string(&json, "model", a->about.model);
    cal_json_member_integer(&json, "classes", a->about.k);
    cal_json_key(&json, "net");
    cal_net_describe(a->net, &json);
    cal_json_member_integer(&json, "batch", a->about.batch);
    cal_json_key(&json, "memory");
    cal_json_open(&json, '{');
    write_bytes(&json, "training", a->about.training_bytes);
    write_bytes(&json, "evaluation", a->about.evaluation_bytes);
    cal_json_close(&json, '}');
    cal_json_close(&json, '}');
    return cal_give_text(out, &json, CAL_OK, err);
}
