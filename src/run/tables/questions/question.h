// One question of a JSON file: the numbers of its options, their texts, and the right answer.
#ifndef CAL_RUN_TABLES_QUESTIONS_QUESTION_H
#define CAL_RUN_TABLES_QUESTIONS_QUESTION_H
#include "run/tables/json/objects.h"

enum { CAL_QUESTION_OPTIONS = 1000 };

// How the name of the options' numbers limits what these are.
typedef enum cal_question_scale {
    CAL_SCALE_OPEN,
    CAL_SCALE_LOGS,         // logprobs, filtered_resps
    CAL_SCALE_LOGITS,       // logits
    CAL_SCALE_PROBABILITIES // probs
} cal_question_scale;

// Scratch memory for a line; its arrays have `options` elements.
typedef struct cal_question {
    int options;       // 0: no numbers of at least two options
    int label;         // the answer's option; -1: not one of them
    int answer;        // token of the answer; -1: none
    int list;          // token of the options' numbers; -1: none
    bool nested;       // lists in a list, as a harness writes them
    bool by_name;      // an object of numbers by the options' names
    bool ambiguous;    // the answer is one option's number and another one's text
    bool contradicted; // another key has a different answer
    cal_question_scale scale;
    double value[CAL_QUESTION_OPTIONS];
    int texts;                                    // `options`, or 0: no texts
    cal_slice text[CAL_QUESTION_OPTIONS];         // as in the file, with its escapes
    cal_slice continuation[CAL_QUESTION_OPTIONS]; // scratch
} cal_question;

// Returns the scale of numbers with this name.
cal_question_scale cal_question_scale_of(cal_slice name);
// Usual names of the right answer, ended by a null.
extern const char *const cal_question_answers[];
// Returns true if a name has this part, in the same case.
bool cal_name_holds(cal_slice name, const char *part);
// Returns the value of the first of these keys that the object has; -1: none. The list ends with a null.
int cal_question_member(const cal_json_object *o, const char *const *names);

#endif
