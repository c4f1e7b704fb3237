// What a loaded data set holds, as JSON.
#ifndef CAL_RUN_REPORT_DATA_H
#define CAL_RUN_REPORT_DATA_H
#include "run/link/spec.h"
#include "catalog/data/data.h"

enum { CAL_NEAR = 8 }; // the mean absolute difference of pixels (0 to 255) up to which pictures are near

// {"data": as in the link, with the hash, "hash": 64 digits, "k", "c", "h", "w", "classes": [names],
// "splits":
// {"train": {"n", "counts": [k]}, "val", "test"}, "near", "duplicates": {"test_in_train": {"exact", "near",
// "other_label"}, "val_in_train", "test_in_val"}}. Pictures are near as cal_duplicates_count says.
cal_status cal_data_report(cal_text *json, const cal_choice *choice, const cal_dataset *data, double near,
                           cal_error *err);

#endif
