// Studies the parts of a link separately: the third part of calib.h, which includes it.
#ifndef CAL_API_CALIB_STUDY_H
#define CAL_API_CALIB_STUDY_H
#ifndef CAL_API_CALIB_H
#error "include calib.h, which includes this part"
#endif

#ifdef __cplusplus
extern "C" {
#endif

// ---- data sets

enum { CAL_NEAR_USUAL = -1 }; // 8: the default distance

// Samples of one set that another one also has.
typedef struct cal_overlap {
    int exact; // with all values equal
    int near;  // the others, with a picture there that differs by at most `near` in the mean of its bytes
    int other_label; // members of both counts whose label differs there
} cal_overlap;
// Counts samples of `of` that are in `in`. near: 0 to 255, or CAL_NEAR_USUAL; features are never near.
CAL_API cal_status cal_samples_overlap(cal_overlap *out, const cal_samples *s, cal_set of, cal_set in,
                                       double near, cal_error *err);
// Writes what `calib data` prints: classes, counts, hash, and the overlap of every two sets.
CAL_API cal_status cal_samples_json(cal_bytes *out, const cal_samples *s, double near, cal_error *err);
// Loads the first `count` samples of a generated set, identical to those of the whole set, and as few others
// as possible. Loads all data from files. Errors as of cal_samples_load.
CAL_API cal_status cal_samples_first(cal_samples **out, const cal_lab *lab, const cal_link *link, cal_set set,
                                     int count, cal_error *err);

// Blends classes `first` and `second` in the picture of sample `index`, once for each fraction of the second
// (0 to 1); all else in the picture stays. The result's test set has them in this order, with the true
// probabilities of their classes; a blend is labelled with the likelier one. No sample is loaded.
typedef struct cal_blend_def {
    uint32_t cookie;
    const cal_link *link; // data that blends classes: "data=shapes10"
    cal_set set;
    int index, first, second;
    const double *fraction; // [n], read only during the call
    int n;                  // 1 to 4096
} cal_blend_def;
CAL_API cal_blend_def cal_default_blend(void);
// CAL_USAGE: its data blends no classes (only shapes10 does), or a number is out of range.
CAL_API cal_status cal_samples_blend(cal_samples **out, const cal_blend_def *def, cal_error *err);

// ---- losses

typedef struct cal_loss_def {
    uint32_t cookie;
    const char *loss;      // "focal:gamma=3", "ce&penalty=entropy:alpha=0.1"
    const double *logits;  // [n,k]
    const int32_t *labels; // [n], or as `labelling` says
    int n, k;
    cal_labelling labelling; // multi-label: the loss that head=sigmoid trains with
    // outputs that a loss that learns from validation (adafocal) sees first; or n = 0
    cal_logit_set validation;
} cal_loss_def;
CAL_API cal_loss_def cal_default_loss(void);
typedef struct cal_loss_info {
    const char *id;  // "focal"
    bool validation; // it learns from validation
} cal_loss_info;
// CAL_USAGE: no such loss, or one that has no value from logits alone.
CAL_API cal_status cal_loss_about(cal_loss_info *out, const char *loss, cal_error *err);
// Computes the mean loss and its gradient [n,k] by the logits, in double; gradient may be null. If not null,
// state gets the loss's state as JSON, empty if it has none.
CAL_API cal_status cal_loss_value(double *mean, double *gradient, cal_bytes *state, const cal_loss_def *def,
                                  cal_error *err);

// ---- theory: a loss without network and data, in double precision

// An output has the probability p of one class and (1 - p)/(k - 1) of each of the others.
typedef struct cal_theory_def {
    uint32_t cookie;
    const char *loss; // "focal:gamma=3"
    const double *p;  // [n] in (0, 1); read only during the call
    int n, k;         // at most 10000 probabilities; classes, 2 (the default) to 1000
    // Treats every output as a separate batch and drops terms of the weights, so that each loss has a curve.
    // If false, refuses losses that couple the samples of a batch or depend on weights.
    bool single;
} cal_theory_def;
CAL_API cal_theory_def cal_default_theory(void);
// Computes the loss in nats for the class with probability p, and derivatives. They are `slope`, by that
// class's logit; `factor`, the slope divided by that of cross-entropy, p - 1; `by_p`, by p. Each [n], or
// null. CAL_USAGE: no such loss, one that has no curve, or a p outside (0, 1).
CAL_API cal_status cal_theory_curve(double *loss, double *slope, double *factor, double *by_p,
                                    const cal_theory_def *def, cal_error *err);
// Finds the output of least expected loss if the true probabilities are p and (1 - p)/(k - 1). Its
// probability of the class is q, equal to p for a proper loss; its expected loss is `risk`. At an end of the
// searched logits, -40 or 40, `at_bound` is true. Each [n], or null. Errors as of cal_theory_curve; ignores
// `single`.
CAL_API cal_status cal_theory_optimum(double *q, double *risk, bool *at_bound, const cal_theory_def *def,
                                      cal_error *err);
// Returns the least gamma whose focal loss has no larger gradient than cross-entropy above p0 (Mukhoti et al.
// 2020, Proposition 2); NaN unless 0 < p0 < 1/2.
CAL_API double cal_theory_gamma(double p0);

// ---- architectures: a model before it has weights

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
    int64_t parameters, multiply_adds; // the latter for one sample
} cal_architecture_layer;

