// Floor 3. A loss is a builder of graph nodes: derivatives of every order follow from the ops.
#ifndef CAL_ZOO_LOSS_H
#define CAL_ZOO_LOSS_H
#include "ad/graph.h"
#include "zoo/entry.h"

typedef struct cal_loss {
    cal_entry entry;
    // logits MATRIX [n,k], labels INDEX [n] -> MATRIX [n,1], the loss of each sample; the run takes the mean.
    cal_node (*build)(cal_graph *g, cal_node logits, cal_node labels, const cal_choice *choice);
    // Identities that the tests check: "focal:gamma=0" builds the same value as "ce". Null if none.
    const char *reduces_from, *reduces_to;
    bool proper; // the expected loss is least at the true posterior; tested where true
} cal_loss;

extern const cal_loss *const cal_losses[]; // ends with null

#endif
