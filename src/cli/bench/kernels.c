// Measures the kernels.
#include "cli/bench/kernels.h"
#include "base/memory.h"
#include "cli/bench/ceiling.h"
#include "cli/cli.h"
#include "kernel/conv/conv.h"
#include "kernel/loops.h"
#include "kernel/matmul/matmul.h"
#include <string.h>

enum { CEILING_RUNS = 4, SAMPLES = 15, QUICK_SAMPLES = 5 };

static const double WARM_UP = 0.15;

// A case and its arrays; `run` determines which fields are used.
typedef struct bench_case {
    const char *name;
    void (*run)(const cal_env *env, struct bench_case *bench);
    cal_matmul_shape matmul;
    cal_conv_shape conv;
    float *out;
    const float *a, *b;
} bench_case;

static void run_ceiling(const cal_env *env, bench_case *bench) {
    cal_pool_run(env->pool, cal_pool_workers(env->pool), CAL_OF_WIDTH(cal_bench_ceiling), bench->out);
}
static void run_matmul(const cal_env *env, bench_case *bench) {
    cal_kernel_matmul(env, bench->out, bench->a, bench->b, &bench->matmul);
}
static void run_forward(const cal_env *env, bench_case *bench) {
    cal_kernel_conv_forward(env, bench->out, bench->a, bench->b, &bench->conv, NULL);
}
static void run_input_grad(const cal_env *env, bench_case *bench) {
    cal_kernel_conv_input_grad(env, bench->out, bench->a, bench->b, &bench->conv, NULL);
}
static void run_filter_grad(const cal_env *env, bench_case *bench) {
    cal_kernel_conv_filter_grad(env, bench->out, bench->a, bench->b, &bench->conv, NULL);
}

#define CONV(k_, co_, ci_, h_, oh_, stride_, groups_)                                                        \
    {.n = 128,                                                                                               \
     .ci = ci_,                                                                                              \
     .h = h_,                                                                                                \
     .w = h_,                                                                                                \
     .co = co_,                                                                                              \
     .oh = oh_,                                                                                              \
     .ow = oh_,                                                                                              \
     .kh = k_,                                                                                               \
     .kw = k_,                                                                                               \
     .stride = stride_,                                                                                      \
     .dilation = 1,                                                                                          \
     .pad_h = k_ / 2,                                                                                        \
     .pad_w = k_ / 2,                                                                                        \
     .groups = groups_}
#define THREE(label, k, co, ci, h, oh, stride, groups)                                                       \
    {.name = label " forward", .run = run_forward, .conv = CONV(k, co, ci, h, oh, stride, groups)},          \
        {.name = label " input_grad",                                                                        \
         .run = run_input_grad,                                                                              \
         .conv = CONV(k, co, ci, h, oh, stride, groups)},                                                    \
    {                                                                                                        \
        .name = label " filter_grad", .run = run_filter_grad, .conv = CONV(k, co, ci, h, oh, stride, groups) \
    }

