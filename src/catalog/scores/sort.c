#include "catalog/scores/sort.h"
#include <string.h>

// Bits that sort like the numbers; both zeros are equal.
static uint64_t sortable(double x) {
    const uint64_t sign = (uint64_t)1 << 63;
    uint64_t bits;
    x += 0.0;
    memcpy(&bits, &x, sizeof bits);
    return bits & sign ? ~bits : bits | sign;
}

// Radix sort by 11 bits at a time, which skips digits that all keys share.
void cal_sort_order(int32_t *order, int32_t *scratch, const double *key, int n) {
    enum { BITS = 11, PASSES = 6, DIGITS = 1 << BITS };
    static const uint64_t mask = DIGITS - 1;
    int32_t *from = order, *to = scratch;
    for (int i = 0; i < n; i++) order[i] = i;
    for (int pass = 0; pass < PASSES; pass++) {
        int start[DIGITS] = {0}, at = 0;
        uint64_t bits = 0;
        for (int i = 0; i < n; i++) {
            bits = sortable(key[i]);
            start[bits >> pass * BITS & mask]++;
        }
        if (n && start[bits >> pass * BITS & mask] == n) continue;
        for (int d = 0; d < DIGITS; d++) {
            int count = start[d];
            start[d] = at;
            at += count;
        }
        for (int i = 0; i < n; i++) {
            bits = sortable(key[from[i]]);
            to[start[bits >> pass * BITS & mask]++] = from[i];
        }
        int32_t *swap = from;
        from = to, to = swap;
    }
    if (from != order) memcpy(order, from, (size_t)n * sizeof *order);
}
