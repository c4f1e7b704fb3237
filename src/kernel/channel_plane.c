// Loops over one plane of channel algebra. Sums are defined in two or four quads and gain nothing from wider
// registers, because each addition waits for the one before it.
#include "kernel/channel_plane.h"
#include <string.h>
#include "base/simd_wide.h"
#include "kernel/activation.h"
#include "kernel/loops.h"

enum { FOUR = 4 * CAL_LANES }; // floats of four registers; V8 does not unroll loops

// Four running sums, so that the additions overlap and each chain is a quarter as long.
CAL_INLINE cal_f4 plane_total(const float *x, int pixels) {
    cal_f4 s0 = cal_f4_splat(0), s1 = s0, s2 = s0, s3 = s0;
    int i = 0;
    for (; i + 4 <= pixels; i += 4, x += 16) {
        s0 = cal_f4_add(s0, cal_f4_load(x));
        s1 = cal_f4_add(s1, cal_f4_load(x + 4));
        s2 = cal_f4_add(s2, cal_f4_load(x + 8));
        s3 = cal_f4_add(s3, cal_f4_load(x + 12));
    }
    for (; i < pixels; i++, x += 4) s0 = cal_f4_add(s0, cal_f4_load(x));
    return cal_f4_add(cal_f4_add(s0, s1), cal_f4_add(s2, s3));
}

// The second pass finds the plane in the cache, so the whole statistic reads x from memory once.
void CAL_WIDE(cal_plane_stat)(cal_plane_sums *out, const float *x, int pixels) {
    cal_f4 centre = cal_f4_mul(plane_total(x, pixels), cal_f4_splat(1.0f / (float)pixels));
    cal_f4 s0 = cal_f4_splat(0), s1 = s0, q0 = s0, q1 = s0;
    int i = 0;
    for (; i + 2 <= pixels; i += 2, x += 8) {
        cal_f4 d0 = cal_f4_sub(cal_f4_load(x), centre), d1 = cal_f4_sub(cal_f4_load(x + 4), centre);
        s0 = cal_f4_add(s0, d0);
        s1 = cal_f4_add(s1, d1);
        q0 = cal_f4_muladd(d0, d0, q0);
        q1 = cal_f4_muladd(d1, d1, q1);
    }
    if (i < pixels) {
        cal_f4 d = cal_f4_sub(cal_f4_load(x), centre);
        s0 = cal_f4_add(s0, d);
        q0 = cal_f4_muladd(d, d, q0);
    }
    cal_f4_store(out->centre, centre);
    cal_f4_store(out->first, cal_f4_add(s0, s1));
    cal_f4_store(out->second, cal_f4_add(q0, q1));
}

void CAL_WIDE(cal_plane_dot)(cal_plane_sums *out, const float *a, const float *b, int pixels) {
    cal_f4 s0 = cal_f4_splat(0), s1 = s0, q0 = s0, q1 = s0;
    int i = 0;
    for (; i + 2 <= pixels; i += 2, a += 8, b += 8) {
        cal_f4 a0 = cal_f4_load(a), a1 = cal_f4_load(a + 4);
        s0 = cal_f4_add(s0, a0);
        s1 = cal_f4_add(s1, a1);
        q0 = cal_f4_muladd(a0, cal_f4_load(b), q0);
        q1 = cal_f4_muladd(a1, cal_f4_load(b + 4), q1);
    }
    if (i < pixels) {
        s0 = cal_f4_add(s0, cal_f4_load(a));
        q0 = cal_f4_muladd(cal_f4_load(a), cal_f4_load(b), q0);
    }
    cal_f4_store(out->first, cal_f4_add(s0, s1));
    cal_f4_store(out->second, cal_f4_add(q0, q1));
}

void CAL_WIDE(cal_plane_total)(cal_plane_sums *out, const float *x, int pixels) {
    cal_f4_store(out->first, plane_total(x, pixels));
}

typedef struct linear_form { // coefficients of one 4-channel block, repeated in every quad
    cal_wide k[CAL_LINEAR_TERMS], constant, cap;
} linear_form;

// `terms` and `act` are constants after inlining.
CAL_INLINE cal_wide linear_value(int terms, cal_channel_activation act, const linear_form *form,
                                 const float *const *t, size_t at) {
    cal_wide sum = terms ? cal_wide_mul(form->k[0], cal_wide_load(t[0] + at)) : cal_wide_splat(0);
    CAL_UNROLLED
    for (int i = 1; i < terms; i++) sum = cal_wide_muladd(form->k[i], cal_wide_load(t[i] + at), sum);
    sum = cal_wide_add(sum, form->constant);
    if (act != CAL_IDENTITY) sum = cal_wide_max(cal_wide_splat(0), sum);
    return act == CAL_RELU_CAP ? cal_wide_min(sum, form->cap) : sum;
}