static const bench_case cases[] = {
    {.name = "ceiling", .run = run_ceiling},
    {.name = "gemm 128", .run = run_matmul, .matmul = {128, 128, 128, false, false}},
    {.name = "gemm 256", .run = run_matmul, .matmul = {256, 256, 256, false, false}},
    {.name = "gemm 512", .run = run_matmul, .matmul = {512, 512, 512, false, false}},
    {.name = "gemm 1024", .run = run_matmul, .matmul = {1024, 1024, 1024, false, false}},
    {.name = "gemm 128x3072 (100x3072)^T", .run = run_matmul, .matmul = {128, 100, 3072, false, true}},
    {.name = "gemm (128x100)^T 128x3072", .run = run_matmul, .matmul = {100, 3072, 128, true, false}},
    {.name = "gemm 128x100 (10x100)^T", .run = run_matmul, .matmul = {128, 10, 100, false, true}},
    THREE("conv 3x3 64->64 at 32x32", 3, 64, 64, 32, 32, 1, 1),
    THREE("conv 3x3 64->64 at 16x16", 3, 64, 64, 16, 16, 1, 1),
    THREE("conv 3x3 32->64 at 16x16", 3, 64, 32, 16, 16, 1, 1),
    THREE("conv 3x3 32->32 at 32x32", 3, 32, 32, 32, 32, 1, 1),
    THREE("conv 3x3 48->12 at 32x32", 3, 12, 48, 32, 32, 1, 1),
    THREE("conv 3x3 48->12 at 16x16", 3, 12, 48, 16, 16, 1, 1),
    THREE("conv 3x3 3->32 at 32x32", 3, 32, 3, 32, 32, 1, 1),
    THREE("conv 3x3 16->32 at 32x32 stride 2", 3, 32, 16, 32, 16, 2, 1),
    THREE("conv 1x1 8->48 at 32x32", 1, 48, 8, 32, 32, 1, 1),
    THREE("conv 1x1 48->8 at 32x32", 1, 8, 48, 32, 32, 1, 1),
    THREE("conv 1x1 24->144 at 8x8", 1, 144, 24, 8, 8, 1, 1),
    THREE("conv 1x1 144->24 at 8x8", 1, 24, 144, 8, 8, 1, 1),
    THREE("conv 1x1 80->1280 at 4x4", 1, 1280, 80, 4, 4, 1, 1),
    THREE("conv 1x1 24->48 at 32x32", 1, 48, 24, 32, 32, 1, 1),
    THREE("conv 1x1 48->48 at 32x32", 1, 48, 48, 32, 32, 1, 1),
    THREE("conv 1x1 72->36 at 32x32", 1, 36, 72, 32, 32, 1, 1),
    THREE("conv 1x1 60->48 at 16x16", 1, 48, 60, 16, 16, 1, 1),
    THREE("conv 1x1 128->48 at 32x32", 1, 48, 128, 32, 32, 1, 1),
    THREE("conv 3x3 48 depthwise at 32x32", 3, 48, 48, 32, 32, 1, 48),
    THREE("conv 3x3 96 depthwise at 32x32", 3, 96, 96, 32, 32, 1, 96),
    THREE("conv 3x3 96 depthwise at 32x32 stride 2", 3, 96, 96, 32, 16, 2, 96),
    THREE("conv 3x3 384 depthwise at 8x8", 3, 384, 384, 8, 8, 1, 384),
    THREE("conv 3x3 64->64 in 16 groups at 32x32", 3, 64, 64, 32, 32, 1, 16),
};
enum { CASES = sizeof cases / sizeof *cases };

// Sizes of a case's arrays and scratch, in floats.
typedef struct bench_sizes {
    size_t out, a, b, scratch;
    double flop;
} bench_sizes;

static bench_sizes sizes_of(const bench_case *bench, int workers) {
    if (bench->run == run_ceiling)
        return (bench_sizes){.out = (size_t)workers * 16, .flop = cal_bench_ceiling_flop() * workers};
    if (bench->run == run_matmul) {
        const cal_matmul_shape *s = &bench->matmul;
        return (bench_sizes){(size_t)s->m * s->n, (size_t)s->m * s->k, (size_t)s->k * s->n,
                             cal_kernel_matmul_scratch(s, workers), 2.0 * s->m * s->n * s->k};
    }
    const cal_conv_shape *s = &bench->conv;
    size_t x = cal_image_floats(s->n, s->ci, s->h, s->w), y = cal_image_floats(s->n, s->co, s->oh, s->ow);
    size_t f = (size_t)s->co * (s->ci / s->groups) * s->kh * s->kw;
    bench_sizes sizes = {y, x, f, cal_kernel_conv_scratch(s, workers),
                         2.0 * s->n * s->oh * s->ow * (double)f};
    if (bench->run == run_input_grad) {
        sizes.out = x;
        sizes.a = y;
    } else if (bench->run == run_filter_grad) {
        sizes.out = f;
        sizes.b = y;
    }
    return sizes;
}

static float *values(size_t count) {
    float *x = cal_mem_alloc(count * sizeof *x + 64);
    for (size_t i = 0; x && i < count; i++) x[i] = (float)(i % 61) * 0.03125f - 0.9375f;
    return x;
}

