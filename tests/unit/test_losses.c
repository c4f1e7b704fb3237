// Every loss of the registry: its identities, finite loss and gradient at large logits and ties, and rows
// with weight 0 that have no effect.
#include "ad/interpret.h"
#include "ad/plan.h"
#include "base/maths/maths.h"
#include "base/memory.h"
#include "base/random/random.h"
#include "check.h"
#include "run/link/spec.h"
#include "catalog/penalty/penalty.h"

typedef struct result { // for n samples with k classes
    double loss[64], gradient[64 * 1000];
} result;

typedef struct objective {
    cal_choice loss, penalty;
} objective;

static void read_objective(objective *out, const char *text) {
    cal_error err = {CAL_OK, ""};
    cal_objective_parse(&out->loss, &out->penalty, text, &err);
    CHECK_TEXT(err.text, "");
}

// Evaluates in double, or in the float engine, the first `counted` samples.
static void evaluate(result *out, bool engine, const char *text, const double *z, const int *y, int n, int k,
                     int counted) {
    objective o;
    read_objective(&o, text);
    cal_graph g = {0};
    cal_loss_batch batch = {.logits = cal_graph_input(&g, CAL_MATRIX, (cal_shape){n, k, 1, 1}),
                            .labels = cal_graph_input(&g, CAL_INDEX, (cal_shape){n, 1, 1, 1}),
                            .sample_weight = cal_graph_input(&g, CAL_MATRIX, (cal_shape){n, 1, 1, 1}),
                            .state = cal_loss_state_input(&g, &o.loss)};
    cal_node each = cal_objective_build(&g, &batch, &o.loss, &o.penalty), slope;
    cal_node some = cal_graph_mul(&g, each, batch.sample_weight);
    cal_graph_gradient(&g, cal_graph_total(&g, some), &batch.logits, 1, &slope);
    cal_node roots[] = {each, slope, some};
    cal_error err = {CAL_OK, ""};
    if (engine) {
        cal_plan *plan = NULL;
        cal_pool *pool = NULL;
        CHECK(!cal_pool_create(&pool, 2, &err) && !cal_plan_create(&plan, &g, roots, 3, 2, &err) &&
              !cal_plan_place(plan, NULL, &err));
        float *logits = cal_plan_data(plan, batch.logits), *share = cal_plan_data(plan, batch.sample_weight);
        int32_t *labels = cal_plan_data(plan, batch.labels);
        for (int i = 0; i < n * k; i++) logits[i] = (float)z[i];
        for (int i = 0; i < n; i++) share[i] = i < counted ? 1 / (float)counted : 0, labels[i] = y[i];
        cal_loss_begin(cal_plan_data(plan, batch.state), &o.loss);
        cal_plan_run(plan, pool);
        const float *loss = cal_plan_data(plan, each), *gradient = cal_plan_data(plan, slope);
        for (int i = 0; i < n; i++) out->loss[i] = loss[i];
        for (int i = 0; i < n * k; i++) out->gradient[i] = gradient[i];
        cal_plan_free(plan);
        cal_pool_free(pool);
    } else {
        cal_interpreter *it;
        CHECK(cal_interpreter_create(&it, &g, roots, 3, &err) == CAL_OK);
        memcpy(cal_interpreter_values(it, batch.logits), z, (size_t)(n * k) * sizeof *z);
        for (int i = 0; i < n; i++) {
            cal_interpreter_values(it, batch.sample_weight)[i] = i < counted ? 1.0 / counted : 0;
            cal_interpreter_values(it, batch.labels)[i] = y[i];
        }
        cal_loss_begin(cal_interpreter_values(it, batch.state), &o.loss);
        cal_interpreter_run(it);
        memcpy(out->loss, cal_interpreter_values(it, each), (size_t)n * sizeof *z);
        memcpy(out->gradient, cal_interpreter_values(it, slope), (size_t)(n * k) * sizeof *z);
        cal_interpreter_free(it);
    }
    cal_graph_free(&g);
}

static result one, other;
static double z[64 * 1000];
static int y[64];

