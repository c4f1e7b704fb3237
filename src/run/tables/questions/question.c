#include "run/tables/questions/question.h"
#include <string.h>

int cal_question_member(const cal_json_object *o, const char *const *names) {
    for (; *names; names++)
        for (int at = 1; at + 1 < o->count; at = cal_json_after(o, at + 1))
            if (cal_slice_is(cal_json_text(o, at), *names)) return at + 1;
    return -1;
}

const char *const cal_question_answers[] = {"answer",       "target",         "label",      "gold",
                                            "correct",      "answer_index",   "y",          "answer_key",
                                            "answerKey",    "correct_answer", "gold_index", "gold_label",
                                            "ground_truth", "expected",       NULL};

bool cal_name_holds(cal_slice name, const char *part) {
    const int length = (int)strlen(part);
    for (int i = 0; i + length <= name.length; i++)
        if (!memcmp(name.at + i, part, (size_t)length)) return true;
    return false;
}

cal_question_scale cal_question_scale_of(cal_slice name) {
    if (cal_name_holds(name, "logit")) return CAL_SCALE_LOGITS;
    if (cal_name_holds(name, "log") || cal_name_holds(name, "lls") || cal_name_holds(name, "likelihood") ||
        cal_name_holds(name, "resps"))
        return CAL_SCALE_LOGS;
    return cal_name_holds(name, "prob") ? CAL_SCALE_PROBABILITIES : CAL_SCALE_OPEN;
}
