// Distribution shift: compares a network's outputs on its clean test set with corrupted pictures or other
// samples.
#ifndef CAL_RUN_OOD_H
#define CAL_RUN_OOD_H
#include "base/text.h"
#include "run/train/trainer.h"
#include "catalog/entry.h"

// A second set of samples of the network's shape. Its labels may be of other classes or null.
typedef struct cal_ood_other {
    const char *name;       // name in the report
    const cal_split *split; // only pixels or features are read
} cal_ood_other;

typedef struct cal_ood_request {
    const cal_choice *corruption; // [count]
    int count;
    const cal_ood_other *other; // or null
    int bins;
} cal_ood_request;

// Writes into an open object:
// - of the clean test set, "n", "k", "metrics" and "temperature" {"T", "metrics"};
// - "corruptions": [{"corruption": "blur:severity=3", "metrics", "told_apart": {"auroc": ...},
//   "temperature": {"T", "metrics", "told_apart"}}, ...];
// - of another set, "other": {"data", "n", "confidence", "told_apart",
//   "temperature": {"T", "confidence", "told_apart"}}; its labels are other classes, so it has no metrics.
// "told_apart" says how well the other set can be distinguished from the clean test set. The temperature is
// fitted on the clean validation set by ece, and is left out without that set. Figures have neither floors
// nor intervals. CAL_FAILED if the data has no pictures that could be corrupted.
cal_status cal_ood_write(cal_text *json, cal_run *run, const cal_ood_request *request, cal_error *err);

// Outputs [n,k] of samples with their labels.
typedef struct cal_ood_set {
    const float *logits;
    const int32_t *labels;
    const double *posterior; // or null
    int n;
} cal_ood_set;
typedef struct cal_ood_outputs {
    int k;
    cal_ood_set test, val; // val.n = 0: no temperature
    const char *other_name;
    const float *other; // [other_n,k]
    int other_n;
} cal_ood_outputs;
// Writes the same for outputs alone, without "corruptions".
cal_status cal_ood_write_outputs(cal_text *json, const cal_ood_outputs *outputs, int bins, cal_error *err);

#endif
