// Floor 4. The Hessian of a network's mean loss with respect to its parameters, in double, by exact
// Hessian-vector products of the graph. Batch norm is in eval mode: the running statistics are constants.
#ifndef CAL_RUN_CURVATURE_H
#define CAL_RUN_CURVATURE_H
#include "base/memory.h"
#include "run/net.h"

enum { CAL_CURVATURE_EXACT_MAX = 2000 }; // parameters for which the whole matrix is made

typedef struct cal_curvature_request {
    const cal_net *net;
    const double *weights; // [parameters + statistics]
    const double *x;       // [n][c][h][w], normalised
    const int32_t *labels; // [n]
    int n, c, h, w;
    const cal_choice *loss;
} cal_curvature_request;

typedef struct cal_curvature {
    double loss, trace;
    double trace_se;     // standard error of the estimate; 0 for an exact trace
    int count;           // parameters
    double *hessian;     // [count][count], or null where it was only probed
    double *eigenvalues; // [count] ascending, or null
} cal_curvature;

cal_status cal_curvature_exact(cal_curvature *out, cal_arena *arena, const cal_curvature_request *request,
                               cal_error *err);
// Hutchinson's estimate of the trace: the mean of v'Hv over `probes` >= 2 random vectors of +1 and -1.
cal_status cal_curvature_probe(cal_curvature *out, cal_arena *arena, const cal_curvature_request *request,
                               int probes, uint64_t seed, cal_error *err);

// Eigenvalues of a symmetric matrix [n][n], which is overwritten, ascending into value[n]; scratch[n]. False
// if 50 iterations did not separate one (not seen for finite matrices).
bool cal_eigenvalues(double *value, double *scratch, double *matrix, int n);

#endif
