// Draws of a class from a row of probabilities, many from the same row.
#ifndef CAL_RUN_REPORT_WALK_H
#define CAL_RUN_REPORT_WALK_H

// The classes but the predicted one of a row, which draws walk along until the sum of their probabilities is large enough.
typedef struct cal_walk {
    double *p;           // [k]; of the classes before `walked`, their sums up to each
    int k, walked, last; // last: walked class that has a probability
    double rest, sum;
} cal_walk;

static inline cal_walk cal_walk_of(double *p, int k, int predicted) {
    cal_walk w = {.p = p, .k = k, .last = predicted ? 0 : 1, .rest = 1 - p[predicted]};
    p[predicted] = 0;
    return w;
}

// Draws one of them with the model's probabilities. What an earlier draw has walked is searched by halves.
static inline int cal_walk_draw(cal_walk *w, double uniform) {
    const double wanted = uniform * w->rest;
    if (wanted < w->sum) {
        int low = 0, high = w->walked - 1; // wanted < p[high]
        while (low < high) {
            int middle = low + (high - low) / 2;
            if (wanted < w->p[middle]) high = middle;
            else low = middle + 1;
        }
        return high;
    }
    while (w->walked < w->k) {
        int j = w->walked++;
        if (w->p[j] > 0) {
            w->last = j;
            w->sum += w->p[j];
        }
        w->p[j] = w->sum;
        if (wanted < w->sum) break;
    }
    return w->last;
}

#endif
