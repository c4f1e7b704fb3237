// Beta calibration: a logistic regression of the outcome on log p and -log(1 - p). A negative slope, with
// which the map would not be increasing, is set to 0, and the other is fitted again.
#include "catalog/calibrator/shared/odds.h"
#include "catalog/scores/binary/logistic.h"

static size_t counts(cal_arena *kept, const cal_choice *choice, int n, int k, int workers) {
    (void)choice, (void)k, (void)workers;
    return cal_odds_count(kept, 3, n);
}

// b: intercept, slope of log p (first), slope of -log(1 - p) (second).
static bool solve(double b[3], const cal_odds_columns *c, int n) {
    cal_logistic f = {.n = n, .terms = 2, .x = {c->first, c->second}, .outcome = c->outcome};
    if (!cal_logistic_fit(b, &f)) return false;
    if (b[1] >= 0 && b[2] >= 0) return true;
    const bool keeps_down = b[1] < 0;
    double one[2];
    f.terms = 1, f.x[0] = keeps_down ? c->second : c->first;
    if (!cal_logistic_fit(one, &f)) return false;
    b[0] = one[0], b[1] = keeps_down ? 0 : one[1], b[2] = keeps_down ? one[1] : 0;
    return true;
}

static int fit(cal_fit *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    cal_arena own = {0};
    double b[3];
    bool found = false;
    (void)choice;
    if (s->k != 2) return 0;
    const cal_odds_columns c = cal_odds_take(&own, s);
    if (own.refused) arena->refused = true;
    if (!arena->refused) {
        for (int i = 0; i < s->n; i++) {
            const double z = cal_odds_at(s, i);
            c.first[i] = cal_odds_log_p(z), c.second[i] = -cal_odds_log_p(-z);
        }
        found = solve(b, &c, s->n);
    }
    cal_arena_free(&own);
    if (arena->refused || !found) return 0;
    *out = (cal_fit){.way = "by_nll"};
    out->found[0] = cal_found_number(arena, "a", b[1]);
    out->found[1] = cal_found_number(arena, "b", b[2]);
    out->found[2] = cal_found_number(arena, "c", b[0]);
    return arena->refused ? 0 : 1;
}

static void left_out(cal_text *why, int fits, const cal_scores *s) {
    if (!fits) cal_text_add(why, "%s", cal_odds_reason(s));
}

static double map(const cal_fit *found, double z) {
    return *found->found[0].number * cal_odds_log_p(z) - *found->found[1].number * cal_odds_log_p(-z) +
           *found->found[2].number;
}

const cal_calibrator cal_calibrator_beta = {
    .entry = {.id = "beta",
              .label = "Beta calibration",
              .tex = "\\operatorname{logit} q = a \\log p - b \\log(1 - p) + c",
              .source = "Kull, Silva Filho and Flach 2017, section 4, with a, b >= 0",
              .help =
                  "Two classes only: the map that follows from beta-distributed probabilities in each class; "
                  "bends also where Platt scaling cannot"},
    .binary = true,
    .fit = fit,
    .left_out = left_out,
    .counts = counts,
    .saved = (const cal_saved[]){{"a", 1, 0, CAL_SAVED_MOST},
                                 {"b", 1, 0, CAL_SAVED_MOST},
                                 {"c", 1, -CAL_SAVED_MOST, CAL_SAVED_MOST},
                                 {.name = NULL}},
    .odds = map,
};
