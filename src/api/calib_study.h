// What can be studied of a link's parts by themselves: the third part of calib.h, which includes it.
#ifndef CAL_API_CALIB_STUDY_H
#define CAL_API_CALIB_STUDY_H
#include "calib.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- data sets

enum { CAL_NEAR_USUAL = -1 }; // 8: what is near where nothing else is said

// Samples of one set that another one has, too.
typedef struct cal_overlap {
    int exact;       // with all values equal
    int near;        // others, of which a picture there differs by at most `near` in the mean of its bytes
    int other_label; // among both, those that have another label there
} cal_overlap;
// The samples of `of` that are in `in`. near: 0 to 255, or CAL_NEAR_USUAL; features are never near.
CAL_API cal_status cal_samples_overlap(cal_overlap *out, const cal_samples *s, cal_set of, cal_set in,
                                       double near, cal_error *err);
// What `calib data` prints: classes, counts, hash, and the overlap of every two sets.
CAL_API cal_status cal_samples_json(cal_bytes *out, const cal_samples *s, double near, cal_error *err);
// Loads, of generated data, no more than the first `count` samples of a set, which are those of the whole set, and
// as few of the others as can be; of data from files all. Errors as of cal_samples_load.
CAL_API cal_status cal_samples_first(cal_samples **out, const cal_lab *lab, const char *link, cal_set set,
                                     int count, cal_error *err);

// ---- theory: a loss without a network and without data, in double precision

// An output has the probability p of one class and (1 - p)/(k - 1) of each of the others.
typedef struct cal_theory_def {
    uint32_t cookie;
    const char *loss; // "focal:gamma=3"
    const double *p;  // [n] in (0, 1); read during the call alone
    int n, k;         // at most 10000 probabilities; classes, 2 (the default) to 1000
    // Every output is a batch by itself, and a term of the weights is left out: so each loss has a curve. Otherwise
    // losses that couple the samples of a batch, or are of a network's weights, are refused.
    bool single;
} cal_theory_def;
CAL_API cal_theory_def cal_default_theory(void);
// The loss of an output whose class is the one with p, in nats; `slope` with respect to that class's logit; `factor`, the
// slope divided by that of cross-entropy, p - 1; `by_p`, with respect to p. Each [n], or null. CAL_USAGE: no such
// loss, one that has no curve, or a p outside.
CAL_API cal_status cal_theory_curve(double *loss, double *slope, double *factor, double *by_p,
                                    const cal_theory_def *def, cal_error *err);
// The output of least expected loss where the true probabilities are p and (1 - p)/(k - 1): its probability q of the
// class, which is p for a proper loss; its risk; and whether it lies at an end of what is searched, logits from -40 to
// 40. Each [n], or null. Errors as of cal_theory_curve; `single` is not looked at.
CAL_API cal_status cal_theory_optimum(double *q, double *risk, bool *at_bound, const cal_theory_def *def,
                                      cal_error *err);
// The least gamma whose focal loss has nowhere above p0 a larger gradient than cross-entropy (Mukhoti et al. 2020,
// Proposition 2); NaN unless 0 < p0 < 1/2.
CAL_API double cal_theory_gamma(double p0);

// ---- architectures: what a model is before it has weights

typedef struct cal_architecture_def {
    uint32_t cookie;
    const char *model; // "resnet20:shortcut=pad", "layers:c8-relu-gap-fc"
    const char *data;  // "cifar10", whose classes and samples it is for; null: shapes10
    int k, c, h,
        w;     // other classes (2 to 8192); another sample (each to 8192, 2^28 in all); 0: as in the data
    int batch; // samples in a step, 1 to 4096; 128
} cal_architecture_def;
CAL_API cal_architecture_def cal_default_architecture(void);

// The shape of one sample: c features (1 number); h tokens of c (2); c channels of h x w (3).
typedef struct cal_sample_shape {
    int dims, size[3]; // [dims] c, then h, then w
    int64_t bytes;     // as float32 in memory, channels filled up to a multiple of 4
} cal_sample_shape;

typedef struct cal_architecture_layer {
    const char *path, *text; // "4.body.0", "c32"
    cal_sample_shape result;
    int64_t parameters, multiply_adds; // the latter of one sample
} cal_architecture_layer;

typedef struct cal_architecture_info {
    const char *model;  // as in a link, without defaults
    const char *layers; // as text: "c8-relu-gap-fc"
    int k, c, h, w, batch;
    size_t parameters;
    int64_t multiply_adds; // of one sample
    cal_sample_shape input;
    int count;
    const cal_architecture_layer *layer; // [count] those of a block's body follow the block
    // Memory of a step and of an evaluation of a batch, by one thread; 0: too much for any machine, and `refusal`
    // says why (else null).
    size_t training_bytes, evaluation_bytes;
    const char *refusal;
} cal_architecture_info;

typedef struct cal_architecture cal_architecture;
// CAL_USAGE: no such model or data, a number outside, or a model that does not fit the sample.
CAL_API cal_status cal_architecture_create(cal_architecture **out, const cal_architecture_def *def,
                                           cal_error *err);
CAL_API void cal_architecture_free(cal_architecture *a);
CAL_API cal_architecture_info cal_architecture_about(const cal_architecture *a);
// What `calib model --format json` prints.
CAL_API cal_status cal_architecture_json(cal_bytes *out, const cal_architecture *a, cal_error *err);

// ---- figures of several runs

// y = sum over j of coefficient[j] u^j, where u = (x - center) / scale lies in [-1, 1] over the points.
typedef struct cal_fitted_cubic {
    double center, scale, coefficient[4];
    double residual;  // root mean square, in units of y
    double explained; // R^2, the share of y's variance; NaN where y is constant
} cal_fitted_cubic;
// The cubic of least squares through points x[n], y[n]. CAL_FAILED: a number is not finite, or fewer than four x
// differ, so that there are many such cubics.
CAL_API cal_status cal_fit_cubic(cal_fitted_cubic *out, const double *x, const double *y, int n,
                                 cal_error *err);

#ifdef __cplusplus
}
#endif
#endif
