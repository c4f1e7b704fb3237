// The results of a run: figures of each epoch, the report, the digest.
#include <string.h>
#include "base/bytes/sha256.h"
#include "run/report/print/json.h"
#include "run/report/report.h"
#include "run/train/diagnostics.h"
#include "run/train/parts.h"
#include "run/train/trainer.h"

static int bins_of(const cal_run *run) { return cal_choice_integer(&run->spec.run, "bins"); }

static cal_status record_set(cal_epoch_set *out, const cal_run *run, const cal_split *split,
                             const float *logits, double loss, const char *name, cal_error *err) {
    cal_arena arena = {0};
    cal_scores scores;
    cal_error why = {CAL_OK, ""};
    memset(out, 0, sizeof *out + (size_t)run->history.columns * sizeof *out->figure);
    if (split->n == 0) return CAL_OK;
    cal_status status = cal_run_score(&scores, &arena, run, split, logits, split->posterior, &why);
    if (status) {
        cal_arena_free(&arena);
        return cal_fail(err, status == CAL_MEMORY ? status : CAL_FAILED,
                        "%s set: %s: try a smaller learning rate", name, why.text);
    }
    out->loss = loss;
    for (int i = 0; i < scores.n; i++) out->confidence += scores.confidence[i];
    out->confidence /= scores.n;
    for (int i = 0; cal_metrics[i]; i++)
        if (cal_run_records(&run->spec, i))
            out->figure[i] = cal_metric_value(&arena, cal_metrics[i]->entry.id, &scores, bins_of(run));
    for (int i = 0; i < run->history.unknowns;
         // metrics of another version, which this one cannot compute
         i++)
        if (run->history.unknown[i].recorded) out->figure[cal_metric_count() + i] = __builtin_nan("");
    if (arena.refused) status = cal_refuse_memory(err, "the figures of the %s set", name);
    cal_arena_free(&arena);
    return status;
}

cal_status cal_history_record(cal_run *run, int epoch, cal_error *err) {
    const cal_epoch e = cal_history_epoch(run, epoch);
    *e.rate = run->rate;
    *e.penalty_trace = run->train_trace;
    const cal_dataset *d = &run->data;
    cal_status status =
        record_set(e.train, run, &d->train, run->train_logits, run->train_loss, "training", err);
    if (!status) status = record_set(e.val, run, &d->val, run->val_logits, run->val_loss, "validation", err);
    if (!status) status = record_set(e.test, run, &d->test, run->test_logits, run->test_loss, "test", err);
    return status;
}

static void write_set(cal_text *json, const char *key, const cal_run *run, const cal_epoch_set *set,
                      const cal_split *split) {
    if (split->n == 0) return;
    cal_json_key(json, key);
    cal_json_open(json, '{');
    cal_json_member_number(json, "loss", set->loss);
    cal_json_member_number(json, "confidence", set->confidence);
    if (cal_run_several(&run->spec))
        cal_json_member_number(json, "prevalence", cal_run_prevalence(run, split));
    for (int i = 0; cal_metrics[i]; i++) {
        if (!cal_run_records(&run->spec, i)) continue;
        if (cal_metrics[i]->needs == CAL_NEEDS_POSTERIOR && !split->posterior) continue;
        if (cal_metrics[i]->needs == CAL_NEEDS_CLASSES && cal_run_several(&run->spec)) continue;
        cal_json_member_number(json, cal_metrics[i]->entry.id, set->figure[i]);
    }
    cal_json_close(json, '}');
}

// Writes "unknown": {"train": {NAME: figure, ..}, "val": .., "test": ..}, in addition to the sets' known
// figures.
static void write_unknown(cal_text *json, const cal_run *run, const cal_epoch *e) {
    const cal_epoch_set *const sets[] = {e->train, e->val, e->test};
    const int sizes[] = {run->data.train.n, run->data.val.n, run->data.test.n};
    static const char *const names[] = {"train", "val", "test"};
    bool any = false;
    for (int i = 0; i < run->history.unknowns; i++) any |= run->history.unknown[i].recorded;
    if (!any) return;
    cal_json_key(json, "unknown");
    cal_json_open(json, '{');
    for (int s = 0; s < 3; s++) {
        if (!sizes[s]) continue;
        cal_json_key(json, names[s]);
        cal_json_open(json, '{');
        for (int i = 0; i < run->history.unknowns; i++) {
            if (!run->history.unknown[i].recorded) continue;
            cal_json_member_number(json, run->history.unknown[i].name,
                                   sets[s]->figure[cal_metric_count() + i]);
        }
        cal_json_close(json, '}');
    }
    cal_json_close(json, '}');
}

