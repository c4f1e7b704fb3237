// Paints a shape: a mottled or grated background, small objects scattered on it, and the shape on top. A
// bevel shows its inside and a soft shadow surrounds it.
//
// The bevel is not decoration. Blends of disc and ring share their outline for the first 60 %, and only the
// height derived from the distance distinguishes them.
#include "base/maths/maths.h"
#include "catalog/data/shapes/shapes.h"

enum { SIDE = CAL_SHAPES_SIDE, AREA = CAL_SHAPES_AREA, LATTICE = 6 };

// Latents of a picture; never renumber, links depend on it.
enum {
    ANGLE = CAL_SHAPES_FREE,
    CENTRE_X,
    CENTRE_Y,
    SIZE,
    SHADE,
    CONTRAST,
    HUE,
    SATURATION,
    GROUND_HUE,
    GROUND_HUE_STEP,
    GROUND_SATURATION,
    GROUND_SATURATION_2,
    GROUND_SHADE_STEP,
    GRATED,
    GRATING_ANGLE,
    GRATING_PITCH,
    GRATING_PHASE,
    MOTTLE = 32,                    // LATTICE x LATTICE latents
    STROKE = MOTTLE + 36,           // STROKE_LATENTS for each stroke
    NOISE = CAL_SAMPLE_LATENTS / 4, // 3 x AREA
    STROKE_LATENTS = 8
};

typedef struct colour {
    float channel[3];
} colour;

static inline float clamp(float a, float low, float high) { return a < low ? low : a > high ? high : a; }
static inline double fraction(double a) { return a - (double)(int)a; } // a >= 0
static inline double between(const cal_sample *at, int latent, double low, double high) {
    return low + (high - low) * cal_sample_uniform(at, latent);
}

// The colour with this hue (a fraction of the circle, >= 0) and saturation, mixed with white or black until
// its luminance is `shade`. So contrast is set by number, whatever the hue.
static colour shaded(double hue, double saturation, double shade) {
    static const double offset[3] = {0, 2 / 3.0, 1 / 3.0}, weight[3] = {0.30, 0.59, 0.11};
    double rgb[3], luminance = 0;
    for (int c = 0; c < 3; c++) {
        double ramp = 6 * fraction(hue + offset[c]) - 3;
        ramp = (ramp < 0 ? -ramp : ramp) - 1;
        ramp = ramp < 0 ? 0 : ramp > 1 ? 1 : ramp;
        rgb[c] = 0.9 * (1 - saturation * (1 - ramp));
        luminance += weight[c] * rgb[c];
    }
    colour out;
    for (int c = 0; c < 3; c++)
        out.channel[c] =
            (float)(shade > luminance ? rgb[c] + (1 - rgb[c]) * (shade - luminance) / (1 - luminance)
                                      : rgb[c] * shade / luminance);
    return out;
}

void cal_shapes_canvas_start(cal_shapes_canvas *canvas) {
    for (int i = 0; i < AREA; i++) {
        canvas->x[i] = ((float)(i % SIDE) + 0.5f) * (2 / (float)SIDE) - 1;
        canvas->y[i] = ((float)(i / SIDE) + 0.5f) * (2 / (float)SIDE) - 1;
    }
}

// Smooth value noise: a coarse lattice of random numbers, interpolated.
static void paint_mottle(float *restrict mask, const cal_sample *at) {
    float lattice[LATTICE * LATTICE], fraction[SIDE];
    int cell[SIDE];
    for (int k = 0; k < LATTICE * LATTICE; k++) lattice[k] = (float)cal_sample_uniform(at, MOTTLE + k);
    for (int i = 0; i < SIDE; i++) {
        const float place = ((float)i + 0.5f) * ((float)(LATTICE - 1) / (float)SIDE);
        cell[i] = (int)place;
        fraction[i] = place - (float)cell[i];
        fraction[i] = fraction[i] * fraction[i] * (3 - 2 * fraction[i]);
    }
    for (int j = 0; j < SIDE; j++) {
        float row[LATTICE];
        for (int k = 0; k < LATTICE; k++) {
            const float *above = lattice + cell[j] * LATTICE + k;
            row[k] = above[0] + (above[LATTICE] - above[0]) * fraction[j];
        }
        for (int i = 0; i < SIDE; i++)
            mask[j * SIDE + i] = row[cell[i]] + (row[cell[i] + 1] - row[cell[i]]) * fraction[i];
    }
}

// Stripes with the profile of a triangle wave.
static void paint_grating(float *restrict mask, const cal_shapes_canvas *canvas, const cal_sample *at) {
    const double angle = between(at, GRATING_ANGLE, 0, 6.283185307179586);
    const double pitch = between(at, GRATING_PITCH, 1, 4);
    const float across = (float)(cal_cos(angle) * pitch), down = (float)(cal_sin(angle) * pitch);
    const float phase = (float)between(at, GRATING_PHASE, 8, 9); // keeps the sum positive
    for (int i = 0; i < AREA; i++) {
        float wave = canvas->x[i] * across + canvas->y[i] * down + phase;
        wave -= (float)(int)wave;
        mask[i] = 0.15f + 0.7f * __builtin_fabsf(2 * wave - 1);
    }
}

