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

typedef struct mapped {
    cal_odds_map *map;
    const cal_fit *fit;
    const cal_scores *scores;
} mapped;

static void fill(double *p, const cal_scores *scores, int i) {
    const mapped *from = scores->source;
    const double z = from->map(from->fit, cal_odds_at(from->scores, i));
    p[0] = cal_sigmoid(-z), p[1] = cal_sigmoid(z);
}

cal_status cal_odds_apply(cal_scores *out, cal_arena *arena, cal_odds_map *map, const cal_fit *fit,
                          const cal_scores *scores, cal_error *err) {
    mapped *from = cal_arena_alloc(arena, sizeof *from);
    if (!from) return cal_refuse_memory(err, "calibrated scores");
    *from = (mapped){map, fit, scores};
    return cal_scores_make_filled(out, arena, scores->how, fill, from, scores->logits, scores->labels,
                                  scores->posterior, scores->n, 2, err);
}
