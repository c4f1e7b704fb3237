// The sets of a report as scores.
#ifndef CAL_RUN_REPORT_SETS_H
#define CAL_RUN_REPORT_SETS_H
#include "catalog/scores/scores.h"

typedef struct cal_report_set {
    const float *logits;                     // [n, k], or null: probabilities
    const double *probabilities, *posterior; // [n, k]; posterior may be null
    const int32_t *labels;                   // [n]
    int n, k;
    cal_scores_options how;
    const double *odds;   // [n] of a binary task, if they were given
    const int32_t *cases; // [n], 0 to case_count - 1, or null
    int case_count;
    const double *weight;   // [n], or null
    const int32_t *options; // [n] of questions, of which probabilities are given; or null
} cal_report_set;

// Makes the scores that are measured, and those that a calibrator reads, which need logits.
cal_status cal_report_load(cal_scores *measured, cal_scores *fitted, cal_arena *arena,
                           const cal_report_set *set, cal_error *err);

#endif
