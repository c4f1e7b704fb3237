// Procedural pictures with a known label distribution.
//
// A picture shows a blend of two shapes, a and b, with fraction t of b. Its label is b with probability pi(t)
// = 3 t^2 - 2 t^3, else a. As pi(0) = 0 and pi(1 - t) = 1 - pi(t), exchanging the two describes the same
// distribution, and no picture has two contradictory descriptions. If every picture is a blend, the best
// classifier errs on E[min(pi, 1 - pi)] = 3/16 of them.
//
// The label depends on the picture through t alone, so E[posterior | anything a model computes] is exactly
// the probability that it is right. For the posterior to be also P(y|x), t must be visible in the 8-bit
// picture. The rounding leaves an error of at most 1.3e-4 in pi without noise, 0.0056 at noise 0.05.
#include "base/memory.h"
#include "catalog/data/shapes/shapes.h"

enum { BLENDED, FIRST, SECOND, BLEND, LABEL }; // latents below CAL_SHAPES_FREE; never renumber

typedef struct painter {
    cal_shapes_canvas *canvas;
    int classes, clutter;
    int shape_of[CAL_CLASSES_MAX]; // [classes]
    double ambiguity, noise;
} painter;

// pi(t), the probability that the label is the second shape.
static double likelihood(double t) { return t * t * (3 - 2 * t); }

static void sample_make(void *context, const cal_split *split, int row, const cal_sample *at) {
    const painter *p = context;
    const int a = (int)(cal_sample_uniform(at, FIRST) * p->classes);
    const int step = 1 + (int)(cal_sample_uniform(at, SECOND) * (p->classes - 1));
    const int b = (a + step) % p->classes;
    const double t = cal_sample_uniform(at, BLENDED) < p->ambiguity ? cal_sample_uniform(at, BLEND) : 0;
    const double chance = likelihood(t);
    double *posterior = split->posterior + (size_t)row * (size_t)p->classes; // zero so far
    posterior[a] = 1 - chance;
    posterior[b] = chance;
    split->labels[row] = cal_sample_uniform(at, LABEL) < chance ? b : a;
    if (!split->pixels) return;
    const cal_shapes_blend blend = {.first = p->shape_of[a], .second = p->shape_of[b], .blend = t};
    cal_shapes_paint(split->pixels + (size_t)row * 3 * CAL_SHAPES_AREA, p->canvas, &blend, at, p->clutter,
                     p->noise);
}

static void shape(int *k, int *c, int *h, int *w, const cal_choice *choice) {
    const int only = cal_choice_value(choice, "only")->count;
    *k = only >= 2 ? only : cal_choice_integer(choice, "classes");
    *c = 3, *h = CAL_SHAPES_SIDE, *w = CAL_SHAPES_SIDE;
}

static cal_status shapes_choose(painter *p, const cal_choice *choice, cal_error *err) {
    const int first = cal_choice_integer(choice, "classes");
    const cal_status status = cal_data_only(&p->classes, p->shape_of, choice, err);
    if (status) return status;
    if (p->classes && first < CAL_SHAPES)
        return cal_fail(err, CAL_USAGE,
                        "data shapes10: classes=%d and only both choose shapes; give only one of them",
                        first);
    if (p->classes) return CAL_OK;
    p->classes = first;
    for (int i = 0; i < first; i++) p->shape_of[i] = i;
    return CAL_OK;
}

static cal_status painter_choose(painter *p, const cal_choice *choice, cal_error *err) {
    *p = (painter){.clutter = cal_choice_integer(choice, "clutter"),
                   .ambiguity = cal_choice_number(choice, "ambiguity"),
                   .noise = cal_choice_number(choice, "noise")};
    return shapes_choose(p, choice, err);
}

// Sets the names, and allocates a canvas that the caller frees.
static cal_status painter_start(painter *p, cal_dataset *out, cal_error *err) {
    out->class_names = cal_data_names(out, cal_shapes_names, p->shape_of, p->classes);
    p->canvas = cal_mem_alloc(sizeof *p->canvas);
    if (!p->canvas || !out->class_names) {
        cal_mem_free(p->canvas);
        p->canvas = NULL;
        return cal_refuse_memory(err, "data shapes10: painting");
    }
    cal_shapes_canvas_start(p->canvas);
    return CAL_OK;
}

