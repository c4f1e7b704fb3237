// Procedural multi-label pictures, with a known probability for each label.
//
// A picture shows up to nine small shapes, each in a separate cell. Shape j is drawn with probability rate_j,
// with a strength s that is uniform between 0 (invisible) and 1. Its label is "present" with probability
// pi(s) = 3 s^2 - 2 s^3, and with probability 0 if it is not drawn. Given the strengths the labels are
// independent.
//
// A label depends on the picture through its strength alone, so E[pi | anything a model computes] is exactly
// the probability that it is present. For pi to be also P(y_j|x), s must be visible in the 8-bit picture.
// Cells do not overlap, the ground is smooth and the contrast is fixed. So one fully covered pixel gives s to
// within 1/230 and pi to within 0.0066. The shape's other pixels narrow that down. With noise on pixels it is
// approximate.
#include "base/maths/maths.h"
#include "catalog/data/shapes/shapes.h"

enum { SIDE = 24, AREA = SIDE * SIDE, CELL = 8, CELLS = 9, LABELS = 9, PIXELS = CELL * CELL };
// Latents of a picture; never renumber, links depend on it.
enum { SHADE, ACROSS, DOWN, TURN, PITCH, PHASE, PLACE = 8, SHAPE = 32, NOISE = 1024 };
enum { SHOWN, STRENGTH, LABEL, X, Y, SIZE, ANGLE, UNKNOWN, SHAPE_LATENTS };
_Static_assert(CELL *CELL <= (int)CAL_SHAPES_AREA, "a cell's points fit into the arrays of distances");

static const double contrast = 0.45;
// The shapes, out of ten, that are easiest to distinguish when small.
static const int shapes[LABELS] = {0, 1, 5, 6, 8, 7, 9, 3, 2};

typedef struct painter {
    int labels;
    double rate[LABELS], noise, flip, missing;
    float x[CAL_SHAPES_AREA], y[CAL_SHAPES_AREA], distance[CAL_SHAPES_AREA], picture[AREA];
} painter;

static double likelihood(double s) { return s * s * (3 - 2 * s); }

static double between(const cal_sample *at, int latent, double low, double high) {
    return low + (high - low) * cal_sample_uniform(at, latent);
}

// Draws the cell of each shape: a random order of the cells, after Fisher and Yates.
static void place(int cell[CELLS], const cal_sample *at) {
    for (int i = 0; i < CELLS; i++) cell[i] = i;
    for (int i = 0; i < CELLS - 1; i++) {
        const int other = i + (int)(cal_sample_uniform(at, PLACE + i) * (CELLS - i)), kept = cell[i];
        cell[i] = cell[other], cell[other] = kept;
    }
}

// A linear gradient with stripes of a triangle wave: no two pictures have the same.
static void paint_ground(float *picture, const cal_sample *at) {
    const double turn = between(at, TURN, 0, 6.283185307179586), pitch = between(at, PITCH, 1, 3);
    const float wave_x = (float)(cal_cos(turn) * pitch), wave_y = (float)(cal_sin(turn) * pitch),
                phase = (float)between(at, PHASE, 8, 9); // keeps the sum positive
    const float shade = (float)between(at, SHADE, 0.2, 0.35),
                across = (float)between(at, ACROSS, -0.05, 0.05),
                down = (float)between(at, DOWN, -0.05, 0.05);
    for (int i = 0; i < AREA; i++) {
        const float x = (float)(i % SIDE) / (SIDE / 2.0f) - 1, y = (float)(i / SIDE) / (SIDE / 2.0f) - 1;
        float wave = x * wave_x + y * wave_y + phase;
        wave -= (float)(int)wave;
        picture[i] = shade + across * x + down * y + 0.1f * (4 * __builtin_fabsf(wave - 0.5f) - 1);
    }
}

