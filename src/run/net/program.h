// A net and a loss, planned for one batch size: either a training step or an evaluation.
#ifndef CAL_RUN_PROGRAM_H
#define CAL_RUN_PROGRAM_H
#include "ad/plan.h"
#include "run/net/net.h"
#include "run/link/spec.h"

// A diagnosis is an evaluation with the gradients of single samples.
typedef enum cal_program_use { CAL_TRAINS, CAL_EVALUATES, CAL_DIAGNOSES } cal_program_use;

typedef struct cal_program {
    cal_plan *plan; // null: nothing planned
    int batch;
    cal_program_use use;
    bool training;
    cal_node x, labels; // inputs: IMAGE or MATRIX [batch,...], INDEX [batch]
    cal_node key;       // input, VECTOR [1,2]: seed and step of dropout; training only
    cal_node share; // input, MATRIX [batch,1]: how much a row counts (catalog/loss/loss.h); evaluations only
    cal_node state; // input: the loss's state
    cal_node logits, losses; // MATRIX [batch,k] and [batch,1]
    cal_node loss;           // VECTOR [1,1], the mean or sum of them; training only
    cal_node trace,
        descended; // estimate of a penalty of the weights, or CAL_ZERO; and what a step descends: all of it
    int vectors;   // random vectors of the penalties; sign[vectors][tensors] the input nodes they go into
    cal_node *sign;
    // Of diagnoses: what the last linear layer multiplies, MATRIX [batch,f] or
    // CAL_ZERO, and the gradient of the mean loss (by `share`) with respect to the logits, MATRIX [batch,k].
    cal_node features, slope;
    cal_node *tensor;   // of each of the net's tensors: the input node,
    cal_node *gradient; // its gradient (training, parameters),
    cal_node *stats;    // and its new value (training, running statistics)
    cal_arena own;
} cal_program;

// Plans `batch` samples of a net with a loss, and the spec's penalty and reduction. Frees itself on failure.
cal_status cal_program_create(cal_program *out, const cal_net *net, const cal_spec *spec,
                              const cal_choice *loss, int batch, cal_program_use use, int workers,
                              cal_error *err);
void cal_program_free(cal_program *program);
// The big weights are used where they are; the vectors, double in the engine, are copied in before each run.
void cal_program_bind(const cal_program *program, const cal_net *net, float *flat);
// Random vectors of +1 and -1 for the penalties of the weights, fresh for each seed, step and vector.
void cal_program_draw_signs(const cal_program *program, const cal_net *net, uint64_t seed, int step);
void cal_program_copy_vectors(const cal_program *program, const cal_net *net, const float *flat);

#endif
