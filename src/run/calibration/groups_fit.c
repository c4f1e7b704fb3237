// Fits the corrections of groups, with weights chosen on held-out samples.
#include <string.h>
#include "base/maths/maths.h"
#include "base/maths/student.h"
#include "base/random/random.h"
#include "run/calibration/groups.h"
#include "run/outputs/subset.h"
#include "run/report/scoring.h"

enum { FOLDS = CAL_GROUP_FOLDS, FOLD_SEED = 5, HALVINGS = 60 };

// Weights below it count as 0, so that passes end.
static const double least_weight = 0.01;

typedef struct fitting {
    const cal_group_base *base;
    const cal_choice *choice;
    cal_arena *kept; // holds the result
    const cal_outputs *o;
    const cal_groups *groups;
    cal_pool *pool;
    cal_arena arena; // temporary
    int n, k;
    uint8_t *fold;         // [n]
    double *p[FOLDS + 1];  // [n,k] by maps that have not seen a fold, and last by those of all samples
    cal_group_step *steps; // [steps of all passes]
} fitting;

static cal_group_rows rows_of(const fitting *q, const int32_t *row, int n) {
    return (cal_group_rows){row, n, q->k, cal_outputs_are_binary(q->o), q->pool};
}

// ---- folds

static cal_status draw_folds(fitting *q, cal_error *err) {
    const cal_outputs *o = q->o;
    const int units = o->cases ? o->case_count : o->n;
    int32_t *order = cal_arena_alloc(&q->arena, (size_t)units * sizeof *order);
    uint8_t *of = cal_arena_alloc(&q->arena, (size_t)units);
    q->fold = cal_arena_alloc(&q->arena, (size_t)o->n);
    if (q->arena.refused) return cal_refuse_memory(err, "the folds");
    if (units < FOLDS)
        return cal_fail(err, CAL_FAILED, "%d folds need at least as many %s; there are %d", FOLDS,
                        o->cases ? "cases" : "samples", units);
    cal_random_order(order, units, FOLD_SEED, CAL_STREAM_RESAMPLE, 0);
    for (int p = 0; p < units; p++) of[order[p]] = (uint8_t)(p % FOLDS);
    for (int i = 0; i < o->n; i++) q->fold[i] = of[o->cases ? o->cases[i] : i];
    return CAL_OK;
}

// Finds the fit of the usual way among those on `scores`. *found is false if the set is too small for it.
static cal_status fit_way(cal_fit *out, bool *found, cal_arena *arena, const fitting *q,
                          const cal_scores *scores, cal_error *err) {
    cal_fit fit[CAL_FITS_MAX];
    const int fits = q->base->calibrator->fit(fit, arena, scores, q->choice);
    *found = false;
    if (arena->refused) return cal_refuse_memory(err, "a group");
    for (int w = 0; w < fits; w++)
        if (strcmp(fit[w].way, q->base->common.way) == 0) *out = fit[w], *found = true;
    return CAL_OK;
}

// Fits the common map without a fold, and applies it to all rows.
static cal_status calibrate_fold(double *p, const fitting *q, int fold, const cal_scores *all,
                                 cal_error *err) {
    cal_arena arena = {0};
    const bool binary = cal_outputs_are_binary(q->o);
    cal_outputs part = {.task = binary ? CAL_TASK_BINARY : CAL_TASK_CLASSES,
                        .n = q->n,
                        .k = q->k,
                        .logits = q->o->probabilities ? NULL : q->o->logits,
                        .probabilities = q->o->probabilities,
                        .odds = q->o->odds,
                        .labels = q->o->labels};
    int32_t *row = cal_arena_alloc(&arena, (size_t)q->n * sizeof *row);
    cal_scores measured, *fitted_on = cal_arena_alloc(&arena, sizeof *fitted_on);
    cal_fit fit;
    bool found = false;
    int n = 0;
    if (arena.refused) return cal_arena_free(&arena), cal_refuse_memory(err, "the folds");
    for (int i = 0; i < q->n; i++)
        if (q->fold[i] != fold) row[n++] = i;
    cal_status status = cal_outputs_subset(&part, &arena, row, n, err);
    if (!status) status = cal_outputs_score(&measured, fitted_on, &arena, &part, q->pool, 0, err);
    if (!status) status = fit_way(&fit, &found, &arena, q, fitted_on, err);
    if (!status && !found)
        status = cal_fail(err, CAL_FAILED, "calibrator %s: %d samples are too few to fit it on",
                          q->base->calibrator->entry.id, n);
    if (!status) status = cal_group_rows_calibrate(p, q->base->calibrator, &fit, all, err);
    cal_arena_free(&arena);
    return status;
}

