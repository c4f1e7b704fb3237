// Rows of scores with their classes ranked by probability.
#ifndef CAL_CATALOG_SETS_RANKED_H
#define CAL_CATALOG_SETS_RANKED_H
#include "catalog/conformity/conformity.h"
#include "catalog/scores/scores.h"

// How a set is scored.
typedef struct cal_conformity_rule {
    const cal_conformity *conformity;
    bool random;
    uint64_t seed;
    cal_rank_penalty penalty;
} cal_conformity_rule;

enum { CAL_SETS_VALIDATION = 0, CAL_SETS_TEST = 1 }; // steps of CAL_STREAM_SETS

typedef struct cal_ranked_rows {
    const cal_scores *scores; // with probabilities of all classes
    const int32_t *labels;    // [n]
    const int32_t *options;   // [n] number of classes of each row, or null: k
    const int32_t *index;     // [n] the samples' numbers in their file, or null: 0 to n - 1
    int step;                 // step of the stream of uniform numbers
} cal_ranked_rows;

// Makes the scores of some rows, for cal_ranked_each. They refer to `scores`. arena->refused: no memory.
void cal_ranked_part(cal_scores *out, cal_arena *arena, const cal_scores *scores, const int32_t *row, int n);
// Receives row i; may be called on any thread, and in any order.
typedef void cal_ranked_visit(void *context, int i, const cal_ranked *row);
// Ranks every row. CAL_MEMORY.
cal_status cal_ranked_each(const cal_ranked_rows *rows, cal_ranked_visit *visit, void *context,
                           cal_error *err);
// Returns the rank of a class, from 0.
int cal_rank_of(const cal_ranked *row, int32_t class);
// Returns the sample's uniform number, or 1 if the rule has none.
double cal_conformity_uniform(const cal_conformity_rule *rule, const cal_ranked_rows *rows, int i);

#endif
