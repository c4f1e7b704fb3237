// Multi-label losses (head=sigmoid): values and gradients against PyTorch in double (golden/torch/labels.py).
// Both derivatives against differences, the float engine against the interpreter, and identities that hold
// for every loss by definition.
#include "check.h"
#include "derivatives.h"
#include "run/link/spec.h"
#include "catalog/penalty/penalty.h"
#include "../golden/torch/labels.inc"

enum { N = LABELS_N, K = LABELS_K, ROWS = N * K, STATE = 8 };

typedef struct objective {
    cal_choice loss, penalty;
    double state[STATE];
} objective;

static bool read_objective(objective *o, const char *text) {
    cal_error err = {CAL_OK, ""};
    cal_objective_parse(&o->loss, &o->penalty, text, &err);
    CHECK_TEXT(err.text, "");
    CHECK(cal_loss_state_size(&o->loss) <= STATE);
    return cal_loss_of(&o->loss)->each_label;
}

typedef struct result {
    double loss[ROWS], gradient[2 * ROWS]; // for each sample, and of their mean by the logits
} result;

// Evaluates independent rows, or n samples with k labels, some of them known.
static void evaluate(result *out, const char *text, bool several, const double *z, const double *y,
                     const double *known, int n, int k) {
    objective o;
    cal_error err = {CAL_OK, ""};
    cal_graph g = {0};
    cal_interpreter *it;
    read_objective(&o, text);
    const int labels = several ? n * k : n;
    cal_loss_batch batch = {.logits = cal_graph_input(&g, CAL_MATRIX, (cal_shape){n, k, 1, 1}),
                            .labels = cal_graph_input(&g, CAL_INDEX, (cal_shape){labels, 1, 1, 1}),
                            .several = several,
                            .known = CAL_ABSENT,
                            .sample_weight = CAL_ABSENT};
    if (several) batch.known = cal_graph_input(&g, CAL_MATRIX, (cal_shape){labels, 1, 1, 1});
    batch.state = cal_loss_state_input(&g, &o.loss);
    cal_node roots[2] = {cal_objective_build(&g, &batch, &o.loss, &o.penalty), CAL_ABSENT};
    cal_graph_gradient(&g, cal_graph_scale(&g, cal_graph_total(&g, roots[0]), 1.0 / n), &batch.logits, 1,
                       &roots[1]);
    CHECK(cal_interpreter_create(&it, &g, roots, 2, &err) == CAL_OK);
    memcpy(cal_interpreter_values(it, batch.logits), z, (size_t)(n * k) * sizeof *z);
    memcpy(cal_interpreter_values(it, batch.labels), y, (size_t)labels * sizeof *y);
    if (several) memcpy(cal_interpreter_values(it, batch.known), known, (size_t)labels * sizeof *known);
    cal_loss_begin(cal_interpreter_values(it, batch.state), &o.loss);
    cal_interpreter_run(it);
    memcpy(out->loss, cal_interpreter_values(it, roots[0]), (size_t)n * sizeof *z);
    memcpy(out->gradient, cal_interpreter_values(it, roots[1]), (size_t)(n * k) * sizeof *z);
    cal_interpreter_free(it);
    cal_graph_free(&g);
}

static result one, other;

static double mean_of(const result *r, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += r->loss[i];
    return sum / n;
}

static void test_golden(void) {
    for (size_t l = 0; l < sizeof labels_golden / sizeof *labels_golden; l++) {
        evaluate(&one, labels_golden[l].text, true, labels_z, labels_y, labels_known, N, K);
        CHECK_NEAR(mean_of(&one, N), labels_golden[l].mean, 1e-14 * (1 + labels_golden[l].mean));
        for (int i = 0; i < ROWS; i++) CHECK_NEAR(one.gradient[i], labels_golden[l].gradient[i], 1e-15);
    }
}

// A label's loss equals that of two classes, except for distances, which count one of the two probabilities.
static void test_two_classes(const char *text, bool distance) {
    double pair[2 * ROWS];
    for (int i = 0; i < ROWS; i++) pair[2 * i] = 0, pair[2 * i + 1] = labels_z[i];
    evaluate(&one, text, true, labels_z, labels_y, labels_known, N, K);
    evaluate(&other, text, false, pair, labels_y, NULL, ROWS, 2);
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int j = 0; j < K; j++) sum += labels_known[i * K + j] * other.loss[i * K + j];
        if (distance) CHECK(one.loss[i] <= sum / K && (one.loss[i] > 0 || i == 2));
        else CHECK_NEAR(one.loss[i], sum / K, 1e-14 * (1 + sum));
    }
}

