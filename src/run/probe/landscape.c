// Probes the loss around the weights, in a plane or on a line through them (Li et al. 2018).
//
// A direction is drawn from a normal distribution. Each of its filters (all weights of one output of a
// layer) is scaled to the norm of the network's filter. So the picture does not depend on the scale of the
// weights. Biases and parameters of norms are not changed.
#include "base/maths/maths.h"
#include "base/random/random.h"
#include "catalog/head/head.h"
#include "run/probe/probe.h"
#include "run/train/inspect.h"
#include <string.h>

enum { DIRECTIONS = 2 };

typedef struct plane {
    int axes, grid, seed;
    double range;
    cal_split split;
    float *base, *along[DIRECTIONS]; // [weights]
    float *logits;                   // [n,k]
} plane;

static cal_status read_plane(plane *p, const cal_probe_input *in, const cal_choice *choice, cal_error *err) {
    *p = (plane){.axes = cal_choice_integer(choice, "axes"),
                 .grid = cal_choice_integer(choice, "grid"),
                 .seed = cal_choice_integer(choice, "seed"),
                 .range = cal_choice_number(choice, "range")};
    return cal_probe_first(&p->split, in, choice, err);
}

static cal_status size(cal_probe_size *out, const cal_probe_input *in, const cal_choice *choice,
                       cal_error *err) {
    plane p;
    cal_status status = read_plane(&p, in, choice, err);
    out->rows = p.axes == 1 ? p.grid : p.grid * p.grid;
    out->bytes = (1 + DIRECTIONS) * cal_net_parameters(in->net) * sizeof(float) +
                 (size_t)p.split.n * (size_t)in->data->k * sizeof(float) + 4096;
    return status;
}

static double norm_of(const float *x, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += (double)x[i] * x[i];
    return cal_sqrt(sum);
}

static void draw(float *along, const plane *p, const cal_net *net, int direction) {
    const cal_tensor *tensor;
    const int tensors = cal_net_tensors(net, &tensor);
    for (const cal_tensor *t = tensor; t < tensor + tensors; t++) {
        if (t->role != CAL_WEIGHT || t->ndim < 2) continue;
        const size_t filter = t->size / (size_t)t->dim[0];
        for (size_t at = t->offset; at < t->offset + t->size; at += filter) {
            for (size_t i = at; i < at + filter; i++)
                along[i] =
                    (float)cal_random_normal((uint64_t)p->seed, CAL_STREAM_DIRECTION, (uint64_t)direction, i);
            const double scale = norm_of(p->base + at, filter) / norm_of(along + at, filter);
            for (size_t i = at; i < at + filter; i++) along[i] = (float)(along[i] * scale);
        }
    }
}

// Returns a coordinate, exactly 0 in the middle of an odd grid.
static double place(const plane *p, int i) { return p->range * (2 * i - (p->grid - 1)) / (p->grid - 1); }

// Returns the fraction of known labels on the wrong side of one half. In data with one label per sample, each
// class counts against the rest.
static double label_error(const plane *p, const cal_dataset *data) {
    const size_t k = (size_t)data->k;
    double wrong = 0, known = 0;
    for (int i = 0; i < p->split.n; i++)
        for (size_t j = 0; j < k; j++) {
            const int label =
                data->several ? p->split.labels[(size_t)i * k + j] : p->split.labels[i] == (int)j;
            if (label < 0) continue;
            known++;
            wrong += (p->logits[(size_t)i * k + j] > 0) != label;
        }
    return known > 0 ? wrong / known : __builtin_nan("");
}

static double error_of(const plane *p, const cal_probe_input *in) {
    const int k = in->data->k;
    int wrong = 0;
    if (cal_head_of(&in->spec->head)->several) return label_error(p, in->data);
    for (int i = 0; i < p->split.n; i++) {
        const float *z = p->logits + (size_t)i * (size_t)k;
        int best = 0;
        for (int c = 1; c < k; c++)
            if (z[c] > z[best]) best = c;
        wrong += best != p->split.labels[i];
    }
    return (double)wrong / p->split.n;
}

