// Internal. Sums over a row of exponentials and of their squares' squares, several side by side.
#ifndef CAL_CATALOG_SCORES_TEMPERATURE_GRID_CHAINS_H
#define CAL_CATALOG_SCORES_TEMPERATURE_GRID_CHAINS_H
#include "base/simd_width.h"

enum { CAL_CHAIN_DEPTH = 5, CAL_CHAINS_MAX = 32 };

// The sums of e^(b d), of its squares, of their squares, and so on.
typedef struct cal_chain {
    float b;
    int depth;               // so many of them
    int to[CAL_CHAIN_DEPTH]; // where each goes
} cal_chain;

// sum[to of each chain and level], of d[count] at most 0; count is a multiple of four. It takes the chains in their order, as many
// together as a register has quads, each of them as deep as the first: the deepest stand first.
typedef void cal_sum_of_chains(float *sum, const float *d, int count, const cal_chain *chain, int chains);
CAL_EACH_WIDTH_OF(cal_sum_of_chains, cal_sum_chains);

#endif
