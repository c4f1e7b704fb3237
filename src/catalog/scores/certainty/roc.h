// Measures how well a score separates out-of-distribution samples (positive) from those of the data
// (negative).
#ifndef CAL_CATALOG_SCORES_CERTAINTY_ROC_H
#define CAL_CATALOG_SCORES_CERTAINTY_ROC_H
#include "base/memory.h"
#include "catalog/scores/scores.h"

typedef struct cal_roc {
    double area; // P(score of a positive > score of a negative) + P(equal)/2
    int points;
    double *false_positives, *true_positives; // [points] fractions, from (0,0) to (1,1)
} cal_roc;

enum { CAL_ROC_POINTS = 513 }; // at most: corners are left out if the curve moves by less than 1/256

// n log n. NaN and no points if one side is empty, or arena->refused.
void cal_roc_make(cal_roc *out, cal_arena *arena, const double *negative, int negatives,
                  const double *positive, int positives);

// Scores that are larger for out-of-distribution samples. Never renumber: auroc's parameter counts them.
typedef enum cal_ood_score {
    CAL_OOD_ENTROPY,    // entropy of p; rounded to 1e-9, so that the order of the classes breaks no tie
    CAL_OOD_CONFIDENCE, // 1 - max p
    CAL_OOD_ENERGY,     // -T log sum of e^(z/T) (Liu et al. 2020)
    CAL_OOD_LOGIT,      // -max z
    CAL_OOD_SCORES,
} cal_ood_score;
#define CAL_OOD_SCORE_PARAM                                                                                  \
    {.name = "score",                                                                                        \
     .help = "Score that is larger for out-of-distribution samples: entropy of the probabilities, 1 - "      \
             "confidence, energy of the logits, or minus their largest",                                     \
     .type = CAL_CHOICE,                                                                                     \
     .choices = "entropy/confidence/energy/logit",                                                           \
     .max = CAL_OOD_SCORES - 1}

// Fills out[n]. Returns false, and writes nothing, if the scores lack its inputs (entropy: rows; energy and
// logit: logits), or if memory was refused.
bool cal_ood_score_of(double *out, cal_arena *arena, const cal_scores *scores, cal_ood_score kind);

#endif