typedef struct cal_architecture_info {
    const char *model;  // as in a link, without defaults
    const char *layers; // as text: "c8-relu-gap-fc"
    int k, c, h, w, batch;
    size_t parameters;
    int64_t multiply_adds; // for one sample
    cal_sample_shape input;
    int count;
    const cal_architecture_layer *layer; // [count] a block is followed by the layers of its body
    // Memory of a training step and of an evaluation of a batch, with one thread. If it is too much for any
    // machine, 0, with the reason in `refusal` (else null).
    size_t training_bytes, evaluation_bytes;
    const char *refusal;
} cal_architecture_info;

typedef struct cal_architecture cal_architecture;
// CAL_USAGE: no such model or data, a number out of range, or a model that does not fit the sample.
CAL_API cal_status cal_architecture_create(cal_architecture **out, const cal_architecture_def *def,
                                           cal_error *err);
CAL_API void cal_architecture_free(cal_architecture *a);
CAL_API cal_architecture_info cal_architecture_about(const cal_architecture *a);
// Writes what `calib model --format json` prints.
CAL_API cal_status cal_architecture_json(cal_bytes *out, const cal_architecture *a, cal_error *err);

// ---- curvature: the Hessian of a network's mean loss with respect to its parameters

// Batch norm uses its running statistics; dropout is off. Vectors have one number for each trained parameter,
// in the order of the weights file. Results have the same bits for any number of threads.
typedef struct cal_curvature_def {
    uint32_t cookie;
    // Either a training with its current weights, and the samples of one of its sets. Take no step and do not
    // free it before the curvature.
    const cal_training *training; // or null
    cal_set set;
    // Or a file's network, and samples in memory; read only during cal_curvature_create.
    cal_input weights;     // safetensors
    const char *model;     // null: as in the file
    const double *inputs;  // [n,c,h,w], normalised
    const int32_t *labels; // [n]
    int n, k, c, h, w;     // k 0: as in the file, or one more than the largest label
    const char *loss; // "focal:gamma=3", "ce&penalty=entropy"; null: the training's at its last step, or ce
    bool fisher; // the Fisher information of the network's own probabilities instead of the Hessian of a loss
    bool interpreted;  // in double precision by the interpreter: slow, and independent of the kernels
    cal_naming naming; // how errors spell options
} cal_curvature_def;
CAL_API cal_curvature_def cal_default_curvature(void);
// Returns CAL_USAGE unless the text is a loss for a definition: one that does not depend on the weights.
CAL_API cal_status cal_curvature_check_loss(const char *loss, cal_error *err);

typedef struct cal_curvature cal_curvature;
// Plans the products; the first of the calls below allocates their memory. CAL_USAGE: a set without samples,
// no such model or loss. CAL_FAILED: the file is damaged or of another network, an input is not finite, a
// label is not a class.
CAL_API cal_status cal_curvature_create(cal_curvature **out, cal_lab *lab, const cal_curvature_def *def,
                                        cal_error *err);
CAL_API void cal_curvature_free(cal_curvature *c);
CAL_API size_t cal_curvature_parameters(const cal_curvature *c);
CAL_API int cal_curvature_samples(const cal_curvature *c);
// Returns the total memory with `steps` steps of Lanczos' method; 0: without the method.
CAL_API size_t cal_curvature_bytes(const cal_curvature *c, int steps);

// A diagonal block: parameters first to first + parameters - 1.
typedef struct cal_curvature_block {
    const char *layer; // "0", "4.body.1"; "" for all
    size_t first, parameters;
} cal_curvature_block;
enum { CAL_CURVATURE_ALL = -1 };
CAL_API int cal_curvature_layers(const cal_curvature *c); // number of layers with parameters
// Gets layer `block` of them, or all. CAL_USAGE: `block` is out of range.
CAL_API cal_status cal_curvature_block_at(cal_curvature_block *out, const cal_curvature *c, int block,
                                          cal_error *err);

// Computes the mean loss in nats, its gradient [parameters] and the gradient's Euclidean norm; each may be
// null.
CAL_API cal_status cal_curvature_loss(double *loss, double *gradient, double *norm, cal_curvature *c,
                                      cal_error *err);
// Computes H v exactly (Pearlmutter 1994); both [parameters].
CAL_API cal_status cal_curvature_product(double *product, cal_curvature *c, const double *v, cal_error *err);
// Estimates the trace of a block (Hutchinson 1990) from 2 to 1000000 random vectors of +1 and -1, and its
// standard error.
CAL_API cal_status cal_curvature_trace(double *trace, double *error, cal_curvature *c, int block, int probes,
                                       uint64_t seed, cal_error *err);

