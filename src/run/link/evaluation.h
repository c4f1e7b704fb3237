// The part of a link that an evaluation needs, which is less than a run of it needs.
#ifndef CAL_RUN_LINK_EVALUATION_H
#define CAL_RUN_LINK_EVALUATION_H
#include "run/link/spec.h"

// Drops what an evaluation does not use from data that is read from files: the training samples and,
// if `alone`, the validation samples, so that only files that are used have to be given. The other
// sets keep their samples. Drops the hash, too, which was that of the whole data set. False if there
// was nothing to drop.
bool cal_evaluation_narrow(cal_choice *data, bool alone);
// The files that a data set is read from, as "train.bin/test.bin"; empty if it needs none.
void cal_evaluation_files(char out[CAL_TEXT_MAX], const cal_choice *data);

#endif