void cal_run_write_epoch(const cal_run *run, int epoch, cal_text *json) {
    const cal_epoch e = cal_history_epoch(run, epoch);
    cal_json_open(json, '{');
    cal_json_member_integer(json, "epoch", epoch + 1);
    cal_json_member_number(json, "rate", *e.rate);
    if (cal_run_traces(&run->spec, cal_run_loss_in(&run->spec, epoch))) {
        cal_json_member_number(json, "penalty_trace", *e.penalty_trace);
    }
    write_set(json, "train", run, e.train, &run->data.train);
    write_set(json, "val", run, e.val, &run->data.val);
    write_set(json, "test", run, e.test, &run->data.test);
    write_unknown(json, run, &e);
    cal_run_write_loss_state(run, epoch, json);
    if (cal_run_has_curvature(run, epoch)) cal_run_write_curvature(e.curvature, json);
    cal_json_close(json, '}');
}

double cal_run_history_figure(const cal_run *run, int epoch, int set, const char *name) {
    const double none = __builtin_nan("");
    if (epoch < 0 || epoch >= cal_run_epochs_done(run) || set < 0 || set > 2) return none;
    const cal_epoch e = cal_history_epoch(run, epoch);
    const cal_epoch_set *of = set == 0 ? e.train : set == 1 ? e.val : e.test;
    const cal_split *split = set == 0 ? &run->data.train : set == 1 ? &run->data.val : &run->data.test;
    if (strcmp(name, "rate") == 0) return *e.rate;
    if (split->n == 0) return none;
    if (strcmp(name, "loss") == 0) return of->loss;
    if (strcmp(name, "confidence") == 0) return of->confidence;
    for (int i = 0; cal_metrics[i]; i++)
        if (strcmp(name, cal_metrics[i]->entry.id) == 0)
            return cal_run_records(&run->spec, i) ? of->figure[i] : none;
    return none;
}

// An upper bound, since the digits of a number depend on its value.
size_t cal_history_text_bytes(const cal_spec *spec) {
    enum {
        NUMBER = 26, // digits of a double
        KEY = 4,     // quotes, colon, comma
        REST = 160   // braces, keys, epoch
    };
    const size_t loss = cal_run_loss_state_max(spec) * NUMBER;
    size_t set = 3 * (NUMBER + KEY) + sizeof "lossconfidenceprevalence";
    for (int i = 0; cal_metrics[i]; i++)
        if (cal_run_records(spec, i)) set += strlen(cal_metrics[i]->entry.id) + KEY + NUMBER;
    const size_t curvature = cal_run_number(spec, "curvature") ? CAL_RUN_CURVATURE_MEMBERS * 2 * NUMBER : 0;
    return REST + 2 * NUMBER + 3 * set + loss + curvature;
}

// ---- digest

static void hash_words(cal_sha256 *hash, uint64_t bits, int bytes) { // little-endian on every machine
    uint8_t byte[8];
    for (int i = 0; i < bytes; i++) byte[i] = (uint8_t)(bits >> 8 * i);
    cal_sha256_add(hash, byte, (size_t)bytes);
}

// Runtimes may give a NaN any payload, so all NaNs hash as one.
static void hash_float(cal_sha256 *hash, float value) {
    uint32_t bits = 0x7fc00000;
    if (value == value) memcpy(&bits, &value, sizeof bits);
    hash_words(hash, bits, 4);
}

static void hash_double(cal_sha256 *hash, double value) {
    uint64_t bits = 0x7ff8000000000000;
    if (value == value) memcpy(&bits, &value, sizeof bits);
    hash_words(hash, bits, 8);
}

