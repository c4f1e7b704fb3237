// Internal. Sums over a row of exponentials and of their repeated squares, several in parallel.
#ifndef CAL_CATALOG_SCORES_TEMPERATURE_GRID_CHAINS_H
#define CAL_CATALOG_SCORES_TEMPERATURE_GRID_CHAINS_H
#include "base/simd_width.h"

enum { CAL_CHAIN_DEPTH = 5, CAL_CHAINS_MAX = 32 };

// The sums of e^(b d), of its squares, of their squares, and so on.
typedef struct cal_chain {
    float b;
    int depth;               // number of sums
    int to[CAL_CHAIN_DEPTH]; // destination of each sum
} cal_chain;

// Fills sum[to of each chain and level] from d[count] <= 0; count is a multiple of four. Chains are taken in
// order, one per quad of a register, all as deep as the first of them. So the deepest must come first.
typedef void cal_sum_of_chains(float *sum, const float *d, int count, const cal_chain *chain, int chains);
CAL_EACH_WIDTH_OF(cal_sum_of_chains, cal_sum_chains);

#endif
