// A report's JSON as tokens, for its tables.
#ifndef CAL_RUN_REPORT_PRINT_TREE_H
#define CAL_RUN_REPORT_PRINT_TREE_H
#include <string.h>
#ifndef JSMN_STATIC // the file that defines the functions
#define JSMN_HEADER
#endif
#define JSMN_STRICT
#define JSMN_PARENT_LINKS
#include <jsmn.h>
#include "base/slice.h"
#include "base/text.h"
#include "catalog/metric/metric.h"
#include "catalog/scores/figures.h"
#include "run/report/print/format.h"

typedef struct tree {
    const char *json;
    const jsmntok_t *token;
    int count;
} tree;

static inline cal_slice word_of(const tree *t, int at) {
    if (at < 0 || at >= t->count) return (cal_slice){"", 0};
    return (cal_slice){t->json + t->token[at].start, t->token[at].end - t->token[at].start};
}

// Returns the index of the first token after a value and everything inside it.
static inline int after(const tree *t, int at) {
    int end = t->token[at].end;
    while (at < t->count && t->token[at].start < end) at++;
    return at;
}

// Steps through members: `at` goes from object + 1 to its end; the value is at + 1.
static inline bool in(const tree *t, int object, int at) {
    return at < t->count && t->token[at].start < t->token[object].end;
}

static inline int member(const tree *t, int object, const char *key) {
    for (int at = object + 1; in(t, object, at); at = after(t, at + 1))
        if (cal_slice_is(word_of(t, at), key)) return at + 1;
    return -1;
}

static inline int members(const tree *t, int object) {
    int count = 0;
    for (int at = object + 1; in(t, object, at); at = after(t, at + 1)) count++;
    return count;
}

static inline double number(const tree *t, int at) { // NaN for null and for a missing value
    double value;
    return cal_number_parse(&value, word_of(t, at)) ? value : __builtin_nan("");
}

// Returns a value; null counts as infinite if the figure counts the samples that make it so.
static inline double value_of(const tree *t, int figure) {
    return member(t, figure, CAL_IMPOSSIBLE) < 0 ? number(t, member(t, figure, "value")) : __builtin_inf();
}

static inline const cal_metric *metric_of(const tree *t, int key) {
    cal_slice rest = word_of(t, key), id = cal_slice_cut(&rest, ':');
    int i = 0;
    while (cal_metrics[i] && !cal_slice_is(id, cal_metrics[i]->entry.id)) i++;
    return cal_metrics[i];
}

// Returns the interval of the true value. A calibration error has one; means and proportions are unbiased and
// use the bootstrap's.
static inline int truth_of(const tree *t, int key) {
    const cal_metric *metric = metric_of(t, key);
    bool biased = metric && metric->kind == CAL_CALIBRATION && metric->needs != CAL_NEEDS_POSTERIOR;
    int at = member(t, key + 1, biased ? "true_interval" : "interval");
    return at >= 0 && t->token[at].type == JSMN_ARRAY ? at : -1;
}

// Writes "p = 0.01". Below 1e-300 a p value underflows, and only that bound is known.
static inline void cal_report_p(cal_text *out, double p, int digits) {
    if (p < 1e-300) cal_text_add(out, "p < 1e-300");
    else cal_text_add(out, "p = %.*g", digits, p);
}

// Writes the figures of each group with their floors and intervals of the true value, and the worst group.
// `means`: groups of multi-label samples, with means over the labels.
void cal_report_groups(cal_text *out, const tree *report, int slices, bool means, cal_format format);
// Writes the table of calibrators, below its advice.
void cal_report_helps(cal_text *out, const tree *report, int table, cal_format format);
// Writes the report as CSV, a line for each figure of each set.
void cal_report_csv(cal_text *out, const tree *report, int metrics, int calibrators, int match);

#endif
