// Convolutions whose images are channels of larger ones: the same bits as with separate images.
#include "conv_check.h"

// The first channels of a larger image give the bits of a copy, with and without an activation.
static void check_part(cal_conv_shape s, int more, cal_pool *pool) {
    const size_t few = s.ci * (size_t)(s.h * s.w), many = (s.ci + more) * (size_t)(s.h * s.w);
    double slope[64];
    for (int c = 0; c < s.ci; c++) slope[c] = 0.7 + 0.01 * c;
    const cal_conv_fused fused = {.slope = slope};
    CHECK(s.ci % 4 == 0 && cal_kernel_conv_x_view(&s));
    for (int active = 0; active < 2; active++) {
        conv_case copied = case_of(s, CHOSEN), there = case_of(s, CHOSEN);
        float *wide = guarded(many * (size_t)s.n * 4);
        fill_image(wide, s.n, s.ci + more, s.h, s.w, 7);
        for (int n = 0; n < s.n; n++) memcpy(copied.x + n * few, wide + n * many, few * sizeof *wide);
        float *own = there.x;
        there.x = wide;
        there.s.x_stride = (s.ci + more) / 4;
        copied.fused = there.fused = active ? &fused : NULL;
        for (int d = 0; d < 3; d += 2) {
            kernel_call *const run = d ? run_filter : run_forward;
            CHECK(run_within(pool, cal_kernel_conv_scratch(&copied.s, 2), run, &copied));
            CHECK(run_within(pool, cal_kernel_conv_scratch(&there.s, 2), run, &there));
        }
        CHECK(memcmp(copied.y, there.y, copied.ys * 4) == 0);
        CHECK(memcmp(copied.df, there.df, copied.fs * 4) == 0);
        there.x = own;
        CHECK(case_intact(&there) && intact(wide, many * (size_t)s.n * 4));
        guarded_free(wide);
        case_free(&copied);
        case_free(&there);
    }
}

// Results written after two other blocks of a larger image equal those of a separate image, and nothing else
// is touched.
static void check_written_part(cal_conv_shape s, cal_pool *pool) {
    const size_t plane = (size_t)(s.oh * s.ow) * 4, few = (size_t)s.co / 4 * plane, many = few + 3 * plane;
    conv_case copied = case_of(s, CHOSEN), part = case_of(s, CHOSEN);
    float *wide = guarded(many * (size_t)s.n * 4), *before = guarded(many * (size_t)s.n * 4), *own = part.y;
    fill_image(wide, s.n, s.co + 12, s.oh, s.ow, 5);
    memcpy(before, wide, many * (size_t)s.n * sizeof *wide);
    part.y = wide + 2 * plane;
    part.s.y_stride = s.co / 4 + 3;
    CHECK(s.co % 4 == 0 && cal_kernel_conv_y_view(&s, CAL_CONV_FORWARD));
    CHECK(run_within(pool, cal_kernel_conv_scratch(&copied.s, 2), run_forward, &copied));
    CHECK(run_within(pool, cal_kernel_conv_scratch(&part.s, 2), run_forward, &part));
    for (int n = 0; n < s.n; n++) {
        CHECK(memcmp(part.y + n * many, copied.y + n * few, few * sizeof *wide) == 0);
        CHECK(memcmp(wide + n * many, before + n * many, 2 * plane * sizeof *wide) == 0);
        CHECK(memcmp(part.y + n * many + few, before + n * many + 2 * plane + few, plane * sizeof *wide) ==
              0);
    }
    part.y = own;
    CHECK(case_intact(&part) && intact(wide, many * (size_t)s.n * 4));
    guarded_free(wide);
    guarded_free(before);
    case_free(&copied);
    case_free(&part);
}

// The adjoints read a gradient after two other blocks of a larger image like a separate one.
static void check_read_gradient(cal_conv_shape s, cal_pool *pool) {
    const size_t plane = (size_t)(s.oh * s.ow) * 4, few = (size_t)s.co / 4 * plane, many = few + 3 * plane;
    conv_case copied = case_of(s, CHOSEN), part = case_of(s, CHOSEN);
    float *wide = guarded(many * (size_t)s.n * 4), *own = part.dy;
    fill_image(wide, s.n, s.co + 12, s.oh, s.ow, 5);
    part.dy = wide + 2 * plane;
    part.s.y_stride = s.co / 4 + 3;
    for (int n = 0; n < s.n; n++) memcpy(copied.dy + n * few, part.dy + n * many, few * sizeof *wide);
    CHECK(s.co % 4 == 0 && cal_kernel_conv_y_view(&s, CAL_CONV_INPUT_GRAD));
    CHECK(cal_kernel_conv_y_view(&s, CAL_CONV_FILTER_GRAD));
    kernel_call *const run[] = {run_input, run_filter};
    for (int d = 0; d < 2; d++) {
        CHECK(run_within(pool, cal_kernel_conv_scratch(&copied.s, 2), run[d], &copied));
        CHECK(run_within(pool, cal_kernel_conv_scratch(&part.s, 2), run[d], &part));
    }
    CHECK(memcmp(copied.dx, part.dx, copied.xs * 4) == 0 && memcmp(copied.df, part.df, copied.fs * 4) == 0);
    part.dy = own;
    CHECK(case_intact(&part) && intact(wide, many * (size_t)s.n * 4));
    guarded_free(wide);
    case_free(&copied);
    case_free(&part);
}

static void check_parts(cal_pool *pool) {
    check_part(shape_of(3, 12, 20, 9, 8, 1, 1, 0), 8, pool);
    check_part(shape_of(19, 8, 4, 6, 5, 1, 1, 0), 4, pool); // one block of results, many samples
    check_part(shape_of(3, 16, 8, 8, 8, 3, 1, 1), 8, pool);
    check_part(shape_of(2, 16, 8, 8, 8, 3, 2, 1), 4, pool);
    check_part(shape_of(1, 64, 8, 60, 60, 3, 1, 1), 4, pool); // a sample is several tile blocks
    check_written_part(shape_of(3, 16, 8, 8, 8, 3, 1, 1), pool);
    check_written_part(shape_of(9, 16, 20, 16, 15, 3, 2, 1), pool);
    check_written_part(shape_of(1, 64, 64, 20, 20, 3, 1, 1), pool);
    check_read_gradient(shape_of(3, 16, 8, 8, 8, 3, 1, 1), pool);
    check_read_gradient(shape_of(9, 16, 20, 16, 15, 3, 2, 1), pool);
    check_read_gradient(shape_of(1, 64, 64, 20, 20, 3, 1, 1), pool);
    const cal_conv_shape direct = shape_of(2, 8, 8, 7, 7, 5, 1, 2),
                         groups = grouped(shape_of(2, 8, 8, 7, 7, 1, 1, 0), 2, 1);
    CHECK(!cal_kernel_conv_x_view(&direct) && !cal_kernel_conv_x_view(&groups));
    for (cal_conv_result result = CAL_CONV_FORWARD; result <= CAL_CONV_FILTER_GRAD; result++)
        CHECK(!cal_kernel_conv_y_view(&direct, result) && !cal_kernel_conv_y_view(&groups, result));
}

static void check(void) {
    cal_pool *pool = pool_of(2);
    check_parts(pool);
    cal_pool_free(pool);
}

int main(void) {
    at_every_width(check);
    return CHECK_DONE();
}
