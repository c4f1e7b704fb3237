// Builds and plans the graph of a net and a loss at one batch size.
#include "run/net/program.h"
#include <string.h>
#include "run/net/parts.h"
#include "base/random/random.h"
#include "catalog/head/head.h"
#include "catalog/penalty/penalty.h"

static bool is_statistic(const cal_tensor *t) {
    return t->role == CAL_RUNNING_MEAN || t->role == CAL_RUNNING_VAR;
}

static int vectors_of(const cal_spec *spec, const cal_choice *loss) {
    const cal_choice *penalty[CAL_ESTIMATES_MAX];
    int count = cal_objective_estimates(penalty, loss, &spec->penalty), vectors = 0;
    for (int i = 0; i < count; i++) vectors += cal_choice_integer(penalty[i], "m");
    return vectors;
}

// Adds penalties of the weights, such as tau times an estimate of the Hessian's trace, to the objective. If
// there are two, `trace` is that of the last one.
static void add_estimates(cal_program *p, cal_graph *g, const cal_net *net, const cal_spec *spec,
                          const cal_choice *loss) {
    const cal_choice *penalty[CAL_ESTIMATES_MAX];
    const int count = cal_objective_estimates(penalty, loss, &spec->penalty);
    cal_node *sign = p->sign;
    p->objective = p->loss;
    for (int i = 0; i < count; i++) {
        const int m = cal_choice_integer(penalty[i], "m");
        cal_node sum = CAL_ZERO;
        for (int v = 0; v < m; v++, sign += net->tensors) {
            for (int t = 0; t < net->tensors; t++)
                sign[t] = is_statistic(&net->tensor[t])
                              ? CAL_ZERO
                              : cal_graph_input(g, net->tensor[t].kind, net->tensor[t].shape);
            sum = cal_graph_add(
                g, sum, cal_penalty_in(penalty[i])->estimate(g, p->loss, p->tensor, sign, net->tensors));
        }
        p->trace = cal_graph_scale(g, sum, 1.0 / m);
        p->objective = cal_graph_add(g, p->objective,
                                     cal_graph_scale(g, p->trace, cal_choice_number(penalty[i], "tau")));
    }
}

static void build(cal_program *p, cal_graph *g, const cal_net *net, const cal_spec *spec,
                  const cal_choice *loss) {
    cal_extent in = net->in;
    const bool several = cal_head_of(&spec->head)->several;
    int n = p->batch, tensors = net->tensors, labels = several ? n * net->classes : n;
    p->x = in.form == CAL_PICTURE ? cal_graph_input(g, CAL_IMAGE, (cal_shape){n, in.c, in.h, in.w})
                                  : cal_graph_input(g, CAL_MATRIX, (cal_shape){n, in.c, 1, 1});
    p->labels = cal_graph_input(g, CAL_INDEX, (cal_shape){labels, 1, 1, 1});
    p->known = several ? cal_graph_input(g, CAL_MATRIX, (cal_shape){labels, 1, 1, 1}) : CAL_ABSENT;
    for (int i = 0; i < tensors; i++) // Evaluations run many batches with the same weights.
        p->tensor[i] = p->training ? cal_graph_input(g, net->tensor[i].kind, net->tensor[i].shape)
                                   : cal_graph_steady_input(g, net->tensor[i].kind, net->tensor[i].shape);
    p->key = p->training ? cal_graph_input(g, CAL_VECTOR, (cal_shape){1, 2, 1, 1}) : CAL_ABSENT;
    p->logits = cal_net_build(net, g, p->x, p->tensor, p->training, p->stats, p->key);
    p->sample_weight = p->training ? CAL_ABSENT : cal_graph_input(g, CAL_MATRIX, (cal_shape){n, 1, 1, 1});
    p->state = cal_loss_state_input(g, loss);
    cal_loss_batch batch = {.logits = p->logits,
                            .labels = p->labels,
                            .several = several,
                            .known = p->known,
                            .sample_weight = p->sample_weight,
                            .state = p->state};
    p->losses = cal_objective_build(g, &batch, loss, &spec->penalty);
    for (int i = 0; i < tensors; i++) p->gradient[i] = CAL_ABSENT;
    if (p->use == CAL_PROGRAM_DIAGNOSE) {
        p->features = cal_net_last_features(net, g, p->logits, p->tensor);
        cal_graph_gradient(g, cal_graph_inner(g, p->losses, p->sample_weight), &p->logits, 1, &p->slope);
    }
    if (!p->training) return;
    bool sum = cal_choice_integer(&spec->run, "reduction") == 1;
    p->loss = cal_graph_scale(g, cal_graph_total(g, p->losses), sum ? 1 : 1.0 / n);
    add_estimates(p, g, net, spec, loss);
    cal_graph_gradient(g, p->objective, p->tensor, tensors, p->gradient);
    for (int i = 0; i < tensors; i++)
        if (is_statistic(&net->tensor[i])) p->gradient[i] = CAL_ABSENT;
}

