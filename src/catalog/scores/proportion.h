// What chance does to a share of samples.
#ifndef CAL_CATALOG_SCORES_PROPORTION_H
#define CAL_CATALOG_SCORES_PROPORTION_H

// Wilson's 95 % interval of a share of n samples; n need not be whole where samples count in part.
void cal_wilson(double *low, double *high, double share, double n);

// Where the share of n samples that are right lies in 90 % of draws, each sample being right with
// probability p, and how far it is from p on average. n >= 1; scratch[n+1].
typedef struct cal_chance_band {
    double low, high, mean;
} cal_chance_band;
void cal_binomial_band(cal_chance_band *out, double *scratch, int n, double p);

#endif
