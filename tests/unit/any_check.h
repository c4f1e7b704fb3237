// Checks that every answer of the engine passes, whatever finite outputs it gets: for test_any_input.c.
#ifndef ANY_CHECK_H
#define ANY_CHECK_H
#include <stdlib.h>
#include "any_input.h"
#include "base/bytes/sha256.h"
#include "check.h"

static char any_now[160]; // the draw, printed with failures
static cal_sha256 any_digest;
static int any_refused; // answers that were errors

// How often each catalog entry and each input form was drawn and answered.
typedef struct any_kind {
    char name[48]; // "metric ece"
    long answered, drawn;
} any_kind;
static any_kind any_kinds[256];

// Counts a draw; text: an entry with its parameters. Returns `answered`.
static inline bool any_drawn(const char *kind, const char *text, bool answered) {
    char name[sizeof any_kinds->name];
    any_kind *at = any_kinds;
    snprintf(name, sizeof name, "%s %.*s", kind, (int)strcspn(text, ":"), text);
    while (at->name[0] && strcmp(at->name, name)) at++;
    if (at >= any_kinds + sizeof any_kinds / sizeof *any_kinds - 1) abort();
    memcpy(at->name, name, sizeof name);
    at->drawn++, at->answered += answered;
    return answered;
}

static inline bool any_fine(bool good, const char *what, const char *detail) {
    if (!check_that(good)) printf("%s: %s: %s\n", any_now, what, detail);
    return good;
}

static inline bool any_is_number(double x) { return x == x; }
static inline bool any_is_finite(double x) { return x - x == 0; }
static inline bool any_within(double x, double low, double high) { // up to rounding
    return x >= low - 1e-9 && x <= high + 1e-9;
}

static inline void any_take(const void *bytes, size_t size) { cal_sha256_add(&any_digest, bytes, size); }
static inline void any_take_number(double x) {
    x = any_is_number(x) ? x : -1e300; // all NaN count as one value
    any_take(&x, sizeof x);
}

// Returns true if the call succeeded. A refusal needs a sentence, and is allowed only if `may`.
static inline bool any_answered(cal_status status, const cal_error *err, bool may, const char *what) {
    if (!status) return any_fine(!err->text[0], what, err->text);
    const size_t length = strlen(err->text);
    any_refused++;
    any_take(err->text, length);
    any_fine(may && status != CAL_MEMORY, what, err->text);
    any_fine(status == err->status && length > 12 && length < sizeof err->text - 1 &&
                 strchr(err->text, ' ') && !strchr(err->text, '\n') && !strstr(err->text, "(null)") &&
                 !strstr(err->text, "nan"),
             "a sentence", err->text);
    return false;
}

// ---- figures

typedef struct any_range {
    const char *id;
    double low, high;
    bool none; // may have no value: for a single outcome, or if no maximum exists
} any_range;

static const any_range any_ranges[] = {
    {"accuracy", 0, 1, false},
    {"error", 0, 1, false},
    {"ece", 0, 1, false},
    {"adaece", 0, 1, false},
    {"mce", 0, 1, false},
    {"cwece", 0, 1, false},
    {"ece_debias", 0, 1, false},
    {"ece_debias_l1", -1, 1, false},
    {"ece_sweep", 0, 1, false},
    {"ks", 0, 1, false},
    {"kuiper", 0, 1, false},
    {"cwks", 0, 1, true},
    {"cwkuiper", 0, 1, true},
    {"mmce", 0, 1, false},
    {"smece", 0, 1, false},
    {"smce", 0, 1, false},
    {"s99", 0, 1, false},
    {"aurc", 0, 1, true},
    {"augrc", 0, 1, true},
    {"auarc", 0, 1, true},
    {"coverage_at_risk", 0, 1, true},
    {"selective_accuracy", 0, 1, true},
    {"cost", 0, 1, true},
    {"net_benefit", -1000, 1, false},
    {"brier", 0, 2, false},
    {"binary_brier", 0, 1, false},
    {"corp", 0, 1, false},
    {"corp_top", 0, 1, false},
    {"cdl", 0, 1, false},
    {"cwcorp", 0, 2, true},
    {"refinement", 0, DBL_MAX, true},
    // A locally smoothed line may leave the unit interval.
    {"e50", 0, DBL_MAX, false},
    {"e90", 0, DBL_MAX, false},
    {"ici", 0, DBL_MAX, false},
    {"auroc", 0, 1, true},
    {"roc_auc", 0, 1, true},
    {"average_precision", 0, 1, true},
    {"true_ce", 0, 1, false},
    {"truth_gap", 0, 1, false},
    {"truth_kl", 0, DBL_MAX, true},
    {"nll", 0, DBL_MAX, false},
    {"hosmer_lemeshow", 0, DBL_MAX, true},
    {"spiegelhalter", -DBL_MAX, DBL_MAX, true},
    {"citl", -DBL_MAX, DBL_MAX, true},
    {"cox_intercept", -DBL_MAX, DBL_MAX, true},
    {"cox_slope", -DBL_MAX, DBL_MAX, true},
};

