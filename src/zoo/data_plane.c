// Floor 3. Draws points and labels in the plane.
#include "zoo/data_plane.h"

enum { NOISE_X, NOISE_Y, LABEL }; // latents below CAL_PLANE_FREE; never renumber

typedef struct drawing {
    const cal_plane *plane;
    double deviation, flip;
} drawing;

static void sample_make(void *context, const cal_split *split, int row, const cal_sample *at) {
    const drawing *d = context;
    double x, y;
    d->plane->skeleton(&x, &y, at);
    float *features = split->features + (size_t)row * 2;
    features[0] = (float)(x + d->deviation * cal_sample_normal(at, NOISE_X));
    features[1] = (float)(y + d->deviation * cal_sample_normal(at, NOISE_Y));
    const double clean =
        d->plane->law((double)features[0], (double)features[1], d->deviation, d->plane->context);
    const double second = clean + d->flip * (1 - 2 * clean);
    double *posterior = split->posterior + (size_t)row * 2;
    posterior[0] = 1 - second;
    posterior[1] = second;
    split->labels[row] = cal_sample_uniform(at, LABEL) < second;
}

cal_status cal_plane_load(cal_dataset *out, const cal_choice *choice, const cal_plane *plane,
                          cal_error *err) {
    out->class_names = plane->class_names;
    const cal_status status = cal_data_begin(out, choice, false, true, err);
    if (status) return status;
    drawing d = {plane, cal_choice_number(choice, "noise"), cal_choice_number(choice, "flip")};
    return cal_data_generate(out, choice, sample_make, &d, err);
}