static void paint_ground(cal_shapes_canvas *canvas, const cal_sample *at, double shade) {
    const double hue = cal_sample_uniform(at, GROUND_HUE);
    const double other_hue = hue + 1 + between(at, GROUND_HUE_STEP, -0.15, 0.15);
    double other_shade = shade + between(at, GROUND_SHADE_STEP, -0.15, 0.15);
    other_shade = other_shade < 0.04 ? 0.04 : other_shade;
    const colour one = shaded(hue, between(at, GROUND_SATURATION, 0.35, 0.85), shade);
    const colour other = shaded(other_hue, between(at, GROUND_SATURATION_2, 0.35, 0.85), other_shade);
    if (cal_sample_uniform(at, GRATED) < 0.4) paint_grating(canvas->mask, canvas, at);
    else paint_mottle(canvas->mask, at);
    for (int c = 0; c < 3; c++) {
        const float from = one.channel[c], step = other.channel[c] - one.channel[c];
        for (int i = 0; i < AREA; i++) canvas->rgb[c][i] = from + step * canvas->mask[i];
    }
}

// A dot or a short thick line.
static void paint_stroke(cal_shapes_canvas *canvas, const cal_sample *at, int latent) {
    const float x = (float)between(at, latent, -1.1, 1.1), y = (float)between(at, latent + 1, -1.1, 1.1);
    const double angle = between(at, latent + 2, 0, 6.283185307179586);
    const float c = (float)cal_cos(angle), s = (float)cal_sin(angle);
    const float radius = (float)between(at, latent + 3, 0.06, 0.20);
    const double fraction = cal_sample_uniform(at, latent + 4);
    const float reach = (float)(0.45 * fraction * fraction);
    const colour fill = shaded(cal_sample_uniform(at, latent + 5), between(at, latent + 6, 0.4, 1),
                               between(at, latent + 7, 0.1, 0.9));
    float *restrict mask = canvas->mask;
    for (int i = 0; i < AREA; i++) {
        const float u = canvas->x[i] - x, v = canvas->y[i] - y;
        float along = __builtin_fabsf(u * c + v * s) - reach;
        along = along > 0 ? along : 0;
        const float across = v * c - u * s;
        const float distance = __builtin_sqrtf(along * along + across * across) - radius;
        mask[i] = 0.85f * clamp(0.5f - 16 * distance, 0, 1);
    }
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < AREA; i++) canvas->rgb[k][i] += (fill.channel[k] - canvas->rgb[k][i]) * mask[i];
}

static void paint_shape(cal_shapes_canvas *canvas, const cal_shapes_blend *blend, const cal_sample *at,
                        colour fill) {
    const double angle = between(at, ANGLE, -0.30, 0.30);
    const float c = (float)cal_cos(angle), s = (float)cal_sin(angle);
    const float x = (float)between(at, CENTRE_X, -0.12, 0.12), y = (float)between(at, CENTRE_Y, -0.12, 0.12);
    const float size = (float)between(at, SIZE, 0.65, 0.85), scale = 1 / size;
    float *restrict first = canvas->first, *restrict second = canvas->second, *restrict mask = canvas->mask;
    for (int i = 0; i < AREA; i++) {
        const float u = (canvas->x[i] - x) * scale, v = (canvas->y[i] - y) * scale;
        canvas->u[i] = u * c + v * s, canvas->v[i] = v * c - u * s;
        mask[i] = u + v; // falls towards the light, which comes from the upper left
    }
    cal_shapes_distance(first, blend->first, canvas->u, canvas->v);
    cal_shapes_distance(second, blend->second, canvas->u, canvas->v);

    const float fraction = (float)blend->blend, depth = 1 / (0.45f * size);
    float *restrict shadow = canvas->u, *restrict base = canvas->v, *restrict cover = first;
    for (int i = 0; i < AREA; i++) {
        const float distance = ((1 - fraction) * first[i] + fraction * second[i]) * size;
        const float outside = distance > 0 ? distance : 0, height = clamp(-distance * depth, 0, 1);
        shadow[i] = 1 - 0.315f / (1 + 60 * outside * outside);
        base[i] = 0.72f + 0.28f * height;
        mask[i] = 0.16f * height * (0.5f - 0.5f * clamp(0.6f * mask[i], -1, 1)); // highlight
        cover[i] = clamp(0.5f - 16 * distance, 0, 1);
    }
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < AREA; i++) {
            const float behind = canvas->rgb[k][i] * shadow[i];
            canvas->rgb[k][i] = behind + (fill.channel[k] * base[i] + mask[i] - behind) * cover[i];
        }
}

void cal_shapes_paint(uint8_t *restrict pixels, cal_shapes_canvas *restrict canvas,
                      const cal_shapes_blend *blend, const cal_sample *at, int clutter, double noise) {
    // The shape is lighter than its ground by at least 0.4 in luminance; its hue
    // carries no information about it.
    const double shade = between(at, SHADE, 0.05, 0.55);
    const double shape_shade = shade + 0.4 + (0.55 - shade) * cal_sample_uniform(at, CONTRAST);
    const colour fill = shaded(cal_sample_uniform(at, HUE), between(at, SATURATION, 0.5, 1), shape_shade);

    paint_ground(canvas, at, shade);
    for (int j = 0; j < clutter; j++) paint_stroke(canvas, at, STROKE + j * STROKE_LATENTS);
    paint_shape(canvas, blend, at, fill);

    const float sd = (float)noise;
    if (noise > 0)
        for (int c = 0; c < 3; c++)
            for (int i = 0; i < AREA; i++)
                canvas->rgb[c][i] += sd * (float)cal_sample_normal(at, NOISE + c * AREA + i);
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < AREA; i++)
            pixels[c * AREA + i] = (uint8_t)(int)(clamp(canvas->rgb[c][i], 0, 1) * 255 + 0.5f);
}
