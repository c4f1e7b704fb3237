#include "run/report/scoring.h"
#include "base/maths/maths.h"

// Returns true if some case has more than one row.
static bool repeats(bool *refused, const cal_outputs *s) {
    cal_arena own = {0};
    bool found = false;
    uint8_t *seen = s->cases ? cal_arena_alloc(&own, (size_t)s->case_count) : NULL;
    for (int i = 0; seen && i < s->n && !found; i++) found = seen[s->cases[i]], seen[s->cases[i]] = 1;
    *refused = own.refused;
    cal_arena_free(&own);
    return found;
}

// Computes log odds in double, for calibrators, and log probabilities that keep the digits of given log odds.
static cal_status take_odds(cal_scores *measured, cal_scores *fitted, cal_arena *arena, const cal_outputs *s,
                            cal_error *err) {
    double *odds = cal_arena_alloc(arena, (size_t)s->n * sizeof *odds);
    if (!odds) return cal_refuse_memory(err, "the log odds");
    for (int i = 0; i < s->n; i++) {
        const double *p = s->probabilities + 2 * (size_t)i;
        odds[i] = s->odds ? s->odds[i] : cal_log(p[1]) - cal_log(p[0]);
        const double z = s->labels[i] ? odds[i] : -odds[i];
        if (s->odds) measured->log_p_label[i] = z > 0 ? -cal_log1p(cal_exp(-z)) : z - cal_log1p(cal_exp(z));
    }
    measured->logit = fitted->logit = odds;
    const cal_scores plain = *measured;
    return cal_scores_positive(measured, arena, &plain, err);
}

static cal_status take_cases(cal_scores *measured, cal_scores *fitted, const cal_outputs *s, cal_error *err) {
    bool refused;
    measured->cases = fitted->cases = s->cases;
    measured->case_count = fitted->case_count = s->case_count;
    measured->clustered = fitted->clustered = repeats(&refused, s);
    return refused ? cal_refuse_memory(err, "the cases") : CAL_OK;
}

static cal_status score_logits(cal_scores *measured, cal_scores *fitted, cal_arena *arena,
                               const cal_outputs *s, cal_scores_options how, cal_error *err) {
    cal_status status =
        cal_scores_make_how(measured, arena, how, s->logits, s->labels, s->posterior, s->n, s->k, 1, err);
    measured->weight = s->weight;
    *fitted = *measured;
    return status ? status : take_cases(measured, fitted, s, err);
}

static cal_status score_probabilities(cal_scores *measured, cal_scores *fitted, cal_arena *arena,
                                      const cal_outputs *s, cal_scores_options how, cal_error *err) {
    cal_status status =
        cal_scores_make_probabilities(measured, arena, how, s->probabilities, s->labels, s->n, s->k, err);
    float *z = status ? NULL : cal_outputs_logs(arena, s->probabilities, (size_t)s->n * (size_t)s->k);
    // At any temperature, these have probability 0.
    const float none = -1e4f;
    for (int i = 0; z && s->options && i < s->n; i++)
        for (int j = s->options[i]; j < s->k; j++) z[(size_t)i * (size_t)s->k + (size_t)j] = none;
    if (!status && !z) status = cal_refuse_memory(err, "the logits");
    if (!status) status = cal_scores_make_how(fitted, arena, how, z, s->labels, NULL, s->n, s->k, 1, err);
    measured->weight = s->weight, measured->posterior = s->posterior;
    if (!status) fitted->weight = s->weight;
    if (!status && how.binary) fitted->posterior = s->posterior;
    if (!status) status = take_cases(measured, fitted, s, err);
    return !status && how.binary ? take_odds(measured, fitted, arena, s, err) : status;
}

static cal_status score_confidence(cal_scores *measured, cal_arena *arena, const cal_outputs *s,
                                   cal_error *err) {
    const cal_status status =
        cal_scores_make_top(measured, arena, s->confidence, s->predicted, s->labels, s->n, err);
    measured->weight = s->weight, measured->cases = s->cases, measured->case_count = s->case_count;
    measured->clustered = s->cases && s->case_count < s->n;
    return status;
}

cal_status cal_outputs_score(cal_scores *measured, cal_scores *fitted, cal_arena *arena, const cal_outputs *s,
                             cal_pool *pool, int class_bins, cal_error *err) {
    const cal_scores_options how = {pool, class_bins, cal_outputs_are_binary(s),
                                    s->task == CAL_TASK_QUESTIONS};
    const cal_status status = s->confidence      ? score_confidence(measured, arena, s, err)
                              : s->probabilities ? score_probabilities(measured, fitted, arena, s, how, err)
                                                 : score_logits(measured, fitted, arena, s, how, err);
    measured->score = s->score;
    if (s->confidence) return status;
    fitted->score = s->score, fitted->soft = s->soft;
    return status;
}
