#include "run/tables/questions/letters.h"
#include <string.h>
#include "run/tables/columns/binary.h"
#include "run/tables/frame/selection.h"
#include "run/tables/columns/names.h"
#include "run/tables/questions/columns.h"
#include "run/tables/questions/settle.h"

enum { LEAST = 3, LETTERS = 26 };

// The columns of the options' numbers, in the order of their letters.
typedef struct letters {
    int count, column[LETTERS];
} letters;

// Returns the column whose name is that of column `of` with another letter at `at`; -1: none.
static int with_letter(const cal_frame *f, int of, int at, char letter) {
    const cal_slice name = f->head[of];
    for (int c = 0; c < f->columns; c++)
        if (f->head[c].length == name.length && f->head[c].at[at] == letter &&
            !memcmp(f->head[c].at, name.at, (size_t)at) &&
            !memcmp(f->head[c].at + at + 1, name.at + at + 1, (size_t)(name.length - at - 1)))
            return c;
    return -1;
}

static bool is_numbers(const cal_frame *f, int column) {
    double value;
    bool percent;
    for (int i = 0; i < f->n; i++) {
        const cal_slice cell = cal_frame_cell(f, i, column);
        if (!cal_cell_missing(cell) && !cal_frame_number(&value, &percent, f, cell)) return false;
    }
    return true;
}

// Finds the columns from that of A on, if this is their first: davinci_choiceA_probs.
static bool find_from(letters *out, const cal_frame *f, int first) {
    const cal_slice name = f->head[first];
    const bool named =
        cal_name_holds(name, "prob") || cal_name_holds(name, "logit") || cal_name_holds(name, "likelihood");
    for (int at = 0; named && at < name.length; at++) {
        if (name.at[at] != 'A') continue;
        out->count = 0;
        for (int j = 0, c; j < LETTERS && (c = with_letter(f, first, at, (char)('A' + j))) >= 0; j++)
            out->column[out->count++] = c;
        bool numbers = out->count >= LEAST;
        for (int j = 0; j < out->count && numbers; j++) numbers = is_numbers(f, out->column[j]);
        if (numbers) return true;
    }
    return false;
}

// Returns the option of an answer's letter or number; -1: none.
static int option_of(cal_slice cell, int options) {
    double value;
    if (cell.length == 1 && cell.at[0] >= 'A' && cell.at[0] < 'A' + options) return cell.at[0] - 'A';
    if (!cal_number_parse(&value, cell) || value < 0 || value >= options || value != (int)value) return -1;
    return (int)value;
}

// Returns true if all cells are options: letters, or numbers from 0.
static bool is_answers(const cal_frame *f, int column, bool letters_only, int options) {
    int count = 0;
    for (int i = 0; i < f->n; i++) {
        const cal_slice cell = cal_frame_cell(f, i, column);
        if (cal_cell_missing(cell)) continue;
        if (option_of(cell, options) < 0 || (letters_only && cell.at[0] < 'A')) return false;
        count++;
    }
    return count > 0;
}

// Returns true if a column has the letter of the most probable option in every row, as a prediction does.
static bool is_prediction(const cal_frame *f, const letters *l, int column) {
    if (cal_name_holds(f->head[column], "pred")) return true;
    for (int i = 0; i < f->n; i++) {
        double value = 0, most = -__builtin_inf();
        bool percent;
        int best = 0;
        for (int j = 0; j < l->count; j++) {
            (void)cal_frame_number(&value, &percent, f, cal_frame_cell(f, i, l->column[j]));
            if (value > most) most = value, best = j;
        }
        if (option_of(cal_frame_cell(f, i, column), l->count) != best) return false;
    }
    return true;
}

// Finds the column of answers by a usual name, or else the only column of letters that are not predictions.
// -1: none, -2: several.
static int find_answers(const cal_frame *f, const letters *l) {
    int found = -1;
    for (int i = 0; cal_question_answers[i]; i++)
        for (int c = 0; c < f->columns; c++)
            if (cal_slice_is(f->head[c], cal_question_answers[i]) && is_answers(f, c, false, l->count))
                return c;
    for (int c = 0; c < f->columns; c++)
        if (is_answers(f, c, true, l->count) && !is_prediction(f, l, c)) found = found == -1 ? c : -2;
    return found;
}

static cal_status read_cells(cal_questions *q, const cal_frame *f, const letters *l, int answers,
                             cal_error *err) {
    char name[CAL_BINARY_WORD];
    for (int i = 0; i < f->n; i++) {
        const cal_slice answer = cal_frame_cell(f, i, answers);
        q->labels[i] = option_of(answer, l->count), q->options[i] = l->count;
        if (q->labels[i] < 0) {
            cal_frame_column_name(name, f, answers);
            return cal_fail(err, CAL_FAILED,
                            "%.120s: line %d: %s is '%.*s', which is not a letter from A to %c", f->name,
                            f->line[i], name, CAL_QUOTED(answer), 'A' + l->count - 1);
        }
        for (int j = 0; j < l->count; j++) {
            bool percent;
            (void)cal_frame_number(&q->p[i * l->count + j], &percent, f, cal_frame_cell(f, i, l->column[j]));
        }
    }
    return CAL_OK;
}

