// Floor 3. What metrics and calibrators look at: one model's outputs on one set, in double.
#ifndef CAL_ZOO_SCORES_H
#define CAL_ZOO_SCORES_H
#include <stdint.h>
#include "base/memory.h"
#include "base/status.h"

typedef struct cal_scores {
    int n, k;
    const float *logits;     // [n,k]
    const int32_t *labels;   // [n], 0 to k-1
    const double *posterior; // [n,k] or null: the true probability of every class, where the data knows it
    double temperature;      // what the softmax divided by
    // computed by cal_scores_make
    double *p;           // [n,k]
    double *log_p_label; // [n]
    double *confidence;  // [n]
    int32_t *predicted;  // [n], the first largest logit
    uint8_t *correct;    // [n]
} cal_scores;

// n >= 1, k >= 2, no NaN or infinity in logits, labels in range: errors name row and column.
cal_status cal_scores_check(const float *logits, const int32_t *labels, int n, int k, cal_error *err);
// Checks and computes, in `arena`. posterior may be null.
cal_status cal_scores_make(cal_scores *out, cal_arena *arena, const float *logits, const int32_t *labels,
                           const double *posterior, int n, int k, double temperature, cal_error *err);

#endif
