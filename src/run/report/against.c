#include "run/report/against.h"
#include <string.h>
#include "base/random.h"
#include "run/report/sets.h"

enum { FLIPS = 1999, FLIP_SEED = 7 };

// What each sample adds to a mean; null where the figure is none of them.
static double *parts_of(cal_arena *arena, const char *id, const cal_scores *s) {
    double *out = cal_arena_alloc(arena, (size_t)s->n * sizeof *out);
    for (int i = 0; out && i < s->n; i++) {
        const double gap = s->confidence[i] - s->correct[i];
        if (strcmp(id, "nll") == 0 && s->fill) out[i] = -s->log_p_label[i];
        else if (strcmp(id, "brier") == 0 && s->fill) out[i] = s->square[i];
        else if (strcmp(id, "binary_brier") == 0) out[i] = gap * gap;
        else if (strcmp(id, "error") == 0) out[i] = !cal_scores_right(s, i);
        else return NULL;
        out[i] *= cal_scores_weight(s, i);
    }
    return out;
}

// Rows of one case are not exchangeable by themselves: their sums are.
static double *sums_of_cases(cal_arena *arena, const cal_scores *s, const double *parts) {
    double *out = cal_arena_alloc(arena, (size_t)s->case_count * sizeof *out);
    for (int i = 0; out && i < s->n; i++) out[s->cases[i]] += parts[i];
    return out;
}

// How many flips of the differences' signs have a mean at least as far from 0; the differences themselves count, too.
static double sign_flip(const double *a, const double *b, int n) {
    double mean = 0;
    int beyond = 1;
    for (int i = 0; i < n; i++) mean += a[i] - b[i];
    if (mean - mean != 0) return __builtin_nan("");
    // As far, within rounding, which depends on the order of the signs.
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

bool cal_paired_interval(double bound[2], double *draw, const cal_measured *a, const cal_measured *b,
                         int draws) {
    const double difference = a->figure.value - b->figure.value;
    double mean = 0;
    for (int d = 0; d < draws; d++) {
        draw[d] = a->draw[d] - b->draw[d];
        mean += draw[d] / draws;
    }
    if (draws < 2 || mean - mean != 0 || difference - difference != 0) return false;
    cal_draws_sort(draw, draws);
    bound[0] = difference - mean + cal_draws_percentile(draw, draws, 0.025);
    bound[1] = difference - mean + cal_draws_percentile(draw, draws, 0.975);
    return true;
}

static void write_one(cal_text *json, cal_arena *arena, const cal_measured *a, const cal_measured *b,
                      const cal_scores *mine, const cal_scores *other, int draws, double *draw) {
    double bound[2];
    cal_arena own = {0};
    cal_json_open(json, '{');
    cal_json_member_number(json, "value", b->figure.value);
    cal_json_member_number(json, "difference", a->figure.value - b->figure.value);
    if (a->metric->kind != CAL_TEST && cal_paired_interval(bound, draw, a, b, draws)) {
        cal_json_member_numbers(json, "interval", bound, 2);
        cal_json_member_bool(json, "within_noise", bound[0] <= 0 && bound[1] >= 0);
    }
    const double *x = parts_of(&own, a->metric->entry.id, mine),
                 *y = parts_of(&own, a->metric->entry.id, other);
    if (x && y && mine->clustered) x = sums_of_cases(&own, mine, x), y = sums_of_cases(&own, mine, y);
    if (draws && x && y)
        cal_json_member_number(json, "p_value",
                               sign_flip(x, y, mine->clustered ? mine->case_count : mine->n));
    if (own.refused) arena->refused = true;
    cal_arena_free(&own);
    cal_json_close(json, '}');
}

cal_status cal_against_write(cal_text *json, const cal_report_request *r, const cal_scores *test,
                             const cal_metric_request *asked, cal_error *err) {
    cal_arena arena = {0};
    cal_scores other, unused;
    cal_figures mine, theirs;
    cal_metric_request paired = *asked;
    cal_error reason = {0};
    if (!r->against) return CAL_OK;
    paired.listener = NULL, paired.refits = NULL, paired.progress = (cal_progress_range){0};
    paired.chance.floor = 0;
    const cal_report_set set = {r->against_logits,
                                r->against_probabilities,
                                r->posterior,
                                r->labels,
                                r->n,
                                r->k,
                                test->how,
                                r->against_odds,
                                test->cases,
                                test->case_count,
                                test->weight,
                                r->options};
    cal_status status = cal_report_load(&other, &unused, &arena, &set, &reason);
    if (status) cal_fail(err, status, "%.120s: %s", r->against, reason.text);
    // The same samples in each draw: these follow from the seed and from n.
    if (!status) status = cal_figures_choose(&mine, &arena, test, &paired, err);
    if (!status) status = cal_figures_choose(&theirs, &arena, &other, &paired, err);
    if (!status) status = cal_figures_measure(&mine, &arena, test, &paired, err);
    if (!status) status = cal_figures_measure(&theirs, &arena, &other, &paired, err);
    double *draw = cal_arena_alloc(&arena, (size_t)paired.chance.interval * sizeof *draw + 1);
    if (!status && !draw) status = cal_refuse_memory(err, "the comparison");
    if (!status) {
        cal_json_key(json, "against");
        cal_json_open(json, '{');
        cal_json_member_string(json, "name", r->against);
        cal_json_key(json, "metrics");
        cal_json_open(json, '{');
        for (int i = 0; i < mine.count; i++)
            for (int j = 0; j < theirs.count; j++) {
                if (strcmp(mine.key[i], theirs.key[j]) != 0) continue;
                cal_json_key(json, mine.key[i]);
                write_one(json, &arena, &mine.measured[i], &theirs.measured[j], test, &other,
                          paired.chance.interval, draw);
            }
        cal_json_close(json, '}');
        cal_json_close(json, '}');
        if (arena.refused) status = cal_refuse_memory(err, "the comparison");
    }
    cal_arena_free(&arena);
    return status;
}
