#include "run/report/against.h"
#include <string.h>
#include "base/random/random.h"
#include "catalog/scores/binary/tail.h"
#include "run/report/scoring.h"

enum { FLIPS = 1999, FLIP_SEED = 7 };

// Returns each sample's weighted term, or null if the figure is not a mean over the samples.
static double *parts_of(cal_arena *arena, const cal_measured *m, const cal_scores *s) {
    const cal_metric *metric = m->metric;
    const bool needs_rows = metric->needs == CAL_NEEDS_ROWS || metric->needs == CAL_NEEDS_CLASSES;
    if (!metric->term || (needs_rows && !s->fill)) return NULL;
    double *out = cal_arena_alloc(arena, (size_t)s->n * sizeof *out);
    for (int i = 0; out && i < s->n; i++) out[i] = metric->term(s, i, m->choice) * cal_scores_weight(s, i);
    return out;
}

// Rows of one case are not exchangeable separately, but their sums are.
static double *sums_of_cases(cal_arena *arena, const cal_scores *s, const double *parts) {
    double *out = cal_arena_alloc(arena, (size_t)s->case_count * sizeof *out);
    for (int i = 0; out && i < s->n; i++) out[s->cases[i]] += parts[i];
    return out;
}

// Returns the fraction of sign flips of the differences with a mean at least as far from 0. The differences
// themselves count, too.
static double sign_flip(const double *a, const double *b, int n) {
    double mean = 0;
    int beyond = 1;
    for (int i = 0; i < n; i++) mean += a[i] - b[i];
    if (mean - mean != 0) return __builtin_nan("");
    // Tolerates rounding, which depends on the order of the signs.
    const double least = __builtin_fabs(mean) * (1 - 1e-12);
    for (int flip = 0; flip < FLIPS; flip++) {
        double sum = 0;
        for (int i = 0; i < n; i += 64) {
            uint64_t signs =
                cal_random_bits(FLIP_SEED, CAL_STREAM_RESAMPLE, (uint64_t)flip, (uint64_t)(i / 64));
            for (int j = i; j < i + 64 && j < n; j++, signs >>= 1)
                sum += signs & 1 ? a[j] - b[j] : b[j] - a[j];
        }
        beyond += __builtin_fabs(sum) >= least;
    }
    return (double)beyond / (FLIPS + 1);
}

// Bounds the bias of a figure. Noise makes a calibration error larger by at most its floor on average, by the
// triangle inequality of a norm of residuals. Other figures have no bias.
static double bias_of(const cal_measured *m) {
    return m->metric->kind == CAL_CALIBRATION && m->floor > 0 ? m->floor : 0;
}

bool cal_difference_make(cal_difference *out, double *draw, const cal_measured *a, const cal_measured *b,
                         int draws) {
    const double difference = a->figure.value - b->figure.value;
    *out = (cal_difference){.value = difference};
    for (int d = 0; d < draws; d++) draw[d] = a->draw[d] - b->draw[d];
    const cal_moments drawn = cal_moments_of(draw, draws);
    if (draws < 2 || drawn.mean - drawn.mean != 0 || difference - difference != 0) return false;
    cal_draws_sort(draw, draws);
    out->low = difference - drawn.mean + cal_draws_percentile(draw, draws, 0.025) - bias_of(a);
    out->high = difference - drawn.mean + cal_draws_percentile(draw, draws, 0.975) + bias_of(b);
    const double beyond = difference > 0 ? difference - bias_of(a) : -difference - bias_of(b);
    out->p = beyond > 0 ? cal_normal_beyond(beyond / drawn.sd) : 1;
    return true;
}

void cal_differences_judge(cal_difference *of, int count) {
    bool rejects = true;
    for (int i = 0; i < count; i++) of[i].judged = false;
    for (int left = count; left > 0; left--) {
        int least = -1;
        for (int i = 0; i < count; i++)
            if (!of[i].judged && (least < 0 || of[i].p < of[least].p)) least = i;
        rejects = rejects && of[least].p * left < 0.05;
        of[least].judged = true;
        of[least].within_noise = !rejects || (of[least].low <= 0 && of[least].high >= 0);
    }
}

