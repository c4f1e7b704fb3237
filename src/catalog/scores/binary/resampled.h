// Miscalibration of a binary task (CORP, Brier score) in many resamples at once.
#ifndef CAL_CATALOG_SCORES_BINARY_RESAMPLED_H
#define CAL_CATALOG_SCORES_BINARY_RESAMPLED_H
#include "base/memory.h"
#include "catalog/scores/scores.h"

enum { CAL_RESAMPLED_LANES = 4 }; // draws that are computed together

// Scratch memory of a worker, for n samples.
typedef struct cal_resampled {
    int32_t *start;           // [n] first place of each cell in the order
    uint32_t *count, *events; // [n][lanes] by cell
    uint8_t *outcome;         // [n][lanes] by place in the order
    uint32_t *size, *sum;     // [n] levels: samples and events
} cal_resampled;
// Returns false if memory was refused.
bool cal_resampled_take(cal_resampled *out, cal_arena *arena, size_t n);

// Fills value[draws] with the miscalibration that cal_corp_of finds, to the bit. Draws differ in the samples'
// numbers, weight[n][draws], or in their labels, label[n][draws], which are events if they are `class`. The
// other pointer is null. Only without scores->weight, and for fewer than 2^26 samples.
void cal_resampled_corp(double *value, const cal_scores *scores, int class, const uint8_t *weight,
                        const int32_t *label, int draws, const cal_resampled *scratch);

#endif
