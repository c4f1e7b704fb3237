// Direct sums: over the samples or, if these are more, over a mesh onto which they are spread.
#include "base/maths/maths.h"
#include "catalog/scores/smooth/smooth.h"

enum { FINE = 12 };              // mesh points per width: the square of the Gaussian is narrower
static const double reach = 8.6; // widths; beyond, a Gaussian is below 2^-53
static const double root_2pi = 2.506628274631000502, root_2 = 1.41421356237309515;

typedef struct points {
    int count;
    double *at, *all, *right; // ascending; number of samples at each point, and number of right ones
} points;

static void list(points *out, const cal_scores *scores) {
    for (int place = 0; place < scores->n; place++) {
        int i = scores->order[place];
        out->at[place] = scores->confidence[i];
        out->all[place] = 1, out->right[place] = scores->correct[i];
    }
}

// The Gaussian is symmetric about an end, so the part beyond it can be folded back.
static void spread(points *out, const cal_scores *scores) {
    int last = out->count - 1;
    for (int j = 0; j <= last; j++) out->at[j] = (double)j / last;
    for (int i = 0; i < scores->n; i++) {
        double weight[6];
        int from = cal_smooth_stencil(weight, scores->confidence[i] * last);
        for (int j = 0; j < 6; j++) {
            int at = from + j < 0 ? -(from + j) : from + j > last ? 2 * last - from - j : from + j;
            out->all[at] += weight[j];
            if (scores->correct[i]) out->right[at] += weight[j];
        }
    }
}

static double density(double x, double sigma) {
    double z = x / sigma;
    return z > reach || z < -reach ? 0 : cal_exp(-z * z / 2) / (root_2pi * sigma);
}

static double kernel(double t, double c, double sigma) {
    double sum = 0;
    int images = (int)(reach * sigma / 2) + 1;
    for (int j = -images; j <= images; j++)
        sum += density(t - c - 2 * j, sigma) + density(t + c - 2 * j, sigma);
    return sum;
}

static cal_smoothed at_place(const points *p, int *first, double t, double sigma) {
    cal_smoothed sum = {0};
    double square = 0;
    while (*first < p->count && p->at[*first] < t - reach * sigma) ++*first;
    for (int i = *first; i < p->count && p->at[i] <= t + reach * sigma; i++) {
        double k = kernel(t, p->at[i], sigma);
        sum.right += k * p->right[i];
        sum.count += k * p->all[i];
        square += k * k * p->all[i];
    }
    sum.weight = sum.count / kernel(t, t, sigma);
    sum.samples = root_2 * sum.weight; // for evenly spaced samples, and the most
    if (sum.count * sum.count < sum.samples * square) sum.samples = sum.count * sum.count / square;
    return sum;
}

void cal_smooth_curve(cal_smoothed *out, int places, cal_arena *arena, const cal_scores *scores,
                      double sigma) {
    cal_arena own = {0};
    double mesh = FINE / sigma + 1;
    bool fewer = mesh < scores->n;
    points p = {.count = fewer ? (int)mesh + 1 : scores->n};
    p.at = cal_arena_alloc(&own, (size_t)p.count * sizeof(double));
    p.all = cal_arena_alloc(&own, (size_t)p.count * sizeof(double));
    p.right = cal_arena_alloc(&own, (size_t)p.count * sizeof(double));
    int first = 0;
    if (own.refused) arena->refused = true;
    else (fewer ? spread : list)(&p, scores);
    for (int e = 0; e < places && !own.refused; e++)
        out[e] = at_place(&p, &first, (double)e / (places - 1), sigma);
    cal_arena_free(&own);
}
