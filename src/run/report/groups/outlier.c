#include "run/report/groups/outlier.h"
#include "base/random/random.h"

// The smallest p is groups / draws: 0.001 for four groups, 0.01 for many. Large groups have fewer draws, and
// 0.025.
enum { DRAWS = 4000, EACH = 100, LEAST = 40, CHUNK = 32, SEED = 8 };
static const double most_rows = 5e6; // rows of all draws together

void cal_outlier_see(cal_outlier *worst, int group, double ece, cal_moments floor) {
    if (!(floor.sd > 0)) return;
    const double z = (ece - floor.mean) / floor.sd;
    worst->searched++;
    if (worst->group < 0 || z > worst->z) worst->z = z, worst->ece = ece, worst->group = group;
}

void cal_outlier_draws_begin(cal_outlier_draws *out, cal_arena *arena, const cal_outlier *worst, int n) {
    const double searched = worst->searched, least = LEAST * searched, fit = most_rows / n;
    double wanted = EACH * searched;
    if (wanted < DRAWS) wanted = DRAWS;
    if (wanted > fit) wanted = fit > least ? fit : least;
    *out = (cal_outlier_draws){.draws = (int)wanted - 1}; // the group itself is one more
    out->sum = cal_arena_alloc(arena, (size_t)out->draws * sizeof *out->sum);
}

typedef struct drawing {
    cal_outlier_draws *out;
    const cal_scores *scores;
    const cal_measured *ece;
    uint8_t *correct; // [workers][n]
    bool *refused;    // [workers]
} drawing;

static void draw_chunk(void *context, int chunk, int worker) {
    const drawing *q = context;
    const cal_scores *s = q->scores;
    const int begin = chunk * CHUNK, end = begin + CHUNK < q->out->draws ? begin + CHUNK : q->out->draws;
    cal_scores drawn = *s;
    cal_arena own = {0}; // the draws of a chunk share a block, which is slow to clear
    cal_figure figure;
    drawn.correct = q->correct + (size_t)worker * (size_t)s->n;
    drawn.is_draw = true, drawn.how = (cal_scores_options){0};
    for (int d = begin; d < end; d++) {
        for (int i = 0; i < s->n; i++)
            drawn.correct[i] = cal_random_uniform(SEED, CAL_STREAM_RESAMPLE, (uint64_t)d,
                                                  (uint64_t)(s->cases ? s->cases[i] : i)) < s->confidence[i];
        q->ece->metric->compute(&figure, &own, &drawn, q->ece->choice);
        q->out->sum[d] += figure.value;
    }
    if (own.refused) q->refused[worker] = true;
    cal_arena_free(&own);
}

void cal_outlier_draws_add(cal_outlier_draws *out, cal_arena *arena, const cal_scores *scores,
                           const cal_measured *ece) {
    const size_t workers = (size_t)cal_pool_workers(scores->how.pool);
    drawing q = {.out = out, .scores = scores, .ece = ece};
    q.correct = cal_arena_alloc(arena, workers * (size_t)scores->n);
    q.refused = cal_arena_alloc(arena, workers * sizeof *q.refused);
    if (arena->refused) return;
    cal_pool_run(scores->how.pool, (out->draws + CHUNK - 1) / CHUNK, draw_chunk, &q);
    for (size_t w = 0; w < workers; w++) arena->refused |= q.refused[w];
    out->parts++;
    out->by_case |= scores->clustered || out->parts > 1;
}

// Counts the draws, and the group itself, with an ECE at least as large.
static double p_of(const cal_outlier *worst, const cal_outlier_draws *drawn) {
    // Tolerates rounding, which depends on the order of the bins' magnitudes.
    const double least = worst->ece * (1 - 1e-12) * drawn->parts;
    int beyond = 1;
    for (int d = 0; d < drawn->draws; d++) beyond += drawn->sum[d] >= least;
    const double p = (double)beyond / (drawn->draws + 1) * worst->searched;
    return p < 1 ? p : 1;
}

void cal_outlier_judge(cal_worst_group *out, const cal_outlier *worst, const cal_outlier_draws *drawn) {
    out->z = worst->z, out->p = p_of(worst, drawn);
    out->searched = worst->searched, out->draws = drawn->draws, out->by_case = drawn->by_case;
}
