#include "run/report/fits/cross.h"
#include <string.h>
#include "base/random/random.h"
#include "catalog/scores/sort.h"
#include "run/report/fits/refit.h"
#include "run/report/fits/subset.h"

enum { FOLD_SEED = 4 };

// Draws the fold of each sample.
static void draw_folds(cal_cross *c, int32_t *order, uint8_t *of, int units) {
    const cal_scores *s = c->scores;
    cal_random_order(order, units, FOLD_SEED, CAL_STREAM_RESAMPLE, 0);
    for (int p = 0; p < units; p++) of[order[p]] = (uint8_t)(p % c->folds);
    for (int i = 0; i < s->n; i++) {
        c->fold[i] = of[s->clustered ? s->cases[i] : i];
        c->place[i] = c->size[c->fold[i]]++;
    }
}

// Takes the rows of a fold, or all others.
static bool take(cal_scores *out, cal_arena *arena, const cal_cross *c, int fold, bool others) {
    const int n = c->scores->n;
    cal_arena own = {0};
    int32_t *place = cal_arena_alloc(&own, (size_t)n * sizeof *place);
    uint8_t *taken = cal_arena_alloc(&own, (size_t)n);
    for (int i = 0; taken && i < n; i++) taken[i] = (c->fold[i] == fold) != others;
    const int size = others ? n - c->size[fold] : c->size[fold];
    const bool made = !own.refused && cal_subset_make(out, arena, c->scores, taken, size, place);
    if (made) out->how.pool = c->scores->how.pool;
    cal_arena_free(&own);
    return made;
}

cal_status cal_cross_make(cal_cross *out, cal_arena *arena, const cal_scores *scores, int folds,
                          cal_error *err) {
    const int units = scores->clustered ? scores->case_count : scores->n;
    cal_arena own = {0};
    if (units < folds)
        return cal_fail(err, CAL_FAILED, "%d folds need at least as many %s; there are %d", folds,
                        scores->clustered ? "cases" : "samples", units);
    *out = (cal_cross){.scores = scores, .folds = folds};
    out->fold = cal_arena_alloc(arena, (size_t)scores->n);
    out->place = cal_arena_alloc(arena, (size_t)scores->n * sizeof *out->place);
    int32_t *order = cal_arena_alloc(&own, (size_t)units * sizeof *order);
    uint8_t *of = cal_arena_alloc(&own, (size_t)units);
    bool made = !arena->refused && !own.refused;
    if (made) draw_folds(out, order, of, units);
    for (int f = 0; f < folds && made; f++) made = take(&out->held[f], arena, out, f, false);
    cal_arena_free(&own);
    return made ? CAL_OK : cal_refuse_memory(err, "the folds");
}

cal_status cal_cross_fit(cal_cross_fits *out, cal_arena *arena, const cal_cross *cross,
                         const cal_calibrator *calibrator, const cal_choice *choice, cal_error *err) {
    bool made = true;
    *out = (cal_cross_fits){.calibrator = calibrator};
    for (int f = 0; f < cross->folds && made; f++) {
        cal_arena own = {0};
        cal_scores others;
        made = take(&others, &own, cross, f, true);
        if (made) out->count[f] = calibrator->fit(out->fit[f], arena, &others, choice);
        made = made && !arena->refused;
        cal_arena_free(&own);
    }
    return made ? CAL_OK : cal_refuse_memory(err, "the fits of the folds");
}

static const cal_fit *find(const cal_cross_fits *fits, int fold, const char *way) {
    for (int i = 0; i < fits->count[fold]; i++)
        if (strcmp(fits->fit[fold][i].way, way) == 0) return &fits->fit[fold][i];
    return NULL;
}

bool cal_cross_has(const cal_cross_fits *fits, int folds, const char *way) {
    bool all = true;
    for (int f = 0; f < folds; f++) all = all && find(fits, f, way);
    return all;
}

bool cal_cross_equal(const cal_cross_fits *fits, int folds, const char *a, const char *b) {
    bool equal = true;
    for (int f = 0; f < folds && equal; f++) equal = cal_fits_equal(find(fits, f, a), find(fits, f, b));
    return equal;
}

// The calibrated folds, as the source of all rows.
typedef struct pooled {
    const cal_cross *cross;
    cal_scores *part; // [folds]
} pooled;

static void fill(double *p, const cal_scores *scores, int i) {
    const pooled *from = scores->source;
    cal_scores_row(p, &from->part[from->cross->fold[i]], from->cross->place[i]);
}

static double log_one(const cal_scores *scores, int i, int j) {
    const pooled *from = scores->source;
    const cal_scores *part = &from->part[from->cross->fold[i]];
    return part->log_p(part, from->cross->place[i], j);
}

// Collects confidences of the predicted classes alone.
static cal_status collect_tops(cal_scores *out, cal_arena *arena, const pooled *from, cal_error *err) {
    const cal_scores *s = from->cross->scores;
    const size_t n = (size_t)s->n;
    *out = (cal_scores){.n = s->n,
                        .k = s->k,
                        .how = s->how,
                        .labels = s->labels,
                        .posterior = s->posterior,
                        .temperature = 1,
                        .predicted = s->predicted,
                        .correct = s->correct};
    out->confidence = cal_arena_alloc(arena, n * sizeof *out->confidence);
    out->order = cal_arena_alloc(arena, n * sizeof *out->order);
    int32_t *scratch = cal_arena_alloc(arena, n * sizeof *scratch);
    if (arena->refused) return cal_refuse_memory(err, "calibrated scores");
    for (int i = 0; i < s->n; i++)
        out->confidence[i] = from->part[from->cross->fold[i]].confidence[from->cross->place[i]];
    cal_sort_order(out->order, scratch, out->confidence, s->n);
    return CAL_OK;
}

cal_status cal_cross_apply(cal_scores *out, cal_arena *arena, const cal_cross *cross,
                           const cal_cross_fits *fits, const char *way, cal_error *err) {
    const cal_scores *s = cross->scores;
    pooled *from = cal_arena_alloc(arena, sizeof *from);
    cal_scores *part = cal_arena_alloc(arena, (size_t)cross->folds * sizeof *part);
    cal_status status = CAL_OK;
    if (arena->refused) return cal_refuse_memory(err, "calibrated scores");
    *from = (pooled){cross, part};
    for (int f = 0; f < cross->folds && !status; f++)
        status =
            cal_calibrator_apply(&part[f], arena, fits->calibrator, find(fits, f, way), &cross->held[f], err);
    if (status) return status;
    if (!part[0].fill) return collect_tops(out, arena, from, err);
    status = cal_scores_make_filled(out, arena, s->how, fill, from, s->logits, s->labels, s->posterior, s->n,
                                    s->k, err);
    if (!status && part[0].log_p) out->log_p = log_one;
    // Those of the folds keep digits that probabilities near 0 lack.
    for (int i = 0; !status && i < s->n; i++)
        out->log_p_label[i] = part[cross->fold[i]].log_p_label[cross->place[i]];
    return status;
}
