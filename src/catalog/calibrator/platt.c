// Platt scaling: a logistic regression of the outcome on the log odds. By plain maximum likelihood, and with
// Platt's targets (N+ + 1)/(N+ + 2) and 1/(N- + 2) instead of 1 and 0, which keep it finite if the outcomes
// are separated.
#include "catalog/calibrator/shared/odds.h"
#include "catalog/scores/binary/logistic.h"

static size_t counts(cal_arena *kept, const cal_choice *choice, int n, int k, int workers) {
    (void)k, (void)workers;
    return cal_odds_count(kept, cal_choice_integer(choice, "by") ? 2 : 4, n);
}

enum { BY_NLL = 1, BY_SMOOTHED_NLL }; // values of the parameter `by`

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
    int ways = 0, positives = 0, by = cal_choice_integer(choice, "by");
    if (s->k != 2) return 0;
    const cal_odds_columns c = cal_odds_take(&own, s);
    if (own.refused) arena->refused = true;
    if (!arena->refused) {
        for (int i = 0; i < s->n; i++) {
            c.first[i] = cal_odds_at(s, i);
            positives += c.outcome[i];
        }
        const double one = (positives + 1.0) / (positives + 2.0), none = 1.0 / (s->n - positives + 2.0);
        for (int i = 0; i < s->n; i++) c.second[i] = c.outcome[i] ? one : none;
        cal_logistic f = {.n = s->n, .terms = 1, .x = {c.first}, .outcome = c.outcome};
        if (by != BY_SMOOTHED_NLL) ways += add(&out[ways], arena, "by_nll", &f);
        f.target = c.second;
        if (by != BY_NLL) ways += add(&out[ways], arena, "by_smoothed_nll", &f);
    }
    cal_arena_free(&own);
    return arena->refused ? 0 : ways;
}

// The smoothed targets have a maximum whenever p varies.
static void left_out(cal_text *why, int fits, const cal_scores *s) {
    if (fits == 1) cal_text_add(why, "by_nll: %s", cal_odds_reason(s));
    else if (!fits) cal_text_add(why, "%s", cal_odds_reason(s));
}

static double map(const cal_fit *found, double z) {
    return *found->found[0].number * z + *found->found[1].number;
}

const cal_calibrator cal_calibrator_platt = {
    .entry = {.id = "platt",
              .label = "Platt scaling",
              .tex = "\\operatorname{logit} q = a + b\\,\\operatorname{logit} p",
              .source =
                  "Platt 1999, on the log odds; by_smoothed_nll with his targets, as scikit-learn's sigmoid",
              .help = "Two classes only: a straight line through the log odds, fitted by logistic regression",
              .params = (const cal_param[]){{.name = "by",
                                             .help = "The likelihood that is maximised: plain, or with "
                                                     "Platt's targets",
                                             .unit = "",
                                             .type = CAL_CHOICE,
                                             .choices = "all/nll/smoothed_nll",
                                             .max = BY_SMOOTHED_NLL},
                                            {.name = NULL}}},
    .binary = true,
    .fit = fit,
    .left_out = left_out,
    .counts = counts,
    .saved = (const cal_saved[]){{"slope", 1, -CAL_SAVED_MOST, CAL_SAVED_MOST},
                                 {"intercept", 1, -CAL_SAVED_MOST, CAL_SAVED_MOST},
                                 {.name = NULL}},
    .odds = map,
};