static double loss_at(const plane *p, cal_run *run, double a, double b) {
    const size_t weights = cal_net_parameters(cal_run_net(run));
    float *flat = cal_run_flat(run);
    for (size_t i = 0; i < weights; i++)
        flat[i] = p->base[i] + ((float)a * p->along[0][i] + (float)b * p->along[1][i]);
    return cal_run_outputs(p->logits, run, &p->split);
}

static cal_status make(cal_table *out, const cal_probe_input *in, const cal_choice *choice, cal_error *err) {
    plane p;
    cal_arena arena = {0};
    cal_run *run = in->run;
    const size_t weights = cal_net_parameters(in->net);
    cal_status status = read_plane(&p, in, choice, err);
    if (status) return status;
    p.base = cal_arena_alloc(&arena, weights * sizeof *p.base);
    for (int d = 0; d < DIRECTIONS; d++) p.along[d] = cal_arena_alloc(&arena, weights * sizeof *p.base);
    p.logits = cal_arena_alloc(&arena, (size_t)p.split.n * (size_t)in->data->k * sizeof *p.logits);
    if (!arena.refused) {
        memcpy(p.base, cal_run_flat(run), weights * sizeof *p.base);
        for (int d = 0; d < p.axes; d++) draw(p.along[d], &p, in->net, d);
        cal_table_fact(out, "loss", loss_at(&p, run, 0, 0));
        cal_table_fact(out, "error", error_of(&p, in));
        cal_table_fact(out, "samples", p.split.n);
        out->begin(out->to, p.axes == 1 ? p.grid : p.grid * p.grid);
        for (int j = 0; j < (p.axes == 1 ? 1 : p.grid); j++)
            for (int i = 0; i < p.grid; i++) {
                const double a = place(&p, i), b = p.axes == 1 ? 0 : place(&p, j);
                const double loss = loss_at(&p, run, a, b);
                out->row(out->to, (double[]){a, b, loss, error_of(&p, in)});
            }
        memcpy(cal_run_flat(run), p.base, weights * sizeof *p.base);
    } else status = cal_refuse_memory(err, "the landscape");
    cal_arena_free(&arena);
    return status;
}

const cal_probe cal_probe_landscape = {
    .entry =
        {.id = "landscape",
         .label = "Loss landscape",
         .tex = "f(\\alpha, \\beta) = L(\\theta + \\alpha\\delta + \\beta\\eta), \\quad "
                "\\delta_{ij} \\leftarrow \\tfrac{\\delta_{ij}}{\\|\\delta_{ij}\\|} \\|\\theta_{ij}\\|",
         .source = "Li et al. 2018, Visualizing the Loss Landscape of Neural Nets, Eq. 1 and Sec. 4: "
                   "filter-wise normalised random directions; biases and norms are left out, as there",
         .help = "The loss in a plane, or on a line, of random directions through the weights",
         .params =
             (const cal_param[]){
                 {.name = "grid",
                  .help =
                      "Points along each direction; with an odd number the network itself is the middle one",
                  .unit = "points",
                  .type = CAL_INTEGER,
                  .value = 11,
                  .min = 2,
                  .max = 101},
                 {.name = "range",
                  .help = "Largest distance, in norms of the weights",
                  .unit = "",
                  .type = CAL_REAL,
                  .value = 1,
                  .min = 0.001,
                  .max = 10},
                 {.name = "axes",
                  .help = "A line or a plane",
                  .unit = "",
                  .type = CAL_INTEGER,
                  .value = 2,
                  .min = 1,
                  .max = 2},
                 CAL_PROBE_ON,
                 CAL_PROBE_SAMPLES(128),
                 CAL_PROBE_SEED("Seed of the random directions"),
                 {0}}},
    .columns = (const cal_column[]){{"a", "Along the first direction", ""},
                                    {"b", "Along the second direction", ""},
                                    {"loss", "Loss", ""},
                                    {"error", "Error", "%"},
                                    {NULL}},
    .each_label = true,
    .size = size,
    .make = make,
};
