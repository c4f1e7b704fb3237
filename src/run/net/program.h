// A program: a net and a loss, planned for one batch size, as a training step or as an evaluation.
#ifndef CAL_RUN_PROGRAM_H
#define CAL_RUN_PROGRAM_H
#include "ad/plan.h"
#include "run/net/net.h"
#include "run/link/spec.h"

// CAL_PROGRAM_DIAGNOSE is an evaluation that also computes gradients of single samples.
typedef enum cal_program_use {
    CAL_PROGRAM_TRAIN,
    CAL_PROGRAM_EVALUATE,
    CAL_PROGRAM_DIAGNOSE
} cal_program_use;

typedef struct cal_program {
    cal_plan *plan; // null: no plan
    int batch;
    cal_program_use use;
    bool training;
    cal_node x, labels; // inputs: IMAGE or MATRIX [batch,...]; INDEX [batch], or [batch k] if multi-label
    cal_node known;     // input, multi-label only: MATRIX [batch k,1] (catalog/loss/loss.h)
    cal_node key;       // input, VECTOR [1,2]: seed and step of dropout; training only
    // input, MATRIX [batch,1]: weight of each row (catalog/loss/loss.h); evaluations only
    cal_node sample_weight;
    cal_node state;          // input: the loss's state
    cal_node logits, losses; // MATRIX [batch,k] and [batch,1]
    cal_node loss;           // VECTOR [1,1], mean or sum of `losses`; training only
    cal_node trace;          // estimate of a penalty of the weights, or CAL_ABSENT; training only
    cal_node objective;      // VECTOR [1,1], loss plus penalties; training only
    int vectors;             // probe vectors of the penalties
    cal_node *sign;          // [vectors, tensors], input nodes
    // Diagnostics only. features: input of the last linear layer, MATRIX [batch,f] or CAL_NO_NODE. Slope:
    // gradient of the mean loss, weighted by `sample_weight`, with respect to the logits, MATRIX [batch,k].
    cal_node features, slope;
    cal_node *tensor;   // [tensors], input node of each tensor of the net
    cal_node *gradient; // [tensors], of the objective; training only; CAL_ABSENT for running statistics
    cal_node *stats;    // [tensors], new running statistics; training only
    cal_arena own;
    size_t planning; // peak of temporary bytes during creation
} cal_program;

// Plans `batch` samples of a net with a loss and the spec's penalty and reduction. On failure `out` is freed.
cal_status cal_program_create(cal_program *out, const cal_net *net, const cal_spec *spec,
                              const cal_choice *loss, int batch, cal_program_use use, int workers,
                              cal_error *err);
void cal_program_free(cal_program *program);
size_t cal_program_bytes(const cal_program *program); // without the plan's block
// Binds matrices and filters to `flat`, where the plan reads them in place. Vectors, which the engine holds
// in double, are copied before each run by cal_program_copy_vectors.
void cal_program_bind(const cal_program *program, const cal_net *net, float *flat);
// Draws the penalties' probe vectors of +1 and -1, new ones for each seed, step and vector.
void cal_program_draw_signs(const cal_program *program, const cal_net *net, uint64_t seed, int step);
void cal_program_copy_vectors(const cal_program *program, const cal_net *net, const float *flat);

#endif
