// Estimates the trace of a Hessian or of one of its diagonal blocks, and computes the whole matrix.
#include "run/curvature/curvature.h"
#include <string.h>
#include "base/maths/maths.h"
#include "base/random/random.h"

cal_block_range cal_whole_range(const cal_hessian *h) {
    return (cal_block_range){.name = "", .first = 0, .size = cal_hessian_size(h)};
}

int cal_layer_ranges(cal_block_range **out, cal_arena *arena, const cal_net *net) {
    const cal_tensor *tensor;
    const int tensors = cal_net_tensors(net, &tensor);
    int count = 0;
    *out = cal_arena_alloc(arena, (size_t)tensors * sizeof **out + 1);
    for (int i = 0; *out && i < tensors; i++) {
        const cal_tensor *t = &tensor[i];
        if (t->role == CAL_RUNNING_MEAN || t->role == CAL_RUNNING_VAR) continue;
        const char *dot = strrchr(t->name, '.');
        const size_t length = dot ? (size_t)(dot - t->name) : strlen(t->name);
        cal_block_range *last = count ? *out + count - 1 : NULL;
        if (last && strlen(last->name) == length && memcmp(last->name, t->name, length) == 0 &&
            last->first + last->size == t->offset) {
            last->size += t->size;
            continue;
        }
        cal_block_range *range = *out + count++;
        memcpy(range->name, t->name, length);
        range->first = t->offset;
        range->size = t->size;
    }
    return count;
}

double cal_vector_norm(const double *v, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += v[i] * v[i];
    return cal_sqrt(sum);
}

static cal_status check_finite(const cal_hessian *h, double trace, cal_error *err) {
    double loss = cal_hessian_loss(h);
    if (loss - loss == 0 && trace - trace == 0) return CAL_OK;
    return cal_fail(
        err, CAL_FAILED,
        "the loss or its curvature is not finite at these weights: take weights of an earlier epoch");
}

cal_status cal_trace_estimate(cal_trace *out, cal_hessian *h, const cal_block_range *range, int probes,
                              uint64_t seed, cal_error *err) {
    cal_arena own = {0};
    const size_t count = cal_hessian_size(h), end = range->first + range->size;
    double *v = cal_arena_alloc(&own, count * sizeof *v), *hv = cal_arena_alloc(&own, count * sizeof *hv);
    double mean = 0, squares = 0;
    cal_status status = own.refused ? cal_refuse_memory(err, "the probes") : CAL_OK;
    for (int probe = 0; !status && probe < probes; probe++) {
        double value = 0;
        for (size_t i = range->first; i < end; i++)
            v[i] = cal_random_bits(seed, CAL_STREAM_PROBE, (uint64_t)probe, i) >> 63 ? 1 : -1;
        cal_hessian_multiply(hv, h, v);
        for (size_t i = range->first; i < end; i++) value += v[i] * hv[i];
        double step = value - mean; // Welford's recurrence
        mean += step / (probe + 1);
        squares += step * (value - mean);
    }
    cal_arena_free(&own);
    if (status) return status;
    *out = (cal_trace){mean, cal_sqrt(squares / (probes - 1) / probes), probes};
    return check_finite(h, mean, err);
}

cal_status cal_curvature_exact(cal_exact *out, cal_arena *arena, cal_hessian *h, cal_error *err) {
    const size_t count = cal_hessian_size(h);
    *out = (cal_exact){.count = (int)count};
    if (count > CAL_CURVATURE_EXACT_MAX)
        return cal_fail(err, CAL_USAGE,
                        "the network has %zu parameters; the whole Hessian is computed for at most %d", count,
                        CAL_CURVATURE_EXACT_MAX);
    double *basis = cal_arena_alloc(arena, count * sizeof(double));
    double *copy = cal_arena_alloc(arena, count * count * sizeof(double));
    out->hessian = cal_arena_alloc(arena, count * count * sizeof(double));
    out->eigenvalues = cal_arena_alloc(arena, count * sizeof(double));
    if (arena->refused) return cal_refuse_memory(err, "the Hessian");
    for (size_t i = 0; i < count; i++) {
        basis[i] = 1;
        cal_hessian_multiply(copy + i * count, h, basis);
        basis[i] = 0;
        out->trace += copy[i * count + i];
    }
    // Rounding makes H slightly asymmetric.
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++)
            out->hessian[i * count + j] = (copy[i * count + j] + copy[j * count + i]) / 2;
    cal_status status = check_finite(h, out->trace, err);
    memcpy(copy, out->hessian, count * count * sizeof *copy);
    if (!status && !cal_eigenvalues(out->eigenvalues, basis, copy, (int)count))
        status = cal_fail(err, CAL_FAILED, "the eigenvalues did not converge");
    return status;
}
