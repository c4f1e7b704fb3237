#include "catalog/conformity/conformity.h"
#include <stddef.h>

static double score(const cal_ranked *row, int rank, double u, cal_rank_penalty penalty) {
    const int beyond = rank + 1 - penalty.kreg;
    return row->above[rank] + u * row->p[rank] + (beyond > 0 ? penalty.lambda * beyond : 0);
}

const cal_conformity cal_conformity_raps = {
    .entry =
        {.id = "raps",
         .label = "Regularised adaptive sets",
         .tex = "\\sum_{j:\\,p_j > p_y} p_j + u\\,p_y + \\lambda\\,(r_y - k_{reg})^+",
         .source = "Angelopoulos, Bates, Malik and Jordan 2021; rank r from 1",
         .help = "Adaptive sets with a penalty for each class of low rank, against long tails of classes",
         .params =
             (const cal_param[]){
                 {.name = "lambda",
                  .help = "Penalty for each rank beyond kreg; of several values, the one with the smallest "
                          "sets on the first half of the validation set",
                  .unit = "",
                  .type = CAL_LIST,
                  .preset = "0.001/0.01/0.1/0.2/0.5",
                  .min = 0,
                  .max = 10},
                 {.name = "kreg",
                  .help = "Ranks without a penalty; 0: the fewest that hold 1 - alpha of the true classes of "
                          "the first half of the validation set",
                  .unit = "classes",
                  .type = CAL_INTEGER,
                  .value = 0,
                  .min = 0,
                  .max = 1000000},
                 CAL_CONFORMITY_RANDOM,
                 {.name = NULL}}},
    .random = true,
    .penalises = true,
    .score = score,
};
