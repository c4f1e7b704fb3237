// The penalty that is the Hessian's trace: its gradient against the reference, and a third derivative in
// whole networks against differences of the estimate.
#include <stdlib.h>
#include "check.h"
#include "derivatives.h"
#include "base/bytes/safetensors.h"
#include "run/net/net.h"
#include "run/net/program.h"
#include "catalog/penalty/penalty.h"

enum { PARAMETERS = 59, PROBES = 64, SAMPLES = 8 };

// Reads numbers from a file of the reference.
static double *read_oracle(cal_arena *arena, const char *name, size_t count) {
    char path[512];
    snprintf(path, sizeof path, "tests/golden/oracles/hess_%s.npy", name);
    FILE *source = fopen(path, "rb");
    CHECK(source != NULL);
    if (!source) return NULL;
    uint8_t *bytes = cal_arena_alloc(arena, 1 << 16);
    cal_file file = {name, bytes, fread(bytes, 1, 1 << 16, source)};
    cal_array array;
    cal_error err = {CAL_OK, ""};
    double *out = NULL;
    fclose(source);
    if (strcmp(name, "Y")) {
        CHECK(!cal_npy_read(&array, &file, &err) && !cal_npy_doubles(&out, arena, &array, name, &err));
    } else {
        int32_t *label;
        CHECK(!cal_npy_read(&array, &file, &err) && !cal_npy_labels(&label, arena, &array, name, &err));
        out = cal_arena_alloc(arena, array.count * sizeof *out);
        for (size_t i = 0; i < array.count; i++) out[i] = label[i];
    }
    CHECK(array.count == count);
    return out;
}

typedef struct reference { // a 6-5-4 ReLU network
    cal_graph g;
    cal_node x, labels, weight[4], sign[4], trace, gradient[4];
    double *x_value, *label_value, *weight_value[4], *signs, *wanted;
} reference;

static const size_t sizes[4] = {30, 5, 20, 4};

// Sums the estimate and its gradient over vectors [count][PARAMETERS].
static void sum_up(double *trace, double *gradient, reference *r, const double *vectors, int count,
                   bool engine) {
    cal_node roots[5] = {r->trace, r->gradient[0], r->gradient[1], r->gradient[2], r->gradient[3]};
    cal_error err = {CAL_OK, ""};
    cal_interpreter *it = NULL;
    cal_plan *plan = NULL;
    if (engine) CHECK(!cal_plan_create(&plan, &r->g, roots, 5, 1, &err) && !cal_plan_place(plan, NULL, &err));
    else CHECK(!cal_interpreter_create(&it, &r->g, roots, 5, &err));
    *trace = 0;
    memset(gradient, 0, PARAMETERS * sizeof *gradient);
    for (int p = 0; p < count; p++) {
        const double *sign = vectors + PARAMETERS * p;
        double part[32];
        for (int i = 0; i < 4; sign += sizes[i++]) {
            if (engine) {
                to_engine(cal_plan_data(plan, r->weight[i]), &r->g, r->weight[i], r->weight_value[i]);
                to_engine(cal_plan_data(plan, r->sign[i]), &r->g, r->sign[i], sign);
                continue;
            }
            double *w = cal_interpreter_values(it, r->weight[i]), *s = cal_interpreter_values(it, r->sign[i]);
            if (w) memcpy(w, r->weight_value[i], sizes[i] * sizeof *w);
            if (s) memcpy(s, sign, sizes[i] * sizeof *s);
        }
        if (engine) {
            to_engine(cal_plan_data(plan, r->x), &r->g, r->x, r->x_value);
            to_engine(cal_plan_data(plan, r->labels), &r->g, r->labels, r->label_value);
            cal_plan_run(plan, NULL);
            *trace += *(const double *)cal_plan_data(plan, r->trace);
        } else {
            memcpy(cal_interpreter_values(it, r->x), r->x_value, SAMPLES * 6 * sizeof(double));
            memcpy(cal_interpreter_values(it, r->labels), r->label_value, SAMPLES * sizeof(double));
            cal_interpreter_run(it);
            *trace += *cal_interpreter_values(it, r->trace);
        }
        double *to = gradient;
        for (int i = 0; i < 4; to += sizes[i++]) {
            const double *value = engine ? part : cal_interpreter_values(it, r->gradient[i]);
            if (r->gradient[i] < 0) continue;
            if (engine) from_engine(part, &r->g, r->gradient[i], cal_plan_data(plan, r->gradient[i]));
            for (size_t j = 0; j < sizes[i]; j++) to[j] += value[j];
        }
    }
    cal_plan_free(plan);
    cal_interpreter_free(it);
}

static double worst_of(const double *got, const double *want) {
    double worst = 0, most = 0;
    for (int i = 0; i < PARAMETERS; i++) {
        if (fabs(want[i]) > most) most = fabs(want[i]);
        if (!(fabs(got[i] - want[i]) <= worst)) worst = fabs(got[i] - want[i]);
    }
    return worst / most;
}

