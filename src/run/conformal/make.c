#include "run/conformal/conformal.h"
#include <string.h>
#include "run/calibration/fitted.h"
#include "run/link/link.h"
#include "run/outputs/subset.h"
#include "run/report/scoring.h"

// ---- checks

static cal_status check_task(const cal_sets_request *r, cal_error *err) {
    const cal_outputs *o = &r->test;
    if (o->confidence)
        return cal_fail(err, CAL_USAGE, "sets need the outputs of all classes, not a confidence alone");
    if (o->task == CAL_TASK_MULTI_LABEL)
        return cal_fail(err, CAL_USAGE, "sets are of classes; multi-label outputs have none yet");
    if (r->by == CAL_SETS_BY_CLASS && o->task == CAL_TASK_QUESTIONS)
        return cal_fail(err, CAL_USAGE, "the options of questions are not classes: leave out by=class");
    if (r->by == CAL_SETS_BY_GROUP && !(o->groups.of && r->validation.groups.of))
        return cal_fail(err, CAL_USAGE,
                        "by=group needs a column of groups in both sets, for example columns group=sex");
    if (r->by == CAL_SETS_BY_GROUP && o->groups.column && o->groups.column[o->groups.count - 1] > 0)
        return cal_fail(err, CAL_USAGE, "by=group takes one column of groups; name it with columns group=");
    return r->validation.n > 0
               ? CAL_OK
               : cal_fail(err, CAL_USAGE, "sets need a validation set, which gives the quantile");
}

static cal_status check(const cal_sets_request *r, cal_error *err) {
    if (!(r->alpha >= 1e-4 && r->alpha <= 0.9999))
        return cal_fail(err, CAL_USAGE, "alpha=%g is not from 0.0001 to 0.9999", r->alpha);
    if (!(r->temperature >= 0.01 && r->temperature <= 100))
        return cal_fail(err, CAL_USAGE, "temperature=%g is not from 0.01 to 100", r->temperature);
    if ((r->calibrator || r->ready) && r->temperature != 1)
        return cal_fail(err, CAL_USAGE, "give either a calibrator or a temperature, not both");
    return check_task(r, err);
}

// ---- the parts of the validation set

// Samples of one kind, with the scores that sets are made from.
typedef struct part {
    cal_outputs outputs;
    cal_scores measured, fitted, scores; // scores refer to the others
    cal_ranked_rows rows;
} part;

typedef struct making {
    const cal_sets_request *request;
    cal_sets_value *out;
    cal_arena arena; // temporary
    cal_fitted fitted;
    const cal_fitted *fit; // fitted here or in a file, or null
    part first, second, test;
} making;

// Scores the part's outputs, calibrated.
static cal_status score(part *p, making *m, int step, const int32_t *index, cal_error *err) {
    const cal_sets_request *r = m->request;
    cal_status status;
    if (m->fit) {
        const int way = cal_fitted_usual(m->fit);
        status = cal_fitted_scores(&p->scores, &p->fitted, &m->arena, m->fit, way, &p->outputs, NULL, r->pool,
                                   err);
        if (!status && !p->scores.fill)
            return cal_fail(err, CAL_USAGE,
                            "calibrator %s maps the top confidence only, but sets need all classes",
                            m->fit->calibrator->entry.id);
    } else {
        status = cal_outputs_score(&p->measured, &p->fitted, &m->arena, &p->outputs, r->pool, 0, err);
        p->scores = p->measured;
        if (!status && r->temperature != 1)
            status = cal_scores_at(&p->scores, &m->arena, &p->fitted, r->temperature, err);
    }
    p->rows = (cal_ranked_rows){&p->scores, p->outputs.labels, p->outputs.options, index, step};
    return status;
}

// Takes some rows of the validation set.
static cal_status take(part *p, making *m, const int32_t *row, int n, cal_error *err) {
    p->outputs = m->request->validation;
    return cal_outputs_subset(&p->outputs, &m->arena, row, n, err);
}

// Splits the validation set by the seed if something is fitted or chosen on it.
static cal_status split(making *m, bool halves, const int32_t **first, const int32_t **second,
                        cal_error *err) {
    const int n = m->request->validation.n;
    int half = 0;
    int32_t *order = cal_arena_alloc(&m->arena, (size_t)n * sizeof *order);
    if (!order) return cal_refuse_memory(err, "the validation set");
    if (n < 2) return cal_fail(err, CAL_FAILED, "the validation set has %d sample: at least 2 are needed", n);
    for (int i = 0; i < n; i++) order[i] = i;
    if (halves) half = cal_conformal_halves(order, n, m->request->seed);
    *first = order, *second = order + half;
    m->out->first_half = half;
    cal_status status = half ? take(&m->first, m, *first, half, err) : CAL_OK;
    return status ? status : take(&m->second, m, *second, n - half, err);
}

// ---- quantiles

static const int32_t *keys(const cal_sets_request *r, const cal_outputs *o) {
    return r->by == CAL_SETS_BY_CLASS ? o->labels : r->by == CAL_SETS_BY_GROUP ? o->groups.of : NULL;
}

