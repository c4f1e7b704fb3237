// A head defines how a network's k outputs become probabilities, and so the form of a sample's label.
#ifndef CAL_CATALOG_HEAD_HEAD_H
#define CAL_CATALOG_HEAD_HEAD_H
#include "catalog/entry.h"

typedef struct cal_head {
    cal_entry entry;
    // Multi-label: k labels per sample, each present or not with a separate probability. Else one label out
    // of k classes.
    bool several;
} cal_head;

CAL_REGISTRY(cal_head, cal_heads)

#endif
