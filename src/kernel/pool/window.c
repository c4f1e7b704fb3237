// Pooling in windows that overlap, leave gaps or reach into the padding. The results of one plane are added
// up in the order of the windows, by one thread.
#include <string.h>
#include "kernel/pool/parts.h"

typedef struct window {
    ptrdiff_t corner; // floats from the plane's start; negative if the window begins in the padding
    int top, bottom;  // first and last + 1 of the window's rows inside the image
    int left, right;  // the same for columns
} window;

static window window_at(const cal_pool_job *job, int i, int j) {
    const cal_pool_shape *s = &job->s;
    int y = i * s->stride - s->pad_h, x = j * s->stride - s->pad_w;
    return (window){.corner = ((ptrdiff_t)y * s->w + x) * 4,
                    .top = cal_max_int(0, -y),
                    .bottom = cal_min_int(s->kh, s->h - y),
                    .left = cal_max_int(0, -x),
                    .right = cal_min_int(s->kw, s->w - x)};
}

static size_t plane_floats(const cal_pool_job *job) { return (size_t)job->s.h * job->s.w * 4; }

void cal_window_index(const cal_pool_job *job, size_t large, size_t small) {
    for (int i = 0; i < job->oh; i++)
        for (int j = 0; j < job->ow; j++, small += 4) {
            window w = window_at(job, i, j);
            const float *corner = job->large_in + large;
            int first = w.top * job->s.kw + w.left;
            cal_f4 best = cal_f4_load(corner + (w.corner + job->offset[first]));
            v128_t index = wasm_i32x4_splat(first);
            for (int v = w.top; v < w.bottom; v++)
                for (int u = w.left; u < w.right; u++) {
                    int at = v * job->s.kw + u;
                    cal_f4 value = cal_f4_load(corner + (w.corner + job->offset[at]));
                    cal_f4 larger = cal_f4_greater(value, best);
                    best = wasm_v128_bitselect(value, best, larger);
                    index = wasm_v128_bitselect(wasm_i32x4_splat(at), index, larger);
                }
            cal_index_store(job->index + small, index);
        }
}

void cal_window_gather(const cal_pool_job *job, size_t large, size_t small) {
    for (int i = 0; i < job->oh; i++)
        for (int j = 0; j < job->ow; j++, small += 4) {
            ptrdiff_t corner = window_at(job, i, j).corner;
            for (int lane = 0; lane < 4; lane++)
                job->small[small + lane] =
                    (job->large_in + large)[corner + job->offset[job->index_in[small + lane]] + lane];
        }
}

void cal_window_scatter(const cal_pool_job *job, size_t large, size_t small) {
    float *plane = job->large + large;
    memset(plane, 0, plane_floats(job) * sizeof *plane);
    for (int i = 0; i < job->oh; i++)
        for (int j = 0; j < job->ow; j++, small += 4) {
            ptrdiff_t corner = window_at(job, i, j).corner;
            for (int lane = 0; lane < 4; lane++)
                plane[corner + job->offset[job->index_in[small + lane]] + lane] +=
                    job->small_in[small + lane];
        }
}

static cal_f4 share_of(const cal_pool_job *job) {
    return cal_f4_splat(1.0f / (float)(job->s.kh * job->s.kw));
}

void cal_window_average(const cal_pool_job *job, size_t large, size_t small) {
    cal_f4 share = share_of(job);
    for (int i = 0; i < job->oh; i++)
        for (int j = 0; j < job->ow; j++, small += 4) {
            window w = window_at(job, i, j);
            cal_f4 sum = cal_f4_splat(0);
            for (int v = w.top; v < w.bottom; v++)
                for (int u = w.left; u < w.right; u++)
                    sum = cal_f4_add(sum, cal_f4_load(job->large_in + large +
                                                      (w.corner + job->offset[v * job->s.kw + u])));
            cal_f4_store(job->small + small, cal_f4_mul(sum, share));
        }
}

void cal_window_unpool(const cal_pool_job *job, size_t large, size_t small) {
    cal_f4 share = share_of(job);
    float *plane = job->large + large;
    memset(plane, 0, plane_floats(job) * sizeof *plane);
    for (int i = 0; i < job->oh; i++)
        for (int j = 0; j < job->ow; j++, small += 4) {
            window w = window_at(job, i, j);
            cal_f4 value = cal_f4_mul(cal_f4_load(job->small_in + small), share);
            for (int v = w.top; v < w.bottom; v++)
                for (int u = w.left; u < w.right; u++) {
                    float *to = plane + (w.corner + job->offset[v * job->s.kw + u]);
                    cal_f4_store(to, cal_f4_add(cal_f4_load(to), value));
                }
        }
}
