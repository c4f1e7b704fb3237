// Guesses how another program's network normalises pixels if its file does not say: the usual normalisation
// with the best predictions. Reports mark it as a guess.
#ifndef CAL_RUN_PROBE_NORMALISE_H
#define CAL_RUN_PROBE_NORMALISE_H
#include "base/text.h"
#include "catalog/data/data.h"

enum { CAL_NORMALISATIONS = 6, CAL_NORMALISE_SAMPLES = 2000 };

// Pixels from 0 to 1, minus the mean, divided by the standard deviation of their channel.
typedef struct cal_normalisation {
    const char *id; // "unit", "bytes", "signed", "cifar", "imagenet", or "data" (from the link's data)
    double mean[4], sd[4];
    int right, of; // correctly classified samples, and number of samples tried
    double nll;    // mean negative log-likelihood, in nats
} cal_normalisation;

typedef struct cal_normalise_job {
    // Writes logits [count][k] of the split's first samples, normalised with `with`.
    void (*infer)(void *context, float *logits, const cal_split *split, int count,
                  const cal_normalisation *with);
    void *context;
    const cal_dataset *data; // must have pixels; its test set is used
} cal_normalise_job;

// All normalisations, in ascending order of negative log-likelihood. Each is tried on the first hundred
// samples; those close to the best continue on 2,000. `clear`: the second is worse than the best by more than
// twice the standard error of their difference.
typedef struct cal_normalisation_guess {
    cal_normalisation way[CAL_NORMALISATIONS];
    int count;
    bool clear;
} cal_normalisation_guess;
// Converts to the engine's floats.
void cal_normalisation_floats(float mean[4], float sd[4], const cal_normalisation *way);
cal_status cal_normalise(cal_normalisation_guess *out, const cal_normalise_job *job, cal_error *err);
// Writes "with CIFAR-10's mean and standard deviation 741 of 1000 predictions are right, with ImageNet's
// 731".
void cal_normalisation_guess_print(cal_text *out, const cal_normalisation_guess *found);
// Writes {"by": "guess", "tried": [{"id", "right", "of", "nll"}], "told"}.
void cal_normalisation_guess_write(cal_text *json, const cal_normalisation_guess *found);

#endif
