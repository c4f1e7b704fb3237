// Counts exact and near duplicates: samples of one split that another split contains, too.
#ifndef CAL_CATALOG_DATA_SUBSET_DUPLICATES_H
#define CAL_CATALOG_DATA_SUBSET_DUPLICATES_H
#include "catalog/data/data.h"

typedef struct cal_duplicates {
    int exact;       // samples of `of` that are in `in`, with all values equal
    int near;        // other samples of `of` that are nearly equal to a picture of `in`
    int other_label; // among both, those whose duplicate in `in` has another label
} cal_duplicates;

// Two pictures are near if the mean absolute difference of their bytes is at most `near` (0 to 255). Features
// are never near. CAL_MEMORY.
cal_status cal_duplicates_count(cal_duplicates *out, const cal_dataset *data, const cal_split *of,
                                const cal_split *in, double near, cal_error *err);

#endif
