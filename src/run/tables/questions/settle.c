#include "run/tables/questions/settle.h"
#include <string.h>
#include "base/maths/maths.h"
#include "run/outputs/probabilities.h"

// Decides whether the numbers are log likelihoods, by the rules for tables of classes.
static cal_status decide_scale(bool *logs, const cal_questions *q, const char *file,
                               const cal_outputs_options *reading, cal_error *err) {
    cal_probability_range look;
    *logs = reading->kind == CAL_OUTPUT_LOGITS;
    if (reading->kind != CAL_OUTPUT_UNKNOWN) return CAL_OK;
    cal_probability_range_of(&look, NULL, q->p, (size_t)q->n, (size_t)q->k);
    const bool fractions = look.least >= -CAL_PROBABILITIES_BELOW && look.most <= 1 && look.least < look.most;
    *logs = !look.likely && (q->scale != CAL_SCALE_PROBABILITIES || (look.most <= 0 && look.least < 0));
    if (!*logs || !fractions || q->scale == CAL_SCALE_LOGITS) return CAL_OK;
    return cal_fail(err, CAL_USAGE,
                    "%.200s: its options' numbers are from 0 to 1, and those of a question do not sum to 1: "
                    "neither log likelihoods nor probabilities; %s if they are log likelihoods all the same",
                    file, cal_option_name(CAL_OPTION_AS_LOGITS, reading->naming));
}

// Replaces log likelihoods by their softmax.
static void exponentiate(cal_questions *q, cal_divisor by) {
    for (int i = 0; i < q->n; i++) {
        double *p = q->p + (size_t)i * (size_t)q->k, most = -__builtin_inf(), sum = 0;
        const int32_t *length = q->length[by] ? q->length[by] + (size_t)i * (size_t)q->k : NULL;
        for (int j = 0; j < q->options[i]; j++) {
            if (length) p[j] /= length[j];
            most = p[j] > most ? p[j] : most;
        }
        for (int j = 0; j < q->options[i]; j++) sum += p[j] = cal_exp(p[j] - most);
        for (int j = 0; j < q->options[i]; j++) p[j] /= sum;
    }
}

static void add_notes(const cal_questions *q, const cal_row_columns *rows, bool logs, const char *file,
                      cal_notes *notes) {
    int least = q->k;
    for (int i = 0; i < q->n; i++) least = q->options[i] < least ? q->options[i] : least;
    const char *const what = logs ? "log likelihoods, whose softmax over its options is its distribution"
                                  : "the probabilities of its options";
    if (least == q->k)
        CAL_NOTE(notes,
                 "%.100s: read as %d questions of %d options, each with %s; the chosen option is the most "
                 "probable one",
                 file, q->n, q->k, what);
    else
        CAL_NOTE(
            notes,
            "%.100s: read as %d questions of %d to %d options, each with %s; the chosen option is the most "
            "probable one",
            file, q->n, least, q->k, what);
    cal_row_cases_note(rows, file, notes);
    cal_row_groups_note(rows, file, notes);
    cal_row_weights_note(rows, file, notes);
}

// Makes the numbers distributions over each question's options.
static cal_status normalise(cal_questions *q, cal_table_outputs *out, cal_arena *arena, const char *file,
                            const cal_outputs_options *reading, cal_error *err) {
    cal_divisor by;
    bool logs;
    cal_status status = decide_scale(&logs, q, file, reading, err);
    if (status) return status;
    add_notes(q, &out->rows, logs, file, reading->notes);
    if (!logs && reading->normalise && strcmp(reading->normalise, "none") != 0)
        return cal_fail(err, CAL_USAGE, "%.100s: %s %s: its options have probabilities, not log likelihoods",
                        file, cal_option_name(CAL_OPTION_NORMALISE, reading->naming), reading->normalise);
    if (!logs) {
        const double *p = q->p;
        status = cal_divisor_check(&q->counts, file, reading, err);
        if (!status)
            status = cal_probabilities_renormalise(&p, arena, (size_t)q->n, (size_t)q->k, file,
                                                   reading->notes, err);
        return q->p = (double *)p, status;
    }
    status = cal_divisor_decide(&by, &q->counts, file, reading, err);
    for (int d = 0; d < CAL_DIVISORS && !status; d++)
        if (!q->counts.above && !q->counts.missing[d] && (!d || q->counts.unequal[d]))
            out->divisors |= 1u << d;
    if (!status) exponentiate(q, by);
    return status;
}

cal_status cal_questions_settle(cal_table_outputs *out, cal_questions *q, cal_arena *arena, const char *file,
                                const cal_outputs_options *reading, cal_error *err) {
    const cal_status status = normalise(q, out, arena, file, reading, err);
    if (status) return status;
    out->outputs = (cal_outputs){.task = CAL_TASK_QUESTIONS,
                                 .n = q->n,
                                 .k = q->k,
                                 .probabilities = q->p,
                                 .labels = q->labels,
                                 .options = q->options};
    return CAL_OK;
}
