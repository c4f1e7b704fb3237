// Questions as they are read of any file, and the last step, which makes their numbers distributions.
#ifndef CAL_RUN_TABLES_QUESTIONS_SETTLE_H
#define CAL_RUN_TABLES_QUESTIONS_SETTLE_H
#include "run/tables/questions/divisor.h"
#include "run/tables/table.h"

typedef struct cal_questions {
    int n, k;                      // k: the most options of a question
    double *p;                     // [n, k], 0 beyond a question's own options
    int32_t *labels;               // [n]
    int32_t *options;              // [n], number of options
    int32_t *length[CAL_DIVISORS]; // [n, k], of the options' texts; null: not in the file
    bool measured;                 // the first question has texts or numbers of tokens
    cal_question_scale scale;      // scale of the first question
    cal_divisor_counts counts;
} cal_questions;

// Finds the scale of the numbers, normalises them over each question's own options, and adds the notes. `out`
// has the columns about the rows already, and receives the outputs.
cal_status cal_questions_settle(cal_table_outputs *out, cal_questions *q, cal_arena *arena, const char *file,
                                const cal_outputs_options *reading, cal_error *err);

#endif