static cal_status calibrate_folds(fitting *q, cal_error *err) {
    cal_arena arena = {0};
    cal_scores measured, all;
    cal_status status = cal_outputs_score(&measured, &all, &arena, q->o, q->pool, 0, err);
    for (int v = 0; v <= FOLDS && !status; v++) {
        q->p[v] = cal_arena_alloc(&q->arena, (size_t)q->n * (size_t)q->k * sizeof *q->p[v]);
        if (!q->p[v]) status = cal_refuse_memory(err, "the probabilities of %d folds", FOLDS);
        else if (v < FOLDS) status = calibrate_fold(q->p[v], q, v, &all, err);
        else status = cal_group_rows_calibrate(q->p[v], q->base->calibrator, &q->base->common, &all, err);
    }
    cal_arena_free(&arena);
    return status;
}

// ---- weights

// Held-out probabilities of the labels of n samples.
typedef struct held {
    double *before, *group;
    int n;
} held;

// The derivative of the sum of log(before + w (group - before)), plus log(1 - w).
static double slope(const held *h, double w) {
    double sum = 0;
    for (int i = 0; i < h->n; i++) {
        const double change = h->group[i] - h->before[i], p = h->before[i] + w * change;
        if (change != 0) sum += change / p; // infinite if p is 0
    }
    return sum - 1 / (1 - w);
}

// Finds the maximum of a concave function between 0 and 1.
static double choose_weight(const held *h) {
    double low = 0, high = 1;
    if (!(slope(h, 0) > 0)) return 0;
    for (int i = 0; i < HALVINGS; i++) {
        const double w = (low + high) / 2;
        *(slope(h, w) > 0 ? &low : &high) = w;
    }
    return low;
}

// ---- steps

static int members_of(int32_t *row, const fitting *q, int group) {
    const cal_groups *g = q->groups;
    const int32_t *of = g->of + (size_t)(g->column ? g->column[group] : 0) * (size_t)q->n;
    int n = 0;
    for (int i = 0; i < q->n; i++)
        if (of[i] == group) row[n++] = i;
    return n;
}

// Fits a group's map on p of its rows outside a fold, and applies it to all its rows, q[n,k].
static cal_status fit_group(double *after, cal_fit *fit, bool *found, cal_arena *arena, const fitting *q,
                            int fold, const cal_group_rows *group, cal_error *err) {
    cal_arena own = {0};
    cal_scores all, *fitted_on = cal_arena_alloc(arena, sizeof *fitted_on);
    int32_t *row = cal_arena_alloc(&own, (size_t)group->n * sizeof *row);
    const double *p = q->p[fold];
    int n = 0;
    *found = false;
    if (!row || !fitted_on) return cal_arena_free(&own), cal_refuse_memory(err, "a group");
    for (int i = 0; i < group->n; i++)
        if (q->fold[group->row[i]] != fold) row[n++] = group->row[i];
    const cal_group_rows part = rows_of(q, row, n);
    cal_status status = n ? cal_group_rows_score(fitted_on, arena, p, q->o->labels, &part, err) : CAL_OK;
    if (!status && n) status = fit_way(fit, found, arena, q, fitted_on, err);
    if (!status && *found) status = cal_group_rows_score(&all, &own, p, NULL, group, err);
    if (!status && *found) status = cal_group_rows_calibrate(after, q->base->calibrator, fit, &all, err);
    cal_arena_free(&own);
    return status;
}

static void hold_out(held *out, const fitting *q, double *const *after, const cal_group_rows *group) {
    const size_t k = (size_t)group->k;
    for (size_t i = 0; i < (size_t)group->n; i++) {
        const size_t row = (size_t)group->row[i], label = (size_t)q->o->labels[row];
        const int v = q->fold[row];
        out->before[out->n] = q->p[v][row * k + label];
        out->group[out->n++] = after[v][i * k + label];
    }
}

// Adds a step if held-out samples gain by it.
static cal_status try_group(fitting *q, cal_fitted_groups *to, int g, cal_error *err) {
    cal_arena arena = {0};
    int32_t *row = cal_arena_alloc(&arena, (size_t)q->n * sizeof *row);
    if (!row) return cal_refuse_memory(err, "a group");
    const cal_group_rows group = rows_of(q, row, members_of(row, q, g));
    const size_t n = (size_t)group.n, numbers = n * (size_t)q->k;
    double *after[FOLDS + 1];
    held h = {cal_arena_alloc(&arena, n * sizeof(double)), cal_arena_alloc(&arena, n * sizeof(double)), 0};
    cal_group_step step = {.group = g};
    cal_status status = CAL_OK;
    bool found = true;
    for (int v = 0; v <= FOLDS && !status && found; v++) {
        after[v] = cal_arena_alloc(&arena, numbers * sizeof *after[v]);
        if (arena.refused) status = cal_refuse_memory(err, "a group");
        if (!status && v == FOLDS) {
            hold_out(&h, q, after, &group);
            step.weight = choose_weight(&h);
            found = step.weight >= least_weight;
        }
        cal_arena *kept = v == FOLDS ? q->kept : &arena;
        if (!status && found) status = fit_group(after[v], &step.fit, &found, kept, q, v, &group, err);
    }
    if (!status && found) {
        for (int v = 0; v <= FOLDS; v++) cal_group_rows_mix(q->p[v], after[v], step.weight, &group);
        q->steps[to->steps++] = step;
    }
    cal_arena_free(&arena);
    return status;
}

