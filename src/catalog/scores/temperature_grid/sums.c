// Computes the exponentials of the temperature grid.
#include "base/maths/maths.h"
#include "base/simd.h"
#include "catalog/scores/temperature_grid/chains.h"
#include "catalog/scores/temperature_grid/grid.h"

static const double coldest = 0.1, hottest = 0.5; // ends of the interpolated range of b

static void nodes(float at[CAL_GRID_NODES]) {
    const double pi = 3.14159265358979323846;
    for (int m = 0; m < CAL_GRID_NODES; m++)
        at[m] = (float)((coldest + hottest) / 2 +
                        (hottest - coldest) / 2 * cal_cos(pi * (m + 0.5) / CAL_GRID_NODES));
}

// T = i/10 for i = 10 .. 19, and by squaring for i/2, i/4 .. while that is whole; then the nodes.
static int chains_of(cal_chain chain[CAL_CHAINS_MAX]) {
    static const int deepest_first[] = {16, 12, 10, 14, 18, 11, 13, 15, 17, 19};
    int count = 0;
    for (; count < 10; count++) {
        cal_chain *one = &chain[count];
        const int i = deepest_first[count];
        *one = (cal_chain){.b = 10.0f / (float)i};
        for (int of = i;; of /= 2) {
            one->to[one->depth++] = of - 1;
            if (of % 2) break;
        }
    }
    float at[CAL_GRID_NODES];
    nodes(at);
    for (int m = 0; m < CAL_GRID_NODES; m++) chain[count++] = (cal_chain){at[m], 1, {CAL_GRID_DIRECT + m}};
    return count;
}

size_t cal_grid_scratch(int k) { return ((size_t)k + 3) / 4 * 4; }

typedef struct job {
    const cal_scores *scores;
    float *sums, *scratch;
    cal_chain chain[CAL_CHAINS_MAX];
    int chains;
    int rows; // rows per chunk
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
        d[s->predicted[i]] = -0x1p100f; // excludes it: e^-42 is negligible
        for (size_t j = (size_t)s->k; j < count; j++) d[j] = -0x1p100f;
        CAL_OF_WIDTH(cal_sum_chains)(sum, d, (int)count, q->chain, q->chains);
        for (int m = 0; m < CAL_GRID_SUMS; m++) q->sums[(size_t)m * s->n + i] = sum[m];
    }
}

void cal_grid_sums(float *sums, float *scratch, const cal_scores *s) {
    job q = {.scores = s, .sums = sums, .scratch = scratch, .rows = s->k < 4096 ? 4096 / s->k : 1};
    q.chains = chains_of(q.chain);
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
