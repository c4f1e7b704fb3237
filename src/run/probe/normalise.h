// How pixels enter a network of others, where nobody says it: which of the usual ways makes it right
// most often. A guess, and told as one.
#ifndef CAL_RUN_PROBE_NORMALISE_H
#define CAL_RUN_PROBE_NORMALISE_H
#include "base/text.h"
#include "catalog/data/data.h"

enum { CAL_NORMALISATIONS = 6, CAL_NORMALISE_SAMPLES = 2000 };

// Pixels from 0 to 1 less the mean, through the deviation, channel by channel.
typedef struct cal_normalisation {
    const char *id; // "unit", "bytes", "signed", "cifar", "imagenet", or "data": what the link's data has
    double mean[4], deviation[4];
    int right, of; // samples that the network is right about, and how many it was asked about
    double nll;    // its mean there, in nats
} cal_normalisation;

typedef struct cal_normalise_job {
    // logits [count][k] of the first samples of the split, whose pixels are normalised so.
    void (*say)(void *context, float *logits, const cal_split *split, int count,
                const cal_normalisation *with);
    void *context;
    const cal_dataset *data; // its test set is asked about; it has pixels
} cal_normalise_job;

// All ways that are tried, the best first: on the first hundred samples, and those that are close to the best
// there on 2,000, by the negative log-likelihood. `told` is whether the second one is worse by more than
// twice the standard error of their difference: else these samples do not tell the two apart.
typedef struct cal_normalised {
    cal_normalisation way[CAL_NORMALISATIONS];
    int count;
    bool told;
} cal_normalised;
// As the engine takes them.
void cal_normalisation_floats(float mean[4], float deviation[4], const cal_normalisation *way);
cal_status cal_normalise(cal_normalised *out, const cal_normalise_job *job, cal_error *err);
// "with CIFAR-10's mean and deviation it is right about 741 of 1000 samples, with ImageNet's about 731"
void cal_normalised_say(cal_text *out, const cal_normalised *found);
// {"by": "guess", "tried": [{"id", "right", "of", "nll"}], "told"}
void cal_normalised_write(cal_text *json, const cal_normalised *found);

#endif