// Numbers the groups of the validation set as the test set does, by name; -1: not in the test set.
static cal_status match_groups(making *m, cal_error *err) {
    const cal_groups *mine = &m->request->test.groups;
    cal_groups *theirs = &m->second.outputs.groups;
    if (m->request->by != CAL_SETS_BY_GROUP) return CAL_OK;
    const int n = m->second.outputs.n;
    int32_t *of = cal_arena_alloc(&m->arena, (size_t)n * sizeof *of);
    if (!of) return cal_refuse_memory(err, "the groups");
    for (int i = 0; i < n; i++) {
        of[i] = -1;
        for (int g = 0; g < mine->count; g++)
            if (strcmp(mine->name[g], theirs->name[theirs->of[i]]) == 0) of[i] = g;
    }
    theirs->of = of;
    return CAL_OK;
}

static cal_status refuse_few(const making *m, const cal_sets_quantile *q, int class, cal_error *err) {
    const double alpha = m->request->alpha;
    const int n = q->calibrated, least = cal_conformal_least(alpha);
    if (m->request->by == CAL_SETS_BY_CLASS)
        return cal_fail(
            err, CAL_FAILED,
            "class %d has %d validation samples, too few for sets at alpha %g: at least %d are needed", class,
            n, alpha, least);
    if (m->request->by == CAL_SETS_BY_GROUP)
        return cal_fail(
            err, CAL_FAILED,
            "group %.80s has %d validation samples, too few for sets at alpha %g: at least %d are "
            "needed",
            q->name, n, alpha, least);
    if (m->out->first_half)
        return cal_fail(
            err, CAL_FAILED,
            "half of the validation set, %d samples, is too small for sets at alpha %g: at least %d "
            "samples are needed",
            n, alpha, least);
    return cal_fail(err, CAL_FAILED,
                    "%d validation samples are too few for sets at alpha %g: at least %d are needed", n,
                    alpha, least);
}

static cal_status find_quantiles(making *m, const cal_conformity_rule *rule, cal_error *err) {
    const cal_sets_request *r = m->request;
    cal_sets_value *v = m->out;
    v->quantiles = r->by == CAL_SETS_BY_CLASS ? v->k : r->by == CAL_SETS_BY_GROUP ? r->test.groups.count : 1;
    v->quantile = cal_arena_alloc(&v->arena, (size_t)v->quantiles * sizeof *v->quantile);
    cal_conformal *found = cal_arena_alloc(&m->arena, (size_t)v->quantiles * sizeof *found);
    if (v->arena.refused || m->arena.refused) return cal_refuse_memory(err, "the quantiles");
    cal_status status = match_groups(m, err);
    if (!status)
        status = cal_conformal_find(found, v->quantiles, &m->second.rows, rule, keys(r, &m->second.outputs),
                                    r->alpha, err);
    for (int g = 0; !status && g < v->quantiles; g++) {
        cal_sets_quantile *q = &v->quantile[g];
        if (r->by == CAL_SETS_BY_GROUP) q->name = cal_arena_string(&v->arena, r->test.groups.name[g]);
        q->calibrated = found[g].n, q->rank = found[g].rank, q->quantile = found[g].quantile;
        if (q->rank > q->calibrated) status = refuse_few(m, q, g, err);
    }
    return status;
}

// ---- sets

static bool says_random(const cal_conformity *c, const cal_choice *choice) {
    return c->random && cal_choice_integer(choice, "random") == CAL_CONFORMITY_RANDOM_YES;
}

// Fits the calibrator on the first half, or takes the one of a file.
static cal_status take_calibrator(making *m, cal_error *err) {
    const cal_sets_request *r = m->request;
    cal_sets_value *v = m->out;
    m->fit = r->ready;
    if (r->calibrator) {
        const cal_status status = cal_fitted_make(&m->fitted, &m->first.outputs, r->calibrator, r->pool, err);
        if (status) return status;
        m->fit = &m->fitted;
    }
    if (!m->fit) return CAL_OK;
    cal_text text = {0};
    cal_choice_write(&text, &m->fit->choice);
    strncpy(v->calibrator, text.data ? text.data : "", sizeof v->calibrator - 1);
    strncpy(v->way, m->fit->fit[cal_fitted_usual(m->fit)].way, sizeof v->way - 1);
    cal_text_free(&text);
    return CAL_OK;
}

// Calibrates, and chooses the penalty on the first half.
static cal_status prepare(making *m, cal_conformity_rule *rule, const cal_value *lambda, int kreg,
                          cal_error *err) {
    const cal_sets_request *r = m->request;
    cal_sets_value *v = m->out;
    const bool chooses = rule->conformity->penalises && (lambda->count > 1 || !kreg);
    const int32_t *first, *second;
    cal_status status = split(m, r->calibrator || chooses, &first, &second, err);
    if (!status) status = take_calibrator(m, err);
    if (!status && m->first.outputs.n) status = score(&m->first, m, CAL_SETS_VALIDATION, first, err);
    if (!status) status = score(&m->second, m, CAL_SETS_VALIDATION, second, err);
    if (!status && rule->conformity->penalises) {
        rule->penalty = (cal_rank_penalty){lambda->number[0], kreg};
        if (chooses)
            status = cal_rank_penalty_choose(&rule->penalty, &m->first.rows, rule, lambda->number,
                                             lambda->count, kreg, r->alpha, err);
        v->chosen = chooses, v->penalty = rule->penalty;
    }
    return status;
}

