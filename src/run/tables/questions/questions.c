#include "run/tables/questions/questions.h"
#include <string.h>
#define JSMN_STATIC
#include "base/maths/maths.h"
#include "base/slice.h"
#include "run/outputs/notes.h"
#include "run/tables/questions/columns.h"

enum { OPTIONS_MAX = 1000, NAMES = 24 };

// Returns the value of the first of these keys that the object has; -1: none.
static int member(const cal_questions_line *l, const char *const *names) {
    for (; *names; names++)
        for (int at = 1; at + 1 < l->count; at = cal_questions_after(l, at + 1))
            if (cal_slice_is(cal_questions_text(l, at), *names)) return at + 1;
    return -1;
}

static const char *const OPTIONS[] = {"logprobs",
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
static const char *const ANSWERS[] = {"answer",       "target",         "label",      "gold",
                                      "correct",      "answer_index",   "y",          "answer_key",
                                      "answerKey",    "correct_answer", "gold_index", "gold_label",
                                      "ground_truth", "expected",       NULL};

static bool holds(cal_slice text, const char *part) {
    const int length = (int)strlen(part);
    for (int i = 0; i + length <= text.length; i++)
        if (!memcmp(text.at + i, part, (size_t)length)) return true;
    return false;
}

// Finds the options' numbers by a usual name, or else the only list or object with a name for such numbers;
// -1: none.
static int options_of(const cal_questions_line *l) {
    static const char *const parts[] = {"prob", "logit", "likelihood", "score", "lls", NULL};
    const int usual = member(l, OPTIONS);
    int found = -1;
    if (usual >= 0) return usual;
    for (int at = 1; at + 1 < l->count; at = cal_questions_after(l, at + 1)) {
        bool named = false;
        for (int i = 0; parts[i]; i++) named |= holds(cal_questions_text(l, at), parts[i]);
        if (!named || l->token[at + 1].type == JSMN_STRING || l->token[at + 1].type == JSMN_PRIMITIVE)
            continue;
        if (found >= 0) return -1;
        found = at + 1;
    }
    return found;
}

// Reads the numbers of {"A": 0.2, "B": 0.8}.
static int read_named(double *out, const cal_questions_line *l, int at) {
    const int count = l->token[at].size;
    int one = at + 1;
    if (count < 2 || count > OPTIONS_MAX) return 0;
    for (int i = 0; i < count; i++, one = cal_questions_after(l, one + 1))
        if (one + 1 >= l->count || !cal_number_parse(&out[i], cal_questions_text(l, one + 1))) return 0;
    return count;
}

// Reads the options' numbers: [1, 2], [[1, true], [2, false]], or [[[1, true]], [[2, false]]], or by name.
// Returns their count; 0: another form.
static int read_options(double *out, bool *nested, const cal_questions_line *l, int at) {
    *nested = false;
    if (at >= 0 && l->token[at].type == JSMN_OBJECT) return read_named(out, l, at);
    if (at < 0 || l->token[at].type != JSMN_ARRAY) return 0;
    const int count = l->token[at].size;
    if (count < 2 || count > OPTIONS_MAX) return 0;
    for (int i = 0, one = at + 1; i < count; i++, one = cal_questions_after(l, one)) {
        int number = one;
        while (number < l->count && l->token[number].type == JSMN_ARRAY && l->token[number].size)
            number++, *nested = true;
        if (number >= l->count || !cal_number_parse(&out[i], cal_questions_text(l, number))) return 0;
    }
    return count;
}

// Finds the answer's place among the options; -1: not one of them.
static int read_answer(const cal_questions_line *l, int at, int list, int options) {
    double value;
    if (at < 0) return -1;
    const cal_slice text = cal_questions_text(l, at);
    if (options && l->token[list].type == JSMN_OBJECT) { // by its name
        int one = list + 1;
        for (int i = 0; i < options; i++, one = cal_questions_after(l, one + 1)) {
            const cal_slice name = cal_questions_text(l, one);
            if (name.length == text.length && !memcmp(name.at, text.at, (size_t)name.length)) return i;
        }
        return -1;
    }
    if (l->token[at].type == JSMN_ARRAY) { // one-hot
        int found = -1;
        for (int i = 0; i < l->token[at].size && l->token[at].size == options; i++) {
            if (!cal_number_parse(&value, cal_questions_text(l, at + 1 + i)) || (value != 0 && value != 1))
                return -1;
            if (value == 1 && found >= 0) return -1;
            if (value == 1) found = i;
        }
        return found;
    }
    if (cal_number_parse(&value, text))
        return value >= 0 && value < options && value == (int)value ? (int)value : -1;
    const char letter = text.length == 1 ? text.at[0] : 0;
    const int place = letter >= 'A' && letter <= 'Z'   ? letter - 'A'
                      : letter >= 'a' && letter <= 'z' ? letter - 'a'
                                                       : -1;
    return place < options ? place : -1;
}

static cal_status tokens(cal_questions_line *l, cal_arena *own, size_t length, cal_error *err) {
    jsmn_parser parser;
    jsmn_init(&parser);
    l->count = jsmn_parse(&parser, l->text, length, NULL, 0);
    if (l->count < 1) return l->count = 0, CAL_OK;
    jsmntok_t *token = cal_arena_alloc(own, (size_t)l->count * sizeof *token);
    if (!token) return cal_refuse_memory(err, "a line of JSON");
    jsmn_init(&parser);
    l->count = jsmn_parse(&parser, l->text, length, token, (unsigned)l->count);
    l->token = token;
    return CAL_OK;
}

// ---- lines

// The questions as they are read.
typedef struct questions {
    int n, k;         // k: the most options of a question
    double *p;        // [n, k], normalised over each question's own options, 0 beyond them
    int32_t *labels;  // [n]
    int32_t *options; // [n], number of options
} questions;

typedef struct reader {
    const cal_file *file;
    cal_slice rest;
    int number;
} reader;

// Returns the next line that is not blank; false past the last.
static bool next(cal_slice *out, reader *r) {
    while (r->rest.length > 0) {
        const char *stop = memchr(r->rest.at, '\n', (size_t)r->rest.length);
        const int length = stop ? (int)(stop - r->rest.at) : r->rest.length;
        *out = (cal_slice){r->rest.at, length};
        r->rest.at += length + (stop != NULL), r->rest.length -= length + (stop != NULL);
        r->number++;
        for (int i = 0; i < length; i++)
            if (out->at[i] != ' ' && out->at[i] != '\r' && out->at[i] != '\t') return true;
    }
    return false;
}

static reader open(const cal_file *file) {
    reader r = {.file = file, .rest = {(const char *)file->bytes, (int)file->size}};
    if (file->size >= 3 && !memcmp(file->bytes, "\xef\xbb\xbf", 3)) r.rest.at += 3, r.rest.length -= 3;
    return r;
}

// value: [OPTIONS_MAX], one question at a time
static cal_status survey_into(questions *out, double *value, const cal_file *file, cal_error *err) {
    reader r = open(file);
    cal_slice text;
    bool nested = false, differ = false;
    int first = 0;
    cal_slice start = {"", 0}; // the name of the first option
    *out = (questions){0};
    while (next(&text, &r)) {
        cal_arena own = {0};
        cal_questions_line l = {.text = text.at, .number = r.number};
        bool here = false;
        const cal_status status = tokens(&l, &own, (size_t)text.length, err);
        const bool object = !status && l.count > 0 && l.token[0].type == JSMN_OBJECT;
        const int list = object ? options_of(&l) : -1, count = read_options(value, &here, &l, list);
        const bool by_name = count && l.token[list].type == JSMN_OBJECT;
        const cal_slice name = by_name ? cal_questions_text(&l, list + 1) : start;
        const bool answered = object && member(&l, ANSWERS) >= 0;
        cal_arena_free(&own);
        if (status) return status;
        if (!out->n && (!count || !answered)) return CAL_OK;
        if (!first) first = count, start = name;
        nested |= here;
        differ |= count > 0 && (count != first || name.length != start.length ||
                                memcmp(name.at, start.at, (size_t)name.length) != 0);
        out->n++, out->k = count > out->k ? count : out->k;
    }
    if (!nested && !differ) out->n = 0;
    return CAL_OK;
}

// Counts the questions, and the most options of one; n = 0 if the file has none.
static cal_status survey(questions *out, const cal_file *file, cal_error *err) {
    cal_arena own = {0};
    double *value = cal_arena_alloc(&own, OPTIONS_MAX * sizeof *value);
    const cal_status status =
        value ? survey_into(out, value, file, err) : cal_refuse_memory(err, "the options of a question");
    cal_arena_free(&own);
    return status;
}

// Normalises each question: softmax of log likelihoods, unless all are probabilities that sum to 1.
static void normalise(double *p, int count, bool logs) {
    double most = -__builtin_inf(), sum = 0;
    for (int j = 0; j < count; j++) most = p[j] > most ? p[j] : most;
    for (int j = 0; j < count; j++) p[j] = logs ? cal_exp(p[j] - most) : p[j], sum += p[j];
    for (int j = 0; j < count; j++) p[j] /= sum;
}

static cal_status read_all(questions *out, cal_row_columns *rows, bool *logs, cal_arena *arena,
                           const cal_file *file, const char *given, cal_error *err) {
    reader r = open(file);
    cal_slice text;
    cal_questions_columns columns;
    cal_frame keys;
    cal_status status = CAL_OK;
    *logs = false;
    for (int i = 0; !status && i < out->n && next(&text, &r); i++) {
        cal_arena own = {0};
        cal_questions_line l = {.text = text.at, .number = r.number};
        double *row = out->p + (size_t)i * (size_t)out->k, sum = 0;
        bool nested, fractions = true;
        status = tokens(&l, &own, (size_t)text.length, err);
        const bool object = !status && l.count > 0 && l.token[0].type == JSMN_OBJECT;
        if (!i) {
            cal_questions_keys(&keys, &l, file->name);
            if (!status)
                status = cal_questions_choose_columns(&columns, rows, out->n, arena, &keys, given, err);
        }
        const int answer = object ? member(&l, ANSWERS) : -1, list = object ? options_of(&l) : -1;
        out->options[i] = read_options(row, &nested, &l, list);
        out->labels[i] = read_answer(&l, answer, list, out->options[i]);
        if (!status && !out->options[i])
            status = cal_fail(
                err, CAL_FAILED,
                "%s: line %d has no list of its options' numbers (logprobs, probs or filtered_resps), as the "
                "first line has; NaN and Infinity are not JSON",
                file->name, l.number);
        else if (!status && out->labels[i] < 0)
            status = cal_fail(err, CAL_FAILED,
                              "%s: line %d: the answer '%.*s' is none of its %d options: a number from 0, a "
                              "letter from A, or an option's name",
                              file->name, l.number,
                              CAL_QUOTED(answer < 0 ? ((cal_slice){"", 0}) : cal_questions_text(&l, answer)),
                              out->options[i]);
        for (int j = 0; !status && j < out->options[i]; j++)
            sum += row[j], fractions &= row[j] >= 0 && row[j] <= 1;
        *logs |= !fractions || __builtin_fabs(sum - 1) > 1e-2;
        if (!status) status = cal_questions_take_columns(rows, &columns, &l, file->name, i, err);
        cal_arena_free(&own);
    }
    return status;
}

// Normalises the questions, and adds the notes.
static void settle(questions *q, const cal_row_columns *rows, bool logs, const char *file, cal_notes *notes) {
    int least = q->k;
    for (int i = 0; i < q->n; i++) {
        normalise(q->p + (size_t)i * (size_t)q->k, q->options[i], logs);
        least = q->options[i] < least ? q->options[i] : least;
    }
    CAL_NOTE(notes,
             "%.100s: read as %d questions of %d to %d options, each with %s; the chosen option is the most "
             "probable one",
             file, q->n, least, q->k,
             logs ? "log likelihoods, whose softmax over its options is its distribution"
                  : "the probabilities of its options");
    cal_row_cases_note(rows, file, notes);
    cal_row_groups_note(rows, file, notes);
    cal_row_weights_note(rows, file, notes);
}

cal_status cal_questions_read(cal_table_outputs *out, bool *found, cal_arena *arena, const cal_file *file,
                              const cal_outputs_options *reading, cal_error *err) {
    questions q;
    bool logs;
    *found = false;
    *out = (cal_table_outputs){.outputs = {.n = 0}};
    size_t start = 0;
    while (start < file->size && (file->bytes[start] <= ' ' || file->bytes[start] >= 0x80)) start++;
    if (start == file->size || file->bytes[start] != '{' || file->size > INT32_MAX / 2) return CAL_OK;
    cal_status status = survey(&q, file, err);
    if (status || !q.n) return status;
    *found = true;
    const size_t n = (size_t)q.n, k = (size_t)q.k;
    // A row has at least two bytes per option in the file, except rows of fewer options than the longest.
    if (n * k > 8 * file->size + 1024)
        return cal_fail(err, CAL_FAILED, "%s: one question has %d options, far more than the others",
                        file->name, q.k);
    q.p = cal_arena_alloc(arena, n * k * sizeof *q.p);
    q.labels = cal_arena_alloc(arena, n * sizeof *q.labels);
    q.options = cal_arena_alloc(arena, n * sizeof *q.options);
    if (arena->refused) return cal_refuse_memory(err, "%s: %zu questions", file->name, n);
    status = read_all(&q, &out->rows, &logs, arena, file, reading->columns, err);
    if (!status && out->rows.weight) status = cal_weights_settle(out->rows.weight, q.n, file->name, err);
    if (status) return status;
    if (reading->kind == CAL_OUTPUT_PROBABILITIES && logs)
        return cal_fail(err, CAL_FAILED,
                        "%s: the options' numbers do not all sum to 1, so they are not probabilities",
                        file->name);
    settle(&q, &out->rows, logs || reading->kind == CAL_OUTPUT_LOGITS, file->name, reading->notes);
    out->outputs = (cal_outputs){.task = CAL_TASK_QUESTIONS,
                                 .n = q.n,
                                 .k = q.k,
                                 .probabilities = q.p,
                                 .labels = q.labels,
                                 .options = q.options};
    return CAL_OK;
}
