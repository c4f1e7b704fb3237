// The curvature of a network's mean loss: figures of its Hessian, from Hessian-vector products.
#ifndef CAL_RUN_CURVATURE_H
#define CAL_RUN_CURVATURE_H
#include "run/curvature/hessian.h"

enum {
    CAL_CURVATURE_EXACT_MAX = 2000, // most parameters for which the whole matrix is computed
    CAL_LANCZOS_MAX = 1000,         // most steps
    CAL_DENSITY_POINTS = 256,
};

// A diagonal block of the Hessian: parameters first .. first + size - 1.
typedef struct cal_block_range {
    char name[128]; // layer name: "0", "4.body.1"; empty for the whole matrix
    size_t first, size;
} cal_block_range;

cal_block_range cal_whole_range(const cal_hessian *h);
// Writes the ranges of the layers that have parameters, in `arena`; returns their number, 0 if memory is
// refused.
int cal_layer_ranges(cal_block_range **out, cal_arena *arena, const cal_net *net);

// Hutchinson's estimate of a block's trace (Hutchinson 1990): the mean of v'Hv and its standard error. The
// `probes` >= 2 probe vectors v have random entries +1 and -1 inside the block and 0 outside.
typedef struct cal_trace {
    double value, error;
    int probes;
} cal_trace;
cal_status cal_trace_estimate(cal_trace *out, cal_hessian *h, const cal_block_range *range, int probes,
                              uint64_t seed, cal_error *err);

// Lanczos' method with full reorthogonalisation (twice) from a random vector of +1 and -1. A Ritz value with
// unit Ritz vector u is within its residual |H u - value u| of an eigenvalue of the block. The weights are
// the squared first components of eigenvectors and sum to 1. Values and weights form a quadrature of the
// spectrum (Golub and Welsch 1969; Ghorbani, Krishnan and Xiao 2019).
typedef struct cal_lanczos {
    int steps;
    double *value, *weight, *residual; // [steps], values ascending
    bool
        exhausted; // the start vector's whole invariant subspace was found: the values are eigenvalues, up to
                   // rounding
} cal_lanczos;
typedef struct cal_lanczos_request {
    int steps;        // at most
    double tolerance; // stops when both outer values' residuals are at most this fraction of the largest
                      // magnitude; 0 runs all steps
    uint64_t seed;
    int start; // number of the random start vector, from 0
} cal_lanczos_request;
cal_status cal_lanczos_run(cal_lanczos *out, cal_arena *arena, cal_hessian *h, const cal_block_range *range,
                           const cal_lanczos_request *request, cal_error *err);
size_t cal_lanczos_bytes(size_t parameters, int steps); // memory of a run

// The spectral density on an even grid: a weighted sum of Gaussians at the values, with sigma = 1 % of their
// range.
typedef struct cal_density {
    double sigma, at[CAL_DENSITY_POINTS], value[CAL_DENSITY_POINTS];
} cal_density;
// `weight` may be null for equal weights. Values and weights of several runs are concatenated; weights need
// not sum to 1.
void cal_density_make(cal_density *out, const double *value, const double *weight, int count);

// The whole matrix, for at most CAL_CURVATURE_EXACT_MAX parameters, in `arena`.
typedef struct cal_exact {
    int count;
    double trace;
    double *hessian;     // [count][count]
    double *eigenvalues; // [count] ascending
} cal_exact;
cal_status cal_curvature_exact(cal_exact *out, cal_arena *arena, cal_hessian *h, cal_error *err);

double cal_vector_norm(const double *v, size_t count); // Euclidean, summed in order

// Writes the eigenvalues of a symmetric matrix [n][n], which is overwritten, ascending into value[n];
// scratch[n]. Returns false if 50 iterations did not separate one (not seen for finite matrices).
bool cal_eigenvalues(double *value, double *scratch, double *matrix, int n);
// Does the same for a symmetric tridiagonal matrix with diagonal value[n] and off_diagonal[0 .. n-2];
// overwrites off_diagonal[n].
// The arrays first[n] and last[n] become the first and last components of the unit
// eigenvectors.
bool cal_tridiagonal_eigenvalues(double *value, double *off_diagonal, double *first, double *last, int n);

#endif
