// Diagnostics of an epoch, as papers plot them. They cover correctly and wrongly classified samples, the last
// layer's norms and gradients, and bins. They also record the epoch in which each training sample was
// learned.
//
// The training set is evaluated like the others, with the weights at the end of the epoch and without
// augmentation.
#ifndef CAL_RUN_TRAIN_DIAGNOSTICS_H
#define CAL_RUN_TRAIN_DIAGNOSTICS_H
#include "base/text.h"
#include "run/link/spec.h"
#include "catalog/data/data.h"

struct cal_run;

enum { CAL_NORM_BINS = 42 };

// One set. A pair has the means over correctly and over wrongly classified samples; NaN if there are none.
typedef struct cal_diagnosis_set {
    double count[2];
    double nll[2];
    double entropy[2];    // softmax entropy, in nats
    double p_label[2];    // mean p_y
    double logit_norm;    // mean Euclidean norm of the logits
    double largest_logit; // mean over samples
} cal_diagnosis_set;

// Means over one bin's samples; NaN if there are none.
typedef struct cal_diagnosis_bin {
    double low, high; // edges, in the quantity that the samples are binned by
    double count, confidence, accuracy;
    double
        // training samples: mean largest probability, equal to p_y if correct; other samples: 0
        top;
} cal_diagnosis_bin;

// One epoch: only doubles, followed by three sets of cal_diagnosis_bin, each with the run's number of bins:
//   1. validation samples by confidence, equal mass (as adaece): mean confidence, accuracy.
//   2. training samples by p_y, between the lower edges of the same bins (as AdaFocal does): mean p_y,
//      accuracy, mean largest probability.
//   3. training samples by p_y, in separate equal-mass bins: the same figures.
typedef struct cal_diagnosis {
    cal_diagnosis_set train, val, test;
    double weight_norm;   // Frobenius norm of the last linear layer's weight, or NaN
    double gradient_mean; // mean norm of single training samples' gradients with respect to that weight
    // Histogram of those norms: below 1e-8, in 40 bins up to 1e2, four a decade, and above.
    double gradients[CAL_NORM_BINS];
} cal_diagnosis;

// Writes the logits [n,k] and the gradient norms [n] of single samples. The gradient is that of the run's
// loss with respect to the last linear layer's weight; NaN if no such layer exists. The run must have
// diagnostics or be a CAL_RUN_INSPECT.
void cal_gradient_norms(float *logits, double *norm, struct cal_run *run, const cal_split *split);
int cal_norm_bin(double norm);
double cal_norm_edge(int i); // between bins i and i + 1

// Returns the number of doubles of one epoch's diagnostics; 0 for a run without them.
int cal_diagnosis_width(const cal_spec *spec);
// Returns the temporary bytes for diagnosing an epoch; 0 for a run without diagnostics.
size_t cal_diagnosis_bytes(const cal_spec *spec, int train, int val, int test, int k);

cal_status cal_diagnose(struct cal_run *run, int epoch, cal_error *err);
// Writes the report's member "diagnostics".
cal_status cal_diagnoses_write(const struct cal_run *run, cal_text *json, cal_error *err);
// Return upper bounds: the characters of that member, since the digits of a number depend on its value, and
// the temporary bytes for writing it.
size_t cal_diagnoses_text_bytes(const cal_spec *spec, int train);
size_t cal_diagnoses_write_bytes(const cal_spec *spec, int train);

#endif
