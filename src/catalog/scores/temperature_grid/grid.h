// Searches the grid T = 0.1, 0.2 .. 10.0 by ece, adaece and nll at once.
//
// A scan in single precision gives every score with an error bound. Only temperatures that could be the best
// are computed in double, so that the choice is the one of double precision. For each row the scan needs only
// s(b), the sum over the classes but the predicted one of `e^(b (z_j - max z))`, b = 1/T. The confidence is
// 1/(1 + s) and the likelihood log(1 + s) - b (z_y - max z). From T = 2 on, s is interpolated in b from
// CAL_GRID_NODES Chebyshev points of [0.1, 0.5]. It is a sum of exponentials, and the error stays below
// 1.5e-9 k (1 + s) whatever their rates. Below T = 2, e^(10 d/i) of T = i/10 is the square of that of 2i for
// i < 10.
#ifndef CAL_CATALOG_SCORES_TEMPERATURE_GRID_GRID_H
#define CAL_CATALOG_SCORES_TEMPERATURE_GRID_GRID_H
#include "catalog/scores/scores.h"

enum { CAL_GRID = 100, CAL_GRID_BY_ECE = 0, CAL_GRID_BY_ADAECE, CAL_GRID_BY_NLL, CAL_GRID_WAYS };

typedef struct cal_temperature_grid {
    double at[CAL_GRID];
    double score[CAL_GRID_WAYS][CAL_GRID]; // in double if it may be the best, else accurate to about 1e-5
    int best[CAL_GRID_WAYS];               // the first smallest, exactly
} cal_temperature_grid;

// Bytes that a search allocates temporarily; for a binary task, which needs no scan, an upper bound.
size_t cal_temperature_grid_bytes(int n, int k, int bins, int workers);
// Needs logits. In a binary task (how.binary) errors are those of the probability of class 1. Returns false
// if memory was refused.
bool cal_temperature_grid_search(cal_temperature_grid *out, const cal_scores *scores, int bins);

// Sums of the rows for the scan, [CAL_GRID_SUMS][n]: T = 0.1 .. 1.9, then the nodes.
enum { CAL_GRID_DIRECT = 19, CAL_GRID_NODES = 20, CAL_GRID_SUMS = CAL_GRID_DIRECT + CAL_GRID_NODES };
size_t cal_grid_scratch(int k); // floats of scratch memory for each thread
void cal_grid_sums(float *sums, float *scratch, const cal_scores *scores);
// Computes s at temperature at[g] from the sums.
void cal_grid_interpolate(float *s, const float *sums, int n, int g);

#endif
