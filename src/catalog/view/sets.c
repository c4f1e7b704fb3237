#include "catalog/sets/sets.h"
#include "catalog/view/view.h"

// The conformity scores in the order of the parameter's words.
extern const cal_conformity cal_conformity_aps, cal_conformity_lac, cal_conformity_topk, cal_conformity_raps;
static const cal_conformity *const by_word[] = {&cal_conformity_aps, &cal_conformity_lac,
                                                &cal_conformity_topk, &cal_conformity_raps};

// Quantiles of the validation samples: one, or one a class.
typedef struct calibrated {
    int count, n, least; // quantiles; validation samples of the smallest; samples that each needs
    cal_conformity_rule rule;
    const cal_conformal *found; // [count]
} calibrated;

static cal_conformity_rule rule_of(const cal_choice *choice) {
    const cal_conformity *c = by_word[cal_choice_integer(choice, "score")];
    return (cal_conformity_rule){c, c->random, (uint64_t)cal_choice_number(choice, "seed"), {0, 0}};
}

// Chooses the penalty of ranks on one half of the rows, and replaces them by the other half, unless the
// choice gives the penalty. Returns false if they are too few or if memory is refused.
static bool penalise(cal_conformity_rule *rule, cal_ranked_rows *io, cal_arena *arena,
                     const cal_choice *choice) {
    const cal_value *lambda = cal_choice_value(choice, "lambda");
    const int n = io->scores->n, kreg = cal_choice_integer(choice, "kreg");
    const double alpha = cal_choice_number(choice, "alpha");
    rule->penalty = (cal_rank_penalty){lambda->number[0], kreg};
    if (lambda->count == 1 && kreg) return true;
    int32_t *order = cal_arena_alloc(arena, (size_t)n * sizeof *order);
    cal_scores *part = cal_arena_alloc(arena, 2 * sizeof *part);
    if (arena->refused) return false;
    const int half = cal_conformal_halves(order, n, rule->seed);
    cal_ranked_part(&part[0], arena, io->scores, order, half);
    cal_ranked_part(&part[1], arena, io->scores, order + half, n - half);
    const cal_ranked_rows first = {&part[0], part[0].labels, NULL, order, io->step};
    *io = (cal_ranked_rows){&part[1], part[1].labels, NULL, order + half, io->step};
    if (arena->refused || half < cal_conformal_least(alpha)) return false;
    const cal_status status = cal_rank_penalty_choose(&rule->penalty, &first, rule, lambda->number,
                                                      lambda->count, kreg, alpha, NULL);
    return !(arena->refused = status != CAL_OK);
}

// Returns false if a quantile has too few samples, or if memory is refused.
static bool calibrate(calibrated *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    const double alpha = cal_choice_number(choice, "alpha");
    const bool by_class = cal_choice_integer(choice, "by");
    cal_ranked_rows rows = {s, s->labels, NULL, NULL, CAL_SETS_VALIDATION};
    *out = (calibrated){by_class ? s->k : 1, s->n, cal_conformal_least(alpha), rule_of(choice), NULL};
    const bool chosen = !out->rule.conformity->penalises || penalise(&out->rule, &rows, arena, choice);
    out->n = rows.scores->n;
    if (!chosen) return false;
    cal_conformal *found = cal_arena_alloc(arena, (size_t)out->count * sizeof *found);
    if (arena->refused) return false;
    if (cal_conformal_find(found, out->count, &rows, &out->rule, by_class ? rows.labels : NULL, alpha, NULL))
        return !(arena->refused = true);
    for (int g = 0; g < out->count; g++)
        if (found[g].n < out->n) out->n = found[g].n;
    out->found = found;
    return out->n >= out->least;
}

// Adds the figures of the test samples.
static void add_facts(cal_table *out, const calibrated *c, const cal_label_sets *sets, int covered) {
    double size = 0;
    int low = 0, high = 0;
    for (int i = 0; i < sets->n; i++) size += sets->size[i];
    cal_table_fact(out, "coverage", (double)covered / sets->n);
    cal_table_fact(out, "size", size / sets->n);
    if (c->rule.conformity->penalises) {
        cal_table_fact(out, "lambda", c->rule.penalty.lambda);
        cal_table_fact(out, "kreg", c->rule.penalty.kreg);
    }
    if (c->count > 1) return;
    cal_coverage_band(&low, &high, sets->n, c->n, c->found->rank);
    cal_table_fact(out, "low", (double)low / sets->n);
    cal_table_fact(out, "high", (double)high / sets->n);
    cal_table_fact(out, "quantile", c->found->quantile);
}

