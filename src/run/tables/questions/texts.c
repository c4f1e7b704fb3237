#include "run/tables/questions/texts.h"
#include <string.h>

// Returns the value of a key of the object at `at`; -1: none, or no object.
static int member_of(const cal_json_object *o, int at, const char *name) {
    if (o->token[at].type != JSMN_OBJECT) return -1;
    const int end = cal_json_after(o, at);
    for (int one = at + 1; one + 1 < end; one = cal_json_after(o, one + 1))
        if (cal_slice_is(cal_json_text(o, one), name)) return one + 1;
    return -1;
}

// Reads a list of `options` strings, or the "text" of an object.
static bool read_choices(cal_slice *out, const cal_json_object *o, int at, int options) {
    if (at >= 0 && o->token[at].type == JSMN_OBJECT) at = member_of(o, at, "text");
    if (at < 0 || o->token[at].type != JSMN_ARRAY || o->token[at].size != options) return false;
    for (int i = 0; i < options; i++) {
        if (o->token[at + 1 + i].type != JSMN_STRING) return false;
        out[i] = cal_json_text(o, at + 1 + i);
    }
    return true;
}

// Reads the choices of the line or of its "doc".
static bool find_choices(cal_slice *out, const cal_json_object *o, int options) {
    static const char *const names[] = {"choices", "options", "endings", NULL};
    const int doc = member_of(o, 0, "doc");
    for (int i = 0; names[i]; i++)
        if ((doc >= 0 && read_choices(out, o, member_of(o, doc, names[i]), options)) ||
            read_choices(out, o, member_of(o, 0, names[i]), options))
            return true;
    return false;
}

// Returns the second text of [context, continuation] or {"arg_0": context, "arg_1": continuation}; -1: none.
static int continuation_of(const cal_json_object *o, int at) {
    const bool list = o->token[at].type == JSMN_ARRAY && o->token[at].size > 1;
    const int found = list ? cal_json_after(o, at + 1) : member_of(o, at, "arg_1");
    return found >= 0 && o->token[found].type == JSMN_STRING ? found : -1;
}

// Reads the continuations of the context, which the harness lists as {"gen_args_0": ...} or [...].
static bool find_continuations(cal_slice *out, const cal_json_object *o, int options) {
    const int at = member_of(o, 0, "arguments");
    const bool named = at >= 0 && o->token[at].type == JSMN_OBJECT;
    if (at < 0 || !(named || o->token[at].type == JSMN_ARRAY)) return false;
    if (o->token[at].size != options && o->token[at].size != 2 * options) return false;
    for (int i = 0, one = at + 1 + named; i < options; i++, one = cal_json_after(o, one) + named) {
        const int found = continuation_of(o, one);
        if (found < 0) return false;
        out[i] = cal_json_text(o, found);
    }
    return true;
}

static cal_slice skip_blanks(cal_slice text) {
    for (;;) {
        const bool escaped =
            text.length > 1 && text.at[0] == '\\' && (text.at[1] == 'n' || text.at[1] == 't');
        const int blank = escaped ? 2 : text.length && text.at[0] == ' ';
        if (!blank) return text;
        text.at += blank, text.length -= blank;
    }
}

static bool ends_with(cal_slice text, cal_slice end) {
    return end.length <= text.length &&
           !memcmp(text.at + text.length - end.length, end.at, (size_t)end.length);
}

void cal_question_texts_read(cal_question *q, const cal_json_object *o) {
    const bool choices = q->options && find_choices(q->text, o, q->options);
    q->texts = choices ? q->options : 0;
    if (!q->options || !find_continuations(q->continuation, o, q->options)) return;
    bool same = choices;
    for (int i = 0; same && i < q->options; i++) same = ends_with(q->continuation[i], q->text[i]);
    // The options may be letters although the doc has texts as well, as in MMLU.
    for (int i = 0; !same && i < q->options; i++) q->text[i] = skip_blanks(q->continuation[i]);
    q->texts = q->options;
}

int cal_question_text_length(cal_slice text, bool bytes) {
    int length = 0;
    for (int i = 0; i < text.length; i++) {
        const unsigned char c = (unsigned char)text.at[i];
        unsigned code = 0;
        if (c != '\\' || i + 1 == text.length) {
            length += bytes || (c & 0xc0) != 0x80;
            continue;
        }
        i++;
        for (int j = 1; j <= 4 && text.at[i] == 'u' && i + j < text.length; j++) {
            const char h = text.at[i + j];
            code = 16 * code + (unsigned)(h <= '9' ? h - '0' : (h | 32) - 'a' + 10);
        }
        const bool high = code >= 0xd800 && code < 0xdc00; // first of two that are one character
        if (text.at[i] == 'u') i += 4;
        if (bytes) length += code < 0x80 ? 1 : code < 0x800 ? 2 : code >= 0xd800 && code < 0xe000 ? 2 : 3;
        else length += !high;
    }
    return length;
}

int cal_question_tokens(const cal_json_object *o) {
    static const char *const names[] = {"num_tokens", "token_counts", "option_tokens", "choice_tokens", NULL};
    return cal_question_member(o, names);
}

bool cal_question_tokens_read(int32_t *out, const cal_question *q, const cal_json_object *o) {
    const int at = cal_question_tokens(o);
    double value;
    if (at < 0 || o->token[at].type != JSMN_ARRAY || o->token[at].size != q->options) return false;
    for (int i = 0; i < q->options; i++) {
        if (!cal_number_parse(&value, cal_json_text(o, at + 1 + i)) || !(value >= 0 && value <= 1e6) ||
            value != (int)value)
            return false;
        out[i] = (int32_t)value;
    }
    return true;
}
