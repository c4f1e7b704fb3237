#include "run/outputs/probabilities.h"
#include <string.h>

enum { ROWS = 4 }; // rows that are added up in parallel

#define ROUNDING 1e-5 // rounding of a sum of a thousand floats is smaller

// Adds up `rows` rows from row `first` on in parallel, since each addition to a row's sum waits for the
// previous one. `rows` is a constant after inlining.
static inline __attribute__((always_inline)) size_t add_rows(cal_probability_range *out, bool *numbers,
                                                             const float *floats, const double *doubles,
                                                             size_t first, size_t k, int rows) {
    double sum[ROWS] = {0}, least[ROWS], most[ROWS];
    bool finite = true;
    size_t good = 0;
    for (int r = 0; r < rows; r++) least[r] = __builtin_inf(), most[r] = -__builtin_inf();
    for (size_t j = first * k; j < (first + 1) * k; j++)
        for (int r = 0; r < rows; r++) {
            const size_t at = j + (size_t)r * k;
            const double value = floats ? (double)floats[at] : doubles[at];
            finite &= value - value == 0;
            least[r] = value < least[r] ? value : least[r];
            most[r] = value > most[r] ? value : most[r];
            sum[r] += value;
        }
    *numbers &= finite;
    for (int r = 0; r < rows; r++) {
        const double off = __builtin_fabs(sum[r] - 1);
        out->least = least[r] < out->least ? least[r] : out->least;
        out->most = most[r] > out->most ? most[r] : out->most;
        out->farthest = off > out->farthest ? off : out->farthest;
        good += off <= CAL_PROBABILITIES_TOLERANCE;
    }
    return good;
}

void cal_probability_range_of(cal_probability_range *out, const float *floats, const double *doubles,
                              size_t n, size_t k) {
    size_t good = 0, i = 0;
    *out = (cal_probability_range){.least = __builtin_inf(), .most = -__builtin_inf()};
    bool numbers = true;
    for (; i + ROWS <= n && floats; i += ROWS) good += add_rows(out, &numbers, floats, NULL, i, k, ROWS);
    for (; i + ROWS <= n; i += ROWS) good += add_rows(out, &numbers, NULL, doubles, i, k, ROWS);
    for (; i < n; i++) good += add_rows(out, &numbers, floats, doubles, i, k, 1);
    // A file of probabilities may have some bad rows, up to a tenth; with fewer than ten rows none.
    out->likely = numbers && n && k > 1 && good >= n - n / 10 && out->least >= -CAL_PROBABILITIES_BELOW &&
                  out->most <= 1 + CAL_PROBABILITIES_TOLERANCE;
}

// Sums a row without its numbers below 0, which it counts, and refuses values that cannot be probabilities.
static cal_status sum_row(double *sum, size_t *below, const double *row, size_t i, size_t k, const char *name,
                          cal_error *err) {
    *sum = 0;
    for (size_t j = 0; j < k; j++) {
        if (!(row[j] >= -CAL_PROBABILITIES_BELOW && row[j] <= 1 + CAL_PROBABILITIES_TOLERANCE))
            return cal_fail(err, CAL_FAILED, "%s: probabilities: row %zu, column %zu is %g, not from 0 to 1",
                            name, i, j, row[j]);
        *sum += row[j] > 0 ? row[j] : 0;
        *below += row[j] < 0;
    }
    if (__builtin_fabs(*sum - 1) <= CAL_PROBABILITIES_TOLERANCE) return CAL_OK;
    return cal_fail(err, CAL_FAILED, "%s: probabilities: row %zu sums to %.6g; it must be 1, within %g", name,
                    i, *sum, 1e-2);
}

cal_status cal_probabilities_renormalise(const double **p, cal_arena *arena, size_t n, size_t k,
                                         const char *name, cal_notes *notes, cal_error *err) {
    const double *given = *p;
    double *even = NULL, sum, farthest = 1;
    size_t count = 0, where = 0, below = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t before = below;
        const cal_status status = sum_row(&sum, &below, given + i * k, i, k, name, err);
        if (status) return status;
        const bool off = __builtin_fabs(sum - 1) > ROUNDING;
        if (!off && below == before) continue;
        if (!even) {
            even = cal_arena_alloc(arena, n * k * sizeof *even);
            if (!even) return cal_refuse_memory(err, "%s: evening it out", name);
            memcpy(even, given, n * k * sizeof *even);
        }
        for (size_t j = i * k; j < (i + 1) * k; j++) even[j] = given[j] > 0 ? given[j] / sum : 0;
        if (!off) continue;
        if (!count++ || __builtin_fabs(sum - 1) > __builtin_fabs(farthest - 1)) farthest = sum, where = i;
    }
    if (!even) return CAL_OK;
    *p = even;
    if (below)
        CAL_NOTE(notes,
                 "%.200s: rounding left %zu probabilities below 0, by at most 0.0001; they are read as 0",
                 name, below);
    if (!count) return CAL_OK;
    CAL_NOTE(notes,
             "%.200s: %zu of %zu rows do not sum to 1 exactly, as after rounding, and were divided by their "
             "sums; the farthest is row %zu with %.6g",
             name, count, n, where, farthest);
    return CAL_OK;
}