static inline any_range any_range_of(const char *text) {
    any_range range = {NULL, -DBL_MAX, DBL_MAX, true};
    const size_t length = strcspn(text, ":");
    for (size_t i = 0; i < sizeof any_ranges / sizeof *any_ranges; i++)
        if (strlen(any_ranges[i].id) == length && !memcmp(any_ranges[i].id, text, length))
            range = any_ranges[i];
    // Sums over classes and other packages' kernels leave the unit interval.
    if (range.id && text[length] && range.high == 1 && range.low == 0 && strcmp(range.id, "ece") &&
        strcmp(range.id, "mce"))
        range.high = DBL_MAX;
    // Subtracts noise: below 0 if there is less than by chance.
    if (range.id && !strcmp(range.id, "ece_debias") && text[length]) range.low = -1;
    return range;
}

static inline void any_check_bins(const cal_report_metric *m, int n) {
    int count = m->outside;
    bool good = true;
    for (int i = 0; i < m->bins; i++) {
        const cal_report_bin *b = &m->bin[i];
        count += b->count;
        good = good && b->low <= b->high && (b->count > 0) == any_is_number(b->confidence) &&
               (b->count > 0) == any_is_number(b->accuracy);
        if (b->count) good = good && any_within(b->confidence, 0, 1) && any_within(b->accuracy, 0, 1);
        any_take_number(b->confidence), any_take_number(b->accuracy);
    }
    any_fine(good && count == n, "its bins", m->text);
}

static inline void any_check_metric(const cal_report_metric *m, int n, bool draws) {
    const any_range range = any_range_of(m->text);
    bool impossible = false;
    any_drawn("metric", m->text, any_is_number(m->value));
    for (int i = 0; i < m->parts; i++) {
        const double x = m->part[i].value;
        impossible = impossible || (!strcmp(m->part[i].name, "impossible") && x > 0);
        any_take_number(x);
        if (!strcmp(m->part[i].name, "p_value"))
            any_fine(!any_is_number(x) || any_within(x, 0, 1), "its p value", m->text);
    }
    any_fine(range.id != NULL, "a metric whose range the test knows", m->text);
    any_take_number(m->value);
    any_fine(impossible
                 ? m->value == __builtin_inf()
                 : (any_is_number(m->value) ? any_within(m->value, range.low, range.high) : range.none),
             "its value", m->text);
    any_fine(!any_is_number(m->noise_floor) || any_within(m->noise_floor, range.low, range.high), "its floor",
             m->text);
    any_fine(any_is_number(m->low) == any_is_number(m->high) && !(m->low > m->high), "its interval", m->text);
    any_fine(any_is_number(m->true_low) == any_is_number(m->true_high) && !(m->true_low > m->true_high),
             "its true interval", m->text);
    any_fine(draws || !(any_is_number(m->low) && any_is_number(m->noise_floor)), "nothing drawn", m->text);
    any_take_number(m->noise_floor), any_take_number(m->low), any_take_number(m->high);
    any_take_number(m->true_low), any_take_number(m->true_high);
    if (m->bins && strcmp(m->text, "cwece") && n) any_check_bins(m, n);
}

// ---- texts

// True if an interval has two ends in order, or none; JSON has no infinite ends.
static inline bool any_is_interval(const char *at) {
    char *end;
    if (!strncmp(at, "null", 4)) return true;
    const double low = strtod(at, &end);
    if (*end != ',') return false;
    const char *second = end + 1;
    return !strncmp(second, "null", 4) || low <= strtod(second, NULL);
}

// Checks intervals and p values, and that no number is nan or inf. One pass: strstr asks the sanitizer for
// the whole length each time.
static inline void any_check_json(const char *json, const char *what) {
    static const char interval[] = "interval\":[", p_value[] = "p_value\":";
    bool quoted = false;
    for (const char *at = json; *at; at++) {
        if (*at == '\\' && quoted && at[1]) at++;
        else if (*at == '"') quoted = !quoted;
        else if (*at == 'n' && !quoted) any_fine(!strncmp(at, "null", 4), what, "nan");
        else if (*at == 'i' && !quoted) any_fine(false, what, "inf");
        else if (*at == 'i' && !strncmp(at, interval, sizeof interval - 1))
            any_fine(any_is_interval(at + sizeof interval - 1), what, "an interval in order");
        else if (*at == 'p' && !strncmp(at, p_value, sizeof p_value - 1)) {
            const char *value = at + sizeof p_value - 1;
            any_fine(!strncmp(value, "null", 4) || any_within(strtod(value, NULL), 0, 1), what, "a p value");
        }
    }
    any_fine(!quoted, what, "a text that does not end");
}

static inline void any_give_json(cal_bytes *json, const char *what) {
    any_check_json(json->data, what);
    any_take(json->data, json->size);
    cal_bytes_free(json);
}

#endif
