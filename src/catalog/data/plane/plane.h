// Points in the plane, in two classes with a known posterior.
#ifndef CAL_CATALOG_DATA_PLANE_PLANE_H
#define CAL_CATALOG_DATA_PLANE_PLANE_H
#include "catalog/data/shared/splits.h"

enum { CAL_PLANE_FREE = 4 };

typedef struct cal_plane {
    const char *const *class_names; // [2]
    // A point of the skeleton for sample `at`, from latents CAL_PLANE_FREE on.
    void (*skeleton)(double *x, double *y, const cal_sample *at);
    // P(second class | x, y) before labels are flipped; `sd` is the standard deviation of the noise.
    double (*posterior)(double x, double y, double sd, const void *context);
    const void *context;
} cal_plane;

// Draws a point of the skeleton, adds isotropic Gaussian noise and rounds to float. Computes the posterior at
// that rounded point, with the flips, and draws the label from it. So the posterior is exact at the point
// that the network sees. Features are not standardised: each set is centred, with coordinates of about 1.
cal_status cal_plane_load(cal_dataset *out, const cal_choice *choice, const cal_plane *plane, cal_error *err);

// The posterior [n][2] at n points [n][2].
void cal_plane_posterior(double *posterior, const float *points, int n, const cal_choice *choice,
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
