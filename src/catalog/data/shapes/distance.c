// The ten shapes as signed distance functions.
//
// Written without branches, so that compilers turn each loop over pixels into vector code. Comparisons
// replace min and max, and square roots are exact, so every build computes the same bits.
#include "catalog/data/shapes/shapes.h"

const char *const cal_shapes_names[CAL_SHAPES] = {"disc",     "ring",   "crescent", "heart", "flower",
                                                  "triangle", "square", "star",     "cross", "arrow"};

typedef struct point {
    float x, y;
} point;

static inline float larger(float a, float b) { return a > b ? a : b; }
static inline float smaller(float a, float b) { return a < b ? a : b; }
static inline float magnitude(float a) { return __builtin_fabsf(a); }
static inline float length(float x, float y) { return __builtin_sqrtf(x * x + y * y); }

static inline float box(float x, float y, float half_width, float half_height) {
    const float a = magnitude(x) - half_width, b = magnitude(y) - half_height;
    return length(larger(a, 0), larger(b, 0)) + smaller(larger(a, b), 0);
}

// Folds the plane into one of the ten mirror images of fivefold symmetry, tip upwards.
static inline point fold_in_five(float x, float y) {
    const float c = 0.809016994f, s = 0.587785252f; // cos and sin of 36 degrees
    x = magnitude(x), y = -y;
    float across = larger(c * x - s * y, 0);
    x -= 2 * across * c, y += 2 * across * s;
    across = larger(-c * x - s * y, 0);
    x += 2 * across * c, y += 2 * across * s;
    return (point){x, y};
}

static inline float disc(float x, float y) { return length(x, y) - 0.8f; }

// The hole's distance is steeper, so that in blends with a ring the hole opens early enough to be seen.
static inline float ring(float x, float y) {
    const float r = length(x, y);
    return larger(r - 0.88f, 1.3f * (0.46f - r));
}

static inline float crescent(float x, float y) {
    return larger(length(x + 0.08f, y) - 0.88f, 0.68f - length(x - 0.42f, y));
}

// Two quarter circles on a square that is rotated by 45 degrees.
static inline float heart(float x, float y) {
    const float size = 0.66f;
    x = magnitude(x) * size, y = 0.55f - y * size;
    const float lobe = length(x - 0.25f, y - 0.75f) - 0.35355339f; // radius sqrt(2)/4
    const float m = 0.5f * larger(x + y, 0), notch = x * x + (y - 1) * (y - 1),
                side = (x - m) * (x - m) + (y - m) * (y - m);
    const float edge = __builtin_sqrtf(smaller(notch, side)), below = x > y ? edge : -edge;
    return (x + y > 1 ? lobe : below) * (1 / size);
}

static inline float flower(float x, float y) {
    const point p = fold_in_five(x, y);
    return smaller(length(p.x, p.y - 0.56f), 0.7f * length(p.x, p.y) + 0.06f) - 0.37f;
}

static inline float triangle(float x, float y) {
    const float h = 0.8660254f; // sin of 60 degrees
    return larger(y, larger(-h * x - 0.5f * y, h * x - 0.5f * y)) - 0.5f;
}

static inline float square(float x, float y) { return box(x, y, 0.68f, 0.68f); }

// Outer radius 1, inner 0.45: after folding, the distance to one segment from tip to notch.
static inline float star(float x, float y) {
    const point p = fold_in_five(x, y);
    const float edge_x = 0.45f * 0.587785252f, edge_y = 0.45f * 0.809016994f - 1;
    const float along_scale = 1 / (edge_x * edge_x + edge_y * edge_y);
    x = magnitude(p.x), y = p.y - 1;
    const float along = smaller(larger((x * edge_x + y * edge_y) * along_scale, 0), 1);
    const float d = length(x - edge_x * along, y - edge_y * along);
    return y * edge_x - x * edge_y > 0 ? d : -d;
}

static inline float cross(float x, float y) {
    return smaller(box(x, y, 0.9f, 0.28f), box(x, y, 0.28f, 0.9f));
}

static inline float arrow(float x, float y) {
    const float c = 0.66746283f, s = 0.74464312f; // cosine and sine of the head's half angle, 0.84
    const float head = larger(c * x + s * magnitude(y) - 0.62f, 0.02f - x);
    return smaller(head, box(x + 0.42f, y, 0.48f, 0.25f));
}

void cal_shapes_distance(float *restrict distance, int shape, const float *restrict x,
                         const float *restrict y) {
#define SHAPE(number, name)                                                                                  \
    case number:                                                                                             \
        for (int i = 0; i < CAL_SHAPES_AREA; i++) distance[i] = name(x[i], y[i]);                            \
        return;
    switch (shape) {
        SHAPE(0, disc)
        SHAPE(1, ring)
        SHAPE(2, crescent)
        SHAPE(3, heart)
        SHAPE(4, flower)
        SHAPE(5, triangle)
        SHAPE(6, square)
        SHAPE(7, star)
        SHAPE(8, cross)
        SHAPE(9, arrow)
    }
#undef SHAPE
}
