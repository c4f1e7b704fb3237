// The cost of answering alone or asking (Chow 1970): a wrong answer costs 1, and asking a person costs `ask`.
// A model answers alone if it expects that to be cheaper.
#ifndef CAL_CATALOG_SCORES_CERTAINTY_ASKING_H
#define CAL_CATALOG_SCORES_CERTAINTY_ASKING_H
#include "catalog/scores/scores.h"

// Returns true if 1 - confidence of the answer is below `ask`.
bool cal_asking_answers(const cal_scores *scores, int i, double ask);
// Cost of sample i: of its answer, 0 or 1, or of asking.
double cal_asking_cost(const cal_scores *scores, int i, double ask);
// Expected cost by the true posterior: the likeliest class is answered, or a person is asked. Only if
// scores->posterior is set.
double cal_asking_least(const cal_scores *scores, int i, double ask);

#endif
