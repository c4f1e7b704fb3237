// Questions, each with its own number of options, as harnesses that test language models write them: JSON lines of the
// options' probabilities or log probabilities and which one is right.
#ifndef CAL_RUN_FILES_QUESTIONS_H
#define CAL_RUN_FILES_QUESTIONS_H
#include "run/files/binary.h"

typedef struct cal_questions {
    int n, k;         // k: the most options of a question
    double *p;        // [n, k] normalised over each question's own options, 0 beyond them
    int32_t *labels;  // [n]
    int32_t *options; // [n] how many each has
    // What stands beside them, [n] each, or null: as in the file, but weights divided by their mean.
    cal_slice *group, *cases;
    cal_group_column more[CAL_GROUPS_MORE];
    int more_groups;
    double *weight;
    char group_name[CAL_BINARY_WORD], case_name[CAL_BINARY_WORD], weight_name[CAL_BINARY_WORD];
} cal_questions;

// *found is false, without an error, where this is no such file, or one in which all questions have equally many options
// in plain lists: these are the outputs of classes. Options are "logprobs", "probs" and the like, or lm-evaluation-harness's
// "filtered_resps" and "resps" (log likelihoods); or an object of numbers by the options' names; the answer is a number from 0, a letter from
// A, a name, or a list with a single 1. Weights, cases and groups are the keys that the reading's columns say (weight=, case=,
// group=), or else those that are named so; "subject" and "category" are groups here, as benchmarks have them.
cal_status cal_questions_read(cal_questions *out, bool *found, cal_arena *arena, const cal_file *file,
                              const cal_outputs_options *reading, cal_error *err);

#endif
