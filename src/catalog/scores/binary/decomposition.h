// CORP decomposition of a score of a binary task (Dimitriadis, Gneiting and Jordan 2021): the mean score is
// miscalibration - discrimination + uncertainty.
#ifndef CAL_CATALOG_SCORES_BINARY_DECOMPOSITION_H
#define CAL_CATALOG_SCORES_BINARY_DECOMPOSITION_H
#include "catalog/scores/binary/isotonic.h"
#include "catalog/scores/figure.h"
#include "catalog/scores/scores.h"

// The `score` parameter: 0 for the Brier score of one class, 1 for the log score.
#define CAL_CORP_SCORE_PARAM                                                                                 \
    {.name = "score",                                                                                        \
     .help = "The score that is decomposed: the squared distance, or the log score in nats, which is "       \
             "infinite if an outcome had probability 0",                                                     \
     .type = CAL_CHOICE,                                                                                     \
     .choices = "brier/log"}

typedef struct cal_corp {
    double score;        // mean score of the probabilities, by weights; may be infinite
    double recalibrated; // that of the isotonic fit
    double uncertainty;  // that of the constant rate of events
    double impossible;   // number of outcomes with probability 0 in an infinite score
    double certain;      // fraction of samples in levels of 0 or 1 of the isotonic fit
    int levels;
    cal_isotonic_level *level; // [levels], in the caller's memory
} cal_corp;

// level[n] is scratch. Samples of weight 0 are skipped; `order` has the `used` others, ascending by
// confidence.
void cal_corp_of(cal_corp *out, cal_isotonic_level *level, const cal_scores *scores, const int32_t *order,
                 int used, bool log);
// Miscalibration, at least 0.
double cal_corp_value(const cal_corp *corp);
// Adds the parts "discrimination" and "uncertainty". The log score also has "impossible", if it is infinite,
// and "certain", with a note if it is above 0.
void cal_corp_parts(cal_figure *out, const cal_corp *corp, bool log);

#endif
