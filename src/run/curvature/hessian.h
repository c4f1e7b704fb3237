// Products of the Hessian of a network's mean loss with vectors. They are exact: the derivative of
// the graph's own gradient along the vector (Pearlmutter 1994), batch by batch. The loss is the mean
// over all samples of a set; batch norm is in eval mode (its running statistics are constants), and
// there is no dropout.
//
// Vectors are in the order of the flat weights, one number for each trained parameter. The batches' products
// are added in order in double, so that the same set gives the same bits for any number of threads.
#ifndef CAL_RUN_HESSIAN_H
#define CAL_RUN_HESSIAN_H
#include "base/memory.h"
#include "base/parallel.h"
#include "run/net/net.h"
#include "catalog/data/data.h"

typedef enum cal_precision {
    CAL_SINGLE, // the engine: threads and float kernels, sums in double
    CAL_DOUBLE, // the f64 interpreter: slow, and independent of the kernels
} cal_precision;

typedef struct cal_hessian_request {
    const cal_net *net;
    const cal_choice *loss, *penalty; // penalty may be null; one of the weights is left out
    const double *loss_state;         // the state of a loss that has one; null: its initial state
    const cal_dataset *data;          // for its shape and the pixels' mean and standard deviation
    const cal_split *split;           // creation reads only its n
    bool several;                     // each label by itself (catalog/head/head.h)
    int batch;                        // most samples in one graph
    const float *flat;                // weights and statistics, read at every product
    // In double precision: weights and statistics, and features [n][c h w], that are not floats; or null.
    const double *wide_flat, *wide_features;
    cal_precision precision;
    cal_pool *pool; // or null to plan only
    int workers;    // threads to plan for
} cal_hessian_request;

typedef struct cal_hessian cal_hessian;

// What the request points to must outlive `out`. In single precision cal_hessian_place has to give it a block
// before the first product: `memory` of cal_hessian_block bytes, 64-byte aligned, which others may use
// between two products, or null to allocate one.
cal_status cal_hessian_create(cal_hessian **out, const cal_hessian_request *request, cal_error *err);
void cal_hessian_free(cal_hessian *h);
size_t cal_hessian_block(const cal_hessian *h);
size_t cal_hessian_overhead(const cal_hessian *h); // bytes in addition to the block
size_t cal_hessian_bytes(const cal_hessian *h);    // the same with what arenas take around them
cal_status cal_hessian_place(cal_hessian *h, void *memory, cal_error *err);

size_t cal_hessian_size(const cal_hessian *h); // parameters
cal_pool *cal_hessian_pool(const cal_hessian *h);
const cal_net *cal_hessian_net(const cal_hessian *h);
cal_precision cal_hessian_precision(const cal_hessian *h);
// out = H v [parameters]; also computes the loss and its gradient at the current weights.
void cal_hessian_multiply(double *out, cal_hessian *h, const double *v);
double cal_hessian_loss(const cal_hessian *h); // both of the last product
const double *cal_hessian_gradient(const cal_hessian *h);

#endif
