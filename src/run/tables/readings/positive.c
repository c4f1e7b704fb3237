#include "run/tables/readings/positive.h"
#include <stdio.h>
#include <string.h>
#include "run/tables/columns/names.h"

typedef struct job {
    const cal_frame *frame;
    const cal_binary_columns *columns;
    const cal_slice *value; // [2], the label's values; the second may be empty
    const cal_outputs_options *reading;
    char *why;
} job;

// A name's statement about the outcome of its probability.
typedef enum claim {
    CLAIM_NOTHING,
    CLAIM_VALUE,   // one of the label's values
    CLAIM_ANOTHER, // an outcome that is neither a value nor the label
} claim;

static void because(const job *j, const char *why) {
    const size_t length = strlen(why);
    memcpy(j->why, why, length < CAL_POSITIVE_WHY ? length + 1 : 0);
}

static bool is_number(cal_slice value, double wanted) {
    double number;
    return cal_number_parse(&number, value) && number == wanted;
}

// ---- names

// Returns the part of the name that says the outcome: p_no, prob_1, p0, .pred_yes, or the whole name.
static cal_slice outcome_of(cal_slice name) {
    cal_slice word;
    if (!cal_output_stem(&word, name) && cal_csv_column_kind_of(name) == CAL_COLUMN_CLASS)
        while (word.length && !(word.at[0] >= '0' && word.at[0] <= '9')) word.at++, word.length--;
    return word;
}

static claim claim_of(int *value, const job *j) {
    const cal_frame *f = j->frame;
    if (!f->named) return CLAIM_NOTHING;
    const cal_slice name = f->head[j->columns->p], label = f->head[j->columns->label];
    const cal_slice word = outcome_of(name);
    const cal_column_role role = cal_name_role(name);
    for (*value = 0; *value < 2; ++*value)
        if (j->value[*value].length && cal_slice_is_field(j->value[*value], word)) return CLAIM_VALUE;
    char bare[CAL_BARE_NAME];
    (void)cal_name_bare(bare, name);
    const bool plain = (role == CAL_ROLE_SCORE && strcmp(bare, "pd") != 0) || role == CAL_ROLE_SURE;
    const int one = is_number(j->value[0], 1) ? 0 : is_number(j->value[1], 1) ? 1 : -1;
    const bool minus = is_number(j->value[0], -1) || is_number(j->value[1], -1);
    const int zero = is_number(j->value[0], minus ? -1 : 0)   ? 0
                     : is_number(j->value[1], minus ? -1 : 0) ? 1
                                                              : -1;
    const bool numbers = (one >= 0 || zero >= 0) && (one + zero == 1 || !j->value[1].length);
    if (numbers && cal_names_agree(label, name)) return *value = one >= 0 ? one : 1, CLAIM_VALUE;
    const int says = cal_word_polarity(word);
    if (numbers && says) return *value = says > 0 ? (one >= 0 ? one : 1) : zero >= 0 ? zero : 1, CLAIM_VALUE;
    const bool first = cal_names_agree(j->value[0], name), second = cal_names_agree(j->value[1], name);
    if (first != second) return *value = second, CLAIM_VALUE;
    return plain || !cal_name_claims(name) ? CLAIM_NOTHING : CLAIM_ANOTHER;
}

// ---- values

typedef struct means {
    double of[2];
    int count[2];
    double errors; // difference of the means, in its standard errors; 0: unknown
} means;

// Compares the probability where the label has one value with its other rows; errors > 0: larger for the
// second.
static means compare(const job *j) {
    const cal_frame *f = j->frame;
    means m = {.errors = 0};
    double square[2] = {0}, variance = 0;
    for (int i = 0; i < f->n; i++) {
        double p;
        bool percent;
        const cal_slice cell = cal_frame_cell(f, i, j->columns->label);
        const int v = cal_slice_same(cell, j->value[0]) ? 0 : cal_slice_same(cell, j->value[1]) ? 1 : -1;
        if (v < 0 || !cal_frame_number(&p, &percent, f, cal_frame_cell(f, i, j->columns->p))) continue;
        m.count[v]++, m.of[v] += p, square[v] += p * p;
    }
    for (int v = 0; v < 2; v++) {
        const double n = m.count[v] ? m.count[v] : 1;
        m.of[v] /= n;
        variance += (square[v] / n - m.of[v] * m.of[v]) / n;
    }
    const double gap = m.of[1] - m.of[0];
    if (m.count[0] && m.count[1] && variance > 0) m.errors = gap / __builtin_sqrt(variance);
    return m;
}