static void check_reference(void) {
    cal_arena arena = {0};
    reference r = {.x_value = read_oracle(&arena, "X", SAMPLES * 6)};
    static const char *const names[4] = {"W1", "b1", "W2", "b2"};
    if (r.x_value) {
        cal_net *net;
        const cal_tensor *tensor;
        cal_error err;
        cal_choice loss, penalty;
        double trace, gradient[PARAMETERS], unit[PARAMETERS * PARAMETERS] = {0};
        for (int i = 0; i < PARAMETERS; i++) unit[i * (PARAMETERS + 1)] = 1;
        r.label_value = read_oracle(&arena, "Y", SAMPLES);
        r.signs = read_oracle(&arena, "rademacher", (size_t)PROBES * PARAMETERS);
        r.wanted = read_oracle(&arena, "relu_ce_grad_trH", PARAMETERS);
        CHECK(!cal_net_parse(&net, "fc5-relu-fc", false, 4, 6, 1, 1, &err));
        CHECK(cal_net_tensors(net, &tensor) == 4);
        CHECK(!cal_objective_parse(&loss, &penalty, "ce&penalty=trace", &err));
        r.x = cal_graph_input(&r.g, CAL_MATRIX, (cal_shape){SAMPLES, 6, 1, 1});
        r.labels = cal_graph_input(&r.g, CAL_INDEX, (cal_shape){SAMPLES, 1, 1, 1});
        for (int i = 0; i < 4; i++) {
            r.weight_value[i] = read_oracle(&arena, names[i], sizes[i]);
            r.weight[i] = cal_graph_input(&r.g, tensor[i].kind, tensor[i].shape);
            r.sign[i] = cal_graph_input(&r.g, tensor[i].kind, tensor[i].shape);
            CHECK(tensor[i].size == sizes[i]);
        }
        cal_loss_batch batch = {.sample_weight = CAL_ABSENT, .state = CAL_ABSENT, .labels = r.labels};
        batch.logits = cal_net_build(net, &r.g, r.x, r.weight, true, NULL, CAL_ABSENT);
        cal_node mean = cal_graph_scale(
            &r.g, cal_graph_total(&r.g, cal_objective_build(&r.g, &batch, &loss, &penalty)), 1.0 / SAMPLES);
        r.trace = cal_penalty_in(&penalty)->estimate(&r.g, mean, r.weight, r.sign, 4);
        cal_graph_gradient(&r.g, r.trace, r.weight, 4, r.gradient);
        // v'Hv over the unit vectors is the trace itself; over the probes, the summands of the reference's
        // mean.
        for (int engine = 0; engine < 2; engine++) {
            const double tolerance = engine ? 1e-5 : 1e-10;
            sum_up(&trace, gradient, &r, unit, PARAMETERS, engine);
            CHECK(worst_of(gradient, r.wanted) <= tolerance);
            CHECK_NEAR(trace, 7.691965535842844, 7.7 * tolerance);
            sum_up(&trace, gradient, &r, r.signs, PROBES, engine);
            CHECK_NEAR(trace / PROBES, 8.203994183501292, 8.2 * tolerance);
        }
        cal_net_free(net);
    }
    cal_graph_free(&r.g);
    cal_arena_free(&arena);
}