static cal_status load(cal_dataset *out, const cal_choice *choice, const cal_file *files, int nfiles,
                       cal_error *err) {
    (void)files, (void)nfiles;
    painter p;
    cal_status status = painter_choose(&p, choice, err);
    if (!status) status = cal_data_begin(out, choice, true, true, err);
    if (!status) status = painter_start(&p, out, err);
    if (status) return status;
    status = cal_data_generate(out, choice, sample_make, &p, err);
    cal_mem_free(p.canvas);
    return status;
}

static cal_status blend(cal_dataset *out, const cal_choice *choice, const cal_data_blends *blends,
                        cal_error *err) {
    painter p;
    cal_status status = painter_choose(&p, choice, err);
    if (!status) status = painter_start(&p, out, err);
    if (status) return status;
    const cal_sample at = {
        .seed = (uint64_t)cal_choice_number(choice, "seed"), .split = blends->split, .index = blends->index};
    for (int i = 0; i < blends->n; i++) {
        const double t = blends->fraction[i];
        double *posterior = out->test.posterior + (size_t)i * (size_t)p.classes;
        const cal_shapes_blend shown = {
            .first = p.shape_of[blends->first], .second = p.shape_of[blends->second], .blend = t};
        posterior[blends->second] = likelihood(t);
        posterior[blends->first] = 1 - posterior[blends->second];
        cal_shapes_paint(out->test.pixels + (size_t)i * 3 * CAL_SHAPES_AREA, p.canvas, &shown, &at, p.clutter,
                         p.noise);
    }
    cal_mem_free(p.canvas);
    return CAL_OK;
}

static size_t loading(const cal_choice *choice, const cal_file *files, int nfiles) {
    (void)choice, (void)files, (void)nfiles;
    return cal_mem_bytes(sizeof(cal_shapes_canvas));
}

static void keeps(cal_dataset *counted, const cal_choice *choice, int width) {
    (void)width;
    cal_data_keeps_splits(counted, choice);
    cal_data_names(counted, NULL, NULL, counted->k);
}

static const cal_param params[] = {
    CAL_DATA_TRAIN(320, 100000),
    CAL_DATA_VAL(500, 100000),
    CAL_DATA_TEST(1000, 100000),
    {.name = "ambiguity",
     .help =
         "Fraction of the pictures that blend two shapes; the others show one shape and have a certain label",
     .unit = "",
     .type = CAL_REAL,
     .value = 1,
     .max = 1},
    {.name = "clutter",
     .help = "Small objects scattered behind the shape",
     .unit = "per picture",
     .type = CAL_INTEGER,
     .value = 2,
     .max = CAL_SHAPES_CLUTTER},
    {.name = "noise",
     .help = "Standard deviation of Gaussian noise on every pixel (1 is full brightness). Above 0 labels are "
             "still drawn from the known posterior, but given the picture alone it is approximate: off by up "
             "to 0.006 at 0.05",
     .unit = "",
     .type = CAL_REAL,
     .value = 0,
     .max = 0.5},
    {.name = "classes",
     .help = "Number of shapes, in their order",
     .unit = "",
     .type = CAL_INTEGER,
     .value = CAL_SHAPES,
     .min = 2,
     .max = CAL_SHAPES},
    CAL_DATA_ONLY("2/5 blends these two shapes", CAL_SHAPES - 1),
    CAL_DATA_LABEL_NOISE,
    CAL_DATA_IMBALANCE,
    CAL_DATA_SEED("Seed of the pictures: sample i depends on the seed and i alone"),
    CAL_DATA_MEAN("0.38"),
    CAL_DATA_STD("0.25"),
    {0},
};

const cal_data cal_data_shapes10 = {
    .entry = {.id = "shapes10",
              .label = "Blended shapes",
              .tex = "P(y=b\\mid t)=3t^2-2t^3",
              .source = "Made here: signed distance functions of ten shapes, blended in pairs",
              .help = "Pictures of blended shapes, labelled by draws from a known posterior, so that the "
                      "true calibration error is known too",
              .params = params},
    .k = CAL_SHAPES,
    .c = 3,
    .h = CAL_SHAPES_SIDE,
    .w = CAL_SHAPES_SIDE,
    .pixels = true,
    .shape = shape,
    .truth = true,
    .load = load,
    .blend = blend,
    .keeps = keeps,
    .loading = loading,
};
