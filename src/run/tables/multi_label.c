// Converts multi-label outputs to a binary task, or one-hot labels to classes.
#include "run/tables/multi_label.h"
#include <string.h>
#include "base/maths/maths.h"
#include "run/outputs/labels.h"

static size_t numbers(const cal_multi_label *m) { return (size_t)m->rows * (size_t)m->labels; }

cal_multi_label_kind cal_multi_label_kind_of(const cal_multi_label *m) {
    bool hot = true, shares = true, independent = true;
    for (int i = 0; i < m->rows; i++) {
        double sum = 0;
        int ones = 0;
        for (int j = 0; j < m->labels; j++) {
            const double y = m->label[(size_t)i * (size_t)m->labels + (size_t)j];
            const bool plain = y == 0 || y == 1;
            independent &= plain || y != y;
            hot &= plain, shares &= y >= 0 && y <= 1;
            sum += y, ones += y == 1;
        }
        hot &= ones == 1, shares &= __builtin_fabs(sum - 1) <= 1e-3;
    }
    return !m->rows      ? CAL_MULTI_LABEL_NEITHER
           : hot         ? CAL_MULTI_LABEL_ONE_HOT
           : shares      ? CAL_MULTI_LABEL_SHARES
           : independent ? CAL_MULTI_LABEL_INDEPENDENT
                         : CAL_MULTI_LABEL_NEITHER;
}

// Decides if all outputs are log odds, or all are probabilities.
static cal_status decide_outputs(bool *odds, const cal_multi_label *m, const cal_outputs_options *reading,
                                 cal_error *err) {
    double least = __builtin_inf(), most = -__builtin_inf();
    for (size_t i = 0; i < numbers(m); i++) {
        least = m->output[i] < least ? m->output[i] : least;
        most = m->output[i] > most ? m->output[i] : most;
    }
    *odds = reading->kind == CAL_OUTPUT_LOGITS || (reading->kind == CAL_OUTPUT_UNKNOWN && least < 0);
    if (*odds || (least >= 0 && most <= 1)) return CAL_OK;
    return cal_fail(
        err, CAL_FAILED,
        "%s: its outputs run from %.6g to %.6g: no probabilities, which are from 0 to 1, and without a "
        "number below 0 no log odds either (this is multi-label data, since the labels are not "
        "one-hot); say %s if they are log odds",
        m->name, least, most, cal_option_name(CAL_OPTION_AS_LOGITS, reading->naming));
}

static cal_status check_labels(const cal_multi_label *m, cal_error *err) {
    for (size_t i = 0; i < numbers(m); i++) {
        const double y = m->label[i];
        if (y == 0 || y == 1 || y != y) continue;
        return cal_fail(err, CAL_FAILED,
                        "%s: row %zu: %s is %.6g; multi-label values are 0, 1 or -1 (missing), and shares of "
                        "classes sum to 1 in every row",
                        m->labels_name, i / (size_t)m->labels, m->title[i % (size_t)m->labels], y);
    }
    return CAL_OK;
}

// Arrays of a row for each known label.
typedef struct label_rows {
    int32_t *labels, *sample, *label;
    double *p, *odds;
    cal_slice *title;
} label_rows;

static cal_status take_rows(cal_table_outputs *out, cal_arena *arena, const cal_multi_label *m, size_t known,
                            bool odds, cal_error *err) {
    label_rows r = {.labels = cal_arena_alloc(arena, known * sizeof *r.labels),
                    .sample = cal_arena_alloc(arena, known * sizeof *r.sample),
                    .label = cal_arena_alloc(arena, known * sizeof *r.label),
                    .p = cal_arena_alloc(arena, known * 2 * sizeof *r.p),
                    .odds = odds ? cal_arena_alloc(arena, known * sizeof *r.odds) : NULL,
                    .title = cal_arena_alloc(arena, known * sizeof *r.title)};
    cal_row_columns *rows = &out->rows;
    rows->groups = 1;
    rows->group[0] = (cal_group_column){r.title, "label"};
    if (m->samples.cases) rows->cases = cal_arena_alloc(arena, known * sizeof *rows->cases);
    if (m->samples.weight) rows->weight = cal_arena_alloc(arena, known * sizeof *rows->weight);
    memcpy(rows->weight_name, m->samples.weight_name, sizeof rows->weight_name);
    memcpy(rows->case_name, m->samples.case_name, sizeof rows->case_name);
    if (arena->refused) return cal_refuse_memory(err, "%s: %zu labels", m->name, known);
    size_t to = 0;
    for (size_t j = 0; j < (size_t)m->labels; j++) // label by label, so that groups are in their order
        for (size_t row = 0; row < (size_t)m->rows; row++) {
            const size_t i = row * (size_t)m->labels + j;
            const double y = m->label[i], v = m->output[i];
            if (y != y) continue;
            r.labels[to] = y == 1;
            r.p[2 * to] = odds ? cal_sigmoid(-v) : 1 - v, r.p[2 * to + 1] = odds ? cal_sigmoid(v) : v;
            if (odds) r.odds[to] = v;
            r.title[to] = (cal_slice){m->title[j], (int)strlen(m->title[j])};
            if (rows->weight) rows->weight[to] = m->samples.weight[row];
            if (rows->cases) rows->cases[to] = m->samples.cases[row];
            r.label[to] = (int32_t)j;
            r.sample[to++] = (int32_t)row;
        }
    cal_outputs *o = &out->outputs;
    o->labels = r.labels, o->probabilities = r.p, o->odds = r.odds;
    o->sample_of = r.sample, o->label_of = r.label;
    return CAL_OK;
}

