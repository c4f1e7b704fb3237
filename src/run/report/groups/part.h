// Scores some rows of a set of outputs as a separate set.
#ifndef CAL_RUN_REPORT_GROUPS_PART_H
#define CAL_RUN_REPORT_GROUPS_PART_H
#include "catalog/scores/scores.h"
#include "run/outputs/outputs.h"

enum { CAL_PART_LEAST = 10 }; // rows of a part that is measured

typedef struct cal_report_part {
    const int32_t *row; // [n], ascending
    int n;
    // Case of each row of the outputs, from 0 to case_count - 1, so that parts share the draws of cases.
    // Null: the part's cases, if there are any, are renumbered.
    const int32_t *cases;
    int case_count;
} cal_report_part;

// Makes the scores of the part.
cal_status cal_report_part_score(cal_scores *out, cal_arena *arena, const cal_outputs *all,
                                 const cal_report_part *part, cal_pool *pool, cal_error *err);
// Returns how often the label is 1, by weights; NaN without rows.
double cal_report_part_rate(const cal_outputs *all, const cal_report_part *part);
// Sorts rows 0 to n - 1 by their groups of[i], from 0 to count - 1, stably. The rows of group g are
// row[first[g]] to row[first[g + 1] - 1]. row[n], first[count + 1].
void cal_rows_by_group(int32_t *row, int *first, const int32_t *of, int n, int count);

#endif
