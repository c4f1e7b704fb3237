// A head says what a network's k outputs are: how they become probabilities, and so what the label of a sample is.
#ifndef CAL_CATALOG_HEAD_HEAD_H
#define CAL_CATALOG_HEAD_HEAD_H
#include "catalog/entry.h"

typedef struct cal_head {
    cal_entry entry;
    // k labels a sample, each present or not and with a probability of its own. Else k classes, one of which is the label.
    bool several;
} cal_head;

CAL_REGISTRY(cal_head, cal_heads)

#endif
