// Floor 3. Calibrators that map the probability of every class by itself, against all others (Zadrozny and
// Elkan 2002): what they make of the classes is divided by its sum, so that it adds up to 1. A millionth of a
// thousandth of the probability itself is added before, so that classes which the map makes equal stay in
// order and a row of zeros is no division by zero.
#ifndef CAL_ZOO_CALIBRATOR_CLASSES_H
#define CAL_ZOO_CALIBRATOR_CLASSES_H
#include "zoo/calibrator_parts.h"

typedef double cal_class_map(const cal_fit *fit, int class_index, double probability);
// p[k] of logits z[k].
void cal_classes_row(double *p, const cal_fit *fit, const float *z, int k, cal_class_map *map);

#endif
