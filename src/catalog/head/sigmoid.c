// Independent labels. A label is a softmax of two classes, absent with the logit 0 and present with the logit
// z. So a loss for classes also works for each label, with the same ops. The loss of a sample is the sum over
// its known labels, divided by k.
#include "catalog/head/head.h"

const cal_head cal_head_sigmoid = {
    .entry = {.id = "sigmoid",
              .label = "Sigmoids",
              .tex = "p_k = \\frac{1}{1 + e^{-z_k}}",
              .source = "Cox 1958, one logistic model a label",
              .help = "Multi-label: each label is present or not, independently of the others. On data with "
                      "one label per sample: each class against the rest"},
    .several = true,
};
