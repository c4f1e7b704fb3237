// Probes the decision boundary: the network's predictions at points of the plane of the samples.
#include "base/maths/maths.h"
#include "run/probe/probe.h"
#include <string.h>

static cal_status size(cal_probe_size *out, const cal_probe_input *in, const cal_choice *choice,
                       cal_error *err) {
    const int grid = cal_choice_integer(choice, "grid");
    const cal_data *data = cal_data_of(&in->spec->data);
    if (data->pixels || in->data->c * in->data->h * in->data->w != 2)
        return cal_fail(err, CAL_USAGE, "probe boundary: the samples of data %s are not points of a plane",
                        data->entry.id);
    const size_t points = (size_t)grid * (size_t)grid, k = (size_t)in->data->k;
    out->rows = grid * grid;
    out->bytes = points * (2 * sizeof(float) + sizeof(int32_t) + k * (sizeof(float) + sizeof(double))) + 4096;
    return CAL_OK;
}

typedef struct box {
    double low[2], high[2];
} box;

static void widen(box *b, const cal_split *split) {
    for (int i = 0; i < split->n; i++)
        for (int d = 0; d < 2; d++) {
            const double x = (double)split->features[2 * i + d];
            if (x < b->low[d]) b->low[d] = x;
            if (x > b->high[d]) b->high[d] = x;
        }
}

static box box_of(const cal_dataset *data, double margin) {
    box b = {{1e300, 1e300}, {-1e300, -1e300}};
    widen(&b, &data->train);
    widen(&b, &data->val);
    widen(&b, &data->test);
    for (int d = 0; d < 2; d++) {
        const double more = margin * (b.high[d] > b.low[d] ? b.high[d] - b.low[d] : 1);
        b.low[d] -= more, b.high[d] += more;
    }
    return b;
}

typedef struct work {
    cal_split points;
    float *logits; // [points,k]
    double *truth; // [points,k], or null
    double *cell;  // one row of the table
} work;

static void make_points(work *w, const box *b, int grid) {
    for (int j = 0; j < grid; j++)
        for (int i = 0; i < grid; i++) {
            float *x = w->points.features + 2 * (j * grid + i);
            x[0] = (float)(b->low[0] + (b->high[0] - b->low[0]) * i / (grid - 1));
            x[1] = (float)(b->low[1] + (b->high[1] - b->low[1]) * j / (grid - 1));
        }
}

enum { X, Y, PREDICTED, CONFIDENCE, ENTROPY, TRUTH, CLASSES };

static void describe(double *cell, const work *w, int i, int k) {
    const float *z = w->logits + (size_t)i * (size_t)k;
    double *p = cell + CLASSES, sum = 0;
    int best = 0;
    for (int c = 1; c < k; c++)
        if (z[c] > z[best]) best = c;
    for (int c = 0; c < k; c++) sum += p[c] = cal_exp((double)z[c] - (double)z[best]);
    cell[ENTROPY] = 0;
    for (int c = 0; c < k; c++) {
        cell[ENTROPY] -= p[c] > 0 ? p[c] / sum * ((double)z[c] - (double)z[best] - cal_log(sum)) : 0;
        p[c] /= sum;
    }
    cell[X] = (double)w->points.features[2 * i];
    cell[Y] = (double)w->points.features[2 * i + 1];
    cell[PREDICTED] = best;
    cell[CONFIDENCE] = p[best];
    cell[TRUTH] = w->truth ? w->truth[(size_t)i * (size_t)k + (size_t)best] : __builtin_nan("");
}

static cal_status make(cal_table *out, const cal_probe_input *in, const cal_choice *choice, cal_error *err) {
    const int grid = cal_choice_integer(choice, "grid"), k = in->data->k;
    const size_t points = (size_t)grid * (size_t)grid;
    const box b = box_of(in->data, cal_choice_number(choice, "margin"));
    cal_arena arena = {0};
    work w = {.points = {.n = grid * grid}};
    w.points.features = cal_arena_alloc(&arena, points * 2 * sizeof(float));
    w.points.labels = cal_arena_alloc(&arena, points * sizeof(int32_t)); // never read
    w.logits = cal_arena_alloc(&arena, points * (size_t)k * sizeof(float));
    w.truth = cal_arena_alloc(&arena, points * (size_t)k * sizeof(double));
    w.cell = cal_arena_alloc(&arena, (size_t)(CLASSES + k) * sizeof(double));
    if (!arena.refused) {
        make_points(&w, &b, grid);
        if (!cal_data_posterior(w.truth, w.points.features, w.points.n, &in->spec->data)) w.truth = NULL;
        cal_run_outputs(w.logits, in->run, &w.points);
        out->begin(out->to, w.points.n);
        for (int i = 0; i < w.points.n; i++) {
            describe(w.cell, &w, i, k);
            out->row(out->to, w.cell);
        }
    }
    const bool refused = arena.refused;
    cal_arena_free(&arena);
    return refused ? cal_refuse_memory(err, "the points of the plane") : CAL_OK;
}

const cal_probe cal_probe_boundary = {
    .entry = {.id = "boundary",
              .label = "Decision boundary",
              .tex = "p(y \\mid x) = \\mathrm{softmax}(f_\\theta(x))_y",
              .source =
                  "The network's probabilities on an even grid that covers the samples of all three sets; "
                  "the true probabilities are those of the data",
              .help = "The network's probabilities at each point of the plane, and the true ones",
              .params = (const cal_param[]){{.name = "grid",
                                             .help = "Points along each side",
                                             .unit = "points",
                                             .type = CAL_INTEGER,
                                             .value = 81,
                                             .min = 2,
                                             .max = 400},
                                            {.name = "margin",
                                             .help = "Margin around the samples",
                                             .unit = "of their extent",
                                             .type = CAL_REAL,
                                             .value = 0.1,
                                             .max = 10},
                                            {0}}},
    .columns = (const cal_column[]){{"x", "First coordinate", ""},
                                    {"y", "Second coordinate", ""},
                                    {"predicted", "Predicted class", ""},
                                    {"confidence", "Confidence", "%"},
                                    {"entropy", "Entropy", "nats"},
                                    {"truth", "True probability of the predicted class", "%"},
                                    {NULL}},
    .each_class = &(const cal_column){"p", "Probability", "%"},
    .size = size,
    .make = make,
};