static cal_status pass_groups(fitting *q, cal_fitted_groups *to, cal_error *err) {
    const int passes = to->columns > 1 ? CAL_GROUP_PASSES : 1;
    q->steps = cal_arena_alloc(q->kept, (size_t)to->count * (size_t)passes * sizeof *q->steps);
    if (!q->steps) return cal_refuse_memory(err, "the groups");
    to->step = q->steps;
    cal_status status = CAL_OK;
    for (int pass = 0; pass < passes && !status; pass++) {
        const int before = to->steps;
        for (int g = 0; g < to->count && !status; g++) status = try_group(q, to, g, err);
        if (to->steps == before) break;
        to->passes = pass + 1;
    }
    return status;
}

// ---- the largest remaining error

// Outcome minus probability: of the predicted class, or of a binary task's class 1.
static double difference_of(const fitting *q, int row) {
    const double *p = q->p[q->fold[row]] + (size_t)row * (size_t)q->k;
    int top = 1;
    if (!cal_outputs_are_binary(q->o)) {
        top = 0;
        for (int j = 1; j < q->k; j++)
            if (p[j] > p[top]) top = j;
    }
    return (q->o->labels[row] == top) - p[top];
}

// Measures a group. Rows of one case count together. Returns false with fewer than two cases.
static bool measure(cal_group_error *out, double *sum, int32_t *rows, const fitting *q,
                    const cal_group_rows *group) {
    const int units = q->o->cases ? q->o->case_count : q->n;
    double total = 0, square = 0;
    int used = 0;
    for (int u = 0; u < units; u++) sum[u] = 0, rows[u] = 0;
    for (int i = 0; i < group->n; i++) {
        const int row = group->row[i], u = q->o->cases ? q->o->cases[row] : row;
        const double difference = difference_of(q, row);
        total += difference, sum[u] += difference, used += !rows[u]++;
    }
    if (used < 2) return false;
    const double mean = total / group->n;
    for (int u = 0; u < units; u++) {
        const double rest = sum[u] - rows[u] * mean;
        square += rest * rest;
    }
    const double half = cal_student_975(used - 1) * cal_sqrt(square * used / (used - 1)) / group->n;
    *out = (cal_group_error){.n = group->n, .difference = mean, .low = mean - half, .high = mean + half};
    return true;
}

static cal_status find_largest(fitting *q, cal_fitted_groups *to, cal_error *err) {
    const size_t units = (size_t)(q->o->cases ? q->o->case_count : q->n);
    double *sum = cal_arena_alloc(&q->arena, units * sizeof *sum);
    int32_t *rows = cal_arena_alloc(&q->arena, units * sizeof *rows);
    int32_t *row = cal_arena_alloc(&q->arena, (size_t)q->n * sizeof *row);
    if (q->arena.refused) return cal_refuse_memory(err, "the groups");
    for (int g = 0; g < to->count; g++) {
        cal_group_error found;
        const cal_group_rows group = rows_of(q, row, members_of(row, q, g));
        if (!measure(&found, sum, rows, q, &group)) continue;
        found.group = g;
        if (!to->largest.n || __builtin_fabs(found.difference) > __builtin_fabs(to->largest.difference))
            to->largest = found;
    }
    return CAL_OK;
}

// ---- the whole

// Returns true if all rows have the same word.
static bool is_single(const cal_group_column *column, int n) {
    for (int i = 1; i < n; i++)
        if (cal_slice_order(column->word[0], column->word[i]) != 0) return false;
    return true;
}

