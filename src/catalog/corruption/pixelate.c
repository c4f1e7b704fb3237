// Makes the picture smaller and larger again, each with box filters as in the Python Imaging Library. A pixel
// becomes the mean of those whose centre is in its box, rounded to a byte after each direction.
#include "catalog/corruption/corruption.h"

static const double shrink[] = {0.95, 0.9, 0.85, 0.75, 0.65};

// Resizes a line of `from` bytes to `to` bytes; both have their bytes `step` apart.
static void resize(uint8_t *out, int to, const uint8_t *in, int from, int step) {
    double scale = (double)from / to, box = scale > 1 ? scale : 1;
    for (int i = 0; i < to; i++) {
        double centre = (i + 0.5) * scale;
        int first = (int)(centre - box / 2 + 0.5), end = (int)(centre + box / 2 + 0.5), count = 0, sum = 0;
        if (first < 0) first = 0;
        if (end > from) end = from;
        for (int x = first; x < end; x++) {
            double place = (x - centre + 0.5) / box;
            if (place > -0.5 && place <= 0.5) count++, sum += in[x * step];
        }
        // Fixed point with 22 bits, as in that library: a mean of exactly one half may round either way.
        int64_t fraction = (int64_t)((double)(1 << 22) / count + 0.5);
        out[i * step] = (uint8_t)((sum * fraction + (1 << 21)) >> 22);
    }
}

// Resizes both directions of one plane, columns first. Lines are as far apart as those of the larger picture.
static void resize_plane(uint8_t *out, int to_h, int to_w, const uint8_t *in, int from_h, int from_w,
                         uint8_t *between, int stride) {
    for (int y = 0; y < from_h; y++) resize(between + y * stride, to_w, in + y * stride, from_w, 1);
    for (int x = 0; x < to_w; x++) resize(out + x, to_h, between + x, from_h, stride);
}

static void apply(uint8_t *out, const uint8_t *in, double *scratch, const cal_picture *p, int severity) {
    int plane = p->h * p->w, h = (int)(p->h * shrink[severity - 1]), w = (int)(p->w * shrink[severity - 1]);
    uint8_t *small = (uint8_t *)scratch, *between = (uint8_t *)(scratch + plane);
    if (h < 1) h = 1;
    if (w < 1) w = 1;
    for (int c = 0; c < p->c; c++) {
        resize_plane(small, h, w, in + c * plane, p->h, p->w, between, p->w);
        resize_plane(out + c * plane, p->h, p->w, small, h, w, between, p->w);
    }
}

const cal_corruption cal_corruption_pixelate = {
    .entry = {.id = "pixelate",
              .label = "Pixelate",
              .tex = "",
              .source = "Hendrycks and Dietterich 2019 (CIFAR-10-C)",
              .help = "Keeps 95, 90, 85, 75 or 65 % of the pixels in each direction",
              .params = (const cal_param[]){CAL_CORRUPTION_PARAMS, {.name = NULL}}},
    .apply = apply,
};
