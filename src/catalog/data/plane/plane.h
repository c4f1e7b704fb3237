// Points in the plane, two classes, whose label law is known.
#ifndef CAL_CATALOG_DATA_PLANE_PLANE_H
#define CAL_CATALOG_DATA_PLANE_PLANE_H
#include "catalog/data/shared/splits.h"

enum { CAL_PLANE_FREE = 4 };

typedef struct cal_plane {
    const char *const *class_names; // [2]
    // A point of the skeleton for sample `at`, from latents CAL_PLANE_FREE on.
    void (*skeleton)(double *x, double *y, const cal_sample *at);
    // P(second class | x, y) before labels are flipped; `deviation` is the noise around the skeleton.
    double (*law)(double x, double y, double deviation, const void *context);
    const void *context;
} cal_plane;

// Skeleton plus isotropic Gaussian noise, rounded to float; then the law at that very point, mixed with the
// flips; then a label drawn from it: so the posterior is exactly the law of the label, at the point as the
// network sees it. Features enter as they are: each set is centred on the origin with coordinates of about 1.
cal_status cal_plane_load(cal_dataset *out, const cal_choice *choice, const cal_plane *plane, cal_error *err);

// That law at n points [n][2]: [n][2].
void cal_plane_law(double *posterior, const float *points, int n, const cal_choice *choice,
                   const cal_plane *plane);

#define CAL_PLANE_NOISE(preset, least)                                                                       \
    {.name = "noise",                                                                                        \
     .help = "Standard deviation of the Gaussian noise, in both coordinates",                                \
     .unit = "",                                                                                             \
     .type = CAL_REAL,                                                                                       \
     .value = preset,                                                                                        \
     .min = least,                                                                                           \
     .max = 2}

#endif