// Checks a network's loss plus half of its trace, with batch norm in training mode: all trained parameters
// move.
static void check_net(const char *text, const char *loss_text, int c, int side) {
    enum { BATCH = 4, CLASSES = 3 };
    static const double labels[BATCH] = {2, 0, 1, 0}, key[2] = {5, 3};
    static double pixels[BATCH * 512], signs[32][512];
    cal_net *net;
    cal_error err;
    cal_choice loss, penalty;
    cal_graph g = {.direct_conv = true};
    const cal_tensor *tensor;
    CHECK(!cal_net_parse(&net, text, false, CLASSES, c, side, side, &err));
    CHECK(!cal_objective_parse(&loss, &penalty, loss_text, &err));
    const int tensors = cal_net_tensors(net, &tensor);
    double scale[32], offset[32];
    cal_node node[32], sign[32];
    derivative_case test = {
        .name = text, .g = &g, .scale_of = scale, .offset_of = offset, .engine_tolerance = 1e-4};
    cal_shape image = {BATCH, c, side, side}, features = {BATCH, c * side * side, 1, 1};
    const bool takes_image = cal_net_takes_image(net);
    test.fixed[0] = cal_graph_input(&g, takes_image ? CAL_IMAGE : CAL_MATRIX, takes_image ? image : features);
    test.fixed[1] = cal_graph_input(&g, CAL_INDEX, (cal_shape){BATCH, 1, 1, 1});
    test.fixed[2] = cal_graph_input(&g, CAL_VECTOR, (cal_shape){1, 2, 1, 1});
    test.fixed_value[0] = pixels, test.fixed_value[1] = labels, test.fixed_value[2] = key;
    test.nfixed = 3;
    for (int i = 0; i < BATCH * c * side * side; i++) pixels[i] = random_value(5000, (uint64_t)i);
    CHECK(tensors <= 32);
    for (int i = 0; i < tensors; i++) {
        const bool statistic = tensor[i].role == CAL_RUNNING_MEAN || tensor[i].role == CAL_RUNNING_VAR;
        node[i] = statistic ? cal_graph_constant(&g, tensor[i].kind, tensor[i].shape, 1)
                            : cal_graph_input(&g, tensor[i].kind, tensor[i].shape);
        sign[i] = CAL_ZERO;
        if (statistic) continue;
        // Signs by plus and minus one constants would be a single node, so they are made from a constant
        // input.
        sign[i] = cal_graph_input(&g, tensor[i].kind, tensor[i].shape);
        CHECK(tensor[i].size <= 512);
        for (size_t j = 0; j < tensor[i].size; j++)
            signs[i][j] = random_value(6000 + (uint64_t)i, j) > 0 ? 1 : -1;
        offset[test.nx] = tensor[i].role == CAL_NORM_WEIGHT ? 1 : 0;
        scale[test.nx] =
            tensor[i].role == CAL_WEIGHT && tensor[i].fan_in ? sqrt(2.0 / tensor[i].fan_in) : 0.4;
        test.x[test.nx++] = node[i];
        test.fixed[test.nfixed] = sign[i];
        test.fixed_value[test.nfixed++] = signs[i];
    }
    cal_loss_batch batch = {.labels = test.fixed[1], .sample_weight = CAL_ABSENT, .state = CAL_ABSENT};
    batch.logits = cal_net_build(net, &g, test.fixed[0], node, true, NULL, test.fixed[2]);
    cal_node mean = cal_graph_scale(&g, cal_graph_total(&g, cal_objective_build(&g, &batch, &loss, &penalty)),
                                    1.0 / BATCH);
    const cal_choice *by[CAL_ESTIMATES_MAX];
    CHECK(cal_objective_estimates(by, &loss, &penalty) == 1);
    cal_node estimate = cal_penalty_in(by[0])->estimate(&g, mean, node, sign, tensors);
    test.scalar = cal_graph_add(&g, mean, cal_graph_scale(&g, estimate, 0.5));
    CHECK(check_derivatives(&test) == 0);
    cal_graph_free(&g);
    cal_net_free(net);
}

// The probe vectors have +1 and -1 about equally often, and differ for each seed, step and vector.
static void check_signs(void) {
    enum { STEPS = 3 };
    cal_spec spec;
    cal_error err;
    cal_net *net;
    cal_program program;
    static const char link[] = "loss=trace:m=2&model=layers:fc70-bn-relu-fc&batch=4";
    CHECK(!cal_spec_parse(&spec, link, strlen(link), &err));
    CHECK(!cal_net_parse(&net, "fc70-bn-relu-fc", false, 3, 9, 1, 1, &err));
    CHECK(!cal_program_create(&program, net, &spec, &spec.loss, 4, CAL_PROGRAM_TRAIN, 1, &err));
    CHECK(!cal_plan_place(program.plan, NULL, &err) && program.vectors == 2);
    const cal_tensor *tensor;
    const int tensors = cal_net_tensors(net, &tensor);
    float first[630];
    for (int step = 0; step < STEPS; step++) {
        cal_program_draw_signs(&program, net, 1, step);
        const float *a = cal_plan_data(program.plan, program.sign[0]);
        const float *b = cal_plan_data(program.plan, program.sign[tensors]);
        int sum = 0, same = 0, before = 0;
        for (int i = 0; i < 630; i++) {
            CHECK(a[i] == 1 || a[i] == -1);
            sum += (int)a[i];
            same += a[i] == b[i];
            before += step && a[i] == first[i];
        }
        CHECK(sum > -100 && sum < 100 && same > 230 && same < 400);
        CHECK(!step || (before > 230 && before < 400));
        memcpy(first, a, sizeof first);
        for (int i = 0; i < tensors; i++)
            if (tensor[i].role == CAL_RUNNING_MEAN) CHECK(program.sign[i] == CAL_ZERO);
    }
    cal_program_free(&program);
    cal_net_free(net);
}

int main(void) {
    check_reference();
    check_signs();
    check_net("fc7-tanh-fc", "ce&penalty=trace", 5, 1);
    check_net("fc7-bn-relu-fc", "focal:gamma=3&penalty=trace", 5, 1);
    check_net("c5-bn-relu-mp2-c6-bn-relu-gap-fc", "ce&penalty=trace", 2, 6);
    check_net("c4-bn-relu-r(c4-bn-relu-c4-bn)-relu-gap-fc", "trace", 2, 4);
    check_net("c6k2s2p0-tokens-cls-pos-r(ln-att2)-ln-first-fc", "ce&penalty=trace", 2, 4);
    check_net("c5-gelu-drop20-gap-fc", "brier&penalty=trace", 2, 4);
    return CHECK_DONE();
}
