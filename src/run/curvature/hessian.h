// Products of the Hessian of a network's mean loss with vectors: exact ones, the derivative of the
// graph's own gradient, sample batch by sample batch. The loss is the mean over all samples of a set; batch
// norm is in eval mode (its running statistics are constants), and nothing is dropped.
//
// Vectors are in the order of the flat weights, one number for each trained parameter. The batches' products
// are folded in order in double, so the same set gives the same bits for any number of threads.
#ifndef CAL_RUN_HESSIAN_H
#define CAL_RUN_HESSIAN_H
#include "base/memory.h"
#include "base/parallel.h"
#include "run/net/net.h"
#include "catalog/data/data.h"

typedef enum cal_precision {
    CAL_SINGLE, // the engine: threads and float kernels, sums in double
    CAL_DOUBLE, // the f64 interpreter: slow, and shares nothing with the kernels
} cal_precision;

typedef struct cal_hessian_request {
    const cal_net *net;
    const cal_choice *loss,
        *penalty;             // of the samples; a penalty of the weights is left out. penalty: or null
    const double *loss_state; // of a loss that has one, as a run keeps it; null: as a run begins
    const cal_dataset *data;  // its shape and its pixels' mean and deviation
    const cal_split *split;   // at creation only its n is looked at
    int batch;                // samples in one graph; fewer if there are fewer
    const float *flat;        // weights and statistics, read at every product
    // In double precision: weights and statistics, and features [n][c h w], that are not floats; or null.
    const double *wide_flat, *wide_features;
    cal_precision precision;
    cal_pool *pool; // or null, where only the need is asked for
    int workers;    // threads to plan for
} cal_hessian_request;

typedef struct cal_hessian cal_hessian;

// Keeps what the request points to. In single precision it needs a block before the first product: `memory`
// (64-byte aligned, cal_hessian_block bytes), which others may use between two products, or null to take its
// own.
cal_status cal_hessian_create(cal_hessian **out, const cal_hessian_request *request, cal_error *err);
void cal_hessian_free(cal_hessian *h);
size_t cal_hessian_block(const cal_hessian *h);
size_t cal_hessian_overhead(const cal_hessian *h); // bytes beside the block
cal_status cal_hessian_place(cal_hessian *h, void *memory, cal_error *err);

size_t cal_hessian_size(const cal_hessian *h); // parameters
cal_pool *cal_hessian_pool(const cal_hessian *h);
const cal_net *cal_hessian_net(const cal_hessian *h);
cal_precision cal_hessian_precision(const cal_hessian *h);
// out = H v, and with it the loss and its gradient at the weights as they are.
void cal_hessian_multiply(double *out, cal_hessian *h, const double *v);
double cal_hessian_loss(const cal_hessian *h); // of the last product
const double *cal_hessian_gradient(const cal_hessian *h);

#endif