// Paints a shape within its cell, which is [-1, 1]^2 and 8 pixels wide: its radius and its offset fit.
static void paint_shape(painter *p, int label, int cell, double strength, const cal_sample *at) {
    const int latent = SHAPE + label * SHAPE_LATENTS;
    const float x = (float)between(at, latent + X, -0.1, 0.1), y = (float)between(at, latent + Y, -0.1, 0.1);
    const float size = (float)between(at, latent + SIZE, 0.9, 1);
    // a shear in both directions: nearly a rotation
    const float turned = (float)between(at, latent + ANGLE, -0.1, 0.1);
    for (int i = 0; i < PIXELS; i++) {
        const float u = (((float)(i % CELL) + 0.5f) * (2.0f / CELL) - 1 - x) / size,
                    v = (((float)(i / CELL) + 0.5f) * (2.0f / CELL) - 1 - y) / size;
        p->x[i] = u + turned * v, p->y[i] = v - turned * u;
    }
    cal_shapes_distance(p->distance, shapes[label], p->x, p->y);
    const float light = (float)(contrast * strength);
    for (int i = 0; i < PIXELS; i++) {
        float cover = 0.5f - p->distance[i] * size * (CELL / 2.0f);
        cover = cover < 0 ? 0 : cover > 1 ? 1 : cover;
        p->picture[(cell / 3 * CELL + i / CELL) * SIDE + cell % 3 * CELL + i % CELL] += light * cover;
    }
}

static void sample_make(painter *p, const cal_split *split, int row, const cal_sample *at) {
    const size_t first = (size_t)row * (size_t)p->labels;
    int cell[CELLS];
    place(cell, at);
    paint_ground(p->picture, at);
    for (int j = 0; j < p->labels; j++) {
        const int latent = SHAPE + j * SHAPE_LATENTS;
        const bool shown = cal_sample_uniform(at, latent + SHOWN) < p->rate[j];
        const double strength = shown ? cal_sample_uniform(at, latent + STRENGTH) : 0,
                     chance = p->flip + (1 - 2 * p->flip) * likelihood(strength);
        split->posterior[first + (size_t)j] = chance;
        split->labels[first + (size_t)j] = cal_sample_uniform(at, latent + UNKNOWN) < p->missing
                                               ? -1
                                               : cal_sample_uniform(at, latent + LABEL) < chance;
        if (shown) paint_shape(p, j, cell[j], strength, at);
    }
    uint8_t *pixels = split->pixels + (size_t)row * AREA;
    for (int i = 0; i < AREA; i++) {
        float value = p->picture[i];
        if (p->noise > 0) value += (float)(p->noise * cal_sample_normal(at, NOISE + i));
        value = value < 0 ? 0 : value > 1 ? 1 : value;
        pixels[i] = (uint8_t)(int)(value * 255 + 0.5f);
    }
}

static void split_make(painter *p, cal_split *split, int stream, uint64_t seed) {
    for (int i = 0; i < split->n; i++) {
        const cal_sample at = {.seed = seed, .split = stream, .index = i};
        split->source[i] = i;
        sample_make(p, split, i, &at);
    }
}

static void shape(int *k, int *c, int *h, int *w, const cal_choice *choice) {
    *k = cal_choice_integer(choice, "labels");
    *c = 1, *h = SIDE, *w = SIDE;
}

static cal_status painter_choose(painter *p, const cal_choice *choice, cal_error *err) {
    const cal_value *rates = cal_choice_value(choice, "rates");
    p->labels = cal_choice_integer(choice, "labels");
    p->noise = cal_choice_number(choice, "noise");
    p->flip = cal_choice_number(choice, "flip");
    p->missing = cal_choice_number(choice, "missing");
    if (rates->count != 1 && rates->count < p->labels)
        return cal_fail(
            err, CAL_USAGE,
            "data scenes: rates has %d numbers, and there are %d labels; give one number for all or "
            "one for each",
            rates->count, p->labels);
    for (int j = 0; j < p->labels; j++) p->rate[j] = rates->number[rates->count == 1 ? 0 : j];
    return CAL_OK;
}

