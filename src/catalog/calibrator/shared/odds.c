#include "catalog/calibrator/shared/odds.h"
#include "catalog/scores/binary/logistic.h"

double cal_odds_at(const cal_scores *s, int i) {
    const double most = 92,
                 z = s->logit ? s->logit[i] : (double)s->logits[2 * (size_t)i + 1] - s->logits[2 * (size_t)i];
    return z > most ? most : z < -most ? -most : z;
}

static cal_odds_columns allocate(cal_arena *arena, int n) {
    cal_odds_columns c;
    c.first = cal_arena_alloc(arena, (size_t)n * sizeof *c.first);
    c.second = cal_arena_alloc(arena, (size_t)n * sizeof *c.second);
    c.outcome = cal_arena_alloc(arena, (size_t)n);
    return c;
}

cal_odds_columns cal_odds_take(cal_arena *arena, const cal_scores *s) {
    const cal_odds_columns c = allocate(arena, s->n);
    for (int i = 0; i < s->n && !arena->refused; i++) c.outcome[i] = s->labels[i] == 1;
    return c;
}

const char *cal_odds_reason(const cal_scores *s) {
    cal_outcome_ranges ranges = {0};
    for (int i = 0; i < s->n; i++) cal_outcome_ranges_add(&ranges, cal_odds_at(s, i), s->labels[i] == 1);
    return cal_logistic_reason(&ranges, true);
}

size_t cal_odds_count(cal_arena *kept, int found, int n) {
    cal_arena own = {.counts = true};
    allocate(&own, n);
    for (int i = 0; i < found; i++) cal_found_count(kept, 1);
    return own.taken;
}
