// Writes the diagnostics of each epoch as JSON.
#include <string.h>
#include "base/maths/maths.h"
#include "run/train/diagnostics.h"
#include "run/train/parts.h"
#include "run/train/trainer.h"
#include "catalog/scores/bins.h"
#include "catalog/scores/sort.h"

static void write_set(cal_text *json, const char *key, const cal_diagnosis_set *set) {
    static const char *const sides[] = {"correct", "wrong"};
    cal_json_key(json, key);
    cal_json_open(json, '{');
    for (int wrong = 0; wrong < 2; wrong++) {
        cal_json_key(json, sides[wrong]);
        cal_json_open(json, '{');
        cal_json_member_integer(json, "count", set->count[wrong]);
        cal_json_member_number(json, "nll", set->nll[wrong]);
        cal_json_member_number(json, "entropy", set->entropy[wrong]);
        cal_json_member_number(json, "p_label", set->p_label[wrong]);
        cal_json_close(json, '}');
    }
    cal_json_member_number(json, "logit_norm", set->logit_norm);
    cal_json_member_number(json, "largest_logit", set->largest_logit);
    cal_json_close(json, '}');
}

static void write_bins(cal_text *json, const char *key, const cal_diagnosis_bin *bin, int bins,
                       bool of_train) {
    cal_json_key(json, key);
    cal_json_open(json, '[');
    for (int b = 0; b < bins; b++) {
        cal_json_open(json, '{');
        cal_json_member_number(json, "low", bin[b].low);
        cal_json_member_number(json, "high", bin[b].high);
        cal_json_member_integer(json, "count", bin[b].count);
        cal_json_member_number(json, "confidence", bin[b].confidence);
        cal_json_member_number(json, "accuracy", bin[b].accuracy);
        if (of_train) cal_json_member_number(json, "top", bin[b].top);
        cal_json_close(json, '}');
    }
    cal_json_close(json, ']');
}

static void write_epoch(cal_text *json, const cal_run *run, int epoch) {
    const cal_diagnosis *d =
        (const cal_diagnosis *)(run->diagnoses + (size_t)epoch * (size_t)cal_diagnosis_width(&run->spec));
    const cal_diagnosis_bin *bin = (const cal_diagnosis_bin *)(d + 1);
    const int bins = cal_run_number(&run->spec, "bins");
    cal_json_open(json, '{');
    cal_json_member_integer(json, "epoch", epoch + 1);
    write_set(json, "train", &d->train);
    if (run->data.val.n) write_set(json, "val", &d->val);
    write_set(json, "test", &d->test);
    cal_json_member_number(json, "weight_norm", d->weight_norm);
    cal_json_member_number(json, "gradient_mean", d->gradient_mean);
    cal_json_member_numbers(json, "gradients", d->gradients, CAL_NORM_BINS);
    cal_json_key(json, "bins");
    cal_json_open(json, '{');
    if (run->data.val.n) {
        write_bins(json, "val", bin, bins, false);
        write_bins(json, "train_common", bin + bins, bins, true);
    }
    write_bins(json, "train", bin + 2 * bins, bins, true);
    cal_json_close(json, '}');
    cal_json_close(json, '}');
}

// Returns a quantile, interpolated between the sorted values as by numpy.quantile.
static double quantile(const double *value, const int32_t *order, int count, double fraction) {
    const double at = fraction * (count - 1);
    const int below = (int)at, above = below + 1 < count ? below + 1 : below;
    const double low = value[order[below]];
    return low + (at - below) * (value[order[above]] - low);
}

static void write_group(cal_text *json, double epoch, const double *value, const int32_t *order, int count) {
    static const double shares[] = {0.05, 0.25, 0.5, 0.75, 0.95};
    double sum = 0, quantiles[5];
    for (int i = 0; i < count; i++) sum += value[order[i]];
    for (int i = 0; i < 5; i++) quantiles[i] = quantile(value, order, count, shares[i]);
    cal_json_open(json, '{');
    cal_json_key(json, "epoch");
    if (epoch > 0) cal_json_integer(json, (int64_t)epoch);
    else cal_json_string(json, NULL);
    cal_json_member_integer(json, "count", count);
    cal_json_member_number(json, "mean", sum / count);
    cal_json_member_numbers(json, "quantiles", quantiles, 5);
    cal_json_close(json, '}');
}

typedef struct grouping {
    double *since, *largest, *key; // [n]
    int32_t *by_logit, *order, *scratch;
} grouping;

