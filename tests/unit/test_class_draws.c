// Repeated draws of a class from one row equal those of a search from the row's beginning each time.
#include <string.h>
#include "base/random/random.h"
#include "check.h"
#include "run/report/intervals/class_draws.h"

enum { K = 23, DRAWS = 40 };

static int from_the_beginning(const double *p, int predicted, double uniform) {
    double rest = 1 - p[predicted], at = 0;
    int last = predicted ? 0 : 1;
    for (int j = 0; j < K; j++) {
        if (j == predicted || !(p[j] > 0)) continue;
        last = j;
        at += p[j];
        if (uniform * rest < at) break;
    }
    return last;
}

int main(void) {
    int seen[K] = {0};
    for (int row = 0; row < 200; row++) {
        double p[K], changed[K], sum = 0;
        const int predicted = row % K;
        for (int j = 0; j < K; j++) {
            const double g = cal_random_normal(8, CAL_STREAM_PROBE, (uint64_t)row, (uint64_t)j);
            sum += p[j] = (row + j) % 4 && row % 20
                              ? g * g
                              : 0; // zeros among them, and rows with only the predicted class
        }
        if (!(sum > 0)) p[predicted] = sum = 1;
        for (int j = 0; j < K; j++) p[j] /= sum;
        memcpy(changed, p, sizeof p);
        cal_class_draws draws = cal_class_draws_of(changed, K, predicted);
        for (int d = 0; d < DRAWS; d++) {
            const double u = d == 7    ? 0
                             : d == 20 ? 1 - 0x1p-32
                                       : cal_random_uniform(9, CAL_STREAM_PROBE, (uint64_t)row, (uint64_t)d);
            const int drawn = cal_class_draws_next(&draws, u);
            CHECK(drawn == from_the_beginning(p, predicted, u));
            CHECK(drawn != predicted);
            seen[drawn]++;
        }
    }
    for (int j = 0; j < K; j++) CHECK(seen[j] > 0);
    return CHECK_DONE();
}
