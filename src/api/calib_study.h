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

// Sample `index` of a set as it would be if its picture blended classes `first` and `second`, with each of these
// fractions of the second (0 to 1); all else in the picture stays. They are the test set of what comes out, in this
// order, with the true probabilities of their classes; a blend is labelled by the likelier one. No sample is loaded.
typedef struct cal_blend_def {
    uint32_t cookie;
    const char *link; // of data that blends classes: "data=shapes10"
    cal_set set;
    int index, first, second;
    const double *fraction; // [n], read during the call alone
    int n;                  // 1 to 4096
} cal_blend_def;
CAL_API cal_blend_def cal_default_blend(void);
// CAL_USAGE: the link is wrong, its data blends no classes (only shapes10 does), or a number is out of range.
CAL_API cal_status cal_samples_blend(cal_samples **out, const cal_blend_def *def, cal_error *err);

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
    int k;             // other classes, 2 to 8192; 0: as in the data
    int c, h, w;       // another sample, each to 8192 and 2^28 in all; 0: as in the data
    int batch;         // samples in a step, 1 to 4096; 128
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

// ---- curvature: the Hessian of a network's mean loss with respect to its parameters

// Batch norm takes its running statistics, and nothing is dropped. Vectors have a number for each parameter that is
// trained, in the order of the file of weights. The same bits for any number of threads.
typedef struct cal_curvature_def {
    uint32_t cookie;
    // The network of a training with its weights as they are, and the samples of one of its sets. The training takes no
    // step, and is not freed, before the curvature is.
    const cal_training *training; // or null
    cal_set set;
    // Else that of a file, and samples in memory; read during cal_curvature_create alone.
    cal_input weights;     // safetensors
    const char *model;     // null: as the file says
    const double *inputs;  // [n,c,h,w], normalised
    const int32_t *labels; // [n]
    int n, k, c, h, w;     // k 0: as the file says, or one more than the largest label
    const char *loss; // "focal:gamma=3", "ce&penalty=entropy"; null: the training's at its last step, or ce
    bool interpreted; // in double precision by the interpreter: slow, and independent of the kernels
} cal_curvature_def;
CAL_API cal_curvature_def cal_default_curvature(void);
// CAL_USAGE unless the text is a loss that a definition takes: not one that is of the weights themselves.
CAL_API cal_status cal_curvature_check_loss(const char *loss, cal_error *err);

typedef struct cal_curvature cal_curvature;
// Plans the products; the first of the calls below takes their memory. CAL_USAGE: a set without samples, no such model
// or loss; CAL_FAILED: the file is damaged or of another network, an input is not finite, a label is no class.
CAL_API cal_status cal_curvature_create(cal_curvature **out, cal_lab *lab, const cal_curvature_def *def,
                                        cal_error *err);
CAL_API void cal_curvature_free(cal_curvature *c);
CAL_API size_t cal_curvature_parameters(const cal_curvature *c);
CAL_API int cal_curvature_samples(const cal_curvature *c);
// What it will take in all, with so many steps of Lanczos' method; 0: without that.
CAL_API size_t cal_curvature_bytes(const cal_curvature *c, int steps);

// A diagonal block: parameters first to first + parameters - 1.
typedef struct cal_curvature_block {
    const char *layer; // "0", "4.body.1"; "" for all
    size_t first, parameters;
} cal_curvature_block;
enum { CAL_CURVATURE_ALL = -1 };
CAL_API int cal_curvature_layers(const cal_curvature *c); // that have parameters
// Layer `block` of them, or all. CAL_USAGE: there is no such block.
CAL_API cal_status cal_curvature_block_at(cal_curvature_block *out, const cal_curvature *c, int block,
                                          cal_error *err);

// The mean loss in nats; its gradient [parameters] and the Euclidean norm of that, each may be null.
CAL_API cal_status cal_curvature_loss(double *loss, double *gradient, double *norm, cal_curvature *c,
                                      cal_error *err);
// H v, exactly (Pearlmutter 1994); both [parameters].
CAL_API cal_status cal_curvature_product(double *product, cal_curvature *c, const double *v, cal_error *err);
// The trace of a block as Hutchinson (1990) estimates it, from 2 to 1000000 random vectors of +1 and -1, and the
// standard error of that.
CAL_API cal_status cal_curvature_trace(double *trace, double *error, cal_curvature *c, int block, int probes,
                                       uint64_t seed, cal_error *err);

// Lanczos' method with full reorthogonalisation, from a random vector of +1 and -1. Each value is within its residual
// of an eigenvalue of the block; the weights sum to 1 and make the values a quadrature of the spectrum.
typedef struct cal_lanczos_spectrum {
    int steps;                               // taken
    const double *value, *weight, *residual; // [steps], values ascending
    bool exhausted; // the start vector leads to no more: the values are eigenvalues, up to rounding
} cal_lanczos_spectrum;
// steps: 1 to 1000, at most; start: the number of the random vector, from 0. What `out` points to is valid until the
// next call of this or of cal_curvature_matrix.
CAL_API cal_status cal_curvature_lanczos(cal_lanczos_spectrum *out, cal_curvature *c, int block, int steps,
                                         uint64_t seed, int start, cal_error *err);

// A density of eigenvalues on an even grid: a sum of Gaussians with standard deviation sigma, 1 % of the range.
enum { CAL_SPECTRUM_POINTS = 256 };
typedef struct cal_spectral_density {
    double sigma, at[CAL_SPECTRUM_POINTS], value[CAL_SPECTRUM_POINTS];
} cal_spectral_density;
// Of values[n] with weights[n], which need not sum to 1; null: equal ones. CAL_USAGE: n below 1.
CAL_API cal_status cal_curvature_density(cal_spectral_density *out, const double *value, const double *weight,
                                         int n, cal_error *err);

typedef struct cal_hessian_matrix {
    int n;
    double trace;
    const double *hessian;    // [n,n]
    const double *eigenvalue; // [n] ascending
} cal_hessian_matrix;
// A whole block, of a network with at most 2000 parameters (CAL_USAGE). Computed once. What `out` points to is valid
// until the next call of this or of cal_curvature_lanczos; of CAL_CURVATURE_ALL, until the curvature is freed.
CAL_API cal_status cal_curvature_matrix(cal_hessian_matrix *out, cal_curvature *c, int block, cal_error *err);

// ---- figures of several runs

// y = sum over j of coefficient[j] u^j, where u = (x - center) / scale lies in [-1, 1] over the points.
typedef struct cal_fitted_cubic {
    double center, scale, coefficient[4];
    double residual;  // root mean square, in units of y
    double explained; // R^2, the fraction of y's variance; NaN where y is constant
} cal_fitted_cubic;
// The cubic of least squares through points x[n], y[n]: y = sum of coefficient[j] ((x - center) / scale)^j. CAL_USAGE: a
// number is not finite; CAL_FAILED: fewer than four x differ, so that there are many such cubics.
CAL_API cal_status cal_fit_cubic(cal_fitted_cubic *out, const double *x, const double *y, int n,
                                 cal_error *err);

// ---- outputs beside those of other samples

// What cal_training_ood_json says, of outputs alone: how well those of out-of-distribution samples, whose labels are not
// looked at, are told from the test set's. With a validation set, which may be null, also at the temperature of least ece on it.
// name: of the other samples in the JSON, or null.
CAL_API cal_status cal_outputs_ood_json(cal_bytes *out, const cal_logit_set *test,
                                        const cal_logit_set *validation, const cal_logit_set *other,
                                        const char *name, int bins, cal_error *err);

#ifdef __cplusplus
}
#endif
#endif
