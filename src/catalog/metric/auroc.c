// Out-of-distribution detection: how well scores distinguish a second set from the test set.
#include "base/random/random.h"
#include "catalog/metric/metric.h"
#include "catalog/scores/bins.h"
#include "catalog/scores/sort.h"
#include "catalog/scores/figures.h"
#include "catalog/scores/certainty/roc.h"

static const char *const names[CAL_OOD_SCORES] = {"entropy", "confidence", "energy", "logit"};

// Scores of one kind for both sets; false if the sets lack its inputs.
static bool both(double **here, double **ood, cal_arena *arena, const cal_scores *s, cal_ood_score kind) {
    *here = cal_arena_alloc(arena, (size_t)s->n * sizeof **here);
    *ood = cal_arena_alloc(arena, (size_t)s->ood->n * sizeof **ood);
    return *here && *ood && cal_ood_score_of(*here, arena, s, kind) &&
           cal_ood_score_of(*ood, arena, s->ood, kind);
}

static cal_ood_score kind_of(const cal_choice *choice) {
    return (cal_ood_score)cal_choice_integer(choice, "score");
}

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    double *here, *ood;
    cal_roc roc;
    *out = (cal_figure){.value = __builtin_nan("")};
    if (!both(&here, &ood, arena, s, kind_of(choice))) return;
    cal_roc_make(&roc, arena, here, s->n, ood, s->ood->n);
    out->value = roc.area;
    out->curve =
        (cal_curve){"false_positives", "true_positives", roc.points, roc.false_positives, roc.true_positives};
}

// Adds the areas of the other scores.
static void detail(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    (void)arena;
    for (int kind = 0; kind < CAL_OOD_SCORES; kind++) {
        cal_arena own = {0};
        double *here, *ood;
        cal_roc roc;
        if (kind != (int)kind_of(choice) && both(&here, &ood, &own, s, (cal_ood_score)kind)) {
            cal_roc_make(&roc, &own, here, s->n, ood, s->ood->n);
            cal_figure_part(out, names[kind], roc.area);
        }
        if (own.refused) arena->refused = true;
        cal_arena_free(&own);
    }
}

// Resamples the out-of-distribution samples, too.
static void draws(double *value, cal_arena *arena, const cal_scores *s, const cal_choice *choice,
                  const cal_draws *drawn) {
    enum { SEED = 3 };
    int n = s->n, m = s->ood->n;
    double *here, *ood;
    double *all = cal_arena_alloc(arena, ((size_t)n + m) * sizeof *all);
    int32_t *order = cal_arena_alloc(arena, ((size_t)n + m) * sizeof *order);
    int32_t *scratch = cal_arena_alloc(arena, ((size_t)n + m) * sizeof *scratch);
    int32_t *times = cal_arena_alloc(arena, (size_t)m * sizeof *times);
    bool known = both(&here, &ood, arena, s, kind_of(choice)) && !arena->refused && drawn->weight;
    for (int i = 0; known && i < n; i++) all[i] = here[i];
    for (int i = 0; known && i < m; i++) all[n + i] = ood[i];
    if (known) cal_sort_order(order, scratch, all, n + m);
    for (int d = 0; d < drawn->count; d++) {
        value[d] = __builtin_nan("");
        if (!known) continue;
        for (int i = 0; i < m; i++) times[i] = 0;
        for (int i = 0; i < m; i++)
            times[cal_random_below(
                cal_random_bits(SEED, CAL_STREAM_RESAMPLE, (uint64_t)(drawn->first + d), (uint64_t)i), m)]++;
        double area = 0, below = 0, total = 0;
        for (int i = 0; i < n + m;) {
            double at = all[order[i]], negatives = 0, positives = 0;
            for (; i < n + m && all[order[i]] == at; i++)
                if (order[i] < n)
                    negatives += drawn->weight[(size_t)order[i] * (size_t)drawn->count + (size_t)d];
                else positives += times[order[i] - n];
            area += positives * (below + negatives / 2);
            below += negatives;
            total += positives;
        }
        value[d] = area / below / total;
    }
}

const cal_metric cal_metric_auroc = {
    .entry = {.id = "auroc",
              .label = "AUROC of out-of-distribution detection",
              .tex = "P(s' > s) + \\tfrac12 P(s' = s)",
              .source =
                  "Hendrycks and Gimpel 2017; by entropy as Mukhoti et al. 2020, section 5; energy as Liu et "
                  "al. 2020",
              .help = "How well a score distinguishes the out-of-distribution samples of a second set from "
                      "the test set: 50 % is chance, and below that the score points the wrong way",
              .params = (const cal_param[]){CAL_OOD_SCORE_PARAM, {.name = NULL}}},
    .unit = "%",
    .kind = CAL_SCORE,
    .needs = CAL_NEEDS_OOD,
    .headline = true,
    .larger_is_better = true,
    .compute = compute,
    .detail = detail,
    .draws = draws,
};
