#include "run/calibration/fitted.h"
#include <stdio.h>
#include <string.h>
#include "base/bytes/sha256.h"
#include "run/link/link.h"
#include "run/link/receipt.h"
#include "run/report/input/gathered.h"
#include "run/report/scoring.h"

// ---- fitting

void cal_fitted_hash(char hex[65], const cal_outputs *o) {
    const size_t n = (size_t)o->n, numbers = n * (size_t)o->k;
    cal_sha256 hash;
    cal_sha256_start(&hash);
    if (!cal_outputs_are_binary(o)) {
        if (o->probabilities) cal_sha256_add(&hash, o->probabilities, numbers * sizeof *o->probabilities);
        else cal_sha256_add(&hash, o->logits, numbers * sizeof *o->logits);
    } else
        for (size_t i = 0; i < n; i++)
            cal_sha256_add(&hash, o->odds ? &o->odds[i] : &o->probabilities[2 * i + 1], sizeof(double));
    cal_sha256_add(&hash, o->labels, n * sizeof *o->labels);
    if (o->soft) cal_sha256_add(&hash, o->soft, numbers * sizeof *o->soft);
    cal_sha256_hex(hex, &hash);
}

static void keep_columns(cal_fitted *out, const cal_outputs *o) {
    const cal_columns_read *read = o->read;
    out->positive = cal_arena_string(&out->arena, o->task == CAL_TASK_BINARY ? o->positive : NULL);
    if (!read) return;
    const char **name = cal_arena_alloc(&out->arena, (size_t)read->outputs * sizeof *name + 1);
    for (int i = 0; name && i < read->outputs; i++) name[i] = cal_arena_string(&out->arena, read->output[i]);
    out->column = name, out->columns = read->outputs;
}

// Refuses outputs that have no calibrator of this kind.
static cal_status check_task(const cal_calibrator *calibrator, const cal_outputs *o, cal_error *err) {
    const bool binary = cal_outputs_are_binary(o);
    if (o->confidence)
        return cal_fail(err, CAL_USAGE,
                        "calibrators need the outputs of all classes, not a confidence alone");
    if (o->task == CAL_TASK_QUESTIONS)
        return cal_fail(err, CAL_USAGE,
                        "the options of questions differ from question to question: calib report measures "
                        "calibrators of them, but keeps none");
    if (binary ? calibrator->top_only : calibrator->binary)
        return cal_fail(err, CAL_USAGE, "calibrator %s %s", calibrator->entry.id,
                        binary
                            ? "maps the confidence of the predicted class, which a binary task does not have"
                            : "needs a binary task: a label and the probability of one class");
    return CAL_OK;
}

// Refuses soft labels for a calibrator whose definition needs classes, and names the others.
static cal_status check_soft(const cal_calibrator *calibrator, const cal_outputs *o, cal_error *err) {
    char list[160] = "";
    if (!o->soft || calibrator->soft) return CAL_OK;
    for (int i = 0; cal_calibrators[i]; i++) {
        const size_t at = strlen(list);
        if (cal_calibrators[i]->soft)
            snprintf(list + at, sizeof list - at, "%s%s", at ? ", " : "", cal_calibrators[i]->entry.id);
    }
    return cal_fail(err, CAL_USAGE,
                    "calibrator %s needs a class for each sample, not soft labels; fitted on these are %s",
                    calibrator->entry.id, list);
}

// Copies the scores' inputs, since a fit may refer to them.
static void own_outputs(cal_outputs *io, cal_arena *arena) {
    const size_t n = (size_t)io->n, numbers = n * (size_t)io->k;
    const struct {
        const void **array;
        size_t bytes;
    } arrays[] = {{(const void **)&io->logits, numbers * sizeof *io->logits},
                  {(const void **)&io->probabilities, numbers * sizeof *io->probabilities},
                  {(const void **)&io->odds, n * sizeof *io->odds},
                  {(const void **)&io->soft, numbers * sizeof *io->soft},
                  {(const void **)&io->labels, n * sizeof *io->labels}};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        void *own = *arrays[i].array ? cal_arena_alloc(arena, arrays[i].bytes) : NULL;
        if (own) memcpy(own, *arrays[i].array, arrays[i].bytes);
        *arrays[i].array = own;
    }
    *io = (cal_outputs){.task = io->task,
                        .n = io->n,
                        .k = io->k,
                        .logits = io->probabilities ? NULL : io->logits,
                        .probabilities = io->probabilities,
                        .odds = io->odds,
                        .soft = io->soft,
                        .labels = io->labels};
}

