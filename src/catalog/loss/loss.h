// A loss is a builder of graph nodes: derivatives of every order follow from the ops.
#ifndef CAL_CATALOG_LOSS_LOSS_H
#define CAL_CATALOG_LOSS_LOSS_H
#include "ad/graph.h"
#include "base/text.h"
#include "catalog/entry.h"
#include "catalog/scores/scores.h"

// The inputs of the losses of n samples. Of several labels a sample (head/head.h) an objective is given all k logits of
// each, and a loss is given rows: each label by itself, as a softmax of two classes.
typedef struct cal_loss_batch {
    cal_node logits; // MATRIX [n,k]; of several labels in rows [n k,2]: 0 for absent, z for present
    cal_node labels; // INDEX [n]; of several labels [n k], 1 present or 0 absent
    bool several;
    cal_node known; // of several labels, MATRIX [n k,1]: 1, or 0 for a label that nobody knows
    // MATRIX [n,1], weight of each sample in a loss that couples the samples of a batch: 1 / m for m samples,
    // and 0 for the rows that fill up the last batch of an evaluation. CAL_ABSENT: 1 / n for all.
    cal_node sample_weight;
    cal_node state; // for losses with a state: the node of cal_loss_state_input
} cal_loss_batch;

// The state of a loss in a run: numbers that its graph reads as a VECTOR [rows,columns] and
// that change between steps. Each change is a function of its arguments, so that a resumed
// run continues with the same bits.
typedef struct cal_loss_state {
    int rows;
    int (*columns)(const cal_choice *choice);
    void (*begin)(double *state, const cal_choice *choice); // before the first step
    // Whether it goes on with the state of the loss before a switch, which has to be the same loss with as many
    // columns; null: never.
    bool (*keeps)(const cal_choice *choice);
    void (*step)(double *state, double fraction,
                 const cal_choice *choice); // before each step; fraction of the run; or null
    // After each validation: of every epoch, or of every `every` steps if that is not 0; or null.
    void (*validated)(double *state, const cal_scores *validation, const cal_choice *choice);
    int (*every)(const cal_choice *choice);
    void (*write)(cal_text *json, const double *state, const cal_choice *choice); // members of an object
} cal_loss_state;

struct cal_penalty;

typedef struct cal_loss {
    cal_entry entry;
    // -> MATRIX [n,1], the loss of each sample; the run takes the mean.
    cal_node (*build)(cal_graph *g, const cal_loss_batch *batch, const cal_choice *choice);
    const cal_loss_state *state; // or null
    // A penalty added to `build` (catalog/penalty/penalty.h), with the loss's own
    // parameters of the same names; or null.
    const struct cal_penalty *penalty;
    // Identities that the tests check: "focal:gamma=0" builds the same value as "ce". Null if none.
    const char *reduces_from, *reduces_to;
    bool each_label; // has a form for labels by themselves (head=sigmoid), which is `build` of two classes
    bool proper;     // the expected loss is least at the true posterior; tested where true
} cal_loss;

CAL_REGISTRY(cal_loss, cal_losses)

// CAL_USAGE: the loss has no form for labels by themselves; says which have.
cal_status cal_loss_check_labels(const cal_choice *loss, cal_error *err);
size_t cal_loss_state_size(const cal_choice *choice);                  // numbers; 0 for none
cal_node cal_loss_state_input(cal_graph *g, const cal_choice *choice); // CAL_ABSENT for none
void cal_loss_begin(double *state, const cal_choice *choice); // as before the first step; state may be null

#endif
