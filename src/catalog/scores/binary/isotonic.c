#include "catalog/scores/binary/isotonic.h"

int cal_isotonic_pool(cal_isotonic_level *out, const double *p, const int32_t *order, const int32_t *labels,
                      int class_index, const uint8_t *outcome, const double *weight, int n) {
    int levels = 0;
    for (int i = 0; i < n;) {
        cal_isotonic_level next = {.first = p[order[i]], .last = p[order[i]]};
        for (; i < n && p[order[i]] == next.first; i++) {
            const double w = weight ? weight[order[i]] : 1;
            next.count += w;
            next.moment += w * next.first;
            next.sum += w * (labels ? labels[order[i]] == class_index : outcome[order[i]]);
        }
        // Joins equal levels too.
        while (levels && cal_isotonic_height(&out[levels - 1]) >= cal_isotonic_height(&next)) {
            const cal_isotonic_level *before = &out[--levels];
            next.first = before->first, next.sum += before->sum, next.count += before->count;
            next.moment += before->moment;
        }
        out[levels++] = next;
    }
    return levels;
}
