// Convolution and its two adjoints against plain double loops, over many shapes.
#include "conv_check.h"

static double worst[ALGORITHMS]; // error relative to the largest value, over all shapes

// True if the error is at most 4e-6 of the largest value.
static CHECK_UNWATCHED bool agrees(algorithm a, const float *got, const double *want, size_t count) {
    error_scale e = {0};
    for (size_t i = 0; i < count; i++) compare(&e, got[i], want[i]);
    if (e.scale > 0 && e.error / e.scale > worst[a]) worst[a] = e.error / e.scale;
    return within(&e, 4e-6);
}

static CHECK_UNWATCHED double inner(const float *a, const float *b, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += (double)a[i] * b[i];
    return sum;
}

// Checks that each width has the bits of four lanes.
static void check_width(const conv_case *plain, cal_simd width, cal_pool *pool) {
    conv_case c = case_of(plain->s, plain->algorithm);
    bool ok = run_case(&c, pool), y = !memcmp(c.y, plain->y, c.ys * 4),
         dx = !memcmp(c.dx, plain->dx, c.xs * 4), df = !memcmp(c.df, plain->df, c.fs * 4);
    if (!(ok && y && dx && df))
        fprintf(stderr,
                "algorithm %d, width %d: n %d, %d -> %d channels, %d x %d, stride %d: guards %d y %d dx %d "
                "df %d\n",
                (int)c.algorithm, (int)width, c.s.n, c.s.ci, c.s.co, c.s.h, c.s.w, c.s.stride, ok, y, dx, df);
    CHECK(ok && y && dx && df);
    case_free(&c);
}

static void check_algorithm(cal_conv_shape s, algorithm a, cal_pool *pool) {
    conv_case c = case_of(s, a);
    conv_oracle o = oracle_of(&c);
    cal_simd_use(CAL_SIMD_128);
    bool ok = run_case(&c, pool);
    for (cal_simd width = CAL_SIMD_256; width <= CAL_SIMD_512; width++)
        if (cal_simd_use(width)) check_width(&c, width, pool);
    bool y = agrees(a, c.y, o.y, c.ys), dx = agrees(a, c.dx, o.dx, c.xs), df = agrees(a, c.df, o.df, c.fs);
    bool zero = padding_is_zero(c.y, s.n, s.co, s.oh, s.ow) && padding_is_zero(c.dx, s.n, s.ci, s.h, s.w);
    if (!(ok && y && dx && df && zero))
        fprintf(stderr,
                "algorithm %d: n %d, %d -> %d channels, %d x %d, k %d x %d, stride %d, dilation %d, pad %d, "
                "%d, groups "
                "%d: guards %d y %d dx %d df %d padding %d\n",
                (int)a, s.n, s.ci, s.co, s.h, s.w, s.kh, s.kw, s.stride, s.dilation, s.pad_h, s.pad_w,
                s.groups, ok, y, dx, df, zero);
    CHECK(ok && y && dx && df && zero);
    // The three are one trilinear form: <dy, conv(x, f)> = <dx, x> = <df, f>.
    double form = inner(c.dy, c.y, c.ys), norm = 0;
    for (size_t i = 0; i < c.ys; i++) norm += magnitude((double)c.dy[i] * c.y[i]);
    CHECK_NEAR(inner(c.dx, c.x, c.xs), form, 4e-6 * (norm + 1));
    CHECK_NEAR(inner(c.df, c.f, c.fs), form, 4e-6 * (norm + 1));
    oracle_free(&o);
    case_free(&c);
}

static void check_shape(cal_conv_shape s, cal_pool *pool) {
    for (algorithm a = CHOSEN; a < ALGORITHMS; a++)
        if (possible(a, &s)) check_algorithm(s, a, pool);
}

// The flag for the plain algorithm is respected.
static void check_flag(cal_conv_shape s) {
    conv_case requested = case_of(s, CHOSEN), direct = case_of(s, DIRECT);
    requested.s.direct = true;
    CHECK(run_case(&requested, NULL) && run_case(&direct, NULL));
    CHECK(memcmp(requested.y, direct.y, requested.ys * 4) == 0);
    CHECK(memcmp(requested.dx, direct.dx, requested.xs * 4) == 0);
    CHECK(memcmp(requested.df, direct.df, requested.fs * 4) == 0);
    case_free(&requested);
    case_free(&direct);
}