cal_status cal_multi_label_as_binary(cal_table_outputs *out, cal_arena *arena, const cal_multi_label *m,
                                     const cal_outputs_options *reading, cal_error *err) {
    bool odds = false;
    size_t known = 0;
    cal_status status = check_labels(m, err);
    if (!status) status = decide_outputs(&odds, m, reading, err);
    if (status) return status;
    for (size_t i = 0; i < numbers(m); i++) known += m->label[i] == m->label[i];
    if (!known) return cal_fail(err, CAL_FAILED, "%s: every label is missing", m->labels_name);
    if (known > INT32_MAX / 4)
        return cal_fail(err, CAL_FAILED, "%s: more than %d labels", m->labels_name, INT32_MAX / 4);
    *out = (cal_table_outputs){.outputs = {.task = CAL_TASK_MULTI_LABEL,
                                           .n = (int)known,
                                           .k = 2,
                                           .positive = "present",
                                           .read = m->read,
                                           .samples = m->rows,
                                           .labels_each = m->labels},
                               .samples = m->samples};
    status = take_rows(out, arena, m, known, odds, err);
    if (status) return status;
    CAL_NOTE(reading->notes,
             "%.100s: read as %d labels a sample, each with its own probability (%s; of %zu labels %zu are "
             "missing)",
             m->name, m->labels, odds ? "log odds" : "probabilities", numbers(m), numbers(m) - known);
    return out->rows.weight ? cal_weights_settle(out->rows.weight, out->outputs.n, m->name, err) : CAL_OK;
}

cal_status cal_multi_label_as_outputs(cal_outputs *out, cal_arena *arena, const cal_multi_label *m,
                                      cal_multi_label_kind kind, const cal_outputs_options *reading,
                                      cal_error *err) {
    const size_t n = (size_t)m->rows, k = (size_t)m->labels;
    const bool wide =
        reading->width != CAL_WIDTH_SINGLE || reading->recognise || reading->kind == CAL_OUTPUT_PROBABILITIES;
    *out = (cal_outputs){.n = m->rows, .k = m->labels};
    int32_t *labels = cal_arena_alloc(arena, n * sizeof *labels + 1);
    if (wide) out->wide = m->output;
    if (reading->width != CAL_WIDTH_DOUBLE && reading->kind != CAL_OUTPUT_PROBABILITIES) {
        float *logits = cal_arena_alloc(arena, n * k * sizeof *logits + 1);
        for (size_t i = 0; logits && i < n * k; i++) logits[i] = (float)m->output[i];
        out->logits = logits;
    }
    if (arena->refused) return cal_refuse_memory(err, "%s: %zu labels", m->labels_name, n);
    for (size_t i = 0; i < n; i++) {
        double *share = m->label + i * k, sum = 0;
        size_t best = 0;
        for (size_t j = 0; j < k; j++) {
            sum += share[j];
            if (share[j] > share[best]) best = j;
        }
        for (size_t j = 0; j < k; j++) share[j] /= sum;
        labels[i] = (int32_t)best;
    }
    if (kind == CAL_MULTI_LABEL_SHARES) {
        out->posterior = out->soft = m->label;
        CAL_NOTE(reading->notes,
                 "%.200s: soft labels: the label is the class with the largest share, and the shares are "
                 "taken for the "
                 "true probabilities",
                 m->labels_name);
    } else CAL_NOTE(reading->notes, "%.200s: one-hot labels of %d classes", m->labels_name, m->labels);
    return cal_outputs_settle(out, labels, arena, m->name, m->labels_name, reading, err);
}
