// Reads one question of a JSON file: the numbers of its options, and the right answer.
#ifndef CAL_RUN_TABLES_QUESTIONS_LINE_H
#define CAL_RUN_TABLES_QUESTIONS_LINE_H
#include "run/tables/questions/question.h"

void cal_question_read(cal_question *out, const cal_json_object *o);
// Returns true if a line with an answer has the keys of a question, not of outputs of classes.
bool cal_question_has_keys(const cal_question *q, const cal_json_object *o);

#endif
