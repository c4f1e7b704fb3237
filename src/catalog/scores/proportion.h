// Sampling variation of a fraction of samples.
#ifndef CAL_CATALOG_SCORES_PROPORTION_H
#define CAL_CATALOG_SCORES_PROPORTION_H

// Wilson's 95 % interval of a fraction of n samples; n need not be whole if samples have weights.
void cal_wilson(double *low, double *high, double fraction, double n);

// The central 90 % interval of the fraction of n samples that are right, each with probability p, and its
// mean distance from p. n >= 1; scratch[n+1].
typedef struct cal_chance_band {
    double low, high, mean;
} cal_chance_band;
void cal_binomial_band(cal_chance_band *out, double *scratch, int n, double p);

#endif