static double ambiguity(const cal_scores *s, int i) {
    double most = 0;
    if (!s->posterior) return __builtin_nan("");
    for (int j = 0; j < s->k; j++) {
        const double p = s->posterior[(size_t)i * (size_t)s->k + (size_t)j];
        if (p > most) most = p;
    }
    return 1 - most;
}

// Returns the sum of 2^j over the classes of a set; NaN if a double cannot hold it.
static double bits_of(const cal_label_sets *sets, int i) {
    enum { EXACT = 52 };
    double bits = 0, bit = 1;
    if (sets->k > EXACT) return __builtin_nan("");
    for (int j = 0; j < sets->k; j++, bit *= 2) bits += cal_label_sets_have(sets, i, j) ? bit : 0;
    return bits;
}

static void build(cal_table *out, cal_arena *arena, const cal_view_input *in, const cal_choice *choice) {
    const cal_scores *s = in->scores, *v = in->validation;
    cal_scores hot;
    calibrated c = {.least = cal_conformal_least(cal_choice_number(choice, "alpha"))};
    cal_label_sets sets;
    int covered = 0;
    if (v && s->temperature != 1) {
        if (cal_scores_at(&hot, arena, v, s->temperature, NULL)) return;
        v = &hot;
    }
    const bool enough = v && calibrate(&c, arena, v, choice);
    const cal_ranked_rows rows = {s, s->labels, NULL, NULL, CAL_SETS_TEST};
    double *quantile = enough ? cal_arena_alloc(arena, (size_t)c.count * sizeof *quantile) : NULL;
    for (int g = 0; quantile && g < c.count; g++) quantile[g] = c.found[g].quantile;
    const cal_quantiles quantiles = {
        .quantile = quantile, .by_class = c.count > 1, .top = cal_choice_integer(choice, "empty")};
    if (quantile && cal_label_sets_make(&sets, arena, &rows, &c.rule, &quantiles, NULL))
        arena->refused = true;
    if (arena->refused) return;
    out->begin(out->to, enough ? s->n : 0);
    for (int i = 0; enough && i < s->n; i++) {
        const bool has = cal_label_sets_have(&sets, i, s->labels[i]);
        covered += has;
        out->row(out->to, (double[]){i, s->labels[i], sets.size[i], has, bits_of(&sets, i), ambiguity(s, i)});
    }
    cal_table_fact(out, "validation", c.n);
    cal_table_fact(out, "least", c.least);
    if (enough) add_facts(out, &c, &sets, covered);
}

const cal_view cal_view_sets = {
    .entry = {.id = "sets",
              .label = "Conformal sets",
              .tex = "\\{y : s(x, y) \\le \\hat q\\}",
              .source = "Vovk, Gammerman and Shafer 2005; the quantile is the ceil((n + 1)(1 - alpha))-th "
                        "smallest score of n validation samples",
              .help = "The classes that are still possible for each sample, at a promised coverage",
              .params =
                  (const cal_param[]){{.name = "score",
                                       .help = "How badly a class fits a sample",
                                       .unit = "",
                                       .type = CAL_CHOICE,
                                       .choices = "aps/lac/topk/raps"},
                                      {.name = "alpha",
                                       .help = "Fraction of sets that may miss the true class",
                                       .unit = "",
                                       .type = CAL_REAL,
                                       .value = 0.1,
                                       .min = 0.0001,
                                       .max = 0.9999},
                                      {.name = "by",
                                       .help = "One quantile for all samples, or one for each class",
                                       .unit = "",
                                       .type = CAL_CHOICE,
                                       .choices = "all/class"},
                                      {.name = "empty",
                                       .help = "Whether a set may be empty, or gets the most probable class",
                                       .unit = "",
                                       .type = CAL_CHOICE,
                                       .choices = "allow/top"},
                                      {.name = "seed",
                                       .help = "Seed of the random numbers",
                                       .unit = "",
                                       .type = CAL_INTEGER,
                                       .value = 1,
                                       .min = 0,
                                       .max = 4294967295.0},
                                      CAL_CONFORMITY_PENALTY,
                                      {.name = NULL}}},
    .columns = (const cal_column[]){{"row", "Row", ""},
                                    {"label", "True class", ""},
                                    {"size", "Classes in the set", ""},
                                    {"covered", "The set has the true class", ""},
                                    {"set", "The set, as the sum of 2^class", ""},
                                    {"ambiguity", "Probability that the likeliest class is wrong", "%"},
                                    {NULL}},
    .build = build,
};
