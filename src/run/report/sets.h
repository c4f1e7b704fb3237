// Scores the sets of a report.
#ifndef CAL_RUN_REPORT_SETS_H
#define CAL_RUN_REPORT_SETS_H
#include "catalog/scores/scores.h"

typedef struct cal_report_set {
    const float *logits;                     // [n, k], or null: probabilities
    const double *probabilities, *posterior; // [n, k]; posterior may be null
    const int32_t *labels;                   // [n]
    int n, k;
    cal_scores_options how;
    const double *odds;   // binary task: [n], if given
    const int32_t *cases; // [n], 0 to case_count - 1, or null
    int case_count;
    const double *weight;   // [n], or null
    const int32_t *options; // questions with probabilities: [n], or null
} cal_report_set;

// Makes the scores that are measured, and those for calibrators, which need logits.
cal_status cal_report_load(cal_scores *measured, cal_scores *fitted, cal_arena *arena,
                           const cal_report_set *set, cal_error *err);

#endif
