// The spectrum of a Hessian, or of one of its diagonal blocks, by Lanczos' method.
//
// All vectors are kept, and each new one is orthogonalised against all of them, twice, so that no eigenvalue
// appears again as a ghost (Paige 1972; Parlett 1980, chapter 13).
#include <string.h>
#include "base/maths/maths.h"
#include "base/random/random.h"
#include "run/curvature/curvature.h"

enum { CHUNK = 8192 }; // elements of a vector in one chunk of work

typedef struct state {
    cal_hessian *h;
    const cal_block_range *range;
    double *basis;            // [steps + 1][size]
    double *inside, *product; // [parameters]: a vector, zero outside the range, and H times it
    double *partial;          // [chunks][steps + 1]
    double *dot;              // [steps + 1]
    double *alpha, *beta;     // [steps + 1]: diagonal; beta[j] is left of alpha[j]
    int count, chunks;        // count: vectors so far
} state;

static size_t chunks_of(size_t size) { return (size + CHUNK - 1) / CHUNK; }

size_t cal_lanczos_bytes(size_t parameters, int steps) {
    const size_t vectors = (size_t)steps + 1;
    return sizeof(double) * (parameters * (vectors + 2) + (chunks_of(parameters) + 12) * vectors);
}

static int chunk_end(const state *s, int chunk) {
    size_t end = ((size_t)chunk + 1) * CHUNK;
    return (int)((end < s->range->size ? end : s->range->size) - (size_t)chunk * CHUNK);
}

// Computes partial[chunk][j], the chunk's part of <basis j, product>.
static void dots_chunk(void *context, int chunk, int worker) {
    const state *s = context;
    const size_t at = (size_t)chunk * CHUNK;
    const double *w = s->product + s->range->first + at;
    const int length = chunk_end(s, chunk);
    (void)worker;
    for (int j = 0; j < s->count; j++) {
        const double *q = s->basis + (size_t)j * s->range->size + at;
        double sum[4] = {0, 0, 0, 0};
        int i = 0;
        for (; i + 4 <= length; i += 4)
            for (int k = 0; k < 4; k++) sum[k] += q[i + k] * w[i + k];
        for (; i < length; i++) sum[0] += q[i] * w[i];
        s->partial[(size_t)chunk * (size_t)s->count + (size_t)j] = sum[0] + sum[1] + (sum[2] + sum[3]);
    }
}

static void subtract_chunk(void *context, int chunk, int worker) {
    const state *s = context;
    const size_t at = (size_t)chunk * CHUNK;
    double *w = s->product + s->range->first + at;
    const int length = chunk_end(s, chunk);
    (void)worker;
    for (int j = 0; j < s->count; j++) {
        const double *q = s->basis + (size_t)j * s->range->size + at, c = s->dot[j];
        for (int i = 0; i < length; i++) w[i] -= c * q[i];
    }
}

// Makes the product orthogonal to all vectors; returns its component along the newest.
static double orthogonalise(state *s) {
    double along = 0;
    for (int turn = 0; turn < 2; turn++) {
        cal_pool *pool = cal_hessian_pool(s->h);
        cal_pool_run(pool, s->chunks, dots_chunk, s);
        for (int j = 0; j < s->count; j++) {
            s->dot[j] = 0;
            for (int c = 0; c < s->chunks; c++)
                s->dot[j] += s->partial[(size_t)c * (size_t)s->count + (size_t)j];
        }
        cal_pool_run(pool, s->chunks, subtract_chunk, s);
        along += s->dot[s->count - 1];
    }
    return along;
}

static bool allocate(state *s, cal_arena *arena, int steps) {
    const size_t size = s->range->size, whole = cal_hessian_size(s->h), vectors = (size_t)steps + 1;
    s->chunks = (int)chunks_of(size);
    s->basis = cal_arena_alloc(arena, vectors * size * sizeof *s->basis);
    s->inside = cal_arena_alloc(arena, whole * sizeof *s->inside);
    s->product = cal_arena_alloc(arena, whole * sizeof *s->product);
    s->partial = cal_arena_alloc(arena, (size_t)s->chunks * vectors * sizeof *s->partial);
    s->dot = cal_arena_alloc(arena, vectors * sizeof *s->dot);
    s->alpha = cal_arena_alloc(arena, vectors * sizeof *s->alpha);
    s->beta = cal_arena_alloc(arena, vectors * sizeof *s->beta);
    return !arena->refused;
}

