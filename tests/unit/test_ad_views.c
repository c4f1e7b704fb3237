// Concatenations that are views into longer ones (ad/plan/views.h): the bits of a plan that copies, in less
// memory.
#include "ad/plan.h"
#include "ad/op/descriptor.h"
#include "check.h"
#include "kernel_check.h"

enum { N = 3, SIDE = 8 };

// Builds a = [x, y] and b = [a, z], where a convolution makes z from x. Two convolutions read both; a has
// other readers.
typedef struct concatenations {
    cal_graph g;
    cal_node image[2], filter[4], given, slope, z, a, b, root[10];
    int roots;
} concatenations;

static void build(concatenations *of, int c, int k, bool requested, bool branches) {
    *of = (concatenations){.roots = 0};
    cal_graph *g = &of->g;
    const cal_shape s = {N, c, SIDE, SIDE};
    for (int i = 0; i < 2; i++) of->image[i] = cal_graph_input(g, CAL_IMAGE, s);
    of->filter[0] = cal_graph_input(g, CAL_FILTER, (cal_shape){8, 2 * c, k, k});
    of->filter[1] = cal_graph_input(g, CAL_FILTER, (cal_shape){8, 3 * c, 1, 1});
    of->filter[3] = cal_graph_input(g, CAL_FILTER, (cal_shape){8, 3 * c, 1, 1});
    of->filter[2] = cal_graph_input(g, CAL_FILTER, (cal_shape){c, c, 3, 3});
    of->z = cal_graph_conv(g, of->image[0], of->filter[2], 1, 1);
    of->a = cal_graph_concat(g, of->image[0], of->image[1]);
    of->b = cal_graph_concat(g, of->a, of->z);
    cal_node from_a = cal_graph_conv(g, of->a, of->filter[0], 1, k / 2),
             from_b = cal_graph_conv(g, of->b, of->filter[1], 1, 0);
    cal_node both = cal_graph_add(g, from_a, from_b);
    if (branches) { // another that begins with a
        cal_node other = cal_graph_concat(g, of->a, of->image[0]);
        both = cal_graph_add(g, both, cal_graph_conv(g, other, of->filter[1], 1, 0));
        cal_node last =
            cal_graph_conv(g, of->image[1], of->filter[2], 1, 1); // part of a part that is not the first
        other = cal_graph_concat(g, of->image[1], cal_graph_concat(g, of->image[0], last));
        both = cal_graph_add(g, both, cal_graph_conv(g, other, of->filter[1], 1, 0));
        other = cal_graph_concat(g, cal_graph_conv(g, of->z, of->filter[2], 1, 1), of->a); // and the first
        both = cal_graph_add(g, both, cal_graph_conv(g, other, of->filter[3], 1, 0));
    }
    cal_node value = cal_graph_total(g, cal_graph_mul(g, both, both));
    const cal_node xs[] = {of->image[0], of->image[1], of->filter[0], of->filter[1], of->filter[2]};
    cal_graph_gradient(g, value, xs, 5, of->root);
    of->root[5] = both;
    of->root[6] = cal_graph_channel_dot(g, of->a, of->a);
    of->slope = cal_graph_input(g, CAL_VECTOR, (cal_shape){1, 2 * c, 1, 1});
    of->root[7] = cal_graph_affine(g, of->a, of->slope, CAL_ZERO); // the last reader of a
    of->roots = 8;
    if (requested) of->root[of->roots++] = of->a;
}

// Builds other placements of parts: the output of an average pool next to a convolution, and a part of an
// input.
static void build_more(concatenations *of) {
    *of = (concatenations){.roots = 0};
    cal_graph *g = &of->g;
    for (int i = 0; i < 2; i++) of->image[i] = cal_graph_input(g, CAL_IMAGE, (cal_shape){N, 8, SIDE, SIDE});
    of->filter[0] = cal_graph_input(g, CAL_FILTER, (cal_shape){8, 16, 1, 1});
    for (int i = 1; i < 3; i++) of->filter[i] = cal_graph_input(g, CAL_FILTER, (cal_shape){8, 8, 3, 3});
    const cal_pool_window window = {2, 2, 2, 0, 0};
    of->a = cal_graph_avgpool(g, cal_graph_conv(g, of->image[0], of->filter[1], 1, 1), window);
    of->z = cal_graph_avgpool(g, of->image[1], window); // alone
    of->b = cal_graph_concat(g, of->a, of->z);
    const cal_node pooled = cal_graph_conv(g, of->b, of->filter[0], 1, 0);
    of->given = cal_graph_input(g, CAL_IMAGE, (cal_shape){N, 16, SIDE, SIDE});
    const cal_attributes how = {.shortcut = {.stride = 1, .before = 8}};
    const cal_node part =
        cal_op_one(g, CAL_OP_SHORTCUT_GRAD, of->given, CAL_IMAGE, cal_shape_of(g, of->image[0]), &how);
    of->root[4] = cal_graph_conv(g, part, of->filter[2], 1, 1);
    const cal_node value = cal_graph_total(g, cal_graph_mul(g, pooled, pooled));
    const cal_node xs[] = {of->image[0], of->image[1], of->filter[0], of->filter[1]};
    cal_graph_gradient(g, value, xs, 4, of->root);
    of->root[5] = pooled;
    of->root[6] =
        cal_op_one(g, CAL_OP_SHORTCUT_GRAD, of->b, CAL_IMAGE, cal_shape_of(g, of->z), &how); // requested
    of->filter[3] = of->slope = CAL_NO_NODE;
    of->roots = 7;
}

