#include "run/tables/questions/divisor.h"
#include <string.h>
#include "base/maths/maths.h"
#include "run/tables/questions/texts.h"

static const char *const divisors[CAL_DIVISORS] = {"none", "characters", "bytes", "tokens"};
static const char *const accuracies[CAL_ACCURACIES] = {"acc", "acc_norm", "acc_bytes", "correct"};

bool cal_divisor_find(cal_divisor *out, const char *name) {
    for (int d = 0; d < CAL_DIVISORS; d++)
        if (strcmp(name, divisors[d]) == 0) return *out = (cal_divisor)d, true;
    return false;
}

const char *cal_divisor_name(cal_divisor divisor) { return divisors[divisor]; }

// Reads an accuracy of the line, 0 or 1; false if it has none. *partial: it is another number.
static bool read_accuracy(bool *right, bool *partial, const cal_json_object *o, const char *name) {
    const char *const names[] = {name, NULL};
    const int at = cal_question_member(o, names);
    double value;
    *partial = false;
    if (at < 0 || o->token[at].type == JSMN_ARRAY || o->token[at].type == JSMN_OBJECT) return false;
    const cal_slice text = cal_json_text(o, at);
    *right = cal_slice_is(text, "true");
    if (*right || cal_slice_is(text, "false")) return true;
    if (!cal_number_parse(&value, text)) return false;
    *right = value == 1, *partial = value != 0 && value != 1;
    return !*partial;
}

// Returns the option with the largest value, as numpy.argmax does.
static int largest(const cal_question *q, const int32_t *length) {
    int best = 0;
    double most = 0;
    for (int i = 0; i < q->options; i++) {
        const double value = length ? q->value[i] / length[i] : q->value[i];
        if (!i || value > most) most = value, best = i;
    }
    return best;
}

static bool read_lengths(int32_t *out, cal_divisor divisor, const cal_question *q, const cal_json_object *o) {
    bool known = divisor == CAL_DIVISOR_TOKENS ? cal_question_tokens_read(out, q, o) : q->texts > 0;
    for (int i = 0; i < q->options && known; i++) {
        if (divisor != CAL_DIVISOR_TOKENS)
            out[i] = cal_question_text_length(q->text[i], divisor == CAL_DIVISOR_BYTES);
        known = out[i] > 0;
    }
    return known;
}

void cal_divisor_count(cal_divisor_counts *c, int32_t *const length[CAL_DIVISORS], const cal_question *q,
                       const cal_json_object *o) {
    bool own[CAL_ACCURACIES], given[CAL_ACCURACIES];
    double whole = 0;
    for (int i = 0; i < q->options; i++) {
        c->above += q->value[i] > 0 && q->scale != CAL_SCALE_LOGS;
        whole += q->value[i] <= 0 ? cal_exp(q->value[i]) : 0;
    }
    c->n++, c->distributions += whole >= 0.5;
    if (q->ambiguous && !c->ambiguous) c->ambiguous = o->number;
    for (int a = 0; a < CAL_ACCURACIES; a++) {
        bool partial;
        given[a] = read_accuracy(&own[a], &partial, o, accuracies[a]);
        if (q->answer > 0 && cal_slice_is(cal_json_text(o, q->answer - 1), accuracies[a])) given[a] = false;
        c->given[a] += given[a], c->partial[a] += partial;
    }
    for (int d = 0; d < CAL_DIVISORS; d++) {
        const bool known = d == CAL_DIVISOR_NONE || (length[d] && read_lengths(length[d], d, q, o));
        if (!known && !c->missing[d]) c->missing[d] = o->number;
        if (!known) continue;
        const bool right = largest(q, length[d]) == q->label;
        c->right[d] += right;
        for (int i = 1, same = 1; i < q->options && same && d; i++) {
            same = length[d][i] == length[d][0];
            c->unequal[d] += !same;
        }
        for (int a = 0; a < CAL_ACCURACIES; a++) c->agree[a][d] += given[a] && own[a] == right;
    }
}

