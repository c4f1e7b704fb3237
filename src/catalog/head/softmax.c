// One label of k classes, whose probabilities sum to 1.
#include "catalog/head/head.h"

const cal_head cal_head_softmax = {
    .entry = {.id = "softmax",
              .label = "Softmax",
              .tex = "p_k = \\frac{e^{z_k}}{\\sum_j e^{z_j}}",
              .source = "Bridle 1990",
              .help = "A sample has one label of k classes, whose probabilities sum to 1"},
};
