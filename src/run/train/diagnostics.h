// Diagnostics of an epoch, as papers plot them: figures of correctly and wrongly classified samples, the last
// layer's norms and gradients, bins, and the epoch in which each training sample was learned.
//
// The training set is evaluated like the others, with the weights at the epoch's
// end and without augmentation.
#ifndef CAL_RUN_TRAIN_DIAGNOSTICS_H
#define CAL_RUN_TRAIN_DIAGNOSTICS_H
#include "base/text.h"
#include "run/link/spec.h"
#include "catalog/data/data.h"

struct cal_run;

enum { CAL_NORM_BINS = 42 };

// One set. Pairs are means over samples that are classified correctly, and wrongly; NaN if there are none.
typedef struct cal_diagnosis_set {
    double count[2];
    double nll[2];
    double entropy[2];    // of the softmax, in nats
    double p_label[2];    // mean p_y
    double logit_norm;    // mean Euclidean norm of the logits
    double largest_logit; // mean over samples
} cal_diagnosis_set;

// Means over one bin's samples; NaN if there are none.
typedef struct cal_diagnosis_bin {
    double low, high; // edges, in the quantity that the samples are binned by
    double count, confidence, accuracy;
    double
        top; // of training samples: mean largest probability, which is p_y where they are right; 0 of others
} cal_diagnosis_bin;

// One epoch: only doubles, followed by three sets of cal_diagnosis_bin, each with the run's number of bins:
//   1. validation samples by confidence, equal mass (as adaece): mean confidence, accuracy
//   2. training samples by p_y, between the lower edges of the same bins (as AdaFocal does): mean p_y, accuracy,
//      mean largest probability
//   3. training samples by p_y, in equal-mass bins of their own: the same
typedef struct cal_diagnosis {
    cal_diagnosis_set train, val, test;
    double weight_norm;   // Frobenius norm of the last linear layer's weight; NaN if there is no such layer
    double gradient_mean; // mean norm of single training samples' gradients with respect to that weight
    // Histogram of those norms: below 1e-8, in 40 bins up to 1e2, four a decade, and above.
    double gradients[CAL_NORM_BINS];
} cal_diagnosis;

// Writes the logits [n,k] and the norms [n] of each sample's gradient of the run's loss with
// respect to the last linear layer's weight, NaN if there is no such layer. For runs with
// diagnostics, or of CAL_RUN_INSPECT.
void cal_gradient_norms(float *logits, double *norm, struct cal_run *run, const cal_split *split);
int cal_norm_bin(double norm);
double cal_norm_edge(int i); // between bins i and i + 1

// The number of doubles of one epoch's diagnostics; 0 for a run without them.
int cal_diagnosis_width(const cal_spec *spec);
// Bytes that describing an epoch of a run with diagnostics takes for a while; 0 without them.
size_t cal_diagnosis_bytes(const cal_spec *spec, int train, int val, int test, int k);

cal_status cal_diagnose(struct cal_run *run, int epoch, cal_error *err);
// Writes the report's member "diagnostics".
cal_status cal_diagnoses_write(const struct cal_run *run, cal_text *json, cal_error *err);
// Characters of that member, at most, as how many digits a number has depends on its value; and the bytes that
// writing it takes besides.
size_t cal_diagnoses_text_bytes(const cal_spec *spec, int train);
size_t cal_diagnoses_write_bytes(const cal_spec *spec, int train);

#endif