// An unknown label changes neither the loss nor the gradient, whatever its value.
static void test_unknown(const char *text) {
    double turned[ROWS];
    for (int i = 0; i < ROWS; i++) turned[i] = labels_known[i] > 0 ? labels_y[i] : 1 - labels_y[i];
    evaluate(&one, text, true, labels_z, labels_y, labels_known, N, K);
    evaluate(&other, text, true, labels_z, turned, labels_known, N, K);
    CHECK(memcmp(one.loss, other.loss, sizeof *one.loss * N) == 0);
    for (int i = 0; i < ROWS; i++) {
        CHECK(one.gradient[i] == other.gradient[i]);
        if (labels_known[i] == 0) CHECK(one.gradient[i] == 0);
    }
    CHECK(one.loss[2] == 0); // all its labels are unknown
}

static void test_finite(const char *text) {
    static const double sizes[] = {80, 1e4};
    double z[ROWS];
    for (int s = 0; s < 2; s++) {
        for (int i = 0; i < ROWS; i++) z[i] = i % 3 == 0 ? sizes[s] : i % 3 == 1 ? -sizes[s] : 0;
        evaluate(&one, text, true, z, labels_y, labels_known, N, K);
        for (int i = 0; i < N; i++) CHECK(one.loss[i] - one.loss[i] == 0);
        for (int i = 0; i < ROWS; i++) CHECK(one.gradient[i] - one.gradient[i] == 0);
    }
}

// Checks the gradient and the Hessian-vector product against differences, through a matrix of weights.
static void test_derivatives(const char *text) {
    enum { FEATURES = 3 };
    objective o;
    cal_graph g = {0};
    double x[N * FEATURES];
    if (!read_objective(&o, text)) return;
    for (int i = 0; i < N * FEATURES; i++) x[i] = cal_random_normal(4, CAL_STREAM_PROBE, 0, (uint64_t)i);
    derivative_case test = {.name = text, .g = &g, .scale = 0.7, .engine_tolerance = 2e-5};
    test.x[test.nx++] = cal_graph_input(&g, CAL_MATRIX, (cal_shape){K, FEATURES, 1, 1});
    const cal_node in = cal_graph_input(&g, CAL_MATRIX, (cal_shape){N, FEATURES, 1, 1});
    test.fixed[0] = in, test.fixed_value[0] = x;
    cal_loss_batch batch = {.logits = cal_graph_matmul(&g, in, test.x[0], false, true),
                            .labels = cal_graph_input(&g, CAL_INDEX, (cal_shape){ROWS, 1, 1, 1}),
                            .several = true,
                            .sample_weight = CAL_ABSENT};
    batch.known = cal_graph_input(&g, CAL_MATRIX, (cal_shape){ROWS, 1, 1, 1});
    test.fixed[1] = batch.labels, test.fixed_value[1] = labels_y;
    test.fixed[2] = batch.known, test.fixed_value[2] = labels_known;
    test.nfixed = 3;
    batch.state = cal_loss_state_input(&g, &o.loss);
    if (batch.state >= 0) {
        cal_loss_begin(o.state, &o.loss);
        test.fixed[3] = batch.state, test.fixed_value[3] = o.state, test.nfixed = 4;
    }
    cal_node losses = cal_objective_build(&g, &batch, &o.loss, &o.penalty);
    test.scalar = cal_graph_scale(&g, cal_graph_total(&g, losses), 1.0 / N);
    CHECK(check_derivatives(&test) == 0);
    cal_graph_free(&g);
}

int main(void) {
    int count = 0;
    test_golden();
    for (int i = 0; cal_losses[i]; i++) {
        const cal_loss *loss = cal_losses[i];
        const char *id = loss->entry.id;
        if (!loss->each_label) {
            CHECK(!strcmp(id, "mmce") || !strcmp(id, "dualfocal") || !strcmp(id, "adafocal") ||
                  !strncmp(id, "calfocal", 8));
            continue;
        }
        const bool distance = !strncmp(id, "fcl", 3) || !strcmp(id, "brier");
        test_two_classes(id, distance), test_unknown(id), test_finite(id), test_derivatives(id);
        count++;
    }
    test_derivatives("focal:gamma=0.5&penalty=entropy:alpha=0.2");
    test_derivatives("ls:eps=0.2&penalty=l1norm:alpha=0.05");
    CHECK(count >= 10);
    return CHECK_DONE();
}
