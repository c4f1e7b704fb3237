// Products of the Hessian of a network's mean loss with vectors. They are exact: the derivative of the
// graph's own gradient along the vector (Pearlmutter 1994), batch by batch. The loss is the mean over all
// samples of a set. Batch norm uses its running statistics as constants, and dropout is off.
//
// Vectors are in the order of the flat weights, one number for each trained parameter. The batches' products
// are added in order in double, so that the same set gives the same bits for any number of threads.
#ifndef CAL_RUN_HESSIAN_H
#define CAL_RUN_HESSIAN_H
#include "base/memory.h"
#include "base/parallel.h"
#include "run/net/net.h"
#include "catalog/data/data.h"
#include "catalog/loss/loss.h"

typedef enum cal_precision {
    CAL_SINGLE, // the engine: threads and float kernels, sums in double
    CAL_DOUBLE, // the f64 interpreter: slow, and independent of the kernels
} cal_precision;

typedef struct cal_hessian_request {
    const cal_net *net;
    const cal_choice *loss, *penalty; // penalty may be null; a penalty of the weights is left out
    const double *loss_state;         // state of a loss that has one; null: its initial state
    const cal_dataset *data;          // for its shape and the pixels' mean and standard deviation
    const cal_split *split;           // creation reads only its n
    bool fisher;                      // the Fisher information instead; loss and penalty are not read
    bool several;                     // multi-label (catalog/head/head.h)
    int batch;                        // most samples in one graph
    const float *flat;                // weights and statistics, read at every product
    // Double precision only, or null: weights and statistics, and features [n][c h w], that are not floats.
    const double *wide_flat, *wide_features;
    cal_precision precision;
    cal_pool *pool; // null: plan only
    int workers;    // threads to plan for
} cal_hessian_request;

typedef struct cal_hessian cal_hessian;

// Builds the losses [n,1] whose Hessian is the Fisher information. Their gradient is 0.
cal_node cal_fisher_losses(cal_graph *g, const cal_loss_batch *batch);

// The members of the request must outlive `out`. In single precision, call cal_hessian_place before the first
// product. It takes `memory` of cal_hessian_block bytes, 64-byte aligned, or null to allocate a block. Others
// may use that memory between two products.
cal_status cal_hessian_create(cal_hessian **out, const cal_hessian_request *request, cal_error *err);
void cal_hessian_free(cal_hessian *h);
size_t cal_hessian_block(const cal_hessian *h);
size_t cal_hessian_overhead(const cal_hessian *h); // bytes in addition to the block
size_t cal_hessian_bytes(const cal_hessian *h);    // the same, including the arenas' own overhead
cal_status cal_hessian_place(cal_hessian *h, void *memory, cal_error *err);

size_t cal_hessian_size(const cal_hessian *h); // parameters
cal_pool *cal_hessian_pool(const cal_hessian *h);
const cal_net *cal_hessian_net(const cal_hessian *h);
cal_precision cal_hessian_precision(const cal_hessian *h);
// Computes out = H v [parameters], the loss, and its gradient at the current weights.
void cal_hessian_multiply(double *out, cal_hessian *h, const double *v);
double cal_hessian_loss(const cal_hessian *h); // loss and gradient are those of the last product
const double *cal_hessian_gradient(const cal_hessian *h);

#endif
