// A loss builds graph nodes: derivatives of every order follow from the ops.
#ifndef CAL_CATALOG_LOSS_LOSS_H
#define CAL_CATALOG_LOSS_LOSS_H
#include "ad/graph.h"
#include "base/text.h"
#include "catalog/entry.h"
#include "catalog/scores/scores.h"

// The inputs of the losses of n samples. For multi-label data (head/head.h) an objective gets all k logits of
// each sample. A loss gets one row per label, as a softmax of two classes.
typedef struct cal_loss_batch {
    cal_node logits; // MATRIX [n,k]; multi-label: rows [n k,2], 0 for absent, z for present
    cal_node labels; // INDEX [n]; multi-label: [n k], 1 present or 0 absent
    bool several;
    cal_node known; // multi-label: MATRIX [n k,1], 1, or 0 for an unknown label
    // MATRIX [n,1], weight of each sample in a loss that couples the samples of a batch. It is 1 / m for m
    // samples, and 0 for the rows that fill up the last batch of an evaluation. CAL_ABSENT: 1 / n for all.
    cal_node sample_weight;
    cal_node state; // for losses with a state: the node of cal_loss_state_input
} cal_loss_batch;

// The state of a loss in a run: numbers that its graph reads as a VECTOR [rows,columns] and that change
// between steps. Each change is a function of its arguments, so that a resumed run continues with the same
// bits.
typedef struct cal_loss_state {
    int rows;
    int (*columns)(const cal_choice *choice);
    void (*begin)(double *state, const cal_choice *choice); // before the first step
    // True if the loss continues with the state of the loss before a switch. That must be the same loss with
    // equally many columns. Null: never.
    bool (*keeps)(const cal_choice *choice);
    void (*step)(double *state, double fraction,
                 const cal_choice *choice); // before each step; fraction: of the run; or null
    // After each validation: every epoch, or every `every` steps if that is not 0; or null.
    void (*validated)(double *state, const cal_scores *validation, const cal_choice *choice);
    int (*every)(const cal_choice *choice);
    void (*write)(cal_text *json, const double *state, const cal_choice *choice); // adds members to an object
} cal_loss_state;

struct cal_penalty;

typedef struct cal_loss {
    cal_entry entry;
    // Returns MATRIX [n,1], the loss of each sample; the run takes the mean.
    cal_node (*build)(cal_graph *g, const cal_loss_batch *batch, const cal_choice *choice);
    const cal_loss_state *state; // or null
    // A penalty added to `build` (catalog/penalty/penalty.h), with the loss's parameters of the same names;
    // or null.
    const struct cal_penalty *penalty;
    // Identities that tests check: "focal:gamma=0" builds the same value as "ce". Null: none.
    const char *reduces_from, *reduces_to;
    bool each_label; // supports independent labels (head=sigmoid), for which `build` gets two classes
    bool proper;     // the expected loss is least at the true posterior; tests check this
} cal_loss;

CAL_REGISTRY(cal_loss, cal_losses)

// CAL_USAGE if the loss does not support independent labels; names those that do.
cal_status cal_loss_check_labels(const cal_choice *loss, cal_error *err);
size_t cal_loss_state_size(const cal_choice *choice);                  // numbers; 0 for none
cal_node cal_loss_state_input(cal_graph *g, const cal_choice *choice); // CAL_ABSENT for none
// initial values, before the first step; state may be null
void cal_loss_begin(double *state, const cal_choice *choice);

#endif
