// Counts how often each sample is in each draw of a bootstrap: weight[i * count + d], for the draws first to
// first + count - 1. A draw depends only on its number, so that blocks of any size have the same ones.
#ifndef CAL_RUN_REPORT_INTERVALS_BOOTSTRAP_H
#define CAL_RUN_REPORT_INTERVALS_BOOTSTRAP_H
#include "catalog/scores/scores.h"

void cal_bootstrap_weights(uint8_t *weight, int n, int first, int count);
// Draws rows of one case together (cluster bootstrap, Davison and Hinkley 1997, section 3.8);
// times[case_count] is scratch memory.
void cal_bootstrap_cases(uint8_t *weight, int32_t *times, const cal_scores *scores, int first, int count);
// Returns the most rows of any draw; n without cases.
size_t cal_bootstrap_rows(cal_arena *own, const cal_scores *scores, int draws);

#endif
