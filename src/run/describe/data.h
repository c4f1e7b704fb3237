// Describes a loaded data set as JSON.
#ifndef CAL_RUN_DESCRIBE_DATA_H
#define CAL_RUN_DESCRIBE_DATA_H
#include "run/link/spec.h"
#include "catalog/data/data.h"

enum { CAL_NEAR = 8 }; // largest mean absolute difference of pixels (0 to 255) of near duplicates

// Writes {"data": as in the link, with the hash, "hash": 64 digits, "k", "c", "h", "w", "classes": [names],
// "splits": {"train": {"n", "counts": [k]}, "val", "test"}, "near", "duplicates": {"test_in_train": {"exact",
// "near", "other_label"}, "val_in_train", "test_in_val"}}.
//
// The function cal_duplicates_count defines near duplicates.
cal_status cal_data_report(cal_text *json, const cal_choice *choice, const cal_dataset *data, double near,
                           cal_error *err);

#endif
