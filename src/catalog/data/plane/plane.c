// Draws points and labels in the plane.
#include "catalog/data/plane/plane.h"

enum { NOISE_X, NOISE_Y, LABEL }; // latents below CAL_PLANE_FREE; never renumber

typedef struct drawing {
    const cal_plane *plane;
    double sd, flip;
} drawing;

static drawing drawing_of(const cal_plane *plane, const cal_choice *choice) {
    return (drawing){plane, cal_choice_number(choice, "noise"), cal_choice_number(choice, "flip")};
}

static void posterior_of_point(double *posterior, const float *point, const drawing *d) {
    const double clean = d->plane->posterior((double)point[0], (double)point[1], d->sd, d->plane->context);
    const double second = clean + d->flip * (1 - 2 * clean);
    posterior[0] = 1 - second;
    posterior[1] = second;
}

static void sample_make(void *context, const cal_split *split, int row, const cal_sample *at) {
    const drawing *d = context;
    double x, y;
    d->plane->skeleton(&x, &y, at);
    float *features = split->features + (size_t)row * 2;
    features[0] = (float)(x + d->sd * cal_sample_normal(at, NOISE_X));
    features[1] = (float)(y + d->sd * cal_sample_normal(at, NOISE_Y));
    double *posterior = split->posterior + (size_t)row * 2;
    posterior_of_point(posterior, features, d);
    split->labels[row] = cal_sample_uniform(at, LABEL) < posterior[1];
}

cal_status cal_plane_load(cal_dataset *out, const cal_choice *choice, const cal_plane *plane,
                          cal_error *err) {
    out->class_names = plane->class_names;
    const cal_status status = cal_data_begin(out, choice, false, true, err);
    if (status) return status;
    drawing d = drawing_of(plane, choice);
    return cal_data_generate(out, choice, sample_make, &d, err);
}

void cal_plane_posterior(double *posterior, const float *points, int n, const cal_choice *choice,
                         const cal_plane *plane) {
    const drawing d = drawing_of(plane, choice);
    for (int i = 0; i < n; i++) posterior_of_point(posterior + 2 * i, points + 2 * i, &d);
}