CAL_INLINE void linear_plane(int terms, cal_channel_activation act, const cal_channel_job *job, int plane) {
    const int block = plane % job->blocks;
    const size_t floats = (size_t)job->pixels * 4;
    size_t at = 0;
    linear_form form = {.constant = cal_wide_repeat(cal_channel_values(job->constant, 0, block, job->c)),
                        .cap = cal_wide_splat(job->cap)};
    const float *t[CAL_LINEAR_TERMS];
    float *y = job->y + (size_t)plane * floats;
    CAL_UNROLLED
    for (int i = 0; i < terms; i++) {
        form.k[i] = cal_wide_repeat(cal_channel_values(job->coefficient[i], 1, block, job->c));
        t[i] = cal_term_plane(job, i, plane);
    }
    for (; at + FOUR <= floats; at += FOUR) CAL_UNROLLED
    for (int k = 0; k < FOUR; k += CAL_LANES)
        cal_wide_store(y + at + k, linear_value(terms, act, &form, t, at + k));
    for (; at + CAL_LANES <= floats; at += CAL_LANES)
        cal_wide_store(y + at, linear_value(terms, act, &form, t, at));
    if (CAL_LANES == 4 || at == floats) return;
    float last[CAL_LINEAR_TERMS + 1][CAL_LANES] = {{0}};
    for (int i = 0; i < terms; i++) t[i] = memcpy(last[i], t[i] + at, (floats - at) * sizeof *y);
    cal_wide_store(last[terms], linear_value(terms, act, &form, t, 0));
    memcpy(y + at, last[terms], (floats - at) * sizeof *y);
}

CAL_INLINE void linear_terms(const cal_channel_job *job, int plane, cal_channel_activation act) {
    switch (job->terms) {
    case 0: linear_plane(0, act, job, plane); break;
    case 1: linear_plane(1, act, job, plane); break;
    case 2: linear_plane(2, act, job, plane); break;
    case 3: linear_plane(3, act, job, plane); break;
    default: linear_plane(4, act, job, plane); break;
    }
}

void CAL_WIDE(cal_plane_linear)(const cal_channel_job *job, int plane) {
    switch (job->act) {
    case CAL_IDENTITY: linear_terms(job, plane, CAL_IDENTITY); break;
    case CAL_RELU: linear_terms(job, plane, CAL_RELU); break;
    case CAL_RELU_CAP: linear_terms(job, plane, CAL_RELU_CAP); break;
    }
}

// Passes x where the activation is above zero. An activation of NaN counts as zero.
CAL_INLINE cal_wide masked(bool capped, const float *x, const float *z, const cal_activation *load,
                           cal_wide cap) {
    const cal_wide a = cal_wide_add(cal_wide_mul(load->slope, cal_wide_load(z)), load->constant);
    cal_wide open = cal_wide_greater(a, cal_wide_splat(0));
    if (capped) open = cal_wide_and(open, cal_wide_greater(cap, a));
#ifdef __EMSCRIPTEN__
    CAL_OPAQUE(open); // otherwise clang selects between x and zero, three instructions in V8
#endif
    return cal_wide_and(cal_wide_load(x), open);
}

// `capped` is a constant after inlining.
CAL_INLINE void mask_plane(bool capped, const cal_channel_job *job, int plane) {
    const cal_activation load =
        cal_activation_of(job->coefficient[0], job->constant, plane % job->blocks, job->c);
    const cal_wide cap = cal_wide_splat(job->cap);
    size_t floats = (size_t)job->pixels * 4, i = 0;
    const float *x = cal_term_plane(job, 0, plane), *z = cal_term_plane(job, 1, plane);
    float *y = job->y + plane * floats;
    for (; i + FOUR <= floats; i += FOUR) CAL_UNROLLED
    for (int k = 0; k < FOUR; k += CAL_LANES)
        cal_wide_store(y + i + k, masked(capped, x + i + k, z + i + k, &load, cap));
    for (; i + CAL_LANES <= floats; i += CAL_LANES)
        cal_wide_store(y + i, masked(capped, x + i, z + i, &load, cap));
    if (CAL_LANES == 4 || i == floats) return;
    float last[2][CAL_LANES] = {{0}};
    memcpy(last[0], x + i, (floats - i) * sizeof *x);
    memcpy(last[1], z + i, (floats - i) * sizeof *z);
    cal_wide_store(last[0], masked(capped, last[0], last[1], &load, cap));
    memcpy(y + i, last[0], (floats - i) * sizeof *y);
}

void CAL_WIDE(cal_plane_mask)(const cal_channel_job *job, int plane) {
    if (job->act == CAL_RELU_CAP) mask_plane(true, job, plane);
    else mask_plane(false, job, plane);
}