static size_t bytes_of(const cal_graph *g, cal_node x) {
    const cal_node_data *node = cal_at(g, x);
    const cal_shape s = node->shape;
    if (node->kind == CAL_IMAGE) return cal_image_floats(s.n, s.c, s.h, s.w) * sizeof(float);
    return cal_elements(s) * (node->kind == CAL_VECTOR ? sizeof(double) : sizeof(float));
}

static cal_plan *run(concatenations *of, bool plain, int workers) {
    cal_plan *plan = NULL;
    cal_error err;
    cal_graph *g = &of->g;
    g->plain = plain;
    CHECK(cal_plan_create(&plan, g, of->root, of->roots, workers, &err) == CAL_OK);
    CHECK(cal_plan_place(plan, NULL, &err) == CAL_OK);
    for (int i = 0; i < 2; i++) {
        const cal_shape s = cal_shape_of(g, of->image[i]);
        fill_image(cal_plan_data(plan, of->image[i]), s.n, s.c, s.h, s.w, (uint32_t)i);
    }
    for (int i = 0; i < 4; i++) {
        float *f = of->filter[i] < 0 ? NULL : cal_plan_data(plan, of->filter[i]);
        if (f) fill_floats(f, cal_elements(cal_shape_of(g, of->filter[i])), 5 + (uint32_t)i);
    }
    if (of->given > 0) {
        const cal_shape s = cal_shape_of(g, of->given);
        fill_image(cal_plan_data(plan, of->given), s.n, s.c, s.h, s.w, 3);
    }
    for (int i = 0; of->slope >= 0 && i < cal_shape_of(g, of->slope).c; i++)
        ((double *)cal_plan_data(plan, of->slope))[i] = 1 + 0.1 * i;
    cal_pool *pool = pool_of(workers);
    for (int i = 0; i < 2; i++) cal_plan_run(plan, pool);
    cal_pool_free(pool);
    return plan;
}

// Returns true if a is a view into b; sets *written to true if z is.
static bool is_view(cal_plan *plan, const concatenations *of, bool *written) {
    const size_t from_a = cal_image_floats(1, cal_shape_of(&of->g, of->a).c, SIDE, SIDE);
    const float *b = cal_plan_data(plan, of->b);
    *written = cal_plan_data(plan, of->z) == (const void *)(b + from_a);
    return cal_plan_data(plan, of->a) == (const void *)b;
}

// Counts gradients of parts that remain views.
static int gradient_views(cal_plan *plan, const concatenations *of) {
    int count = 0;
    for (cal_node i = 0; i < of->g.count; i++) {
        const cal_node_data *node = cal_at(&of->g, i);
        const float *part = cal_plan_data(plan, i),
                    *whole = node->in[0] < 0 ? NULL : cal_plan_data(plan, node->in[0]);
        if (node->op != CAL_OP_SHORTCUT_GRAD || !part || !whole) continue;
        count += part == whole + cal_image_floats(1, node->attributes.shortcut.before, SIDE, SIDE);
    }
    return count;
}

static void check_bits(concatenations *of, cal_plan **plain, cal_plan **one, cal_plan **three) {
    *plain = run(of, true, 1), *one = run(of, false, 1), *three = run(of, false, 3);
    for (int i = 0; i < of->roots; i++) {
        const size_t bytes = bytes_of(&of->g, of->root[i]);
        const void *copied = cal_plan_data(*plain, of->root[i]);
        CHECK(memcmp(copied, cal_plan_data(*one, of->root[i]), bytes) == 0);
        CHECK(memcmp(copied, cal_plan_data(*three, of->root[i]), bytes) == 0);
    }
}

static void check_same(int c, int k, bool requested, bool branches, bool want, bool z, int gradients) {
    concatenations of;
    build(&of, c, k, requested, branches);
    cal_plan *plain, *one, *three;
    check_bits(&of, &plain, &one, &three);
    bool there[3];
    CHECK(!is_view(plain, &of, &there[0]) && is_view(one, &of, &there[1]) == want &&
          is_view(three, &of, &there[2]) == want);
    CHECK(!there[0] && there[1] == z && there[2] == z);
    CHECK(gradient_views(plain, &of) == 0 && gradient_views(one, &of) == gradients &&
          gradient_views(three, &of) == gradients);
    cal_plan_free(plain);
    cal_plan_free(one);
    cal_plan_free(three);
    cal_graph_free(&of.g);
}

static void check_more(void) {
    concatenations of;
    build_more(&of);
    cal_plan *plan[3];
    check_bits(&of, &plan[0], &plan[1], &plan[2]);
    for (int i = 0; i < 3; i++) {
        const float *b = cal_plan_data(plan[i], of.b);
        CHECK((cal_plan_data(plan[i], of.a) == (const void *)b) == (i > 0));
        CHECK(cal_plan_data(plan[i], of.z) != (const void *)(b + cal_image_floats(1, 8, SIDE / 2, SIDE / 2)));
        cal_plan_free(plan[i]);
    }
    cal_graph_free(&of.g);
}

int main(void) {
    check_same(8, 1, false, false, true, true, 1);
    check_same(8, 3, false, false, true, true, 1);
    check_same(8, 5, false, false, false, true, 1); // the plain algorithm reads no views
    check_same(8, 1, true, false, false, true, 1);  // a requested image is not a view
    // Twelve channels: blocks of four are complete, and those after them are not.
    check_same(6, 1, false, false, true, false, 1);
    check_same(5, 1, false, false, false, false, 0);
    check_same(8, 1, false, true, false, true, 2); // if two begin with it, it is a view into the last
    // A gradient of six channels that others follow is not a view either.
    check_same(6, 1, false, true, false, false, 0);
    check_same(5, 3, false, true, false, false, 0);
    check_more();
    return CHECK_DONE();
}