// Result of Lanczos' method with full reorthogonalisation, from a random vector of +1 and -1. Each value is
// within its residual of an eigenvalue of the block. The weights sum to 1 and make the values a quadrature of
// the spectrum.
typedef struct cal_lanczos_spectrum {
    int steps;                               // taken
    const double *value, *weight, *residual; // [steps], values ascending
    bool exhausted; // the start vector's Krylov space is exhausted: values are eigenvalues, up to rounding
} cal_lanczos_spectrum;
// steps: at most, 1 to 1000. start: number of the random vector, from 0. `out` points to memory that is valid
// until the next call of this or of cal_curvature_matrix.
CAL_API cal_status cal_curvature_lanczos(cal_lanczos_spectrum *out, cal_curvature *c, int block, int steps,
                                         uint64_t seed, int start, cal_error *err);

// A density of eigenvalues on an even grid: a sum of Gaussians whose standard deviation sigma is 1 % of the
// range.
enum { CAL_SPECTRUM_POINTS = 256 };
typedef struct cal_spectral_density {
    double sigma, at[CAL_SPECTRUM_POINTS], value[CAL_SPECTRUM_POINTS];
} cal_spectral_density;
// Computes the density of values [n] with weights [n], which need not sum to 1; null: equal ones. CAL_USAGE:
// n below 1.
CAL_API cal_status cal_curvature_density(cal_spectral_density *out, const double *value, const double *weight,
                                         int n, cal_error *err);

typedef struct cal_hessian_matrix {
    int n;
    double trace;
    const double *hessian;    // [n,n]
    const double *eigenvalue; // [n] ascending
} cal_hessian_matrix;
// Computes a whole block once, for at most 2000 parameters (CAL_USAGE). `out` points to memory that is valid
// until the next call of this or of cal_curvature_lanczos. For CAL_CURVATURE_ALL it is valid until the
// curvature is freed.
CAL_API cal_status cal_curvature_matrix(cal_hessian_matrix *out, cal_curvature *c, int block, cal_error *err);

// ---- figures of several runs

// y = sum over j of coefficient[j] u^j, with u = (x - center) / scale in [-1, 1] over the points.
typedef struct cal_fitted_cubic {
    double center, scale, coefficient[4];
    double residual;  // root mean square, in units of y
    double explained; // R^2, the explained fraction of y's variance; NaN if y is constant
} cal_fitted_cubic;
// Fits a least-squares cubic through points x[n], y[n]. CAL_USAGE: a number is not finite. CAL_FAILED: fewer
// than four x differ, so the cubic is not unique.
CAL_API cal_status cal_fit_cubic(cal_fitted_cubic *out, const double *x, const double *y, int n,
                                 cal_error *err);

// ---- other samples than those of the link: corrupted pictures, other data

// The pixels [n,c,h,w] of samples, corrupted ("blur:severity=3"). CAL_FAILED: they have none.
CAL_API cal_status cal_corrupt_pixels(uint8_t *pixels, const cal_sample_set *samples, const char *corruption,
                                      cal_error *err);
// Computes logits [n,k] of a training with its current weights, for samples of its shape; ignores labels.
CAL_API cal_status cal_training_outputs(float *logits, cal_training *t, const cal_sample_set *samples,
                                        cal_error *err);
typedef struct cal_ood_def {
    const char *const *corruptions; // texts, ended by null; or null for none
    const cal_sample_set *other; // other data's samples, of the training's shape; labels are ignored; or null
    const char *other_name;      // its name in the JSON
    int bins;
} cal_ood_def;
CAL_API cal_ood_def cal_default_ood(void); // 15 bins
// Writes what `calib ood` prints: metrics of the last evaluation's test set, clean and corrupted, and how
// well other sets can be distinguished from it. CAL_FAILED: no pictures to corrupt.
CAL_API cal_status cal_training_ood_json(cal_bytes *out, cal_training *t, const cal_ood_def *def,
                                         cal_error *err);
// Writes the same for corruptions alone.
CAL_API cal_status cal_training_shift_json(cal_bytes *out, cal_training *t, const char *const *corruptions,
                                           int bins, cal_error *err);

// Writes cal_training_ood_json for outputs alone: how well out-of-distribution outputs, whose labels are
// ignored, can be distinguished from the test set's. With a validation set, which may be null, also at the
// temperature of least ECE on it. The JSON calls the other samples `name`, which may be null.
CAL_API cal_status cal_outputs_ood_json(cal_bytes *out, const cal_logit_set *test,
                                        const cal_logit_set *validation, const cal_logit_set *other,
                                        const char *name, int bins, cal_error *err);

#ifdef __cplusplus
}
#endif
#endif
