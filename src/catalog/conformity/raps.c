#include "catalog/conformity/conformity.h"
#include <stddef.h>

static double score(const cal_ranked *row, int rank, double u, cal_rank_penalty penalty) {
    const int beyond = rank + 1 - penalty.kreg;
    return row->above[rank] + u * row->p[rank] + (beyond > 0 ? penalty.lambda * beyond : 0);
}

const cal_conformity cal_conformity_raps = {
    .entry = {.id = "raps",
              .label = "Regularised adaptive sets",
              .tex = "\\sum_{j:\\,p_j > p_y} p_j + u\\,p_y + \\lambda\\,(r_y - k_{reg})^+",
              .source = "Angelopoulos, Bates, Malik and Jordan 2021; rank r from 1",
              .help =
                  "Adaptive sets with a penalty for each class of low rank, against long tails of classes",
              .params = (const cal_param[]){CAL_CONFORMITY_PENALTY, CAL_CONFORMITY_RANDOM, {.name = NULL}}},
    .random = true,
    .penalises = true,
    .score = score,
};
