// Profiles of plans: every node once, and all of the time, with a clock that counts its calls.
#include "ad/profile.h"
#include "kernel_check.h"

enum { SAMPLES = 5, CHANNELS = 8, SIZE = 6, RUNS = 3 };

static double calls; // by the calling thread only: pools here have one worker

static double tick(void) { return calls += 1; }

// Builds a convolution with per-plane consumers, a chain of element-wise nodes, and products.
static cal_node build(cal_graph *g, cal_node *x, cal_node *f) {
    const cal_shape image = {SAMPLES, CHANNELS, SIZE, SIZE};
    *x = cal_graph_input(g, CAL_IMAGE, image);
    *f = cal_graph_input(g, CAL_FILTER, (cal_shape){CHANNELS, CHANNELS, 3, 3});
    cal_node y = cal_graph_relu(g, cal_graph_conv(g, *x, *f, 1, 1), 0);
    cal_node rows = cal_graph_flatten(g, cal_graph_mul(g, y, cal_graph_tanh(g, y)));
    cal_node chain = cal_graph_exp(g, cal_graph_scale(g, cal_graph_tanh(g, rows), -0.5));
    return cal_graph_matmul(g, chain, cal_graph_add(g, chain, rows), false, true);
}

static bool is_part(const cal_plan *plan, const char *op, bool follows) {
    for (int i = 0; i < cal_plan_parts(plan); i++) {
        const cal_plan_part part = cal_plan_part_at(plan, i);
        if (strcmp(part.op, op) == 0 && part.follows == follows) return true;
    }
    return false;
}

static void check_parts(const cal_plan *plan) {
    static const char *const alone[] = {"INPUT", "CONV", "FLATTEN", "MATMUL"};
    static const char *const together[] = {"RELU", "MUL", "TANH", "SCALE", "EXP", "ADD"};
    for (int i = 0; i < 4; i++) CHECK(is_part(plan, alone[i], false));
    for (int i = 0; i < 6; i++) CHECK(is_part(plan, together[i], true));
    const double image = SAMPLES * CHANNELS * SIZE * SIZE;
    for (int i = 0; i < cal_plan_parts(plan); i++) {
        const cal_plan_part part = cal_plan_part_at(plan, i);
        const bool conv = strcmp(part.op, "CONV") == 0, product = strcmp(part.op, "MATMUL") == 0;
        CHECK_NEAR(part.multiply_adds, conv ? image * CHANNELS * 9 : product ? image * SAMPLES : 0, 0);
        CHECK((part.kernel != NULL) == conv);
        if (conv)
            CHECK(part.bytes >= 2 * image * sizeof(float) && part.kind == CAL_IMAGE &&
                  part.shape.c == CHANNELS);
    }
}

int main(void) {
    cal_graph g = {0};
    cal_plan *plan = NULL;
    cal_error err;
    cal_node x, f, root = build(&g, &x, &f);
    float before[SAMPLES * SAMPLES], after[SAMPLES * SAMPLES];
    CHECK(cal_plan_create(&plan, &g, &root, 1, 1, &err) == CAL_OK);
    CHECK(cal_plan_place(plan, NULL, &err) == CAL_OK);
    fill_floats(cal_plan_data(plan, x), SAMPLES * CHANNELS * SIZE * SIZE, 1);
    fill_floats(cal_plan_data(plan, f), CHANNELS * CHANNELS * 9, 2);
    cal_plan_run(plan, NULL);
    memcpy(before, cal_plan_data(plan, root), sizeof before);
    for (int i = 0; i < cal_plan_parts(plan); i++) CHECK(cal_plan_part_at(plan, i).runs == 0);
    check_parts(plan);

    for (int again = 0; again < 2; again++) { // a new measurement discards the last
        CHECK(cal_plan_measure(plan, tick, &err) == CAL_OK);
        for (int i = 0; i < RUNS; i++) cal_plan_run(plan, NULL);
        memcpy(after, cal_plan_data(plan, root), sizeof after);
        CHECK(memcmp(before, after, sizeof before) == 0);
        double seconds = 0, serial = 0;
        int groups = 0;
        for (int i = 0; i < cal_plan_parts(plan); i++) {
            const cal_plan_part part = cal_plan_part_at(plan, i);
            CHECK(part.runs == RUNS && part.seconds >= 0);
            seconds += part.seconds;
            serial += part.serial;
            groups += !part.follows;
        }
        CHECK_NEAR(seconds, RUNS * groups,
                   1e-9 * seconds); // one tick each: the calls of the clock belong to no node
        CHECK_NEAR(serial, seconds, 1e-9 * seconds);
    }
    cal_plan_free(plan);
    cal_graph_free(&g);
    return CHECK_DONE();
}
