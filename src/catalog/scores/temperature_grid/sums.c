// The exponentials of the temperature grid.
#include "base/maths/exp_f4.h"
#include "base/maths/maths.h"
#include "catalog/scores/temperature_grid/grid.h"

static const double coldest = 0.1, hottest = 0.5; // ends of the interpolated range of b

static void nodes(float at[CAL_GRID_NODES]) {
    const double pi = 3.14159265358979323846;
    for (int m = 0; m < CAL_GRID_NODES; m++)
        at[m] = (float)((coldest + hottest) / 2 +
                        (hottest - coldest) / 2 * cal_cos(pi * (m + 0.5) / CAL_GRID_NODES));
}

// Four lanes of a long row are summed in pieces, so that rounding does not grow with it.
enum { PIECE = 64 };

// out[0] = sum of e^(b d), and out[1 .. depth) of its squares' squares.
static inline __attribute__((always_inline)) void chain(float *out, const float *d, int count, float b,
                                                        int depth) {
    cal_f4 total[5] = {{0}}, scale = cal_f4_splat(b), least = cal_f4_splat(0x1p-62f);
    for (int first = 0; first < count; first += PIECE) {
        int end = first + PIECE < count ? first + PIECE : count;
        cal_f4 sum[5] = {{0}};
        for (int j = first; j < end; j += 4) {
            cal_f4 e = cal_f4_exp_below(cal_f4_mul(cal_f4_load(d + j), scale));
            sum[0] = cal_f4_add(sum[0], e);
            for (int level = 1; level < depth; level++) {
                e = cal_f4_mul(e, e);
                sum[level] = cal_f4_add(sum[level], e);
                e = cal_f4_max(e, least);
            }
        }
        for (int level = 0; level < depth; level++) total[level] = cal_f4_add(total[level], sum[level]);
    }
    for (int level = 0; level < depth; level++) out[level] = cal_f4_sum(total[level]);
}

static void chain1(float *out, const float *d, int count, float b) { chain(out, d, count, b, 1); }
static void chain2(float *out, const float *d, int count, float b) { chain(out, d, count, b, 2); }
static void chain3(float *out, const float *d, int count, float b) { chain(out, d, count, b, 3); }
static void chain5(float *out, const float *d, int count, float b) { chain(out, d, count, b, 5); }

// T = i/10 for i = 10 .. 19, and by squaring for i/2, i/4 .. as far as it is whole.
static void direct_sums(float sum[CAL_GRID_SUMS], const float *d, int count) {
    for (int i = 10; i < 20; i++) {
        float level[5], b = 10.0f / (float)i;
        int depth = i == 16 ? 5 : i == 12 ? 3 : i % 2 ? 1 : 2;
        if (depth == 1) chain1(level, d, count, b);
        else if (depth == 2) chain2(level, d, count, b);
        else if (depth == 3) chain3(level, d, count, b);
        else chain5(level, d, count, b);
        for (int l = 0; l < depth; l++) sum[(i >> l) - 1] = level[l];
    }
}

size_t cal_grid_scratch(int k) { return ((size_t)k + 3) / 4 * 4; }

typedef struct job {
    const cal_scores *scores;
    float *sums, *scratch;
    float node[CAL_GRID_NODES];
    int rows; // of a chunk
} job;

static void sum_rows(void *context, int chunk, int worker) {
    const job *q = context;
    const cal_scores *s = q->scores;
    size_t count = cal_grid_scratch(s->k);
    float sum[CAL_GRID_SUMS], *d = q->scratch + (size_t)worker * count;
    int first = chunk * q->rows, end = first + q->rows;
    for (int i = first; i < end && i < s->n; i++) {
        const float *z = s->logits + (size_t)i * s->k;
        float top = z[s->predicted[i]];
        for (int j = 0; j < s->k; j++) d[j] = z[j] - top;
        d[s->predicted[i]] = -0x1p100f; // left out: e^-42 is negligible
        for (size_t j = (size_t)s->k; j < count; j++) d[j] = -0x1p100f;
        direct_sums(sum, d, (int)count);
        for (int m = 0; m < CAL_GRID_NODES; m++) chain1(&sum[CAL_GRID_DIRECT + m], d, (int)count, q->node[m]);
        for (int m = 0; m < CAL_GRID_SUMS; m++) q->sums[(size_t)m * s->n + i] = sum[m];
    }
}

void cal_grid_sums(float *sums, float *scratch, const cal_scores *s) {
    job q = {.scores = s, .sums = sums, .scratch = scratch, .rows = s->k < 4096 ? 4096 / s->k : 1};
    nodes(q.node);
    cal_pool_run(s->how.pool, (s->n + q.rows - 1) / q.rows, sum_rows, &q);
}

void cal_grid_interpolate(float *s, const float *sums, int n, int g) {
    if (g < CAL_GRID_DIRECT) {
        for (int i = 0; i < n; i++) s[i] = sums[(size_t)g * n + i];
        return;
    }
    float at[CAL_GRID_NODES], weight[CAL_GRID_NODES];
    double b = 10.0 / (g + 1);
    nodes(at);
    for (int m = 0; m < CAL_GRID_NODES; m++) {
        double w = 1;
        for (int q = 0; q < CAL_GRID_NODES; q++)
            if (q != m) w *= (b - at[q]) / ((double)at[m] - at[q]);
        weight[m] = (float)w;
    }
    const float *from = sums + (size_t)CAL_GRID_DIRECT * n;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        cal_f4 sum = cal_f4_splat(0);
        for (int m = 0; m < CAL_GRID_NODES; m++)
            sum = cal_f4_muladd(cal_f4_load(from + (size_t)m * n + i), cal_f4_splat(weight[m]), sum);
        cal_f4_store(s + i, cal_f4_max(sum, cal_f4_splat(0x1p-62f)));
    }
    for (; i < n; i++) {
        float sum = 0;
        for (int m = 0; m < CAL_GRID_NODES; m++) sum += from[(size_t)m * n + i] * weight[m];
        s[i] = sum > 0x1p-62f ? sum : 0x1p-62f;
    }
}
