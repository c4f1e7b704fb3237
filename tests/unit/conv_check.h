// Runs a convolution with its operands forward and back by one algorithm, and by plain double loops.
#ifndef CAL_TESTS_CONV_CHECK_H
#define CAL_TESTS_CONV_CHECK_H
#include "kernel/conv/conv.h"
#include "kernel/conv/parts.h"
#include "kernel/winograd/conv.h"
#include "kernel_check.h"

// The algorithm that conv.c chooses, and each one separately, within exactly the scratch that it requests.
typedef enum algorithm { CHOSEN, DIRECT, WINOGRAD, DEPTHWISE, ALGORITHMS } algorithm;

typedef struct conv_case {
    cal_conv_shape s;
    algorithm algorithm;
    const cal_conv_fused *fused;
    float *x, *f, *y, *dx, *df, *dy; // y, dx and df are results
    size_t xs, fs, ys;
} conv_case;

static inline void set_results(cal_conv_shape *s) {
    s->oh = (s->h + 2 * s->pad_h - s->dilation * (s->kh - 1) - 1) / s->stride + 1;
    s->ow = (s->w + 2 * s->pad_w - s->dilation * (s->kw - 1) - 1) / s->stride + 1;
}

static inline cal_conv_shape shape_of(int n, int ci, int co, int h, int w, int k, int stride, int pad) {
    cal_conv_shape s = {.n = n,
                        .ci = ci,
                        .h = h,
                        .w = w,
                        .co = co,
                        .kh = k,
                        .kw = k,
                        .stride = stride,
                        .dilation = 1,
                        .pad_h = pad,
                        .pad_w = pad,
                        .groups = 1};
    set_results(&s);
    return s;
}

static inline cal_conv_shape grouped(cal_conv_shape s, int groups, int dilation) {
    s.groups = groups;
    s.dilation = dilation;
    set_results(&s);
    return s;
}

static inline conv_case case_of(cal_conv_shape s, algorithm a) {
    conv_case c = {.s = s, .algorithm = a};
    c.xs = cal_image_floats(s.n, s.ci, s.h, s.w);
    c.ys = cal_image_floats(s.n, s.co, s.oh, s.ow);
    c.fs = (size_t)s.co * (s.ci / s.groups) * s.kh * s.kw;
    c.x = guarded(c.xs * sizeof(float));
    c.dx = guarded(c.xs * sizeof(float));
    c.f = guarded(c.fs * sizeof(float));
    c.df = guarded(c.fs * sizeof(float));
    c.y = guarded(c.ys * sizeof(float));
    c.dy = guarded(c.ys * sizeof(float));
    fill_image(c.x, s.n, s.ci, s.h, s.w, 1);
    fill_image(c.dy, s.n, s.co, s.oh, s.ow, 2);
    fill_floats(c.f, c.fs, 3);
    return c;
}

static inline bool case_intact(const conv_case *c) {
    return intact(c->x, c->xs * 4) && intact(c->dx, c->xs * 4) && intact(c->f, c->fs * 4) &&
           intact(c->df, c->fs * 4) && intact(c->y, c->ys * 4) && intact(c->dy, c->ys * 4);
}

static inline void case_free(conv_case *c) {
    float *all[] = {c->x, c->dx, c->f, c->df, c->y, c->dy};
    for (int i = 0; i < 6; i++) guarded_free(all[i]);
}

static inline bool possible(algorithm a, const cal_conv_shape *s) {
    if (a == DEPTHWISE) return s->groups == s->ci && s->groups == s->co;
    return a != WINOGRAD || cal_conv_winograd_can(s);
}

static inline cal_conv_direction direction_of(algorithm a, int direction) {
    static const cal_conv_algorithm chosen = {{cal_kernel_conv_scratch, cal_kernel_conv_forward},
                                              {cal_kernel_conv_scratch, cal_kernel_conv_input_grad},
                                              {cal_kernel_conv_scratch, cal_kernel_conv_filter_grad}};
    const cal_conv_algorithm *all[ALGORITHMS] = {&chosen, &CAL_OF_WIDTH(cal_conv_direct),
                                                 &CAL_OF_WIDTH(cal_conv_winograd),
                                                 &CAL_OF_WIDTH(cal_conv_depthwise)};
    return (&all[a]->forward)[direction];
}

static inline void run_forward(const cal_env *env, void *context) {
    conv_case *c = context;
    direction_of(c->algorithm, 0).run(env, c->y, c->x, c->f, &c->s, c->fused);
}
static inline void run_input(const cal_env *env, void *context) {
    conv_case *c = context;
    direction_of(c->algorithm, 1).run(env, c->dx, c->dy, c->f, &c->s, c->fused);
}
static inline void run_filter(const cal_env *env, void *context) {
    conv_case *c = context;
    direction_of(c->algorithm, 2).run(env, c->df, c->x, c->dy, &c->s, c->fused);
}

static inline bool run_case(conv_case *c, cal_pool *pool) {
    kernel_call *const run[] = {run_forward, run_input, run_filter};
    bool ok = true;
    for (int d = 0; d < 3; d++)
        ok &=
            run_within(pool, direction_of(c->algorithm, d).scratch(&c->s, cal_pool_workers(pool)), run[d], c);
    return ok && case_intact(c);
}

// Computes the definition, once for each of the three results.
typedef struct conv_oracle {
    double *y, *dx, *df;
} conv_oracle;

static inline CHECK_UNWATCHED conv_oracle oracle_of(const conv_case *given) {
    const cal_conv_shape *s = &given->s;
    conv_oracle o = {cal_mem_alloc(given->ys * 8), cal_mem_alloc(given->xs * 8),
                     cal_mem_alloc(given->fs * 8)};
    int ci = s->ci / s->groups, co = s->co / s->groups;
    for (int n = 0; n < s->n; n++)
        for (int k = 0; k < s->co; k++)
            for (int c = 0; c < ci; c++)
                for (int u = 0; u < s->kh; u++)
                    for (int v = 0; v < s->kw; v++) {
                        size_t at_f = (((size_t)k * ci + c) * s->kh + u) * s->kw + v;
                        int q = k / co * ci + c;
                        double f = given->f[at_f], sum = 0;
                        for (int i = 0; i < s->oh; i++)
                            for (int j = 0; j < s->ow; j++) {
                                int y = i * s->stride + u * s->dilation - s->pad_h;
                                int x = j * s->stride + v * s->dilation - s->pad_w;
                                if (y < 0 || y >= s->h || x < 0 || x >= s->w) continue;
                                size_t at_x = image_at(s->ci, s->h, s->w, n, q, y, x);
                                size_t at_y = image_at(s->co, s->oh, s->ow, n, k, i, j);
                                o.y[at_y] += f * given->x[at_x];
                                o.dx[at_x] += f * given->dy[at_y];
                                sum += (double)given->x[at_x] * given->dy[at_y];
                            }
                        o.df[at_f] += sum;
                    }
    return o;
}

static inline void oracle_free(conv_oracle *o) {
    cal_mem_free(o->y);
    cal_mem_free(o->dx);
    cal_mem_free(o->df);
}

#endif