static void sort(double *x, int count) {
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && x[j - 1] > x[j]; j--) {
            double t = x[j];
            x[j] = x[j - 1];
            x[j - 1] = t;
        }
}

// Returns the seconds of one run, averaged over `repeats`.
static double sample(const cal_env *env, bench_case *bench, int repeats) {
    double start = cal_seconds();
    for (int i = 0; i < repeats; i++) bench->run(env, bench);
    return (cal_seconds() - start) / repeats;
}

// Runs for WARM_UP seconds, so that a compiler like V8's switches to optimised code. Returns how many runs
// fill `span` seconds.
static int warm_up(const cal_env *env, bench_case *bench, double span) {
    double start = cal_seconds(), seconds;
    int runs = 0;
    do {
        bench->run(env, bench);
        runs++;
        seconds = cal_seconds() - start;
    } while (seconds < WARM_UP);
    return (int)(span * runs / seconds) + 1;
}

typedef struct measurement {
    double seconds[SAMPLES]; // seconds of a run, sorted
    int samples;
    double ceiling; // seconds of the ceiling's fastest run in between
} measurement;

// Alternates the ceiling with the case, so that both run at the same clock rate.
static measurement measure(const cal_env *env, bench_case *bench, bench_case *ceiling, int quick) {
    measurement m = {.samples = quick ? QUICK_SAMPLES : SAMPLES, .ceiling = 1e9};
    int repeats = warm_up(env, bench, quick ? 0.004 : 0.025);
    for (int i = 0; i < m.samples; i++) {
        m.seconds[i] = sample(env, bench, repeats);
        double seconds = sample(env, ceiling, CEILING_RUNS);
        m.ceiling = seconds < m.ceiling ? seconds : m.ceiling;
    }
    sort(m.seconds, m.samples);
    return m;
}

static void write_row(cal_text *json, const char *name, const measurement *m, double flop,
                      double ceiling_flop) {
    double gflops = flop / m->seconds[0] * 1e-9;
    cal_json_open(json, '{');
    cal_json_member_string(json, "name", name);
    cal_json_member_number(json, "gflops", gflops);
    cal_json_member_number(json, "ms_median", m->seconds[m->samples / 2] * 1e3);
    cal_json_member_number(json, "ms_min", m->seconds[0] * 1e3);
    cal_json_member_number(json, "ms_max", m->seconds[m->samples - 1] * 1e3);
    cal_json_member_number(json, "share_of_ceiling", gflops / (ceiling_flop / m->ceiling * 1e-9));
    cal_json_close(json, '}');
}

// Runs one case with its arrays; false if memory was refused.
static bool run_case(cal_text *json, cal_pool *pool, bench_case bench, bench_case *ceiling, int quick) {
    int workers = cal_pool_workers(pool);
    bench_sizes sizes = sizes_of(&bench, workers);
    float *out = values(sizes.out), *a = values(sizes.a), *b = values(sizes.b);
    cal_env env = {pool, cal_mem_alloc(sizes.scratch + 64)};
    bool given = out && a && b && env.scratch;
    if (given) {
        bench.out = out;
        bench.a = a;
        bench.b = b;
        measurement m = measure(&env, &bench, ceiling, quick);
        write_row(json, bench.name, &m, sizes.flop, sizes_of(ceiling, workers).flop);
    }
    cal_mem_free(out);
    cal_mem_free(a);
    cal_mem_free(b);
    cal_mem_free(env.scratch);
    return given;
}

int cal_bench_kernels(cal_text *json, cal_pool *pool, const char *only, int quick) {
    bench_case ceiling = cases[0];
    ceiling.out = values(sizes_of(&ceiling, cal_pool_workers(pool)).out);
    bool given = ceiling.out;
    cal_json_open(json, '[');
    for (int i = 0; i < CASES && given; i++)
        if (strstr(cases[i].name, only)) given = run_case(json, pool, cases[i], &ceiling, quick);
    cal_json_close(json, ']');
    cal_mem_free(ceiling.out);
    return !given;
}
