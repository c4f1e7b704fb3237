// Isotonic regression of an outcome on a probability: pooled adjacent violators (Ayer et al. 1955).
#ifndef CAL_CATALOG_SCORES_BINARY_ISOTONIC_H
#define CAL_CATALOG_SCORES_BINARY_ISOTONIC_H
#include <stdint.h>

// A run of samples with the same fitted value, sum/count.
typedef struct cal_isotonic_level {
    double first, last; // probabilities of its first and last sample
    double sum;         // weighted number of events
    double count;       // samples, or the sum of their weights
    double moment;      // weighted sum of the probabilities
} cal_isotonic_level;
static inline double cal_isotonic_height(const cal_isotonic_level *l) { return l->sum / l->count; }

// Levels out[n] of 1[labels[i] = class_index] along p[order[i]], ascending. Returns their number. Equal
// probabilities count as one sample with their mean, and equal levels are joined. With null labels: of
// outcome[i]. weight [n] may be null.
int cal_isotonic_pool(cal_isotonic_level *out, const double *p, const int32_t *order, const int32_t *labels,
                      int class_index, const uint8_t *outcome, const double *weight, int n);

#endif
