// What an evaluation needs of a link: less than a run of it.
#ifndef CAL_RUN_LINK_EVALUATION_H
#define CAL_RUN_LINK_EVALUATION_H
#include "run/link/spec.h"

// Nothing is trained: the data of files without its training samples, and with `alone` without validation
// samples either, so that files are asked for only where something is drawn from them. The test set, and
// without `alone` the validation set, keep their samples. False where nothing could be left out. The hash
// goes, which was that of all.
bool cal_evaluation_narrow(cal_choice *data, bool alone);
// The files that a choice needs, "train.bin/test.bin"; empty where it needs none.
void cal_evaluation_files(char out[CAL_TEXT_MAX], const cal_choice *data);

#endif