// Refuses answers that a column named "correct" contradicts.
static cal_status check_correct(const cal_questions *q, const cal_frame *f, int answers, cal_error *err) {
    char column[CAL_BINARY_WORD], name[CAL_BINARY_WORD];
    for (int c = 0; c < f->columns; c++) {
        int given = 0, agree = 0;
        if (c == answers || !cal_name_holds(f->head[c], "correct")) continue;
        for (int i = 0; i < f->n; i++) {
            const double *p = q->p + (size_t)i * (size_t)q->k;
            const int meaning = cal_word_meaning(cal_frame_cell(f, i, c));
            int best = 0;
            for (int j = 1; j < q->k; j++)
                if (p[j] > p[best]) best = j;
            given += meaning != 0, agree += meaning == (best == q->labels[i] ? 1 : -1);
        }
        if (given < f->n || f->n - agree <= f->n / 100) continue;
        cal_frame_column_name(name, f, answers), cal_frame_column_name(column, f, c);
        return cal_fail(
            err, CAL_USAGE,
            "%.120s: with the answers of %s, %s is the most probable option's in %d of %d rows; say "
            "columns label=NAME if another column has the answers",
            f->name, name, column, agree, f->n);
    }
    return CAL_OK;
}

static cal_status read_table(cal_table_outputs *out, cal_arena *arena, const cal_frame *f, const letters *l,
                             const cal_binary_columns *at, const cal_outputs_options *reading,
                             cal_error *err) {
    const size_t n = (size_t)f->n, k = (size_t)l->count;
    char first[CAL_BINARY_WORD], last[CAL_BINARY_WORD], name[CAL_BINARY_WORD];
    cal_questions q = {.n = f->n,
                       .k = l->count,
                       .p = cal_arena_alloc(arena, n * k * sizeof *q.p),
                       .labels = cal_arena_alloc(arena, n * sizeof *q.labels),
                       .options = cal_arena_alloc(arena, n * sizeof *q.options),
                       .scale = cal_question_scale_of(f->head[l->column[0]]),
                       .counts = {.n = f->n}};
    for (int d = CAL_DIVISOR_CHARACTERS; d < CAL_DIVISORS; d++) q.counts.missing[d] = f->line[0];
    if (arena->refused) return cal_refuse_memory(err, "%s: %d questions", f->name, f->n);
    cal_frame_column_name(first, f, l->column[0]), cal_frame_column_name(last, f, l->column[l->count - 1]);
    cal_frame_column_name(name, f, at->label);
    CAL_NOTE(reading->notes, "%.100s: %s is the right answer, and %s to %s are the options' numbers", f->name,
             name, first, last);
    cal_status status = read_cells(&q, f, l, at->label, err);
    if (!status) status = check_correct(&q, f, at->label, err);
    if (!status) status = cal_row_columns_read(&out->rows, arena, f, at, err);
    if (!status) status = cal_row_weights_read(&out->rows, arena, f, at->weight, err);
    return status ? status : cal_questions_settle(out, &q, arena, f->name, reading, err);
}

// Returns true if a name tells questions from classes that are called A, B and C.
static bool is_of_questions(const cal_frame *f) {
    static const char *const parts[] = {"choice", "correct", "question", "subject", "answer", NULL};
    for (int c = 0; c < f->columns; c++)
        for (int i = 0; parts[i]; i++)
            if (cal_name_holds(f->head[c], parts[i])) return true;
    return false;
}

// Finds the first set of columns. Names in the first row of a frame without names are then taken, since some
// of them may be numbers. Returns its first column; -1: none.
static int find_set(letters *out, cal_frame *f) {
    cal_frame named = *f;
    if (!f->named && f->n > 1) {
        memcpy(named.head, f->cell, (size_t)f->columns * sizeof *f->head);
        named.cell += f->columns, named.line++, named.n--, named.named = true;
    }
    for (int c = 0; c < f->columns && named.named; c++)
        if (find_from(out, &named, c) && is_of_questions(&named)) return *f = named, c;
    return -1;
}

cal_status cal_letters_read(cal_table_outputs *out, bool *found, cal_arena *arena, cal_frame *f,
                            const cal_outputs_options *reading, cal_error *err) {
    letters l, other;
    cal_binary_columns at;
    bool used[CAL_FRAME_COLUMNS] = {false};
    char first[CAL_BINARY_WORD], second[CAL_BINARY_WORD];
    *found = false;
    if (!f->n || (reading->task && strcmp(reading->task, "classes") == 0)) return CAL_OK;
    int c = find_set(&l, f);
    if (c < 0) return CAL_OK;
    cal_status status = cal_questions_choose(&at, f, reading->columns, err);
    if (status || at.p >= 0) return status;
    if (at.label < 0) at.label = find_answers(f, &l);
    if (at.label == -1) return CAL_OK;
    *found = true;
    cal_frame_column_name(first, f, l.column[0]);
    if (at.label < 0)
        return cal_fail(
            err, CAL_USAGE,
            "%.120s: several columns have letters from A to %c; say columns label=NAME for the right "
            "answer",
            f->name, 'A' + l.count - 1);
    for (c++; c < f->columns; c++) {
        if (!find_from(&other, f, c)) continue;
        cal_frame_column_name(second, f, c);
        return cal_fail(err, CAL_USAGE,
                        "%.120s: %s and %s begin two sets of options; leave the columns of one of them out",
                        f->name, first, second);
    }
    used[at.label] = true;
    for (int j = 0; j < l.count; j++) used[l.column[j]] = true;
    if (at.weight >= 0) used[at.weight] = true;
    status = cal_frame_drop_missing(f, arena, used, reading, err);
    return status ? status : read_table(out, arena, f, &l, &at, reading, err);
}