// Fills logits: usual, very large, equal, for both right and wrong answers.
static void fill(int n, int k, double size) {
    for (int i = 0; i < n; i++) {
        y[i] = (i * 5 + 1) % k;
        for (int j = 0; j < k; j++) {
            double value = size * cal_random_normal(3, CAL_STREAM_PROBE, (uint64_t)i, (uint64_t)j);
            if (size > 10) value = value > 0 ? size : -size;
            if (i % 7 == 3) value = j == y[i] ? size : -size;
            if (i % 7 == 4) value = j == y[i] ? -size : size;
            if (i % 7 == 5) value = 1;
            z[i * k + j] = (float)value;
        }
    }
}

static bool finite(int n, int k) {
    bool good = true;
    for (int i = 0; i < n; i++) good = good && one.loss[i] - one.loss[i] == 0;
    for (int i = 0; i < n * k; i++) good = good && one.gradient[i] - one.gradient[i] == 0;
    return good;
}

static void check_finite(const char *id) {
    static const int classes[] = {2, 3, 10, 1000}, counts[] = {1, 2, 21};
    static const double sizes[] = {1, 80, 1e4};
    for (int c = 0; c < 4; c++)
        for (int s = 0; s < 3; s++)
            for (int m = 0; m < 3; m++)
                for (int engine = 0; engine < 2; engine++) {
                    fill(counts[m], classes[c], sizes[s]);
                    evaluate(&one, engine, id, z, y, counts[m], classes[c], counts[m]);
                    bool good = finite(counts[m], classes[c]);
                    if (!good)
                        printf("%s of %d samples, %d classes, logits up to %g, %s\n", id, counts[m],
                               classes[c], sizes[s], engine ? "in the engine" : "in double");
                    CHECK(good);
                }
}

static void check_identity(const cal_loss *loss) {
    enum { N = 21, K = 5 };
    if (!loss->reduces_from) return;
    fill(N, K, 3);
    evaluate(&one, false, loss->reduces_from, z, y, N, K, N);
    evaluate(&other, false, loss->reduces_to, z, y, N, K, N);
    double worst = 0;
    for (int i = 0; i < N; i++) worst += __builtin_fabs(one.loss[i] - other.loss[i]);
    for (int i = 0; i < N * K; i++) worst += __builtin_fabs(one.gradient[i] - other.gradient[i]);
    if (!(worst < 1e-13)) printf("%s is not %s\n", loss->reduces_from, loss->reduces_to);
    CHECK(worst < 1e-13);
    evaluate(&other, false, loss->entry.id, z, y, N, K, N);
    worst = 0;
    for (int i = 0; i < N; i++) worst += __builtin_fabs(one.loss[i] - other.loss[i]);
    if (loss->penalty && loss->penalty->estimate) return; // a penalty on the weights
    // otherwise it would have no effect alone
    if (worst < 1e-3) CHECK_TEXT(loss->reduces_from, loss->entry.id);
}

// Padding of a batch changes no sample's loss and no gradient.
static void check_share(const char *id) {
    enum { N = 9, M = 14, K = 4 };
    fill(M, K, 3);
    evaluate(&one, false, id, z, y, N, K, N);
    for (int i = N * K; i < M * K; i++) z[i] = 0;
    for (int i = N; i < M; i++) y[i] = 0;
    evaluate(&other, false, id, z, y, M, K, N);
    double worst = 0;
    for (int i = 0; i < N; i++) worst += __builtin_fabs(one.loss[i] - other.loss[i]);
    for (int i = 0; i < M * K; i++)
        worst += __builtin_fabs((i < N * K ? one.gradient[i] : 0) - other.gradient[i]);
    if (!(worst < 1e-14)) printf("%s sees the rows that fill up a batch\n", id);
    CHECK(worst < 1e-14);
}

