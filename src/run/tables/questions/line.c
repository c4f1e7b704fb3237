#include "run/tables/questions/line.h"
#include <string.h>
#include "run/tables/questions/texts.h"

static const char *const LISTS[] = {"logprobs",
                                    "log_probs",
                                    "log_likelihoods",
                                    "loglikelihoods",
                                    "lls",
                                    "logits",
                                    "probs",
                                    "probabilities",
                                    "option_probs",
                                    "choice_probs",
                                    "scores",
                                    "filtered_resps",
                                    "resps",
                                    NULL};
// Finds the options' numbers by a usual name, or else the only list or object with a name for such numbers;
// -1: none.
static int list_of(const cal_json_object *o) {
    static const char *const parts[] = {"prob", "logit", "likelihood", "score", "lls", NULL};
    const int usual = cal_question_member(o, LISTS);
    int found = -1;
    if (usual >= 0) return usual;
    for (int at = 1; at + 1 < o->count; at = cal_json_after(o, at + 1)) {
        bool named = false;
        for (int i = 0; parts[i]; i++) named |= cal_name_holds(cal_json_text(o, at), parts[i]);
        if (!named || o->token[at + 1].type == JSMN_STRING || o->token[at + 1].type == JSMN_PRIMITIVE)
            continue;
        if (found >= 0) return -1;
        found = at + 1;
    }
    return found;
}

// Reads the numbers of {"A": 0.2, "B": 0.8}.
static int read_named(double *out, const cal_json_object *o, int at) {
    const int count = o->token[at].size;
    int one = at + 1;
    if (count < 2 || count > CAL_QUESTION_OPTIONS) return 0;
    for (int i = 0; i < count; i++, one = cal_json_after(o, one + 1))
        if (one + 1 >= o->count || !cal_number_parse(&out[i], cal_json_text(o, one + 1))) return 0;
    return count;
}

// Reads [1, 2], [[1, true], [2, false]], or [[[1, true]], [[2, false]]]. Returns the number of options; 0:
// another form.
static int read_listed(double *out, bool *nested, const cal_json_object *o, int at) {
    const int count = o->token[at].size;
    if (o->token[at].type != JSMN_ARRAY || count < 2 || count > CAL_QUESTION_OPTIONS) return 0;
    for (int i = 0, one = at + 1; i < count; i++, one = cal_json_after(o, one)) {
        int number = one;
        while (number < o->count && o->token[number].type == JSMN_ARRAY && o->token[number].size)
            number++, *nested = true;
        if (number >= o->count || !cal_number_parse(&out[i], cal_json_text(o, number))) return 0;
    }
    return count;
}

// Finds the option of a name; -1: none.
static int option_of_name(const cal_question *q, const cal_json_object *o, cal_slice name) {
    int one = q->list + 1;
    for (int i = 0; i < q->options; i++, one = cal_json_after(o, one + 1))
        if (cal_slice_same(cal_json_text(o, one), name)) return i;
    return -1;
}

// Finds the only 1 in a list of 0 and 1; -1: another list.
static int option_of_list(const cal_question *q, const cal_json_object *o, int at) {
    double value;
    int found = -1;
    for (int i = 0; i < o->token[at].size && o->token[at].size == q->options; i++) {
        if (!cal_number_parse(&value, cal_json_text(o, at + 1 + i)) || (value != 0 && value != 1)) return -1;
        if (value == 1 && found >= 0) return -1;
        if (value == 1) found = i;
    }
    return found;
}

// Finds an option by its number or its letter.
static int option_of_number(const cal_question *q, cal_slice text) {
    double value;
    if (cal_number_parse(&value, text))
        return value >= 0 && value < q->options && value == (int)value ? (int)value : -1;
    const char letter = text.length == 1 ? text.at[0] : 0;
    const int place = letter >= 'A' && letter <= 'Z'   ? letter - 'A'
                      : letter >= 'a' && letter <= 'z' ? letter - 'a'
                                                       : -1;
    return place < q->options ? place : -1;
}

// Finds the option of the answer at a token; -1: not one of them.
static int read_label(cal_question *q, const cal_json_object *o, int at) {
    int by_text = -1;
    cal_slice text = cal_json_text(o, at);
    if (q->by_name) return option_of_name(q, o, text);
    if (o->token[at].type == JSMN_ARRAY) return option_of_list(q, o, at);
    const int by_number = option_of_number(q, text);
    while (text.length && *text.at == ' ') text.at++, text.length--;
    for (int i = 0, all = o->token[at].type == JSMN_STRING ? q->texts : 0; i < all; i++)
        if (cal_slice_same(q->text[i], text)) by_text = by_text == -1 ? i : -2; // options may have one text
    q->ambiguous |= by_number >= 0 && by_text >= 0 && by_number != by_text;
    return by_number >= 0 ? by_number : by_text >= 0 ? by_text : -1;
}

// Returns true if another usual key has a different option: the model's answer may be there.
static bool has_other_answer(cal_question *q, const cal_json_object *o) {
    static const char *const names[] = {"target", "label", "gold", "correct_answer", "ground_truth", NULL};
    for (int i = 0; names[i]; i++) {
        const char *const name[] = {names[i], NULL};
        const int at = cal_question_member(o, name), label = at < 0 ? -1 : read_label(q, o, at);
        if (label >= 0 && label != q->label) return true;
    }
    return false;
}

void cal_question_read(cal_question *q, const cal_json_object *o) {
    static const char *const mutual[] = {"acc_mutual_info", NULL};
    q->options = q->texts = 0, q->label = -1;
    q->nested = q->by_name = q->ambiguous = q->contradicted = false;
    q->answer = cal_question_member(o, cal_question_answers), q->list = list_of(o);
    if (q->list < 0) return;
    q->scale = cal_question_scale_of(cal_json_text(o, q->list - 1));
    q->by_name = o->token[q->list].type == JSMN_OBJECT;
    q->options =
        q->by_name ? read_named(q->value, o, q->list) : read_listed(q->value, &q->nested, o, q->list);
    // For the mutual information, a second half has the log likelihoods without the question.
    if (q->nested && q->options % 2 == 0 && q->options > 2 && cal_question_member(o, mutual) >= 0)
        q->options /= 2;
    cal_question_texts_read(q, o);
    q->label = q->answer < 0 ? -1 : read_label(q, o, q->answer);
    q->contradicted = q->label >= 0 && has_other_answer(q, o);
}

static bool is_one_of(cal_slice name, const char *const *names) {
    for (; *names; names++)
        if (cal_slice_is(name, *names)) return true;
    return false;
}

bool cal_question_has_keys(const cal_question *q, const cal_json_object *o) {
    static const char *const lists[] = {"log_likelihoods", "loglikelihoods", "lls",   "option_probs",
                                        "choice_probs",    "filtered_resps", "resps", NULL};
    static const char *const answers[] = {"answer",     "answer_index",   "answer_key", "answerKey",
                                          "gold_index", "correct_answer", "gold",       NULL};
    static const char *const others[] = {"choices", "options", "doc", NULL};
    static const char *const results[] = {"acc", "acc_norm", NULL};
    const cal_slice name = cal_json_text(o, q->list - 1), answer = cal_json_text(o, q->answer - 1);
    const bool logs = cal_slice_is(name, "logprobs") || cal_slice_is(name, "log_probs");
    if (is_one_of(name, lists) || is_one_of(answer, answers) || cal_question_member(o, others) >= 0)
        return true;
    return logs && cal_question_member(o, results) >= 0;
}
