// A trained network on corrupted pictures of its own test set.
#ifndef CAL_RUN_OOD_H
#define CAL_RUN_OOD_H
#include "base/text.h"
#include "run/train/trainer.h"
#include "catalog/entry.h"

// The members "n", "k", "metrics" and "temperature" {"T", "metrics"} of the test set as it is, and
// "corruptions"
// [{"corruption": "blur:severity=3", "metrics", "told_apart": {"auroc": ...}, "temperature": {"T", "metrics",
// "told_apart"}}, ...] into an open object: told_apart says how well the corrupted set can be told from the
// test set as it is. The temperature is the one by ece, fitted on validation as it is; without validation
// there is none. Figures have neither floors nor intervals. CAL_FAILED where the data has no pictures.
cal_status cal_ood_write(cal_text *json, cal_run *run, const cal_choice *corruption, int count, int bins,
                         cal_error *err);

#endif
