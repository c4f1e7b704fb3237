// Platt scaling: a logistic regression of the outcome on the log odds, by plain maximum likelihood, and with
// Platt's targets (N+ + 1)/(N+ + 2) and 1/(N- + 2) in the place of 1 and 0, which keep it finite where the
// outcomes are separated.
#include "catalog/calibrator/shared/odds.h"
#include "catalog/scores/binary/logistic.h"

typedef struct columns {
    double *z, *target;
    uint8_t *y;
} columns;

static columns take(cal_arena *own, int n) {
    columns c;
    c.z = cal_arena_alloc(own, (size_t)n * sizeof *c.z);
    c.target = cal_arena_alloc(own, (size_t)n * sizeof *c.target);
    c.y = cal_arena_alloc(own, (size_t)n);
    return c;
}

static size_t counts(cal_arena *kept, const cal_choice *choice, int n, int k, int workers) {
    cal_arena own = {.counts = true};
    (void)choice, (void)k, (void)workers;
    take(&own, n);
    for (int i = 0; i < 4; i++) cal_found_count(kept, 1);
    return own.taken;
}

static int add(cal_fit *out, cal_arena *arena, const char *way, const cal_logistic *of) {
    double b[2];
    if (!cal_logistic_fit(b, of)) return 0;
    *out = (cal_fit){.way = way};
    out->found[0] = cal_found_number(arena, "slope", b[1]);
    out->found[1] = cal_found_number(arena, "intercept", b[0]);
    return 1;
}

static int fit(cal_fit *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    cal_arena own = {0};
    int ways = 0, positives = 0;
    (void)choice;
    if (s->k != 2) return 0;
    const columns c = take(&own, s->n);
    if (own.refused) arena->refused = true;
    if (!arena->refused) {
        for (int i = 0; i < s->n; i++) {
            c.z[i] = cal_odds_at(s, i);
            positives += c.y[i] = s->labels[i] == 1;
        }
        const double one = (positives + 1.0) / (positives + 2.0), none = 1.0 / (s->n - positives + 2.0);
        for (int i = 0; i < s->n; i++) c.target[i] = c.y[i] ? one : none;
        cal_logistic f = {.n = s->n, .terms = 1, .x = {c.z}, .outcome = c.y};
        ways += add(&out[ways], arena, "by_nll", &f);
        f.target = c.target;
        ways += add(&out[ways], arena, "by_smoothed_nll", &f);
    }
    cal_arena_free(&own);
    return arena->refused ? 0 : ways;
}

static double map(const cal_fit *found, double z) {
    return *found->found[0].number * z + *found->found[1].number;
}

static cal_status apply(cal_scores *out, cal_arena *arena, const cal_fit *found, const cal_scores *scores,
                        cal_error *err) {
    return cal_odds_apply(out, arena, map, found, scores, err);
}

const cal_calibrator cal_calibrator_platt = {
    .entry = {.id = "platt",
              .label = "Platt scaling",
              .tex = "\\operatorname{logit} q = a + b\\,\\operatorname{logit} p",
              .source =
                  "Platt 1999, on the log odds; by_smoothed_nll with his targets, as scikit-learn's sigmoid",
              .help =
                  "Two classes only: a straight line through the log odds, fitted by logistic regression"},
    .binary = true,
    .fit = fit,
    .counts = counts,
    .apply = apply,
};