static void check_shapes(cal_pool *pool) {
    static const int channels[] = {1, 3, 4, 5, 8, 10, 33};
    // Every image size from 1 to 17, with kernel, stride, padding and channels cycling at different speeds.
    int turn = 0;
    for (int h = 1; h <= 17; h++)
        for (int k = 1; k <= 7; k += 2)
            for (int stride = 1; stride <= 3; stride++)
                for (int pad = 0; pad <= k / 2 + 1; pad++, turn++) {
                    int w = 1 + (h * 5 + turn) % 17;
                    if (h + 2 * pad < k || w + 2 * pad < k) continue;
                    int ci = channels[turn % 7], co = channels[(turn / 2 + h) % 7];
                    if (CHECK_TURN(3, turn))
                        check_shape(shape_of(1 + turn % 3, ci, co, h, w, k, stride, pad), pool);
                }
    // 3 x 3 with every pair of channels and partial Winograd tiles on both sides.
    for (int a = 0; a < 7; a++)
        for (int b = 0; b < 7; b++)
            for (int stride = 1; stride <= 2; stride++) {
                int pad = stride == 1 ? (a + b) % 3 : 1;
                if (CHECK_TURN(3, a + 2 * b + stride))
                    check_shape(shape_of(2, channels[a], channels[b], 6 + a, 5 + b, 3, stride, pad), pool);
            }
    check_shape(shape_of(37, 8, 12, 4, 6, 3, 1, 1), pool);   // more samples than chunks
    check_shape(shape_of(3, 16, 64, 32, 32, 3, 1, 1), pool); // several tile blocks to an image
    check_shape(shape_of(40, 64, 64, 8, 8, 3, 1, 1), pool);  // several images to a tile block
    check_shape(shape_of(40, 64, 64, 16, 16, 3, 2, 1), pool);
    check_shape(shape_of(2, 3, 32, 32, 32, 3, 1, 1), pool);
    check_shape(shape_of(2, 16, 32, 32, 32, 3, 2, 1), pool);
    check_shape(shape_of(2, 16, 32, 32, 32, 1, 2, 0), pool);
    check_shape(shape_of(3, 18, 37, 5, 7, 1, 1, 0), pool); // packed blocks of channels, and a remainder
    check_shape(shape_of(2, 20, 55, 9, 1, 1, 1, 0), pool);
    check_shape(shape_of(19, 18, 37, 18, 17, 1, 1, 0), pool); // planes that are processed in pieces
    check_shape(shape_of(19, 6, 4, 18, 17, 1, 1, 0), pool);
    check_shape(shape_of(1, 4, 4, 3, 150, 3, 1, 1), pool); // a wide strip
}

// Checks dilation, groups, and kernels and padding that differ between the axes, cycling at different speeds.
static void check_general(cal_pool *pool) {
    static const struct {
        int ci, co, groups;
    } channels[] = {{4, 8, 1},   {5, 5, 5}, {8, 8, 8},  {3, 3, 3},   {12, 8, 2},   {12, 20, 4},
                    {16, 16, 2}, {6, 9, 3}, {8, 16, 8}, {10, 4, 2},  {33, 33, 33}, {4, 12, 4},
                    {24, 16, 8}, {6, 6, 2}, {1, 7, 1},  {64, 64, 64}};
    int turn = 0;
    for (int kh = 1; kh <= 5; kh++)
        for (int kw = 1; kw <= 7; kw++)
            for (int stride = 1; stride <= 4; stride++)
                for (int dilation = 1; dilation <= 4; dilation++, turn++) {
                    cal_conv_shape s = {.n = 1 + turn % 3,
                                        .ci = channels[turn % 16].ci,
                                        .co = channels[turn % 16].co,
                                        .groups = channels[turn % 16].groups,
                                        .kh = kh,
                                        .kw = kw,
                                        .stride = stride,
                                        .dilation = dilation,
                                        .pad_h = (turn / 3) % (dilation * (kh - 1) + 2),
                                        .pad_w = (turn / 7) % (dilation * (kw - 1) + 2),
                                        .h = 1 + turn * 5 % 13,
                                        .w = 1 + turn * 7 % 15};
                    if (s.h + 2 * s.pad_h <= dilation * (kh - 1) || s.w + 2 * s.pad_w <= dilation * (kw - 1))
                        continue;
                    set_results(&s);
                    if (CHECK_TURN(3, turn)) check_shape(s, pool);
                }
    for (int stride = 1; stride <= 4; stride++) // planes that are processed a few rows at a time
        check_shape(grouped(shape_of(2, 5, 5, 34, 29, 3, stride, 1), 5, 1), pool);
    check_shape(grouped(shape_of(2, 5, 5, 34, 29, 3, 2, 3), 5, 1), pool);
    check_shape(grouped(shape_of(2, 5, 5, 34, 29, 5, 2, 0), 5, 2), pool);
    for (int i = 0; i < 2 * 3 * 4; i++) // 3 x 3 taps further apart, with every padding of the plain ones
        check_shape(grouped(shape_of(2, 5, 5, 11, 13, 3, 1 + i % 2, i / 6), 5, 2 + i / 2 % 3), pool);
    for (int i = 0; i < 2 * 9 * 9; i++) // edges of 3 x 3 taps around pixels
        if (CHECK_TURN(3, i / 2))
            check_shape(grouped(shape_of(2, 5, 5, 1 + i / 2 % 9, 1 + i / 18, 3, 1 + i % 2, 1), 5, 1), pool);
}

