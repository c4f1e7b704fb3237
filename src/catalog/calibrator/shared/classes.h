// Calibrators that map the probability of every class separately, against all others (Zadrozny and Elkan
// 2002). The mapped probabilities are divided by their sum. A probability of 0 stays 0, even for the label:
// the likelihood of such a set is 0. A row of zeros keeps its original probabilities.
#ifndef CAL_CATALOG_CALIBRATOR_SHARED_CLASSES_H
#define CAL_CATALOG_CALIBRATOR_SHARED_CLASSES_H
#include "catalog/calibrator/shared/fit.h"

typedef double cal_class_map(const cal_fit *fit, int class_index, double probability);
// Fills p[k] from logits z[k].
void cal_classes_row(double *p, const cal_fit *fit, const float *z, int k, cal_class_map *map);

// The `note` of such calibrators.
#define CAL_CLASSES_NOTE                                                                                     \
    "Maps each class by itself, so the predicted class may change, and a class may get probability 0: "      \
    "where "                                                                                                 \
    "that is the label, the NLL is infinite."

#endif
