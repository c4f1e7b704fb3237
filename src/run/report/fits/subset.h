// Some rows of a set of logits, as a separate set.
#ifndef CAL_RUN_REPORT_FITS_SUBSET_H
#define CAL_RUN_REPORT_FITS_SUBSET_H
#include "catalog/scores/scores.h"

// Copies the rows with taken[i], `size` in all, in the set's order, for fitting and applying calibrators.
// They have no weights, cases, true probabilities and pool. place[n] is scratch memory. Returns false, and
// sets arena->refused, without memory.
bool cal_subset_make(cal_scores *out, cal_arena *arena, const cal_scores *whole, const uint8_t *taken,
                     int size, int32_t *place);

#endif
