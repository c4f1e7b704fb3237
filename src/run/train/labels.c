// Multi-label runs: their restrictions, their scores and the memory that they need.
#include "run/report/report.h"
#include "run/train/parts.h"
#include "catalog/head/head.h"
#include "catalog/loss/loss.h"

bool cal_run_several(const cal_spec *spec) { return cal_head_of(&spec->head)->several; }

// Refuses figures for decisions in each epoch that a binary task does not have.
static cal_status check_metric(const char *who, int by, cal_error *err) {
    const cal_metric *metric = by ? cal_metrics[by - 1] : NULL;
    if (!metric || metric->needs != CAL_NEEDS_CLASSES) return CAL_OK;
    return cal_fail(err, CAL_USAGE,
                    "%s: by=%s is of classes, and the labels of head=sigmoid are none: take by=nll", who,
                    metric->entry.id);
}

cal_status cal_run_check_head(const cal_spec *spec, cal_error *err) {
    const cal_data *data = cal_data_of(&spec->data);
    if (!cal_run_several(spec)) {
        if (!data->several) return CAL_OK;
        return cal_fail(err, CAL_USAGE, "data %s is multi-label: take head=sigmoid", data->entry.id);
    }
    cal_status status = cal_loss_check_labels(&spec->loss, err);
    if (!status && spec->switch_after) status = cal_loss_check_labels(&spec->then, err);
    if (!status) status = check_metric("by", cal_run_number(spec, "by"), err);
    if (!status && cal_schedule_of(&spec->schedule)->watch)
        status = check_metric("schedule plateau", cal_choice_integer(&spec->schedule, "by"), err);
    if (!status && cal_run_number(spec, "diagnostics"))
        status = cal_fail(err, CAL_USAGE,
                          "diagnostics=yes tells samples that are right from those that are wrong, and "
                          "multi-label samples (head=sigmoid) are neither: take diagnostics=no");
    return status;
}

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

size_t cal_run_labels_bytes(const cal_sizes *s, const cal_spec *spec, int workers) {
    const bool truth = cal_data_of(&spec->data)->truth;
    const int bins = cal_run_number(spec, "bins"), most = s->train > s->test ? s->train : s->test;
    const size_t epoch = cal_label_rows_bytes(most, s->k, truth) + cal_label_scores_bytes(most, s->k) +
                         cal_metric_row_bytes(most * s->k),
                 text = (size_t)cal_run_number(spec, "epochs") * cal_history_text_bytes(spec),
                 rows =
                     cal_label_rows_bytes(s->test, s->k, truth) + cal_label_rows_bytes(s->val, s->k, false),
                 scores = cal_label_scores_bytes(s->test, s->k) + cal_label_scores_bytes(s->val, s->k);
    // The whole set is scored like two classes. Measuring a label needs less memory, but its figures stay.
    const cal_report_size whole = {s->test * s->k, s->val * s->k, 2, bins, workers, s->k};
    return larger(epoch, rows + scores + cal_report_bytes(&whole, text));
}

cal_status cal_run_check_labels(const cal_run *run, cal_error *err) {
    static const char *const names[] = {"training", "validation", "test"};
    const cal_dataset *d = &run->data;
    const cal_split *const splits[] = {&d->train, &d->val, &d->test};
    for (int s = 0; d->several && s < 3; s++) {
        const size_t count = (size_t)splits[s]->n * (size_t)d->k;
        size_t unknown = 0;
        while (unknown < count && splits[s]->labels[unknown] < 0) unknown++;
        if (count && unknown == count)
            return cal_fail(err, CAL_FAILED,
                            "data %s: every label of the %s set is unknown: take more samples",
                            run->spec.data.entry->id, names[s]);
    }
    return CAL_OK;
}

double cal_run_prevalence(const cal_run *run, const cal_split *split) {
    const size_t count = (size_t)split->n * (size_t)run->data.k;
    double present = 0, known = 0;
    if (!run->data.several) return 1.0 / run->data.k; // one of k
    for (size_t i = 0; i < count; i++) present += split->labels[i] == 1, known += split->labels[i] >= 0;
    return present / known;
}

cal_label_set cal_run_label_set(const cal_run *run, const cal_split *split, const float *logits) {
    return (cal_label_set){.logits = logits,
                           .labels = split->labels,
                           .one = !run->data.several,
                           .posterior = split->posterior,
                           .n = split->n,
                           .k = run->data.k};
}

cal_status cal_run_score(cal_scores *out, cal_arena *arena, const cal_run *run, const cal_split *split,
                         const float *logits, const double *posterior, cal_error *err) {
    if (!cal_run_several(&run->spec))
        return cal_scores_make_how(out, arena, (cal_scores_options){run->pool, 0}, logits, split->labels,
                                   posterior, split->n, run->data.k, 1, err);
    cal_scores both;
    cal_label_rows rows;
    cal_label_set set = cal_run_label_set(run, split, logits);
    set.posterior = posterior;
    const cal_status status = cal_label_rows_make(&rows, arena, &set, err);
    return status ? status : cal_label_rows_score(out, &both, arena, &rows, run->pool, err);
}
