// Selective prediction: a model answers its most certain samples alone and leaves the others to somebody.
#ifndef CAL_CATALOG_SCORES_CERTAINTY_SELECTIVE_H
#define CAL_CATALOG_SCORES_CERTAINTY_SELECTIVE_H
#include "base/memory.h"
#include "catalog/entry.h"
#include "catalog/scores/scores.h"

// Scores that are larger for more certain samples. Never renumber: parameters of metrics count them.
typedef enum cal_certainty {
    CAL_CERTAINTY_CONFIDENCE, // probability of the predicted class
    CAL_CERTAINTY_ENTROPY,    // minus the entropy of the probabilities
    CAL_CERTAINTY_MARGIN,     // the largest probability minus the second
    CAL_CERTAINTY_ENERGY,     // T log sum of e^(z/T)
    CAL_CERTAINTY_COLUMN,     // the user's (scores->score)
} cal_certainty;
#define CAL_CERTAINTY_PARAM                                                                                  \
    {.name = "score",                                                                                        \
     .help = "Score that orders the samples, the most certain first: confidence, low entropy, the margin "   \
             "of the two largest probabilities, the energy of the logits, or a column of the table",         \
     .unit = "",                                                                                             \
     .type = CAL_CHOICE,                                                                                     \
     .choices = "confidence/entropy/margin/energy/column",                                                   \
     .max = CAL_CERTAINTY_COLUMN}
#define CAL_RISK_PARAM                                                                                       \
    {.name = "risk",                                                                                         \
     .help = "Largest error of the samples that are answered",                                               \
     .unit = "",                                                                                             \
     .type = CAL_REAL,                                                                                       \
     .value = 0.05,                                                                                          \
     .min = 0,                                                                                               \
     .max = 1}

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

// Returns false if the scores lack the inputs, or if memory was refused: arena->refused. Entropy and margin
// need rows, energy needs logits, and column needs scores->score.
bool cal_selective_make(cal_selective *out, cal_arena *arena, const cal_scores *scores, cal_certainty kind);
// Makes the curve of a metric's choice.
bool cal_selective_of(cal_selective *out, cal_arena *arena, const cal_scores *scores,
                      const cal_choice *choice);
// Returns what the choice needs and the scores lack, for an error; null: nothing.
const char *cal_selective_lacks(const cal_scores *scores, const cal_choice *choice);
// Area under the risk-coverage curve: the mean over m of the error of the m most certain samples. Averages
// over all orders of equal scores.
double cal_selective_aurc(const cal_selective *s);
// Area under the curve of generalised risk, the fraction of samples that are answered wrongly. It is
// (1 - AUROC) a (1 - a) + (1 - a)^2 / 2 for the accuracy a (Traub et al. 2024).
double cal_selective_augrc(const cal_selective *s);
// Returns the largest fraction of samples, cut between different scores, whose error is at most `risk`.
double cal_selective_coverage(const cal_selective *s, double risk);
// Returns ceil(coverage n), at least 1.
int cal_selective_answered(const cal_selective *s, double coverage);
// Returns the accuracy of that many most certain samples, averaged over orders of equal scores.
double cal_selective_accuracy(const cal_selective *s, double coverage);

// 95 % intervals for independent samples.
//
// Accuracy at a coverage: Wilson's interval, of fewer samples since the threshold varies, too. The influence
// of a sample at the threshold is the accuracy there minus that of all answered ones.
void cal_selective_accuracy_interval(double *low, double *high, const cal_selective *s, double coverage);
// Coverage at a risk r: all thresholds t at which a band leaves E[(wrong - r) 1(score >= t)] <= 0 possible.
// The band is that of a Brownian motion, and Massart's inequality (1990) bounds the coverage of a threshold.
// Each fails with at most 2.5 %, so that the interval is too wide rather than too narrow.
void cal_selective_coverage_interval(double *low, double *high, const cal_selective *s, double risk);

#endif