// A figure that both models have.
typedef struct row {
    const char *key;
    const cal_measured *mine, *theirs;
    int tested; // index of its difference among the tested ones; -1: not tested
} row;

// Returns the p value of the sign-flip test in *out; false if the figure is not a mean over samples.
static bool test_signs(double *out, cal_arena *arena, const cal_measured *m, const cal_scores *mine,
                       const cal_scores *other) {
    cal_arena own = {0};
    const double *x = parts_of(&own, m, mine), *y = parts_of(&own, m, other);
    if (x && y && mine->clustered) x = sums_of_cases(&own, mine, x), y = sums_of_cases(&own, mine, y);
    if (x && y) *out = sign_flip(x, y, mine->clustered ? mine->case_count : mine->n);
    if (own.refused) arena->refused = true;
    cal_arena_free(&own);
    return x && y;
}

static void compare(cal_comparison *out, cal_arena *kept, cal_arena *arena, const cal_figures *mine,
                    const cal_figures *theirs, const cal_scores *test, const cal_scores *other) {
    const int draws = mine->chance.interval;
    row *rows = cal_arena_alloc(arena, (size_t)mine->count * sizeof *rows + 1);
    cal_difference *tested = cal_arena_alloc(arena, (size_t)mine->count * sizeof *tested + 1);
    double *draw = cal_arena_alloc(arena, (size_t)draws * sizeof *draw + 1);
    out->figure = cal_arena_alloc(kept, (size_t)mine->count * sizeof *out->figure);
    if (arena->refused || kept->refused) return;
    for (int i = 0; i < mine->count; i++)
        for (int j = 0; j < theirs->count; j++) {
            if (strcmp(mine->key[i], theirs->key[j]) != 0) continue;
            row *of = &rows[out->count++];
            *of = (row){mine->key[i], &mine->measured[i], &theirs->measured[j], -1};
            if (of->mine->metric->kind != CAL_TEST &&
                cal_difference_make(&tested[out->tested], draw, of->mine, of->theirs, draws))
                of->tested = out->tested++;
        }
    cal_differences_judge(tested, out->tested);
    for (int i = 0; i < out->count; i++) {
        const row *of = &rows[i];
        const double value = of->theirs->figure.value;
        cal_compared_figure *to = &out->figure[i];
        *to = (cal_compared_figure){.key = cal_arena_string(kept, of->key),
                                    .value = value,
                                    .difference = of->mine->figure.value - value,
                                    .tested = of->tested >= 0};
        if (to->tested) {
            const cal_difference *d = &tested[of->tested];
            to->low = d->low, to->high = d->high, to->within_noise = d->within_noise;
        }
        to->has_p = draws && test_signs(&to->p, arena, of->mine, test, other);
    }
}

cal_status cal_against_make(const cal_comparison **out, cal_arena *kept, const char *name,
                            const cal_outputs *of, const cal_scores *test, const cal_metric_request *metrics,
                            cal_error *err) {
    cal_arena arena = {0};
    cal_scores other, unused;
    cal_figures mine, theirs;
    cal_metric_request paired = *metrics;
    cal_error reason = {0};
    cal_comparison *made = cal_arena_alloc(kept, sizeof *made);
    paired.refits = NULL, paired.progress = (cal_progress_range){0};
    paired.chance.floor = (paired.chance.interval + 1) / 2; // the bias of calibration errors
    cal_status status =
        cal_outputs_score(&other, &unused, &arena, of, test->how.pool, test->how.class_bins, &reason);
    if (status) cal_fail(err, status, "%.120s: %s", name, reason.text);
    // Each draw has the same samples for both models, since they follow from the seed and n.
    if (!status) status = cal_figures_choose(&mine, &arena, test, &paired, err);
    if (!status) status = cal_figures_choose(&theirs, &arena, &other, &paired, err);
    if (!status) status = cal_figures_measure(&mine, &arena, test, &paired, err);
    if (!status) status = cal_figures_measure(&theirs, &arena, &other, &paired, err);
    if (!status && made) {
        made->name = cal_arena_string(kept, name);
        compare(made, kept, &arena, &mine, &theirs, test, &other);
    }
    if (!status && (arena.refused || kept->refused)) status = cal_refuse_memory(err, "the comparison");
    cal_arena_free(&arena);
    *out = made;
    return status;
}
