// Selective prediction: a model answers its most certain samples alone and leaves the others to somebody.
#ifndef CAL_CATALOG_SCORES_CERTAINTY_SELECTIVE_H
#define CAL_CATALOG_SCORES_CERTAINTY_SELECTIVE_H
#include "base/memory.h"
#include "catalog/scores/scores.h"

// Scores that are larger for more certain samples. Never renumber: parameters of metrics count them.
typedef enum cal_certainty {
    CAL_CERTAINTY_CONFIDENCE, // probability of the predicted class
    CAL_CERTAINTY_ENTROPY,    // minus the entropy of the probabilities
    CAL_CERTAINTY_MARGIN,     // the largest probability minus the second
    CAL_CERTAINTY_ENERGY,     // T log sum of e^(z/T)
} cal_certainty;
#define CAL_CERTAINTY_PARAM                                                                                  \
    {.name = "score",                                                                                        \
     .help = "Score that orders the samples, the most certain first: confidence, low entropy, the margin "   \
             "of the two largest probabilities, or the energy of the logits",                                \
     .unit = "",                                                                                             \
     .type = CAL_CHOICE,                                                                                     \
     .choices = "confidence/entropy/margin/energy",                                                          \
     .max = CAL_CERTAINTY_ENERGY}

// Samples with equal scores, which are answered together.
typedef struct cal_tied {
    double score;
    int count, wrong;
} cal_tied;

typedef struct cal_selective {
    int n, groups;
    int32_t *order; // [n] samples, the most certain first; equal ones in their own order
    double *score;  // [n] by sample
    cal_tied *tied; // [groups], the most certain first
} cal_selective;

// Returns false if the scores lack the inputs (entropy and margin: rows; energy: logits), or if memory was
// refused: arena->refused.
bool cal_selective_make(cal_selective *out, cal_arena *arena, const cal_scores *scores, cal_certainty kind);
// Area under the risk-coverage curve: the mean over m of the error of the m most certain samples. Averages
// over all orders of equal scores.
double cal_selective_aurc(const cal_selective *s);
// Area under the curve of generalised risk, the fraction of samples that are answered wrongly. It is
// (1 - AUROC) a (1 - a) + (1 - a)^2 / 2 for the accuracy a (Traub et al. 2024).
double cal_selective_augrc(const cal_selective *s);
// Returns the largest fraction of samples, cut between different scores, whose error is at most `risk`.
double cal_selective_coverage(const cal_selective *s, double risk);
// Returns the accuracy of the ceil(coverage n) most certain samples, averaged over orders of equal scores.
double cal_selective_accuracy(const cal_selective *s, double coverage);

#endif