// Computes Ritz values, weights and residuals of the tridiagonal matrix so far. beta[steps] belongs to the
// next vector.
static bool solve(cal_lanczos *out, const state *s, double *off_diagonal) {
    const int n = s->count;
    double *first = out->weight, *last = out->residual;
    for (int i = 0; i < n; i++) {
        out->value[i] = s->alpha[i];
        off_diagonal[i] = s->beta[i + 1];
    }
    if (!cal_tridiagonal_eigenvalues(out->value, off_diagonal, first, last, n)) return false;
    for (int i = 0; i < n; i++) {
        out->weight[i] = first[i] * first[i];
        double r = s->beta[n] * last[i];
        out->residual[i] = r < 0 ? -r : r;
    }
    out->steps = n;
    return true;
}

static double larger(double a, double b) {
    a = a < 0 ? -a : a, b = b < 0 ? -b : b;
    return a > b ? a : b;
}

static bool converged(const cal_lanczos *l, double tolerance) {
    const int top = l->steps - 1;
    return larger(l->residual[0], l->residual[top]) <= tolerance * larger(l->value[0], l->value[top]);
}

static cal_status iterate(cal_lanczos *out, state *s, const cal_lanczos_request *request,
                          double *off_diagonal, cal_error *err) {
    const cal_block_range *range = s->range;
    // Once the invariant subspace is exhausted, a product contains only rounding errors, in the engine those
    // of floats.
    const double rounding = cal_hessian_precision(s->h) == CAL_DOUBLE ? 1e-13 : 1e-6;
    const int most = (size_t)request->steps < range->size ? request->steps : (int)range->size;
    for (int j = 0; j < most; j++) {
        const double *q = s->basis + (size_t)j * range->size;
        memcpy(s->inside + range->first, q, range->size * sizeof *q);
        cal_hessian_multiply(s->product, s->h, s->inside);
        s->count = j + 1;
        s->alpha[j] = orthogonalise(s);
        double *w = s->product + range->first, length = cal_vector_norm(w, range->size);
        s->beta[j + 1] = length;
        if (!(length - length == 0))
            return cal_fail(err, CAL_FAILED,
                            "the curvature is not finite at these weights: take weights of an earlier epoch");
        if (!solve(out, s, off_diagonal))
            return cal_fail(err, CAL_FAILED, "the eigenvalues did not converge");
        out->exhausted = length <= rounding * larger(out->value[0], out->value[j]);
        if (out->exhausted || converged(out, request->tolerance)) break;
        double *next = s->basis + (size_t)(j + 1) * range->size;
        for (size_t i = 0; i < range->size; i++) next[i] = w[i] / length;
    }
    return CAL_OK;
}

cal_status cal_lanczos_run(cal_lanczos *out, cal_arena *arena, cal_hessian *h, const cal_block_range *range,
                           const cal_lanczos_request *request, cal_error *err) {
    state s = {.h = h, .range = range};
    cal_arena own = {0}; // the vectors
    const size_t steps = (size_t)request->steps;
    *out = (cal_lanczos){0};
    out->value = cal_arena_alloc(arena, steps * sizeof *out->value);
    out->weight = cal_arena_alloc(arena, steps * sizeof *out->weight);
    out->residual = cal_arena_alloc(arena, steps * sizeof *out->residual);
    double *off_diagonal = cal_arena_alloc(&own, (steps + 1) * sizeof *off_diagonal);
    cal_status status = CAL_OK;
    if (!allocate(&s, &own, request->steps) || arena->refused) {
        status = cal_refuse_memory(err, "%d vectors of %zu numbers", request->steps + 1, range->size);
    } else {
        const double one = 1 / cal_sqrt((double)range->size);
        for (size_t i = 0; i < range->size; i++)
            s.basis[i] = cal_random_bits(request->seed, CAL_STREAM_LANCZOS, (uint64_t)request->start,
                                         range->first + i) >>
                                 63
                             ? one
                             : -one;
        status = iterate(out, &s, request, off_diagonal, err);
    }
    cal_arena_free(&own);
    return status;
}

void cal_density_make(cal_density *out, const double *value, const double *weight, int count) {
    double low = value[0], high = value[0], total = 0;
    for (int i = 0; i < count; i++) {
        if (value[i] < low) low = value[i];
        if (value[i] > high) high = value[i];
        total += weight ? weight[i] : 1;
    }
    double sigma = 0.01 * (high - low);
    if (!(sigma > 0)) sigma = 0.01 * larger(high, 1e-9); // all values are equal
    out->sigma = sigma;
    for (int j = 0; j < CAL_DENSITY_POINTS; j++) {
        double at = low - 3 * sigma + (high - low + 6 * sigma) * j / (CAL_DENSITY_POINTS - 1), sum = 0;
        for (int i = 0; i < count; i++) {
            double z = (at - value[i]) / sigma;
            sum += (weight ? weight[i] : 1) * cal_exp(-z * z / 2);
        }
        out->at[j] = at;
        out->value[j] = sum / (total * sigma * 2.5066282746310002); // sqrt(2 pi)
    }
}