static double percent(const cal_divisor_counts *c, int divisor) { return 100. * c->right[divisor] / c->n; }

// Returns true if the file's accuracy is that of the divisor; one question in a hundred may be a tie.
static bool reproduces(const cal_divisor_counts *c, int accuracy, int divisor) {
    return !c->missing[divisor] && c->given[accuracy] == c->n &&
           c->n - c->agree[accuracy][divisor] <= c->n / 100;
}

// Says what was decided where lengths matter.
static void note_decision(const cal_divisor_counts *c, cal_divisor by, const char *as, const char *file,
                          cal_notes *notes) {
    cal_divisor other = CAL_DIVISOR_NONE;
    for (int d = CAL_DIVISORS - 1; d > 0; d--)
        if (!c->missing[d] && c->unequal[d]) other = (cal_divisor)d;
    if (by)
        CAL_NOTE(
            notes,
            "%.100s: log likelihoods are divided by the options' numbers of %s%s%s: accuracy is %.1f %%; by "
            "the sums it is %.1f %%",
            file, divisors[by], as ? ", as for its " : "", as ? as : "", percent(c, by),
            percent(c, CAL_DIVISOR_NONE));
    else if (other)
        CAL_NOTE(
            notes,
            "%.100s: log likelihoods are not divided by lengths%s%s: accuracy is %.1f %%; divided by the "
            "options' numbers of %s it is %.1f %%",
            file, as ? ", as for its " : "", as ? as : "", percent(c, by), divisors[other],
            percent(c, other));
}

static cal_status take_given(cal_divisor *out, const cal_divisor_counts *c, const char *file,
                             const cal_outputs_options *reading, cal_error *err) {
    (void)cal_divisor_find(out, reading->normalise);
    if (c->missing[*out])
        return cal_fail(err, CAL_USAGE,
                        "%.100s: line %d has no %s of its options, each at least 1, for %s %s", file,
                        c->missing[*out], *out == CAL_DIVISOR_TOKENS ? "numbers of tokens" : "texts",
                        cal_option_name(CAL_OPTION_NORMALISE, reading->naming), divisors[*out]);
    note_decision(c, *out, NULL, file, reading->notes);
    if (c->given[CAL_ACC] == c->n && !reproduces(c, CAL_ACC, CAL_DIVISOR_NONE))
        CAL_NOTE(reading->notes, "%.100s: its acc agrees with the most probable option in %d of %d questions",
                 file, c->agree[CAL_ACC][CAL_DIVISOR_NONE], c->n);
    return CAL_OK;
}

// Finds the divisor that reproduces the file's acc_norm or acc_bytes.
static cal_status match(cal_divisor *out, const cal_divisor_counts *c, int accuracy, const char *file,
                        const cal_outputs_options *reading, cal_error *err) {
    static const cal_divisor order[] = {CAL_DIVISOR_CHARACTERS, CAL_DIVISOR_BYTES, CAL_DIVISOR_TOKENS};
    const cal_divisor first = accuracy == CAL_ACC_BYTES ? CAL_DIVISOR_BYTES : CAL_DIVISOR_CHARACTERS;
    const char *const option = cal_option_name(CAL_OPTION_NORMALISE, reading->naming);
    const char *const name = accuracies[accuracy];
    *out = first;
    bool found = reproduces(c, accuracy, first);
    for (size_t i = 0; !found && i < sizeof order / sizeof *order; i++)
        found = reproduces(c, accuracy, *out = order[i]);
    if (found && !c->unequal[*out]) *out = CAL_DIVISOR_NONE; // the division changes no decision
    if (found) return note_decision(c, *out, name, file, reading->notes), CAL_OK;
    *out = CAL_DIVISOR_NONE;
    if (reproduces(c, accuracy, CAL_DIVISOR_NONE)) {
        CAL_NOTE(
            reading->notes,
            "%.100s: its %s is that of the log likelihoods as they are, which are not divided by lengths",
            file, name);
        return CAL_OK;
    }
    if (c->missing[first])
        return cal_fail(
            err, CAL_USAGE,
            "%.100s: its %s is not of the sums of log likelihoods, which agree in %d of %d questions, "
            "and line %d has no texts of its options to divide by; %s none takes the sums all the "
            "same",
            file, name, c->agree[accuracy][CAL_DIVISOR_NONE], c->n, c->missing[first], option);
    return cal_fail(
        err, CAL_USAGE,
        "%.100s: its %s agrees with log likelihoods divided by the options' numbers of %s in %d of %d "
        "questions, and with their sums in %d; choose %s %s or %s none",
        file, name, divisors[first], c->agree[accuracy][first], c->n, c->agree[accuracy][CAL_DIVISOR_NONE],
        option, divisors[first], option);
}