// Lists the figures by name and not from the registry, so that a new metric does not change old digests.
cal_status cal_run_digest(cal_receipt *out, char hex[65], const cal_run *run, cal_error *err) {
    cal_sha256 hash, weights;
    char hex_weights[65];
    *out = (cal_receipt){.engine = CAL_ENGINE, .fused = run->fused};
    cal_sha256_start(&hash);
    size_t floats = cal_net_parameters(run->net) + cal_net_statistics(run->net);
    for (size_t i = 0; i < floats; i++) hash_float(&hash, run->flat[i]);
    weights = hash;
    const cal_split *test = &run->data.test;
    const bool several = cal_run_several(&run->spec);
    cal_arena arena = {0};
    cal_scores scores;
    cal_status status = cal_run_score(&scores, &arena, run, test, run->test_logits, NULL, err);
    for (int i = 0; !status && i < CAL_RECEIPT_FIGURES; i++) {
        // sum over absent and present
        const bool brier = several && strcmp(cal_receipt_figures[i], "brier") == 0;
        out->figure[i] = brier ? 2 * cal_metric_value(&arena, "binary_brier", &scores, bins_of(run))
                               : cal_metric_value(&arena, cal_receipt_figures[i], &scores, bins_of(run));
        hash_double(&hash, out->figure[i]);
    }
    if (!status && arena.refused) status = cal_refuse_memory(err, "the digest");
    cal_arena_free(&arena);
    cal_sha256_hex(hex, &hash);
    cal_sha256_hex(hex_weights, &weights);
    memcpy(out->weights, hex_weights, CAL_HEX16 - 1);
    memcpy(out->digest, hex, CAL_HEX16 - 1);
    memcpy(out->data, run->data.hash, CAL_HEX16 - 1);
    return status;
}

// ---- report

// Replaces classes by multi-label rows.
static cal_status take_labels(cal_report_request *request, cal_arena *arena, const cal_run *run,
                              cal_error *err) {
    const cal_dataset *d = &run->data;
    cal_label_rows test, val;
    cal_error why = {CAL_OK, ""};
    cal_label_set set = cal_run_label_set(run, &d->test, run->test_logits);
    cal_status status = cal_label_rows_make(&test, arena, &set, err);
    if (status) return status;
    set = cal_run_label_set(run, &d->val, run->val_logits);
    set.posterior = NULL;
    if (d->val.n) status = cal_label_rows_make(&val, arena, &set, &why);
    if (status) return cal_fail(err, status, "validation %s", why.text);
    request->test = cal_label_rows_outputs(&test, d->class_names);
    if (d->val.n) request->validation = cal_label_rows_outputs(&val, d->class_names);
    request->metrics.chance = cal_resampling_default(test.n, 2);
    return CAL_OK;
}

cal_status cal_run_report_value(cal_report_value *out, const cal_run *run, cal_text *json, cal_error *err) {
    cal_text spec = {0}, link = {0};
    char digest[65];
    cal_receipt receipt;
    cal_spec_write(&spec, &run->spec);
    const cal_dataset *d = &run->data;
    cal_report_request request = {
        .spec = spec.data,
        .test = {.n = d->test.n,
                 .k = d->k,
                 .logits = run->test_logits,
                 .labels = d->test.labels,
                 .posterior = d->test.posterior},
        .validation = {.n = d->val.n, .k = d->k, .logits = run->val_logits, .labels = d->val.labels},
        .pool = run->pool,
        .metrics = {.bins = bins_of(run), .chance = cal_resampling_default(d->test.n, d->k)}};
    cal_arena arena = {0};
    cal_status status = cal_run_several(&run->spec) ? take_labels(&request, &arena, run, err) : CAL_OK;
    *out = (cal_report_value){.n = 0};
    if (!status) status = cal_report_make(out, &request, err);
    cal_json_open(json, '{');
    if (!status) cal_report_write(json, out);
    cal_arena_free(&arena);
    json->refused |= spec.refused;
    cal_text_free(&spec);
    if (!status) status = cal_run_digest(&receipt, digest, run, err);
    if (status) return status;
    if (run->over) {
        cal_spec_share(&link, &run->spec, &receipt);
        cal_json_member_string(json, "link", link.data);
        json->refused |= link.refused;
        cal_text_free(&link);
    }
    cal_json_member_string(json, "digest", digest);
    cal_json_member_bool(json, "fused", run->fused);
    cal_json_member_string(json, "data_hash", d->hash);
    cal_json_member_integer(json, "parameters", (int64_t)cal_net_parameters(run->net));
    cal_run_write_end(run, json);
    cal_json_key(json, "history");
    cal_json_open(json, '[');
    for (int i = 0; i < cal_run_epochs_done(run); i++) cal_run_write_epoch(run, i, json);
    cal_json_close(json, ']');
    status = cal_diagnoses_write(run, json, err);
    cal_json_close(json, '}');
    return status;
}

cal_status cal_run_report(const cal_run *run, cal_text *json, cal_error *err) {
    cal_report_value value;
    const cal_status status = cal_run_report_value(&value, run, json, err);
    cal_report_value_free(&value);
    return status;
}
