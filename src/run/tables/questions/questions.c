#include "run/tables/questions/questions.h"
#include <string.h>
#include "run/tables/questions/columns.h"
#include "run/tables/questions/line.h"
#include "run/tables/questions/settle.h"
#include "run/tables/questions/texts.h"

// *found is false, without an error, if the file does not begin with a question.
static cal_status survey_with(cal_questions *out, bool *found, cal_question *q, const cal_file *file,
                              const char *task, cal_error *err) {
    cal_json_objects all = cal_json_objects_open(file);
    cal_slice text, start = {"", 0}; // the name of the first option
    bool questions = false;
    int first = 0;
    *found = false;
    while (cal_json_objects_next(&text, &all)) {
        cal_arena own = {0};
        cal_json_object o;
        const cal_status status = cal_json_object_parse(&o, &own, text, all.number, err);
        q->options = 0;
        if (!status && o.count) cal_question_read(q, &o);
        const cal_slice name = q->options && q->by_name ? cal_json_text(&o, q->list + 1) : (cal_slice){"", 0};
        if (!status && !out->n && q->options && q->answer >= 0) {
            questions = cal_question_has_keys(q, &o) && !(task && strcmp(task, "classes") == 0);
            out->scale = q->scale, first = q->options, start = name;
            out->measured = q->texts > 0 || cal_question_tokens(&o) >= 0;
        }
        cal_arena_free(&own);
        if (status || (!out->n && (!q->options || q->answer < 0))) return status;
        questions |= q->options && (q->nested || q->options != first || !cal_slice_same(name, start));
        out->n++, out->k = q->options > out->k ? q->options : out->k;
    }
    *found = questions;
    return CAL_OK;
}

// Counts the questions, and the most options of one.
static cal_status survey(cal_questions *out, bool *found, const cal_file *file, const char *task,
                         cal_error *err) {
    cal_arena own = {0};
    cal_question *q = cal_arena_alloc(&own, sizeof *q);
    *out = (cal_questions){0};
    const cal_status status =
        q ? survey_with(out, found, q, file, task, err) : cal_refuse_memory(err, "the options of a question");
    cal_arena_free(&own);
    return status;
}

static cal_status take(cal_questions *out, int i, const cal_question *q, const cal_json_object *o,
                       const char *file, cal_error *err) {
    const size_t at = (size_t)i * (size_t)out->k;
    int32_t *length[CAL_DIVISORS];
    if (!q->options)
        return cal_fail(
            err, CAL_FAILED,
            "%s: line %d has no list of its options' numbers (logprobs, probs or filtered_resps), "
            "as the first line has; NaN and Infinity are not JSON",
            file, o->number);
    if (q->label < 0)
        return cal_fail(err, CAL_FAILED,
                        "%s: line %d: the answer '%.*s' is none of its %d options: a number from 0, a letter "
                        "from A, or an option's name",
                        file, o->number,
                        CAL_QUOTED(q->answer < 0 ? ((cal_slice){"", 0}) : cal_json_text(o, q->answer)),
                        q->options);
    if (q->contradicted)
        return cal_fail(
            err, CAL_FAILED,
            "%s: line %d has two different answers, one as %.*s; leave out what is not the right one", file,
            o->number, CAL_QUOTED(cal_json_text(o, q->answer - 1)));
    memcpy(out->p + at, q->value, (size_t)q->options * sizeof *q->value);
    out->options[i] = q->options, out->labels[i] = q->label;
    for (int d = 0; d < CAL_DIVISORS; d++) length[d] = out->length[d] ? out->length[d] + at : NULL;
    cal_divisor_count(&out->counts, length, q, o);
    return CAL_OK;
}

static cal_status read_all(cal_questions *out, cal_question *q, cal_row_columns *rows, cal_arena *arena,
                           const cal_file *file, const char *given, cal_error *err) {
    cal_json_objects all = cal_json_objects_open(file);
    cal_slice text;
    cal_questions_columns columns;
    cal_frame keys;
    cal_status status = CAL_OK;
    for (int i = 0; !status && i < out->n && cal_json_objects_next(&text, &all); i++) {
        cal_arena own = {0};
        cal_json_object o;
        status = cal_json_object_parse(&o, &own, text, all.number, err);
        if (!status && !i) {
            cal_questions_keys(&keys, &o, file->name);
            status = cal_questions_choose_columns(&columns, rows, out->n, arena, &keys, given, err);
        }
        q->options = 0, q->answer = -1;
        if (!status && o.count) cal_question_read(q, &o);
        if (!status) status = take(out, i, q, &o, file->name, err);
        if (!status) status = cal_questions_take_columns(rows, &columns, &o, file->name, i, err);
        cal_arena_free(&own);
    }
    return status;
}

static cal_status allocate(cal_questions *q, cal_arena *arena, cal_arena *own, const char *name,
                           cal_error *err) {
    const size_t n = (size_t)q->n, count = n * (size_t)q->k;
    q->p = cal_arena_alloc(arena, count * sizeof *q->p);
    q->labels = cal_arena_alloc(arena, n * sizeof *q->labels);
    q->options = cal_arena_alloc(arena, n * sizeof *q->options);
    for (int d = CAL_DIVISOR_CHARACTERS; d < CAL_DIVISORS && q->measured; d++)
        q->length[d] = cal_arena_alloc(own, count * sizeof *q->length[d]);
    return arena->refused || own->refused ? cal_refuse_memory(err, "%s: %d questions", name, q->n) : CAL_OK;
}

cal_status cal_questions_read(cal_table_outputs *out, bool *found, cal_arena *arena, const cal_file *file,
                              const cal_outputs_options *reading, cal_error *err) {
    cal_questions q;
    cal_arena own = {0};
    *found = false;
    *out = (cal_table_outputs){.outputs = {.n = 0}};
    size_t start = 0;
    while (start < file->size && (file->bytes[start] <= ' ' || file->bytes[start] >= 0x80)) start++;
    if (start == file->size || (file->bytes[start] != '{' && file->bytes[start] != '[')) return CAL_OK;
    if (file->size > INT32_MAX / 2) return CAL_OK;
    cal_status status = survey(&q, found, file, reading->task, err);
    if (status || !*found) return status;
    // A row has at least two bytes per option in the file, except rows of fewer options than the longest.
    if ((size_t)q.n * (size_t)q.k > 8 * file->size + 1024)
        return cal_fail(err, CAL_FAILED, "%s: one question has %d options, far more than the others",
                        file->name, q.k);
    cal_question *line = cal_arena_alloc(&own, sizeof *line);
    status = allocate(&q, arena, &own, file->name, err);
    if (!status) status = read_all(&q, line, &out->rows, arena, file, reading->columns, err);
    if (!status && out->rows.weight) status = cal_weights_settle(out->rows.weight, q.n, file->name, err);
    if (!status) status = cal_questions_settle(out, &q, arena, file->name, reading, err);
    cal_arena_free(&own);
    return status;
}
