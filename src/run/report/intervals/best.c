#include "run/report/intervals/best.h"
#include "base/maths/maths.h"

enum { DRAWS_LEAST = 8 };

static bool same(const cal_resampled_row *a, const cal_resampled_row *b) {
    bool same = a->value == b->value && a->draws == b->draws;
    for (int d = 0; same && d < a->draws; d++) same = a->draw[d] == b->draw[d];
    return same;
}

static bool parted(const cal_resampled_row *a, const cal_resampled_row *b) {
    int draws = a->draws < b->draws ? a->draws : b->draws;
    const double bias = a->value > b->value ? a->bias : b->bias;
    double apart[CAL_DRAWS_REPORTED];
    if (draws < DRAWS_LEAST) return false;
    for (int d = 0; d < draws; d++) apart[d] = a->draw[d] - b->draw[d];
    // 1.96 standard deviations; the quantile of Student's t if the standard deviation is estimated from few
    // draws.
    return __builtin_fabs(a->value - b->value) - bias >
           (1.96 + 2.4 / (draws - 1)) * cal_moments_of(apart, draws).sd;
}

void cal_rows_best(bool *best, const cal_resampled_row *row, int count, bool larger_is_better) {
    int first = -1, rows = 0;
    for (int r = 0; r < count; r++) {
        best[r] = false;
        if (row[r].value != row[r].value) continue;
        rows++;
        if (first < 0 ||
            (larger_is_better ? row[r].value > row[first].value : row[r].value < row[first].value))
            first = r;
    }
    bool clear = rows > 1, others = false;
    for (int r = 0; r < count && clear; r++) {
        if (row[r].value != row[r].value || same(&row[r], &row[first])) continue;
        others = true;
        clear = parted(&row[first], &row[r]);
    }
    for (int r = 0; r < count && clear && others; r++)
        best[r] = row[r].value == row[r].value && same(&row[r], &row[first]);
}
