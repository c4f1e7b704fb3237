// Rows of probabilities in files: told from logits, and evened out where they were rounded.
#ifndef CAL_RUN_SHARES_H
#define CAL_RUN_SHARES_H
#include "base/memory.h"
#include "run/files/notes.h"

// How far from 1 the sum of a row may be: of probabilities rounded to four decimals, or kept as float16.
#define CAL_SHARES_OFF 1e-2

// What rows [n,k] of numbers look like; `floats` or `doubles`, the other null.
typedef struct cal_shares_look {
    bool likely;        // probabilities: all of them from 0 to 1, and nearly all rows sum to 1
    double least, most; // of all numbers
    double farthest;    // of the sums from 1
} cal_shares_look;
void cal_shares_look_at(cal_shares_look *out, const float *floats, const double *doubles, size_t n, size_t k);

// Divides the rows by their sums, in a copy, where any of them are further from 1 than rounding to single
// precision puts them; a note says so. CAL_FAILED names a row that is further than CAL_SHARES_OFF.
cal_status cal_shares_even(double **p, cal_arena *arena, size_t n, size_t k, const char *name,
                           cal_notes *notes, cal_error *err);

#endif