// A penalty adds the same to every loss; a loss of its name is cross-entropy with it.
static void check_penalty(const cal_penalty *penalty, const char *base) {
    enum { N = 21, K = 5 };
    static result bare;
    char text[200];
    snprintf(text, sizeof text, "%s&penalty=%s", base, penalty->entry.id);
    check_finite(text);
    check_share(text);
    fill(N, K, 3);
    evaluate(&one, false, text, z, y, N, K, N);
    evaluate(&bare, false, base, z, y, N, K, N);
    snprintf(text, sizeof text, "ce&penalty=%s", penalty->entry.id);
    evaluate(&other, false, text, z, y, N, K, N);
    double worst = 0, most = 0;
    for (int i = 0; i < N; i++) one.loss[i] -= bare.loss[i];
    for (int i = 0; i < N * K; i++) one.gradient[i] -= bare.gradient[i];
    evaluate(&bare, false, "ce", z, y, N, K, N);
    for (int i = 0; i < N; i++) {
        worst += __builtin_fabs(one.loss[i] - (other.loss[i] - bare.loss[i]));
        most += __builtin_fabs(one.loss[i]);
    }
    for (int i = 0; i < N * K; i++)
        worst += __builtin_fabs(one.gradient[i] - (other.gradient[i] - bare.gradient[i]));
    CHECK(worst < 1e-12 && (most > 0.1) == (penalty->build != NULL));
    for (int i = 0; cal_losses[i]; i++) {
        if (cal_losses[i]->penalty != penalty) continue;
        CHECK_TEXT(cal_losses[i]->entry.id, penalty->entry.id);
        evaluate(&one, false, cal_losses[i]->entry.id, z, y, N, K, N);
        CHECK(memcmp(one.loss, other.loss, N * sizeof *one.loss) == 0);
        CHECK(memcmp(one.gradient, other.gradient, N * K * sizeof *one.gradient) == 0);
    }
}

// Norms of (3, 0, 4) and of zeros. A logit of 0 adds nothing, and has no slope.
static void check_norms(void) {
    static const struct {
        const char *text;
        double norm, slope[3];
    } norms[] = {{"ce&penalty=l1norm:alpha=1", 7, {1, 0, 1}},
                 {"ce&penalty=l1norm:alpha=1,p=2", 5, {0.6, 0, 0.8}},
                 {"ce&penalty=l1norm:alpha=1,p=3", 4.497941445275415, {0.4448513517, 0, 0.7908468475}}};
    // Slopes of the last: 9 and 16 over 91 to the 2/3.
    static const double rows[6] = {3, 0, 4};
    for (size_t i = 0; i < sizeof norms / sizeof *norms; i++) {
        memcpy(z, rows, sizeof rows);
        y[0] = y[1] = 0;
        evaluate(&one, false, norms[i].text, z, y, 2, 3, 2);
        evaluate(&other, false, "ce", z, y, 2, 3, 2);
        CHECK_NEAR(one.loss[0] - other.loss[0], norms[i].norm, 1e-14);
        CHECK_NEAR(one.loss[1] - other.loss[1], 0, 1e-14);
        for (int j = 0; j < 3; j++) { // the mean of both rows
            CHECK_NEAR(2 * (one.gradient[j] - other.gradient[j]), norms[i].slope[j], 1e-7);
            CHECK_NEAR(one.gradient[3 + j] - other.gradient[3 + j], 0, 1e-14);
        }
    }
}

// Checks a probability of exactly one half, if that is the threshold. Gamma is 3 as in the authors' code,
// where the interval is open, and 5 as in their text, where it is closed. Both sides of it are the same in
// both.
static void check_thresholds(void) {
    static const struct {
        const char *text;
        double logit, gamma;
    } at[] = {{"flsd53:threshold=0.5", 0, 3},    {"flsd53:threshold=0.5,closed=yes", 0, 5},
              {"flsd53:threshold=0.5", 0.1, 3},  {"flsd53:threshold=0.5,closed=yes", 0.1, 3},
              {"flsd53:threshold=0.5", -0.1, 5}, {"flsd53:threshold=0.5,closed=yes", -0.1, 5}};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        z[0] = at[i].logit, z[1] = 0, y[0] = 0;
        evaluate(&one, false, at[i].text, z, y, 1, 2, 1);
        const double p = cal_sigmoid(at[i].logit);
        CHECK_NEAR(one.loss[0], -cal_pow(1 - p, at[i].gamma) * cal_log(p), 1e-14);
    }
}

int main(void) {
    check_norms();
    check_thresholds();
    for (int i = 0; cal_penalties[i]; i++) {
        check_penalty(cal_penalties[i], "focal");
        check_penalty(cal_penalties[i], "mmce");
    }
    for (int i = 0; cal_losses[i]; i++) {
        check_finite(cal_losses[i]->entry.id);
        check_identity(cal_losses[i]);
        check_share(cal_losses[i]->entry.id);
    }
    return CHECK_DONE();
}
