#include "catalog/conformity/conformity.h"
#include <stddef.h>

static double score(const cal_ranked *row, int rank, double u, cal_rank_penalty penalty) {
    (void)penalty;
    return row->above[rank] + u * row->p[rank];
}

const cal_conformity cal_conformity_aps = {
    .entry = {.id = "aps",
              .label = "Adaptive sets",
              .tex = "\\sum_{j:\\,p_j > p_y} p_j + u\\,p_y,\\quad u \\sim U(0,1)",
              .source =
                  "Romano, Sesia and Candes 2020; one u for all classes of a sample, in calibration as well",
              .help = "Keeps the most probable classes until they have enough probability: larger sets for "
                      "harder samples",
              .params = (const cal_param[]){CAL_CONFORMITY_RANDOM, {.name = NULL}}},
    .random = true,
    .score = score,
};