static cal_status fit(cal_fitted *out, const cal_outputs *o, cal_pool *pool, cal_error *err) {
    cal_outputs own = *o;
    cal_scores measured, *fitted_on = cal_arena_alloc(&out->arena, sizeof *fitted_on);
    own_outputs(&own, &out->arena);
    if (out->arena.refused) return cal_refuse_memory(err, "the calibrator");
    const cal_status status = cal_outputs_score(&measured, fitted_on, &out->arena, &own, pool, 0, err);
    if (status) return status;
    out->ways = out->calibrator->fit(out->fit, &out->arena, fitted_on, &out->choice);
    if (out->arena.refused) return cal_refuse_memory(err, "the calibrator");
    if (out->ways) return CAL_OK;
    cal_text why = {0};
    if (out->calibrator->left_out) out->calibrator->left_out(&why, 0, fitted_on);
    const cal_status failed =
        why.length ? cal_fail(err, CAL_FAILED, "calibrator %s: %s", out->calibrator->entry.id, why.data)
                   : cal_fail(err, CAL_FAILED, "calibrator %s: %d samples are too few to fit it on",
                              out->calibrator->entry.id, out->n);
    cal_text_free(&why);
    return failed;
}

cal_status cal_fitted_make(cal_fitted *out, const cal_outputs *o, const char *calibrator, cal_pool *pool,
                           cal_error *err) {
    *out = (cal_fitted){.task = o->task,
                        .probabilities = cal_outputs_are_binary(o) ? !o->odds : o->probabilities != NULL,
                        .k = o->task == CAL_TASK_MULTI_LABEL ? o->labels_each : o->k,
                        .n = o->n};
    cal_status status = cal_choice_parse(&out->choice, "calibrator", calibrator, strlen(calibrator), err);
    if (!status) out->calibrator = cal_calibrator_of(&out->choice);
    if (!status) status = check_task(out->calibrator, o, err);
    if (!status) status = check_soft(out->calibrator, o, err);
    if (!status) {
        keep_columns(out, o);
        cal_fitted_hash(out->hash, o);
        memcpy(out->engine, CAL_ENGINE, sizeof CAL_ENGINE);
        status = fit(out, o, pool, err);
    }
    if (status) cal_fitted_free(out);
    return status;
}

cal_status cal_fitted_of_files(cal_fitted *out, const char *calibrator, const cal_report_files *files,
                               const cal_report_options *options, cal_error *err) {
    cal_gathered in = {.naming = options->naming};
    cal_report_options reading = *options;
    cal_text plain = {0}, columns = {0};
    cal_groups_split(&plain, &columns, calibrator);
    const bool grouped = columns.length > 0;
    if (grouped && options->columns) cal_text_add(&columns, ",%s", options->columns);
    if (grouped) reading.columns = columns.data;
    cal_status status = plain.refused || columns.refused ? cal_refuse_memory(err, "the calibrator")
                                                         : cal_gathered_validation(&in, files, &reading, err);
    if (!status) status = cal_fitted_make(out, &in.test.outputs, plain.data, options->pool, err);
    if (!status && grouped) {
        out->fit[0] = out->fit[cal_fitted_usual(out)], out->ways = 1;
        const cal_group_base base = {out->calibrator, out->fit[0]};
        status = cal_groups_fit(&out->groups, &out->arena, &base, &out->choice, &in, options->pool, err);
        if (status) cal_fitted_free(out);
    }
    if (options->notes) *options->notes = in.notes;
    cal_text_free(&plain);
    cal_text_free(&columns);
    cal_arena_free(&in.arena);
    return status;
}

void cal_fitted_free(cal_fitted *fitted) {
    cal_arena_free(&fitted->arena);
    *fitted = (cal_fitted){.n = 0};
}

