#include "catalog/conformity/conformity.h"
#include <stddef.h>

static double score(const cal_ranked *row, int rank, double u, cal_rank_penalty penalty) {
    (void)u, (void)penalty;
    return 1 - row->p[rank];
}

const cal_conformity cal_conformity_lac = {
    .entry = {.id = "lac",
              .label = "Least ambiguous sets",
              .tex = "1 - p_y",
              .source = "Sadinle, Lei and Wasserman 2019; also called THR",
              .help =
                  "Keeps each class whose probability is high enough: the smallest sets on average, of which "
                  "some are empty"},
    .score = score,
};
