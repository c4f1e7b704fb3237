// Intervals of selective prediction.
#include "base/maths/maths.h"
#include "catalog/scores/certainty/selective.h"
#include "catalog/scores/proportion.h"

// Returns the wrong answers of the m most certain samples, averaged over orders of equal scores.
static double wrong_of(const cal_selective *s, int m) {
    double seen = 0, wrong = 0;
    for (int g = 0; g < s->groups && seen < m; g++) {
        const double count = s->tied[g].count, taken = count < m - seen ? count : m - seen;
        seen += taken, wrong += s->tied[g].wrong * (taken / count);
    }
    return wrong;
}

void cal_selective_accuracy_interval(double *low, double *high, const cal_selective *s, double coverage) {
    const int m = cal_selective_answered(s, coverage), near = m / 5 + 1;
    const int first = m > near ? m - near : 0, last = m + near < s->n ? m + near : s->n;
    const double accuracy = 1 - wrong_of(s, m) / m;
    const double there = 1 - (wrong_of(s, last) - wrong_of(s, first)) / (last - first);
    const double rough = (m * accuracy + 2) / (m + 4); // not 0 or 1 (Agresti and Coull 1998)
    const double apart = rough - there, more = (1 - (double)m / s->n) * apart * apart / (rough * (1 - rough));
    cal_wilson(low, high, accuracy, m / (1 + more));
}

void cal_selective_coverage_interval(double *low, double *high, const cal_selective *s, double risk) {
    // P(max |B| on [0, 1] > walk) = 0.025; sqrt(log(2 / 0.025) / 2).
    const double walk = 2.4977054744104645, massart = 1.4802071873007983, n = s->n;
    const double error = wrong_of(s, s->n) / n, least = risk * (1 - risk);
    const double variance = error * (1 - 2 * risk) + risk * risk;
    const double band = walk * cal_sqrt((variance > least ? variance : least) / n),
                 apart = massart / cal_sqrt(n);
    double seen = 0, wrong = 0, sure = 0, possible = 0;
    for (int g = 0; g < s->groups; g++) {
        seen += s->tied[g].count, wrong += s->tied[g].wrong;
        const double excess = (wrong - risk * seen) / n;
        if (excess + band <= 0) sure = seen / n;
        if (excess - band <= 0) possible = seen / n;
    }
    *low = sure > apart ? sure - apart : 0;
    *high = possible + apart < 1 ? possible + apart : 1;
}