cal_ready_fit cal_fitted_ready(const cal_fitted *f, const char *name) {
    cal_ready_fit ready = {f->calibrator, &f->fit[0], name, f->task, f->k, f->probabilities, NULL, NULL};
    if (f->groups)
        ready.calibrator = &f->groups->corrected, ready.groups = f->groups, ready.bind = cal_groups_bind;
    return ready;
}

int cal_fitted_usual(const cal_fitted *fitted) {
    for (int w = 0; w < fitted->ways; w++)
        if (strcmp(fitted->fit[w].way, "by_nll") == 0) return w;
    return 0;
}

// ---- applying

// Refuses results that are not probabilities, which a file with strange parameters may give.
static cal_status check_finite(const double *number, int n, int k, const cal_fitted *f, cal_error *err) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++) {
            const double p = number[(size_t)i * (size_t)k + (size_t)j];
            if (!(p >= 0 && p <= 1 + 1e-9))
                return cal_fail(err, CAL_FAILED, "row %d: calibrator %s gives it no finite probability", i,
                                f->calibrator->entry.id);
        }
    return CAL_OK;
}

static cal_status take_intervals(cal_calibrated *out, cal_arena *arena, const cal_fitted *f, int way,
                                 const cal_scores *before, cal_error *err) {
    const size_t k = (size_t)before->k, numbers = (size_t)before->n * k;
    out->low = cal_arena_alloc(arena, numbers * sizeof *out->low);
    out->high = cal_arena_alloc(arena, numbers * sizeof *out->high);
    if (arena->refused) return cal_refuse_memory(err, "the intervals");
    for (size_t i = 0; i < (size_t)before->n; i++)
        f->calibrator->interval(out->low + i * k, out->high + i * k, &f->fit[way], before->logits + i * k,
                                before->k);
    return CAL_OK;
}

cal_status cal_fitted_scores(cal_scores *out, cal_scores *before, cal_arena *arena, const cal_fitted *f,
                             int way, const cal_outputs *outputs, const int32_t *of, cal_pool *pool,
                             cal_error *err) {
    cal_outputs o = *outputs;
    cal_scores measured;
    if (!o.labels) o.labels = cal_arena_alloc(arena, (size_t)o.n * sizeof *o.labels); // all 0
    if (!o.labels) return cal_refuse_memory(err, "the calibrated outputs");
    if (f->groups && !of)
        return cal_fail(
            err, CAL_USAGE,
            "the calibrator corrects groups of %.100s: it is applied to a table with these columns",
            f->groups->by);
    const cal_status status = cal_outputs_score(&measured, before, arena, &o, pool, 0, err);
    if (!status && f->groups) return cal_groups_apply(out, arena, f->groups, of, before, err);
    return status ? status : cal_calibrator_apply(out, arena, f->calibrator, &f->fit[way], before, err);
}

cal_status cal_fitted_apply(cal_calibrated *out, cal_arena *arena, const cal_fitted *f, int way,
                            const cal_outputs *outputs, const int32_t *of, bool intervals, cal_pool *pool,
                            cal_error *err) {
    cal_outputs o = *outputs;
    cal_scores before, after;
    const int n = o.n, k = o.k;
    o.labels = NULL;
    *out = (cal_calibrated){.probabilities = NULL};
    cal_status status = cal_fitted_scores(&after, &before, arena, f, way, &o, of, pool, err);
    if (status) return status;
    out->confidence = after.confidence, out->predicted = after.predicted;
    if (!after.fill) return check_finite(after.confidence, n, 1, f, err);
    out->probabilities = cal_arena_alloc(arena, (size_t)n * (size_t)k * sizeof *out->probabilities);
    if (!out->probabilities) return cal_refuse_memory(err, "the calibrated outputs");
    for (int first = 0, rows = cal_scores_batch(&after); first < n; first += rows)
        cal_scores_rows(out->probabilities + (size_t)first * (size_t)k, &after, first,
                        n - first < rows ? n - first : rows);
    if (intervals) status = take_intervals(out, arena, f, way, &before, err);
    return status ? status : check_finite(out->probabilities, n, k, f, err);
}
