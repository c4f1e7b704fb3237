// Log likelihoods of texts of different lengths. A harness decides by their sums (acc), or divides them by
// the number of characters (acc_norm) or bytes (acc_bytes). The accuracies in the lines tell which.
#ifndef CAL_RUN_TABLES_QUESTIONS_DIVISOR_H
#define CAL_RUN_TABLES_QUESTIONS_DIVISOR_H
#include "run/outputs/outputs.h"
#include "run/tables/questions/question.h"

typedef enum cal_divisor {
    CAL_DIVISOR_NONE,
    CAL_DIVISOR_CHARACTERS,
    CAL_DIVISOR_BYTES,
    CAL_DIVISOR_TOKENS,
    CAL_DIVISORS
} cal_divisor;
// CAL_CORRECT, a key of other programs, does not tell which divisor they use.
enum { CAL_ACC, CAL_ACC_NORM, CAL_ACC_BYTES, CAL_CORRECT, CAL_ACCURACIES };

// Questions of a file, counted for each divisor.
typedef struct cal_divisor_counts {
    int n;
    int right[CAL_DIVISORS];
    int unequal[CAL_DIVISORS];   // questions whose options differ in length
    int missing[CAL_DIVISORS];   // line of the first question without lengths; 0: none
    int given[CAL_ACCURACIES];   // questions whose line has this accuracy
    int partial[CAL_ACCURACIES]; // questions where it is neither 0 nor 1
    int agree[CAL_ACCURACIES][CAL_DIVISORS];
    int above;         // numbers above 0 that are not named as log likelihoods
    int distributions; // questions whose likelihoods sum to at least 0.5
    int ambiguous;     // line of the first question with an ambiguous answer; 0: none
} cal_divisor_counts;

// Finds a divisor by its name: "none", "characters", "bytes" or "tokens".
bool cal_divisor_find(cal_divisor *out, const char *name);
const char *cal_divisor_name(cal_divisor divisor);
// Counts a question of log likelihoods. Writes the options' lengths to length[divisor][options]; 0: unknown.
void cal_divisor_count(cal_divisor_counts *counts, int32_t *const length[CAL_DIVISORS], const cal_question *q,
                       const cal_json_object *o);
// Refuses an accuracy in the lines that is not that of the most probable options, unless the user gives a
// divisor. CAL_USAGE.
cal_status cal_divisor_check(const cal_divisor_counts *counts, const char *file,
                             const cal_outputs_options *reading, cal_error *err);
// Decides what the log likelihoods are divided by, and adds a note if it matters. CAL_USAGE: the user must
// choose.
cal_status cal_divisor_decide(cal_divisor *out, const cal_divisor_counts *counts, const char *file,
                              const cal_outputs_options *reading, cal_error *err);

#endif