static cal_status make_plan(cal_program *p, const cal_graph *g, const cal_net *net, int workers,
                            cal_error *err) {
    cal_node *roots = cal_arena_alloc(&p->own, (size_t)(2 * net->tensors + 7) * sizeof *roots);
    if (!roots) return cal_refuse_memory(err, "planning a step");
    int count = 0;
    roots[count++] = p->logits;
    roots[count++] = p->losses;
    roots[count++] = p->features;
    roots[count++] = p->slope;
    if (p->training) {
        roots[count++] = p->loss;
        roots[count++] = p->trace;
        roots[count++] = p->objective;
        for (int i = 0; i < net->tensors; i++) {
            roots[count++] = p->gradient[i];
            roots[count++] = p->stats[i];
        }
    }
    return cal_plan_create(&p->plan, g, roots, count, workers, err);
}

static cal_status name_largest(const cal_net *net, int batch, cal_error *err) {
    char largest[CAL_LARGEST];
    cal_net_describe_largest(largest, net, batch);
    return cal_fail(err, CAL_MEMORY, "%s; %s", err ? err->text : "", largest);
}

cal_status cal_program_create(cal_program *out, const cal_net *net, const cal_spec *spec,
                              const cal_choice *loss, int batch, cal_program_use use, int workers,
                              cal_error *err) {
    *out = (cal_program){.batch = batch,
                         .use = use,
                         .training = use == CAL_PROGRAM_TRAIN,
                         .known = CAL_ABSENT,
                         .loss = CAL_ABSENT,
                         .trace = CAL_ABSENT,
                         .objective = CAL_ABSENT,
                         .features = CAL_NO_NODE,
                         .slope = CAL_ABSENT};
    size_t bytes = (size_t)net->tensors * sizeof(cal_node) + 1;
    out->tensor = cal_arena_alloc(&out->own, bytes);
    out->gradient = cal_arena_alloc(&out->own, bytes);
    out->stats = cal_arena_alloc(&out->own, bytes);
    out->vectors = out->training ? vectors_of(spec, loss) : 0;
    out->sign = cal_arena_alloc(&out->own, (size_t)out->vectors * bytes + 1);
    cal_status status = CAL_OK;
    if (out->own.refused) {
        status = cal_refuse_memory(err, "planning a step");
    } else {
        cal_graph g = {0};
        build(out, &g, net, spec, loss);
        status = make_plan(out, &g, net, workers, err);
        // The graph, its fused copy, and room for both to grow; plus the notes of differentiation and
        // scheduling.
        cal_arena notes = {.counts = true};
        cal_arena_alloc(&notes, (size_t)g.count * 64);
        out->planning = 4 * cal_graph_bytes(&g) + notes.taken;
        cal_graph_free(&g);
        if (status == CAL_MEMORY) status = name_largest(net, batch, err);
    }
    if (status) cal_program_free(out);
    return status;
}

void cal_program_free(cal_program *program) {
    cal_plan_free(program->plan);
    cal_arena_free(&program->own);
    memset(program, 0, sizeof *program);
}

size_t cal_program_bytes(const cal_program *program) {
    return program->own.taken + (program->plan ? cal_plan_bytes(program->plan) : 0);
}

void cal_program_bind(const cal_program *program, const cal_net *net, float *flat) {
    for (int i = 0; i < net->tensors; i++)
        if (net->tensor[i].kind != CAL_VECTOR)
            cal_plan_bind(program->plan, program->tensor[i], flat + net->tensor[i].offset);
}

void cal_program_copy_vectors(const cal_program *program, const cal_net *net, const float *flat) {
    for (int i = 0; i < net->tensors; i++) {
        const cal_tensor *t = &net->tensor[i];
        double *value = t->kind == CAL_VECTOR ? cal_plan_data(program->plan, program->tensor[i]) : NULL;
        for (size_t j = 0; value && j < t->size; j++) value[j] = flat[t->offset + j];
    }
}

// Bit i of a vector's random numbers, 64 bits each, is the sign of element i of the flat weights.
void cal_program_draw_signs(const cal_program *program, const cal_net *net, uint64_t seed, int step) {
    for (int v = 0; v < program->vectors; v++)
        for (int i = 0; i < net->tensors; i++) {
            const cal_tensor *t = &net->tensor[i];
            void *data = cal_plan_data(program->plan, program->sign[v * net->tensors + i]);
            uint64_t bits = 0;
            for (size_t j = 0; data && j < t->size; j++) {
                const size_t at = t->offset + j;
                if (j == 0 || at % 64 == 0)
                    bits =
                        cal_random_bits(seed, CAL_STREAM_SIGNS, (uint64_t)step, (uint64_t)v << 40 | at / 64);
                const int sign = bits >> at % 64 & 1 ? 1 : -1;
                if (t->kind == CAL_VECTOR) ((double *)data)[j] = sign;
                else ((float *)data)[j] = (float)sign;
            }
        }
}
