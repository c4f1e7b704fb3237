// Makes the scores of a set of outputs.
#ifndef CAL_RUN_REPORT_SCORING_H
#define CAL_RUN_REPORT_SCORING_H
#include "catalog/scores/scores.h"
#include "run/outputs/outputs.h"

// Makes the scores that are measured, and those for calibrators, which need logits. `class_bins` are counted
// while the probabilities are computed; 0: later on demand. Confidences alone leave *fitted empty.
cal_status cal_outputs_score(cal_scores *measured, cal_scores *fitted, cal_arena *arena,
                             const cal_outputs *outputs, cal_pool *pool, int class_bins, cal_error *err);

#endif