static grouping make_room(cal_arena *arena, size_t n) {
    grouping g;
    g.since = cal_arena_alloc(arena, n * sizeof *g.since);
    g.largest = cal_arena_alloc(arena, n * sizeof *g.largest);
    g.key = cal_arena_alloc(arena, n * sizeof *g.key);
    g.by_logit = cal_arena_alloc(arena, n * sizeof *g.by_logit);
    g.order = cal_arena_alloc(arena, n * sizeof *g.order);
    g.scratch = cal_arena_alloc(arena, n * sizeof *g.scratch);
    return g;
}

// Groups training samples by the epoch in which they were learned, with each group's largest logits
// ascending.
static cal_status write_learned(cal_text *json, const cal_run *run, cal_error *err) {
    const int n = run->data.train.n;
    cal_arena arena = {0};
    const grouping g = make_room(&arena, (size_t)n);
    double *const since = g.since, *const largest = g.largest, *const key = g.key;
    int32_t *const by_logit = g.by_logit, *const order = g.order, *const scratch = g.scratch;
    cal_json_key(json, "learned");
    cal_json_open(json, '[');
    if (!arena.refused) {
        for (int i = 0; i < n; i++) since[i] = run->learned[i], largest[i] = run->learned[n + i];
        cal_sort_order(by_logit, scratch, largest, n);
        for (int i = 0; i < n; i++) key[i] = since[by_logit[i]];
        cal_sort_order(order, scratch, key, n); // stable
        for (int i = 0; i < n; i++) scratch[i] = by_logit[order[i]];
        for (int first = 0, end; first < n; first = end) {
            for (end = first; end < n && since[scratch[end]] == since[scratch[first]];) end++;
            write_group(json, since[scratch[first]], largest, scratch + first, end - first);
        }
    }
    cal_json_close(json, ']');
    cal_status status = arena.refused ? cal_refuse_memory(err, "the report") : CAL_OK;
    cal_arena_free(&arena);
    return status;
}

cal_status cal_diagnoses_write(const cal_run *run, cal_text *json, cal_error *err) {
    double edges[CAL_NORM_BINS - 1];
    if (!run->diagnoses) return CAL_OK;
    for (int i = 0; i < CAL_NORM_BINS - 1; i++) edges[i] = cal_norm_edge(i);
    cal_json_key(json, "diagnostics");
    cal_json_open(json, '{');
    cal_json_member_numbers(json, "gradient_edges", edges, CAL_NORM_BINS - 1);
    cal_json_key(json, "epochs");
    cal_json_open(json, '[');
    for (int i = 0; i < cal_run_epochs_done(run); i++) write_epoch(json, run, i);
    cal_json_close(json, ']');
    cal_status status = cal_run_epochs_done(run) ? write_learned(json, run, err) : CAL_OK;
    cal_json_close(json, '}');
    return status;
}

// ---- sizes

size_t cal_diagnoses_write_bytes(const cal_spec *spec, int train) {
    cal_arena counted = {.counts = true};
    if (cal_diagnosis_width(spec)) make_room(&counted, (size_t)train);
    return counted.taken;
}

size_t cal_diagnoses_text_bytes(const cal_spec *spec, int train) {
    enum {
        NUMBER = 26, // a double's digits and its comma
        SETS = 3,
        GROUP = 8 // numbers: epoch, count, mean and five quantiles
    };
    if (!cal_diagnosis_width(spec)) return 0;
    const size_t numbers = (size_t)cal_diagnosis_width(spec),
                 bins = SETS * (size_t)cal_run_number(spec, "bins"),
                 epochs = (size_t)cal_run_number(spec, "epochs"),
                 groups = epochs + 1 < (size_t)train ? epochs + 1 : (size_t)train;
    const size_t bin = sizeof "{'low':,'high':,'count':,'confidence':,'accuracy':,'top':},",
                 side = sizeof "'correct':{'count':,'nll':,'entropy':,'p_label':},",
                 set = sizeof "'train':{'logit_norm':,'largest_logit':}," + 2 * side,
                 epoch = sizeof "{'epoch':,'weight_norm':,'gradient_mean':,'gradients':[]," +
                         sizeof "'bins':{'val':[],'train_common':[],'train':[]}}," + SETS * set + bins * bin +
                         (numbers + 1) * NUMBER,
                 group = sizeof "{'epoch':,'count':,'mean':,'quantiles':[]}," + GROUP * NUMBER;
    return sizeof "'diagnostics':{'gradient_edges':[],'epochs':[],'learned':[]}" + CAL_NORM_BINS * NUMBER +
           epochs * epoch + groups * group;
}
