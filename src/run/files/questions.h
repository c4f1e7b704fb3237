// Questions with different numbers of options, as harnesses that test language models write them. JSON lines
// have the options' probabilities or log probabilities, and the right answer.
#ifndef CAL_RUN_FILES_QUESTIONS_H
#define CAL_RUN_FILES_QUESTIONS_H
#include "run/files/binary.h"

typedef struct cal_questions {
    int n, k;         // k: the most options of a question
    double *p;        // [n, k], normalised over each question's own options, 0 beyond them
    int32_t *labels;  // [n]
    int32_t *options; // [n], number of options
    // Further columns, [n] each, or null: as in the file, but weights divided by their mean.
    cal_slice *group, *cases;
    cal_group_column more[CAL_GROUPS_MORE];
    int more_groups;
    double *weight;
    char group_name[CAL_BINARY_WORD], case_name[CAL_BINARY_WORD], weight_name[CAL_BINARY_WORD];
} cal_questions;

// Reads JSON lines of questions. *found is false, without an error, if the file is not such a file. It is
// also false if all questions have equally many options in plain lists: then they are outputs of classes.
// Options are "logprobs", "probs" and the like, or lm-evaluation-harness's "filtered_resps" and "resps" (log
// likelihoods); or an object of numbers by the options' names. The answer is a number from 0, a letter from
// A, a name, or a list with a single 1. Weights, cases and groups are the keys that reading->columns names
// (weight=, case=, group=), or else those with usual names. As in benchmarks, "subject" and "category" are
// groups.
cal_status cal_questions_read(cal_questions *out, bool *found, cal_arena *arena, const cal_file *file,
                              const cal_outputs_options *reading, cal_error *err);

#endif
