// Distribution shift: a trained network on corrupted pictures of its own test set.
#ifndef CAL_RUN_OOD_H
#define CAL_RUN_OOD_H
#include "base/text.h"
#include "run/train/trainer.h"
#include "catalog/entry.h"

// Writes into an open object, of the clean test set, "n", "k", "metrics" and "temperature" {"T", "metrics"},
// and "corruptions": [{"corruption": "blur:severity=3", "metrics", "told_apart": {"auroc": ...},
//   "temperature": {"T", "metrics", "told_apart"}}, ...].
// "told_apart" says how well the corrupted set can be distinguished from the clean test set. The temperature
// is fitted on the clean validation set, by ece; without that set there is none. Figures have neither floors
// nor intervals. CAL_FAILED if the data has no pictures.
cal_status cal_ood_write(cal_text *json, cal_run *run, const cal_choice *corruption, int count, int bins,
                         cal_error *err);

#endif
