// What is behind the figures of an epoch, as the papers plot it: right and wrong samples apart, the
// last layer's norms and gradients, bins, and when each training sample was learned.
//
// The training set is evaluated for it as the others are, with the weights at the epoch's end and without
// augmentation.
#ifndef CAL_RUN_TRAIN_DIAGNOSTICS_H
#define CAL_RUN_TRAIN_DIAGNOSTICS_H
#include "base/text.h"
#include "run/link/spec.h"
#include "catalog/data/data.h"

struct cal_run;

enum { CAL_NORM_BINS = 42 };

// One set; of the pairs, the mean over samples that are classified right, and wrong; NaN over none.
typedef struct cal_diagnosis_set {
    double count[2];
    double nll[2];
    double entropy[2];    // of the softmax, in nats
    double p_label[2];    // mean p_y
    double logit_norm;    // mean Euclidean norm of the logits
    double largest_logit; // mean over samples
} cal_diagnosis_set;

// Means over one bin's samples, NaN over none.
typedef struct cal_diagnosis_bin {
    double low, high; // of what the samples were binned by
    double count, confidence, accuracy;
} cal_diagnosis_bin;

// One epoch: doubles and nothing else, followed by three times `bins` of the run of cal_diagnosis_bin, in
// this order.
//   1. validation samples by top confidence, equal mass (as adaece): mean confidence and accuracy
//   2. training samples by p_y between the same bins' lower edges (as AdaFocal looks them up): mean p_y,
//   accuracy
//   3. training samples by p_y in bins of their own, equal mass: mean p_y, accuracy
typedef struct cal_diagnosis {
    cal_diagnosis_set train, val, test;
    double weight_norm;   // Frobenius norm of the last linear layer's weight; NaN where there is none
    double gradient_mean; // of the norms of single training samples' gradients of that weight
    // How many of those norms there are below 1e-8, in 40 steps to 1e2, four a decade, and above.
    double gradients[CAL_NORM_BINS];
} cal_diagnosis;

// Of each sample's gradient of the last linear layer's weight, with the run's loss: norms [n], NaN where
// there is no such layer, and the logits [n,k]. The run diagnoses or looks.
void cal_gradient_norms(float *logits, double *norm, struct cal_run *run, const cal_split *split);
int cal_norm_bin(double norm);
double cal_norm_edge(int i); // between bins i and i + 1

// Doubles of one epoch's record; 0 for a run without diagnostics.
int cal_diagnosis_width(const cal_spec *spec);
// Bytes that a run keeps, that an epoch takes for a while, and that the report's text takes.
size_t cal_diagnosis_bytes(const cal_spec *spec, int train, int val, int test, int k);

cal_status cal_diagnose(struct cal_run *run, int epoch, cal_error *err);
// The report's member "diagnostics".
cal_status cal_diagnoses_write(const struct cal_run *run, cal_text *json, cal_error *err);

#endif
