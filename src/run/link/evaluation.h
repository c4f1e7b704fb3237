// Narrows a link to the part that an evaluation needs, which is less than a run needs.
#ifndef CAL_RUN_LINK_EVALUATION_H
#define CAL_RUN_LINK_EVALUATION_H
#include "run/link/spec.h"

// Drops the sets that an evaluation does not use from data in files: the training samples and, if `alone`,
// the validation samples. So only files that are used must be given. The other sets keep their samples. Also
// drops the hash, which was that of the whole data set. Returns false if there was nothing to drop.
bool cal_evaluation_narrow(cal_choice *data, bool alone);
// Writes the files that a data set is read from, as "train.bin/test.bin"; empty if it needs none.
void cal_evaluation_files(char out[CAL_TEXT_MAX], const cal_choice *data);

#endif