static const char *const *names(cal_dataset *out) {
    return cal_data_names(out, cal_shapes_names, shapes, out->k);
}

static cal_status load(cal_dataset *out, const cal_choice *choice, const cal_file *files, int nfiles,
                       cal_error *err) {
    const uint64_t seed = (uint64_t)cal_choice_number(choice, "seed");
    (void)files, (void)nfiles;
    painter *p = cal_mem_alloc(sizeof *p);
    if (!p) return cal_refuse_memory(err, "data scenes: painting");
    cal_status status = painter_choose(p, choice, err);
    if (!status) status = cal_data_begin(out, choice, true, true, err);
    if (!status) out->class_names = names(out);
    if (!status && !out->class_names) status = cal_refuse_memory(err, "data scenes: the names");
    for (int i = 0; i < CAL_SHAPES_AREA; i++) p->x[i] = p->y[i] = 0; // distances are computed for all of them
    if (!status) {
        split_make(p, &out->test, CAL_SAMPLE_TEST, seed);
        split_make(p, &out->val, CAL_SAMPLE_VAL, seed);
        split_make(p, &out->train, CAL_SAMPLE_TRAIN, seed);
    }
    cal_mem_free(p);
    return status;
}

static size_t loading(const cal_choice *choice, const cal_file *files, int nfiles) {
    (void)choice, (void)files, (void)nfiles;
    return cal_mem_bytes(sizeof(painter));
}

static void keeps(cal_dataset *counted, const cal_choice *choice, int width) {
    (void)width;
    cal_data_keeps_splits(counted, choice);
    names(counted);
}

static const cal_param params[] = {
    CAL_DATA_TRAIN(1000, 100000),
    CAL_DATA_VAL(500, 100000),
    CAL_DATA_TEST(1000, 100000),
    {.name = "labels",
     .help = "Number of labels, each of which is a shape, in their order",
     .unit = "",
     .type = CAL_INTEGER,
     .value = 6,
     .min = 2,
     .max = LABELS},
    {.name = "rates",
     .help =
         "How often each shape is drawn at all, faint or strong; half as often its label says present. One "
         "number for all or one for each",
     .unit = "",
     .type = CAL_LIST,
     .min = 0,
     .max = 1,
     .preset = "0.8/0.7/0.6/0.5/0.4/0.3/0.3/0.3/0.3"},
    {.name = "noise",
     .help = "Standard deviation of Gaussian noise on every pixel (1 is full brightness). Above 0 labels are "
             "still drawn from the known probabilities, but given the picture alone these are approximate",
     .unit = "",
     .type = CAL_REAL,
     .value = 0,
     .max = 0.5},
    {.name = "flip",
     .help = "Fraction of labels that say the opposite, in all sets; the known probabilities account for it",
     .unit = "",
     .type = CAL_REAL,
     .value = 0,
     .max = 0.5},
    {.name = "missing",
     .help = "Fraction of labels that are unknown, in all sets: they are neither trained on nor counted",
     .unit = "",
     .type = CAL_REAL,
     .value = 0,
     .max = 0.95},
    CAL_DATA_SEED("Seed of the pictures: sample i depends on the seed and i alone"),
    CAL_DATA_MEAN("0.3"),
    CAL_DATA_STD("0.15"),
    {0},
};

const cal_data cal_data_scenes = {
    .entry = {.id = "scenes",
              .label = "Scenes with several labels",
              .tex = "P(y_j=1\\mid s_j)=3s_j^2-2s_j^3",
              .source = "Made here: signed distance functions of up to nine shapes, each faint or strong",
              .help =
                  "Pictures of several small shapes. Each shape is a label of its own, drawn from a known "
                  "probability that grows with how strongly the shape is painted",
              .params = params},
    .k = 6,
    .c = 1,
    .h = SIDE,
    .w = SIDE,
    .pixels = true,
    .several = true,
    .shape = shape,
    .truth = true,
    .load = load,
    .keeps = keeps,
    .loading = loading,
};
