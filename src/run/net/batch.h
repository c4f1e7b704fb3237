// Fills a plan's inputs with samples of a data set.
#ifndef CAL_RUN_NET_BATCH_H
#define CAL_RUN_NET_BATCH_H
#include "base/parallel.h"
#include "run/link/spec.h"
#include "catalog/data/data.h"

typedef struct cal_batch_job {
    const cal_dataset *data; // for its shape
    const cal_split *split;
    const float *pixel_table; // [c, 256], normalised value of each byte; null for features
    const int32_t *order;     // sample order; null: first, first + 1, ...
    int first, count;         // first sample and number of samples
    int batch;                // rows of the inputs; rows after `count` are zero
    const cal_spec *augment;  // null: no augmentation
    int epoch;                // seeds the augmentation's random numbers
    bool image;               // x is an IMAGE, else a MATRIX
    float *x;                 // null if the plan has no such input
    int32_t *labels;          // null if not needed; [batch], or [batch k] if multi-label
    float *known;             // if multi-label: [batch k], 1 or 0; else null
} cal_batch_job;

void cal_batch_fill(const cal_batch_job *job, cal_pool *pool);

#endif
