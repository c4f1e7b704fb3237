// Questions, each with its own number of options, as harnesses that test language models write them: JSON lines of the
// options' probabilities or log probabilities and which one is right.
#ifndef CAL_RUN_FILES_QUESTIONS_H
#define CAL_RUN_FILES_QUESTIONS_H
#include "run/files/outputs.h"

typedef struct cal_questions {
    int n, k;         // k: the most options of a question
    double *p;        // [n, k] normalised over each question's own options, 0 beyond them
    int32_t *labels;  // [n]
    int32_t *options; // [n] how many each has
} cal_questions;

// *found is false, without an error, where this is no such file, or one in which all questions have equally many options
// in plain lists: these are the outputs of classes. Options are "logprobs", "probs" and the like, or lm-evaluation-harness's
// "filtered_resps" and "resps" (log likelihoods); or an object of numbers by the options' names; the answer is a number from 0, a letter from
// A, a name, or a list with a single 1.
cal_status cal_questions_read(cal_questions *out, bool *found, cal_arena *arena, const cal_file *file,
                              const cal_outputs_options *reading, cal_error *err);

#endif
