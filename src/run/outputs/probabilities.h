// Rows of probabilities in files: distinguished from logits, and renormalised if they were rounded.
#ifndef CAL_RUN_OUTPUTS_PROBABILITIES_H
#define CAL_RUN_OUTPUTS_PROBABILITIES_H
#include "base/memory.h"
#include "run/outputs/notes.h"

// Largest distance of a row's sum from 1, for probabilities rounded to four decimals or stored as float16.
#define CAL_PROBABILITIES_TOLERANCE (1e-2 + 1e-6) // a sum of 0.99 is within it, despite its rounding
// Furthest that rounding leaves a probability below 0.
#define CAL_PROBABILITIES_BELOW 1e-4

// The range of rows [n, k], given as `floats` or `doubles`, the other null.
typedef struct cal_probability_range {
    bool likely;        // they look like probabilities: from 0 to 1, and at least 90 % of the rows sum to 1
    double least, most; // over all numbers
    double farthest;    // largest distance of a row's sum from 1
} cal_probability_range;
void cal_probability_range_of(cal_probability_range *out, const float *floats, const double *doubles,
                              size_t n, size_t k);

// Renormalises, in a copy, the rows whose sums differ from 1 by more than the rounding of single precision,
// and adds a note. CAL_FAILED names a row whose sum differs by more than CAL_PROBABILITIES_TOLERANCE.
cal_status cal_probabilities_renormalise(const double **p, cal_arena *arena, size_t n, size_t k,
                                         const char *name, cal_notes *notes, cal_error *err);

#endif