static cal_conv_shape alone[9];
static void set_alone(void) {
    const cal_conv_shape shapes[] = {
        shape_of(21, 33, 20, 9, 7, 3, 1, 1),
        shape_of(128, 8, 8, 8, 8, 3, 1, 1),
        shape_of(19, 5, 9, 11, 11, 3, 2, 1),
        shape_of(5, 16, 8, 8, 8, 1, 1, 0),
        shape_of(19, 18, 37, 18, 17, 1, 1, 0),
        grouped(shape_of(19, 26, 26, 9, 10, 3, 1, 1), 26, 1),
        grouped(shape_of(11, 12, 12, 9, 10, 5, 2, 2), 12, 1),
        grouped(shape_of(10, 16, 24, 9, 10, 3, 1, 2), 4, 2),
        grouped(shape_of(10, 6, 9, 9, 10, 3, 2, 1), 3, 1),
    };
    memcpy(alone, shapes, sizeof alone);
}

static void check_workers(void) {
    static const int workers[] = {3, 8, 25}; // also more than there are chunks
    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
        for (algorithm a = CHOSEN; a < ALGORITHMS; a++) {
            if (!possible(a, &alone[i])) continue;
            conv_case one = case_of(alone[i], a), many = case_of(alone[i], a);
            CHECK(run_case(&one, NULL));
            for (int l = 0; l < 3; l++) {
                cal_pool *pool = pool_of(workers[l]);
                CHECK(run_case(&many, pool));
                CHECK(memcmp(one.y, many.y, one.ys * 4) == 0);
                CHECK(memcmp(one.dx, many.dx, one.xs * 4) == 0);
                CHECK(memcmp(one.df, many.df, one.fs * 4) == 0);
                cal_pool_free(pool);
            }
            case_free(&one);
            case_free(&many);
        }
}

// A sample's values do not depend on its batch.
static void check_batch(cal_conv_shape s, algorithm a) {
    conv_case batch = case_of(s, a);
    CHECK(run_case(&batch, NULL));
    s.n = 1;
    conv_case single = case_of(s, a);
    for (int n = 0; n < batch.s.n; n++) {
        memcpy(single.x, batch.x + n * single.xs, single.xs * 4);
        memcpy(single.dy, batch.dy + n * single.ys, single.ys * 4);
        CHECK(run_case(&single, NULL));
        CHECK(memcmp(single.y, batch.y + n * single.ys, single.ys * 4) == 0);
        CHECK(memcmp(single.dx, batch.dx + n * single.xs, single.xs * 4) == 0);
    }
    case_free(&batch);
    case_free(&single);
}

static void check_batches(void) {
    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
        for (algorithm a = CHOSEN; a < ALGORITHMS; a++)
            if (possible(a, &alone[i])) check_batch(alone[i], a);
}

// Records the calls of `after`: every plane once, finished.
typedef struct plane_log {
    float *result, *copy;
    size_t floats; // floats of each plane
    int *calls;
} plane_log;

static void log_planes(void *context, int first, int count, int worker) {
    const plane_log *log = context;
    const size_t at = first * log->floats;
    (void)worker;
    for (int plane = first; plane < first + count; plane++) log->calls[plane]++;
    memcpy(log->copy + at, log->result + at, count * log->floats * sizeof(float));
}

static bool logged_all(const plane_log *log, int planes) {
    bool once = true;
    for (int p = 0; p < planes; p++) once &= log->calls[p] == 1;
    return once && memcmp(log->copy, log->result, planes * log->floats * sizeof(float)) == 0;
}

static bool check_after(conv_case *c, int direction, cal_pool *pool) {
    kernel_call *const run[] = {run_forward, run_input};
    const cal_conv_shape *s = &c->s;
    int channels = direction ? s->ci : s->co, planes = s->n * ((channels + 3) / 4);
    plane_log log = {.result = direction ? c->dx : c->y,
                     .floats = (size_t)4 * (direction ? s->h * s->w : s->oh * s->ow)};
    log.copy = cal_mem_alloc(planes * log.floats * sizeof(float));
    log.calls = cal_mem_alloc((size_t)planes * sizeof(int));
    cal_conv_fused fused = {.after = log_planes, .context = &log};
    c->fused = &fused;
    bool ok = run_within(pool, direction_of(c->algorithm, direction).scratch(s, cal_pool_workers(pool)),
                         run[direction], c) &&
              logged_all(&log, planes);
    c->fused = NULL;
    cal_mem_free(log.copy);
    cal_mem_free(log.calls);
    return ok;
}

