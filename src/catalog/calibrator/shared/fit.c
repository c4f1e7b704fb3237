#include "catalog/calibrator/shared/fit.h"
#include "base/maths/maths.h"
#include "catalog/scores/bins.h"

cal_found cal_found_number(cal_arena *arena, const char *name, double value) {
    double *number = cal_arena_alloc(arena, sizeof *number);
    if (!number) return (cal_found){.name = NULL};
    *number = value;
    return (cal_found){name, 1, number};
}

void cal_found_count(cal_arena *counted, int numbers) {
    cal_arena_alloc(counted, (size_t)numbers * sizeof(double));
}

cal_found cal_found_list(double **out, cal_arena *arena, const char *name, int count) {
    *out = cal_arena_alloc(arena, (size_t)count * sizeof **out);
    return (cal_found){*out ? name : NULL, count, *out};
}

double cal_softmax_in_place(double *p, int k) {
    double top = p[0], sum = 0;
    for (int j = 1; j < k; j++) top = p[j] > top ? p[j] : top;
    for (int j = 0; j < k; j++) sum += p[j] = cal_exp(p[j] - top);
    for (int j = 0; j < k; j++) p[j] /= sum;
    return top + cal_log(sum);
}

enum { PARTS = 64 };

typedef struct sum_job {
    const cal_scores *scores;
    cal_sum_part *part;
    const void *context;
    double sum[PARTS][CAL_SUMS_MAX];
} sum_job;

static int part_start(int n, int part) { return (int)((int64_t)n * part / PARTS); }

static void sum_chunk(void *context, int chunk, int worker) {
    (void)worker;
    sum_job *q = context;
    int n = q->scores->n;
    q->part(q->sum[chunk], q->context, q->scores, part_start(n, chunk), part_start(n, chunk + 1));
}

void cal_sum_rows(double *sum, int sums, const cal_scores *scores, cal_sum_part *part, const void *context) {
    sum_job q = {.scores = scores, .part = part, .context = context};
    cal_pool_run(scores->how.pool, PARTS, sum_chunk, &q);
    for (int i = 0; i < sums; i++) {
        sum[i] = 0;
        for (int p = 0; p < PARTS; p++) sum[i] += q.sum[p][i];
    }
}

double cal_probabilities(double *p, const float *z, int k, double b) {
    float top = z[0];
    for (int j = 1; j < k; j++)
        if (z[j] > top) top = z[j];
    double sum = cal_exp_row(p, z, k, top, 1 / b);
    for (int j = 0; j < k; j++) p[j] /= sum;
    return cal_log(sum);
}

double cal_interpolate(const double *x, const double *y, int count, double at) {
    int low = 0, high = count; // x[low] <= at < x[high]
    if (at < x[0]) return y[0];
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (x[middle] <= at) low = middle;
        else high = middle;
    }
    if (high == count) return y[count - 1];
    double rise = y[high] - y[low], run = x[high] - x[low], slope = rise / run;
    // Between numbers near the smallest the slope is infinite, but the value along it is not.
    return y[low] + (slope - slope == 0 ? slope * (at - x[low]) : rise * ((at - x[low]) / run));
}

void cal_polyline_save(cal_found *out, cal_arena *arena, const cal_fit *fit) {
    const cal_polyline *m = fit->state;
    (void)arena;
    out[0] = (cal_found){.count = m->count, .number = m->x};
    out[1] = (cal_found){.count = m->count, .number = m->y};
}

bool cal_polyline_restore(cal_fit *fit, cal_arena *arena, int k) {
    const cal_found *x = &fit->found[0], *y = &fit->found[1];
    cal_polyline *m = cal_arena_alloc(arena, sizeof *m);
    (void)k;
    if (!m || x->count != y->count || !cal_found_ascends(x->number, x->count)) return false;
    *m = (cal_polyline){x->count, x->number, y->number};
    fit->state = m;
    return true;
}

double cal_polyline_at(const cal_fit *fit, double at) {
    const cal_polyline *m = fit->state;
    return cal_interpolate(m->x, m->y, m->count, at);
}

double cal_slope(double *curvature, cal_sum_part *rows, const cal_scores *scores, double at) {
    double sum[2];
    cal_sum_rows(sum, 2, scores, rows, &at);
    *curvature = sum[1] / scores->n;
    return sum[0] / scores->n;
}

double cal_flat_point(cal_sum_part *rows, const cal_scores *scores, double low, double start, double high) {
    double b = start, curvature;
    for (int step = 0; step < 100; step++) {
        double f = cal_slope(&curvature, rows, scores, b);
        if (f > 0) high = b;
        else if (f < 0) low = b;
        else break;
        double next = b - f / curvature;
        bool halved = !(curvature > 0 && next > low && next < high);
        if (halved) next = low + (high - low) / 2;
        double moved = next - b;
        b = next;
        // A Newton step squares the relative error.
        if (moved * moved < (halved ? 1e-28 : 1e-16) * b * b) break;
    }
    return b;
}
