// Questions with different numbers of options, as harnesses that test language models write them. JSON lines
// have the options' probabilities or log probabilities, and the right answer.
#ifndef CAL_RUN_TABLES_QUESTIONS_QUESTIONS_H
#define CAL_RUN_TABLES_QUESTIONS_QUESTIONS_H
#include "run/tables/table.h"

// Reads questions, in JSON lines or an array of objects. *found is false, without an error, if the file does
// not have any. Questions have lists in lists, options of different numbers or names, or keys such as
// "answer" (line.h). Other lists of equal length are outputs of classes.
// Options are "logprobs", "probs" and the like, or an object of numbers by the options' names. Or they are
// lm-evaluation-harness's "filtered_resps" and "resps": log likelihoods, which may be divided by lengths
// (divisor.h). The answer is a number from 0, a letter from A, a name, an option's text, or a list with a
// single 1. Weights, cases and groups are the keys that reading->columns names (weight=, case=, group=), or
// else those with usual names. As in benchmarks, "subject" and "category" are groups.
cal_status cal_questions_read(cal_table_outputs *out, bool *found, cal_arena *arena, const cal_file *file,
                              const cal_outputs_options *reading, cal_error *err);

#endif
