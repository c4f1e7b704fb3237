// Draws classes from a row of probabilities, by inversion of their cumulative sums: many draws from the same
// row.
#ifndef CAL_RUN_REPORT_INTERVALS_CLASS_DRAWS_H
#define CAL_RUN_REPORT_INTERVALS_CLASS_DRAWS_H

// The classes except the predicted one. Cumulative sums replace probabilities as far as a draw needed them.
typedef struct cal_class_draws {
    double *p;           // [k]; cumulative sums before index `summed`
    int k, summed, last; // last: last summed class with a probability
    double rest, sum;
} cal_class_draws;

static inline cal_class_draws cal_class_draws_of(double *p, int k, int predicted) {
    cal_class_draws d = {.p = p, .k = k, .last = predicted ? 0 : 1, .rest = 1 - p[predicted]};
    p[predicted] = 0;
    return d;
}

// Draws one of them with the model's probabilities. It is the first whose sum is above uniform * (1 - p of
// the predicted class), uniform in [0, 1).
static inline int cal_class_draws_next(cal_class_draws *d, double uniform) {
    const double wanted = uniform * d->rest;
    if (wanted < d->sum) {
        int low = 0, high = d->summed - 1; // wanted < p[high]
        while (low < high) {
            int middle = low + (high - low) / 2;
            if (wanted < d->p[middle]) high = middle;
            else low = middle + 1;
        }
        return high;
    }
    while (d->summed < d->k) {
        int j = d->summed++;
        if (d->p[j] > 0) {
            d->last = j;
            d->sum += d->p[j];
        }
        d->p[j] = d->sum;
        if (wanted < d->sum) break;
    }
    return d->last;
}

#endif