static cal_status make_sets(making *m, const cal_conformity_rule *rule, cal_error *err) {
    cal_sets_value *v = m->out;
    double *quantile = cal_arena_alloc(&m->arena, (size_t)v->quantiles * sizeof *quantile);
    if (!quantile) return cal_refuse_memory(err, "the quantiles");
    for (int g = 0; g < v->quantiles; g++) quantile[g] = v->quantile[g].quantile;
    const cal_quantiles quantiles = {.quantile = quantile,
                                     .group = m->request->by == CAL_SETS_BY_GROUP ? m->test.outputs.groups.of
                                                                                  : NULL,
                                     .by_class = m->request->by == CAL_SETS_BY_CLASS,
                                     .top = m->request->top};
    return cal_label_sets_make(&v->sets, &v->arena, &m->test.rows, rule, &quantiles, err);
}

// Keeps the labels, and counts the test samples of each quantile.
static cal_status count(making *m, cal_error *err) {
    cal_sets_value *v = m->out;
    const int32_t *of = keys(m->request, &m->test.outputs);
    int32_t *labels = cal_arena_alloc(&v->arena, (size_t)v->n * sizeof *labels);
    if (!labels) return cal_refuse_memory(err, "the sets");
    memcpy(labels, m->test.outputs.labels, (size_t)v->n * sizeof *labels);
    v->labels = labels;
    for (int i = 0; i < v->n; i++) {
        cal_sets_quantile *q = &v->quantile[of ? of[i] : 0];
        q->n++, q->covered += cal_label_sets_have(&v->sets, i, labels[i]);
    }
    for (int g = 0; g < v->quantiles; g++) {
        cal_sets_quantile *q = &v->quantile[g];
        int low, high;
        q->expected = q->low = q->high = __builtin_nan("");
        if (!q->n) continue;
        cal_coverage_band(&low, &high, q->n, q->calibrated, q->rank);
        q->expected = q->rank / (q->calibrated + 1.0);
        q->low = (double)low / q->n, q->high = (double)high / q->n;
    }
    return CAL_OK;
}

static cal_status keep_names(making *m, cal_error *err) {
    const cal_columns_read *read = m->request->test.read;
    cal_sets_value *v = m->out;
    v->seen = cal_arena_string(&v->arena, m->request->seen);
    v->file = cal_arena_string(&v->arena, m->request->file);
    if (!read || read->outputs != v->k) return CAL_OK;
    const char **name = cal_arena_alloc(&v->arena, (size_t)v->k * sizeof *name);
    for (int j = 0; name && j < v->k; j++) name[j] = cal_arena_string(&v->arena, read->output[j]);
    v->class_name = name;
    return v->arena.refused ? cal_refuse_memory(err, "the names") : CAL_OK;
}

static cal_status make(making *m, cal_error *err) {
    const cal_sets_request *r = m->request;
    cal_sets_value *v = m->out;
    cal_status status = cal_choice_parse(&v->score, "conformity", r->score, strlen(r->score), err);
    if (status) return status;
    const cal_conformity *c = cal_conformity_of(&v->score);
    cal_conformity_rule rule = {c, says_random(c, &v->score), r->seed, {0, 0}};
    const cal_value none = {.count = 0};
    v->random = rule.random;
    status = prepare(m, &rule, c->penalises ? cal_choice_value(&v->score, "lambda") : &none,
                     c->penalises ? cal_choice_integer(&v->score, "kreg") : 0, err);
    m->test.outputs = r->test;
    if (!status) status = score(&m->test, m, CAL_SETS_TEST, NULL, err);
    if (!status) status = find_quantiles(m, &rule, err);
    if (!status) status = make_sets(m, &rule, err);
    if (!status) status = count(m, err);
    if (!status) status = keep_names(m, err);
    return status ? status : cal_sets_measure(v, r->test.posterior, err);
}

cal_status cal_sets_make_value(cal_sets_value *out, const cal_sets_request *request, cal_error *err) {
    making m = {.request = request, .out = out};
    *out = (cal_sets_value){.temperature = request->temperature,
                            .alpha = request->alpha,
                            .seed = request->seed,
                            .by = request->by,
                            .top = request->top,
                            .n = request->test.n,
                            .k = request->test.k,
                            .validation = request->validation.n};
    cal_status status = check(request, err);
    if (!status) status = make(&m, err);
    if (m.fit == &m.fitted) cal_fitted_free(&m.fitted);
    cal_arena_free(&m.arena);
    if (status) cal_sets_value_free(out);
    return status;
}

void cal_sets_value_free(cal_sets_value *value) {
    cal_arena_free(&value->arena);
    *value = (cal_sets_value){.n = 0};
}