// An activation on load, capped at `cap` unless that is 0, gives the bits of the activated image; padding
// zeros stay zeros.
static void check_load(cal_conv_shape s, algorithm a, double cap, cal_pool *pool) {
    enum { CHANNELS_MAX = 64 };
    double slope[CHANNELS_MAX], constant[CHANNELS_MAX];
    conv_case stored = case_of(s, a), loaded = case_of(s, a);
    for (int c = 0; c < s.ci; c++) {
        slope[c] = 0.7 + 0.01 * c;
        constant[c] = 0.3 - 0.02 * c;
        for (int n = 0; n < s.n; n++)
            for (int p = 0; p < s.h * s.w; p++) {
                float *x = stored.x + image_at(s.ci, s.h, s.w, n, c, p / s.w, p % s.w);
                float y = (float)slope[c] * *x + (float)constant[c];
                *x = !(y > 0) ? 0 : cap > 0 && y > (float)cap ? (float)cap : y;
            }
    }
    cal_conv_fused fused = {.slope = slope, .constant = constant, .cap = cap};
    loaded.fused = &fused;
    CHECK(run_case(&stored, pool) && run_case(&loaded, pool));
    CHECK(memcmp(stored.y, loaded.y, stored.ys * 4) == 0);
    CHECK(memcmp(stored.df, loaded.df, stored.fs * 4) == 0);
    CHECK(memcmp(stored.dx, loaded.dx, stored.xs * 4) == 0); // gradient by the activated image: unchanged
    CHECK(check_after(&loaded, 0, pool) && check_after(&loaded, 1, pool));
    case_free(&stored);
    case_free(&loaded);
}

static void check_fused(cal_pool *pool) {
    const cal_conv_shape shapes[] = {
        shape_of(3, 5, 9, 11, 7, 3, 1, 1),
        shape_of(2, 33, 8, 6, 6, 3, 1, 2),
        shape_of(5, 16, 24, 16, 16, 3, 1, 1),
        shape_of(1, 64, 64, 32, 32, 3, 1, 1),
        shape_of(3, 6, 10, 9, 8, 1, 1, 0),
        shape_of(3, 18, 37, 5, 7, 1, 1, 0),
        shape_of(19, 18, 37, 5, 7, 1, 1, 0), // samples that are processed together
        shape_of(3, 18, 37, 18, 17, 1, 1, 0),
        shape_of(3, 6, 10, 9, 8, 1, 2, 0),
        shape_of(2, 3, 4, 8, 8, 3, 2, 1),
        shape_of(2, 7, 6, 9, 9, 5, 2, 2),
        grouped(shape_of(3, 10, 10, 9, 8, 3, 1, 1), 10, 1),
        grouped(shape_of(2, 7, 7, 9, 8, 3, 2, 1), 7, 1),
        grouped(shape_of(2, 7, 7, 34, 29, 3, 1, 1), 7, 1),
        grouped(shape_of(2, 7, 7, 34, 29, 3, 2, 1), 7, 1),
        grouped(shape_of(2, 8, 8, 3, 4, 1, 1, 0), 8, 1),
        grouped(shape_of(2, 24, 16, 9, 8, 3, 1, 2), 4, 2),
        grouped(shape_of(2, 6, 9, 9, 8, 3, 2, 1), 3, 1),
        shape_of(1, 64, 8, 60, 60, 3, 1, 1), // a sample is several tile blocks
        shape_of(1, 64, 8, 60, 60, 3, 2, 1),
    };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (algorithm a = CHOSEN; a < ALGORITHMS; a++)
            if (possible(a, &shapes[i])) {
                check_load(shapes[i], a, 0, pool);
                if (a == CHOSEN ? cal_kernel_conv_caps(&shapes[i]) : a != WINOGRAD)
                    check_load(shapes[i], a, 0.3, pool);
            }
}

static void check(void) {
    cal_pool *pool = pool_of(2);
    check_fused(pool);
    cal_pool_free(pool);
    check_flag(shape_of(3, 16, 20, 8, 9, 3, 1, 1));
    check_workers();
    check_batches();
}

int main(void) {
    cal_pool *pool = pool_of(2);
    set_alone();
    check_shapes(pool);
    check_general(pool);
    cal_pool_free(pool);
    at_every_width(check);
    printf("largest error relative to the largest value: direct %.2g, Winograd %.2g, depthwise %.2g\n",
           worst[DIRECT], worst[WINOGRAD], worst[DEPTHWISE]);
    return CHECK_DONE();
}
