// The texts of a question's options, and their lengths.
#ifndef CAL_RUN_TABLES_QUESTIONS_TEXTS_H
#define CAL_RUN_TABLES_QUESTIONS_TEXTS_H
#include "run/tables/questions/question.h"

// Finds the texts: the continuations that lm-evaluation-harness lists under "arguments", without the blanks
// before them. Else they are the choices of the line or of its "doc". Without any, q->texts is 0.
void cal_question_texts_read(cal_question *q, const cal_json_object *o);
// Returns the number of characters of a text in JSON, or of its bytes in UTF-8.
int cal_question_text_length(cal_slice text, bool bytes);
// Returns the list of the options' numbers of tokens; -1: none.
int cal_question_tokens(const cal_json_object *o);
// Reads it. False if the line has none for each option.
bool cal_question_tokens_read(int32_t *out, const cal_question *q, const cal_json_object *o);

#endif