// Keeps the names of columns and groups. Columns with one group are left out, as by cal_gathered_groups.
static cal_status keep_names(cal_fitted_groups *to, cal_arena *arena, const cal_row_columns *about, int rows,
                             const fitting *q, cal_error *err) {
    const cal_groups *g = q->groups;
    const char **column = cal_arena_alloc(arena, (size_t)about->groups * sizeof *column + 1);
    const char **name = cal_arena_alloc(arena, (size_t)g->count * sizeof *name + 1);
    double *samples = cal_arena_alloc(arena, (size_t)g->count * sizeof *samples + 1);
    if (arena->refused) return cal_refuse_memory(err, "the groups");
    for (int c = 0; c < about->groups; c++)
        if (!is_single(&about->group[c], rows))
            column[to->columns++] = cal_arena_string(arena, about->group[c].name);
    for (int i = 0; i < g->count; i++) {
        name[i] = cal_arena_string(arena, g->name[i]);
        for (int j = 0; j < i; j++)
            if (strcmp(g->name[i], g->name[j]) == 0)
                return cal_fail(err, CAL_FAILED, "two groups have the same shortened name %.60s: rename one",
                                g->name[i]);
    }
    for (int c = 0; c < to->columns; c++)
        for (int i = 0; i < q->n && g->count; i++) samples[g->of[(size_t)c * (size_t)q->n + (size_t)i]]++;
    to->column = column, to->name = name, to->samples = samples, to->count = g->count;
    return arena->refused ? cal_refuse_memory(err, "the groups") : CAL_OK;
}

static cal_status check(const cal_calibrator *calibrator, const cal_outputs *o, const cal_row_columns *about,
                        int rows, const cal_groups *g, cal_error *err) {
    const int kept = g->count ? (g->column ? g->column[g->count - 1] : 0) + 1 : 0;
    int several = 0;
    if (calibrator->top_only)
        return cal_fail(err, CAL_USAGE,
                        "calibrator %s maps the confidence of the predicted class alone: it has no groups",
                        calibrator->entry.id);
    if (o->soft) return cal_fail(err, CAL_USAGE, "groups need a class for each sample, not soft labels");
    if (!about->groups)
        return cal_fail(
            err, CAL_USAGE,
            "groups are a column of a table: give the validation outputs, or their labels, as a table");
    for (int c = 0; c < about->groups; c++) several += !is_single(&about->group[c], rows);
    return several == kept
               ? CAL_OK
               : cal_fail(err, CAL_FAILED,
                          "a column of groups has more than 100 different ones: give a coarser column");
}

static void note(const cal_fitted_groups *g, cal_notes *notes) {
    const cal_group_error *e = &g->largest;
    int corrected = 0;
    for (int i = 0; i < g->count; i++) {
        bool any = false;
        for (int s = 0; s < g->steps; s++) any |= g->step[s].group == i;
        corrected += any;
    }
    CAL_NOTE(
        notes,
        "groups of %.100s: %d of %d are corrected (steps: %d, passes: %d, at most %d); the others keep the "
        "map of all samples",
        g->by, corrected, g->count, g->steps, g->passes, g->columns > 1 ? CAL_GROUP_PASSES : 1);
    if (e->n)
        CAL_NOTE(notes,
                 "the largest remaining error of a group is that of %.60s: outcomes minus probabilities are "
                 "%.4f on average, 95 %% interval %.4f to %.4f (%d rows, by maps that have not seen them)",
                 g->name[e->group], e->difference, e->low, e->high, e->n);
}

cal_status cal_groups_fit(cal_fitted_groups **out, cal_arena *arena, const cal_group_base *base,
                          const cal_choice *choice, cal_gathered *in, cal_pool *pool, cal_error *err) {
    const cal_outputs *o = &in->test.outputs;
    const bool many = o->task == CAL_TASK_MULTI_LABEL;
    const cal_row_columns *about = many ? &in->test.samples : &in->test.rows;
    const int rows = many ? o->samples : o->n;
    fitting q = {.base = base,
                 .choice = choice,
                 .kept = arena,
                 .o = o,
                 .groups = many ? &o->sample_groups : &o->groups,
                 .pool = pool,
                 .n = o->n,
                 .k = o->k};
    cal_status status = check(base->calibrator, o, about, rows, q.groups, err);
    *out = NULL;
    if (status) return status;
    if (!q.groups->count) {
        CAL_NOTE(&in->notes, "all samples are in one group: its calibrator is the one without groups");
        return CAL_OK;
    }
    cal_fitted_groups *to = cal_arena_alloc(arena, sizeof *to);
    if (!to) return cal_refuse_memory(err, "the groups");
    status = keep_names(to, arena, about, rows, &q, err);
    if (!status) status = draw_folds(&q, err);
    if (!status) status = calibrate_folds(&q, err);
    if (!status) status = pass_groups(&q, to, err);
    if (!status) status = find_largest(&q, to, err);
    cal_arena_free(&q.arena);
    if (!status) status = cal_groups_complete(to, arena, base, err);
    if (!status) note(to, &in->notes);
    *out = to;
    return status;
}
