// Sorts indices by a key.
#ifndef CAL_CATALOG_SCORES_SORT_H
#define CAL_CATALOG_SCORES_SORT_H
#include <stdint.h>

// Fills order[n] with the indices in ascending order of key[n]; stable. No key is NaN. scratch[n].
void cal_sort_order(int32_t *order, int32_t *scratch, const double *key, int n);

#endif
