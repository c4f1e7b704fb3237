// Multiple-choice questions in a table, as scripts for MMLU write them. A column for each letter, A_probs to
// D_probs, has the options' numbers, and another one the letter of the right answer.
#ifndef CAL_RUN_TABLES_QUESTIONS_LETTERS_H
#define CAL_RUN_TABLES_QUESTIONS_LETTERS_H
#include "run/tables/frame/frame.h"
#include "run/tables/table.h"

// Reads such a table. *found is false, without an error, if it has no such columns or no answers. Rows with
// missing values are left out of the frame. Errors name the columns.
cal_status cal_letters_read(cal_table_outputs *out, bool *found, cal_arena *arena, cal_frame *frame,
                            const cal_outputs_options *reading, cal_error *err);

#endif