// ---- the question

// Returns true for a text that an option and a shell can hold.
static bool is_sayable(const char *text) {
    return strlen(text) <= CAL_QUOTE_MAX && !strpbrk(text, ",=\"$`\\");
}

// Writes the option of a reading. Columns whose names it cannot hold are given by their numbers.
static void offer(char text[CAL_OFFER], const job *j, cal_slice positive) {
    enum { NAMES = 80 };
    const cal_binary_columns *c = j->columns;
    const char *p = c->odds ? "logit" : "p";
    char name[2][CAL_BINARY_WORD], list[CAL_OFFER];
    cal_error word;
    cal_frame_show(&word, j->frame, positive);
    cal_frame_column_name(name[0], j->frame, c->label);
    cal_frame_column_name(name[1], j->frame, c->p);
    if (j->frame->named && is_sayable(name[0]) && is_sayable(name[1]) &&
        strlen(name[0]) + strlen(name[1]) < NAMES)
        snprintf(list, sizeof list, "label=%.48s,%s=%.48s", name[0], p, name[1]);
    else snprintf(list, sizeof list, "label=%d,%s=%d", c->label + 1, p, c->p + 1);
    const bool sayable = is_sayable(word.text);
    const size_t length = strlen(list);
    snprintf(list + length, sizeof list - length, ",positive=%.48s", sayable ? word.text : "LABEL");
    const char *quote = strpbrk(list, " '();&|<>*?!#~") ? "\"" : "";
    snprintf(text, CAL_OFFER, "%s %s%.150s%s", cal_option_name(CAL_OPTION_COLUMNS, j->reading->naming), quote,
             list, quote);
    cal_offers *offers = j->reading->offers;
    if (sayable && offers && offers->count < CAL_OFFERS_MAX)
        memcpy(offers->text[offers->count++], list, strlen(list) + 1);
}

static cal_status ask(const job *j, int usual, const means *m, cal_error *err) {
    char p[CAL_BINARY_WORD], label[CAL_BINARY_WORD], text[2][CAL_OFFER];
    // Labels 0 and 1 have a second value even if no row has it.
    cal_slice value[2] = {j->value[usual], j->value[!usual]};
    for (int v = 0; v < 2; v++)
        if (!value[v].length) value[v] = is_number(value[!v], 0) ? (cal_slice){"1", 1} : (cal_slice){"0", 1};
    cal_frame_column_name(p, j->frame, j->columns->p);
    cal_frame_column_name(label, j->frame, j->columns->label);
    for (int v = 0; v < 2; v++) offer(text[v], j, value[v]);
    if (!j->value[1].length)
        return cal_fail(
            err, CAL_FAILED,
            "%.60s: every %.40s is %.*s; is %.40s the probability of %.*s or of %.*s? First: %.130s; "
            "second: %.130s",
            j->frame->name, label, CAL_QUOTED(j->value[0]), p, CAL_QUOTED(value[0]), CAL_QUOTED(value[1]),
            text[0], text[1]);
    return cal_fail(err, CAL_FAILED,
                    "%.60s: is %.40s the probability that %.40s is %.*s (its mean is %.3g there) or %.*s "
                    "(%.3g)? First: %.130s; second: %.130s",
                    j->frame->name, p, label, CAL_QUOTED(value[0]), m->of[usual], CAL_QUOTED(value[1]),
                    m->of[!usual], text[0], text[1]);
}

// ---- the positive value