cal_status cal_divisor_check(const cal_divisor_counts *c, const char *file,
                             const cal_outputs_options *reading, cal_error *err) {
    const char *const option = cal_option_name(CAL_OPTION_NORMALISE, reading->naming);
    if (reading->normalise) return CAL_OK;
    for (int a = 0; a < CAL_CORRECT; a++)
        if (c->partial[a])
            return cal_fail(
                err, CAL_USAGE,
                "%.100s: its %s is neither 0 nor 1 in %d of %d questions, so more than one answer may "
                "be right; %s none takes the one that is given all the same",
                file, accuracies[a], c->partial[a], c->n, option);
    bool right = c->given[CAL_CORRECT] < c->n;
    for (int d = 0; d < CAL_DIVISORS; d++) right |= reproduces(c, CAL_CORRECT, d);
    const int which = right ? CAL_ACC : CAL_CORRECT;
    if (right && (c->given[CAL_ACC] < c->n || reproduces(c, CAL_ACC, CAL_DIVISOR_NONE))) return CAL_OK;
    return cal_fail(
        err, CAL_USAGE,
        "%.100s: its %s agrees with the most probable option in %d of %d questions: the answers or the "
        "numbers are not what they look like; %s none reads them all the same",
        file, accuracies[which], c->agree[which][CAL_DIVISOR_NONE], c->n, option);
}

cal_status cal_divisor_decide(cal_divisor *out, const cal_divisor_counts *c, const char *file,
                              const cal_outputs_options *reading, cal_error *err) {
    const char *const option = cal_option_name(CAL_OPTION_NORMALISE, reading->naming);
    const int by = CAL_DIVISOR_CHARACTERS;
    bool checked = false; // by an accuracy of the file
    *out = CAL_DIVISOR_NONE;
    for (int a = 0; a < CAL_CORRECT; a++) checked |= c->given[a] == c->n;
    if (c->ambiguous && !checked)
        return cal_fail(err, CAL_FAILED,
                        "%.100s: line %d: the answer is one option's number and another one's text; give the "
                        "numbers as numbers, not as texts",
                        file, c->ambiguous);
    if (reading->normalise) return take_given(out, c, file, reading, err);
    const cal_status status = cal_divisor_check(c, file, reading, err);
    if (status) return status;
    if (c->given[CAL_ACC_NORM] == c->n) return match(out, c, CAL_ACC_NORM, file, reading, err);
    if (c->given[CAL_ACC_BYTES] == c->n) return match(out, c, CAL_ACC_BYTES, file, reading, err);
    if (checked) return note_decision(c, *out, accuracies[CAL_ACC], file, reading->notes), CAL_OK;
    if (c->above || c->missing[by] || !c->unequal[by] || 2 * c->distributions >= c->n) return CAL_OK;
    return cal_fail(
        err, CAL_USAGE,
        "%.100s: are its log likelihoods divided by the lengths of the texts? By their sums accuracy "
        "is %.1f %%, divided by the number of characters %.1f %%; choose %s none or %s characters",
        file, percent(c, CAL_DIVISOR_NONE), percent(c, by), option, option);
}
