#include "catalog/conformity/conformity.h"
#include <stddef.h>

static double score(const cal_ranked *row, int rank, double u, cal_rank_penalty penalty) {
    (void)row, (void)penalty;
    return rank + u;
}

const cal_conformity cal_conformity_topk = {
    .entry = {.id = "topk",
              .label = "Most probable classes",
              .tex = "r_y - 1 + u,\\quad u \\sim U(0,1)",
              .source = "The sets of fixed size in Angelopoulos, Bates, Malik and Jordan 2021; rank r from 1",
              .help =
                  "Keeps the same number of classes for every sample, easy or hard, with one more for some",
              .params = (const cal_param[]){CAL_CONFORMITY_RANDOM, {.name = NULL}}},
    .random = true,
    .score = score,
};
