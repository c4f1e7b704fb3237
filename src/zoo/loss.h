// Floor 3. A loss is a builder of graph nodes: derivatives of every order follow from the ops.
#ifndef CAL_ZOO_LOSS_H
#define CAL_ZOO_LOSS_H
#include "ad/graph.h"
#include "zoo/entry.h"

// What the losses of n samples are made of.
typedef struct cal_loss_batch {
    cal_node logits; // MATRIX [n,k]
    cal_node labels; // INDEX [n]
    // MATRIX [n,1], how much each sample counts where samples meet: 1 / m for m of them, and 0 for the rows
    // that fill up an evaluation's last batch. CAL_ZERO: 1 / n for all.
    cal_node share;
} cal_loss_batch;

typedef struct cal_loss {
    cal_entry entry;
    // -> MATRIX [n,1], the loss of each sample; the run takes the mean.
    cal_node (*build)(cal_graph *g, const cal_loss_batch *batch, const cal_choice *choice);
    // Identities that the tests check: "focal:gamma=0" builds the same value as "ce". Null if none.
    const char *reduces_from, *reduces_to;
    bool proper; // the expected loss is least at the true posterior; tested where true
} cal_loss;

extern const cal_loss *const cal_losses[]; // ends with null

#endif
