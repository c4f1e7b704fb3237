// Each chain's sums are defined in four lanes. A register with more quads computes one chain per quad.
#include "catalog/scores/temperature_grid/chains.h"
#include "base/maths/exp_below.h"
#include "base/simd_wide.h"

// Four lanes of a long row are summed in pieces, so that rounding does not grow with its length.
enum { PIECE = 64 };

// `depth` is a constant after inlining.
static inline __attribute__((always_inline)) void sum_levels(int depth, cal_wide total[CAL_CHAIN_DEPTH],
                                                             const float *d, int count, cal_wide b) {
    const cal_wide least = cal_wide_splat(0x1p-62f);
    for (int level = 0; level < depth; level++) total[level] = cal_wide_splat(0);
    for (int first = 0; first < count; first += PIECE) {
        int end = first + PIECE < count ? first + PIECE : count;
        cal_wide sum[CAL_CHAIN_DEPTH];
        for (int level = 0; level < depth; level++) sum[level] = cal_wide_splat(0);
        for (int j = first; j < end; j += 4) {
            cal_wide e = cal_wide_exp_below(cal_wide_mul(cal_wide_repeat(cal_f4_load(d + j)), b));
            sum[0] = cal_wide_add(sum[0], e);
            for (int level = 1; level < depth; level++) {
                e = cal_wide_mul(e, e);
                sum[level] = cal_wide_add(sum[level], e);
                e = cal_wide_max(e, least);
            }
        }
        for (int level = 0; level < depth; level++) total[level] = cal_wide_add(total[level], sum[level]);
    }
}

void CAL_WIDE(cal_sum_chains)(float *sum, const float *d, int count, const cal_chain *chain, int chains) {
    for (int c = 0; c < chains; c += CAL_QUADS, chain += CAL_QUADS) {
        const int some = c + CAL_QUADS < chains ? CAL_QUADS : chains - c, depth = chain->depth;
        float b[CAL_LANES];
        cal_wide total[CAL_CHAIN_DEPTH];
        for (int lane = 0; lane < CAL_LANES; lane++) b[lane] = chain[lane / 4 < some ? lane / 4 : 0].b;
        switch (depth) {
        case 1: sum_levels(1, total, d, count, cal_wide_load(b)); break;
        case 2: sum_levels(2, total, d, count, cal_wide_load(b)); break;
        case 3: sum_levels(3, total, d, count, cal_wide_load(b)); break;
        default: sum_levels(CAL_CHAIN_DEPTH, total, d, count, cal_wide_load(b)); break;
        }
        for (int q = 0; q < some; q++)
            for (int level = 0; level < chain[q].depth; level++)
                sum[chain[q].to[level]] = cal_f4_sum(cal_wide_quad(total[level], q));
    }
}