static cal_status take_given(int *positive, const job *j, cal_error *err) {
    const cal_slice given = j->columns->positive;
    const bool two = j->value[1].length > 0;
    // Labels 0 and 1 have a second value even if no row has it.
    const bool absent = !two && ((is_number(j->value[0], 0) && is_number(given, 1)) ||
                                 (is_number(j->value[0], 1) && is_number(given, 0)));
    if (!absent && !cal_slice_is_field(j->value[0], given) &&
        !(two && cal_slice_is_field(j->value[1], given)))
        return cal_fail(err, CAL_USAGE,
                        "%.120s: positive=%.*s is not one of its labels, which are %.*s%s%.*s",
                        j->frame->name, CAL_QUOTED(given), CAL_QUOTED(j->value[0]), two ? " and " : "",
                        CAL_QUOTED(j->value[1]));
    *positive = !cal_slice_is_field(j->value[0], given);
    return CAL_OK;
}

// Finds the usual positive value: 1, the larger number, yes, or the one with the larger mean.
static cal_status find_usual(int *positive, const job *j, const means *m, cal_error *err) {
    const bool two = j->value[1].length > 0;
    double a, b;
    if (cal_number_parse(&a, j->value[0]) && (!two || cal_number_parse(&b, j->value[1]))) {
        if (!two && a != 0 && a != 1)
            return cal_fail(
                err, CAL_FAILED,
                "%s: every label is %.*s; say with positive=%.*s that this is the class which p is of",
                j->frame->name, CAL_QUOTED(j->value[0]), CAL_QUOTED(j->value[0]));
        *positive = two ? b > a : a == 1 ? 0 : 1;
        const bool usual = two ? (a == 0 || b == 0) && (a == 1 || b == 1) : true;
        if (!usual) because(j, ", the larger of its two labels");
        return CAL_OK;
    }
    for (int v = 0; v < 2; v++) {
        if (!j->value[v].length) continue;
        const int says = cal_word_meaning(j->value[v]);
        if (says > 0) return *positive = v, CAL_OK;
        if (says < 0 && (two || !v)) return *positive = 1 - v, CAL_OK;
    }
    if (!two)
        return cal_fail(err, CAL_FAILED,
                        "%s: every label is %.*s; say with positive= which class p is the probability of",
                        j->frame->name, CAL_QUOTED(j->value[0]));
    *positive = m->of[1] > m->of[0];
    because(j, ", since it has the larger mean; positive= says otherwise");
    return CAL_OK;
}

cal_status cal_binary_positive(int *positive, char why[CAL_POSITIVE_WHY], const cal_frame *f,
                               const cal_binary_columns *columns, const cal_slice value[2],
                               const cal_outputs_options *reading, cal_error *err) {
    enum { FEW = 10, SURE = 2, AGAINST = 4 };
    const job j = {f, columns, value, reading, why};
    why[0] = 0;
    if (columns->positive.length) return take_given(positive, &j, err);
    const claim says = claim_of(positive, &j);
    if (says == CLAIM_VALUE) {
        if (!is_number(value[*positive], 1)) because(&j, ", which its name says");
        return CAL_OK;
    }
    const means m = compare(&j);
    const cal_status status = find_usual(positive, &j, &m, err);
    if (status) return status;
    // A word such as healthy or alive next to labels 0 and 1 is usually 0.
    const bool no =
        says == CLAIM_ANOTHER && f->named && cal_word_meaning(outcome_of(f->head[columns->p])) < 0;
    if (no && is_number(value[*positive], 1) && is_number(value[!*positive], 0))
        *positive = !*positive, because(&j, ", which its name says");
    const double errors = *positive ? m.errors : -m.errors;
    const bool many = m.count[0] >= FEW && m.count[1] >= FEW;
    const bool stated = cal_columns_give_probability(reading->columns);
    if (says == CLAIM_ANOTHER && !stated ? errors >= SURE : !(many && errors <= -AGAINST)) {
        if (says == CLAIM_ANOTHER && !why[0]) because(&j, ", where it is larger");
        return CAL_OK;
    }
    return ask(&j, *positive, &m, err);
}
