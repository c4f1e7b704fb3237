#include "catalog/metric/metric.h"
#include "catalog/scores/binary/columns.h"
#include "catalog/scores/binary/decomposition.h"
#include "catalog/scores/binary/resampled.h"
#include "catalog/scores/figures.h"

// A worker's memory for one class and one draw.
typedef struct scratch {
    cal_isotonic_level *level; // [n]
    double *weight;            // [n]
    uint8_t *correct;          // [n]
    int32_t *order;            // [n]
    cal_resampled counted;     // in the place of all these, for samples without weights
} scratch;

typedef struct job {
    const cal_scores *scores;
    const cal_draws *draws; // null: the samples themselves
    bool log;
    scratch *own;   // [workers]
    cal_corp *corp; // [k], without draws
    double *drawn;  // [k][draws]
} job;

// Returns true for draws of the Brier score, of samples without weights.
static bool is_counted(const job *q) {
    enum { SAMPLES = 1 << 26 };
    return q->draws && !q->log && !q->scores->weight && q->scores->n < SAMPLES;
}

static bool begin(job *q, cal_arena *arena) {
    const size_t n = (size_t)q->scores->n, k = (size_t)q->scores->k;
    const int workers = cal_pool_workers(q->scores->how.pool);
    q->own = cal_arena_alloc(arena, (size_t)workers * sizeof *q->own);
    if (q->draws) q->drawn = cal_arena_alloc(arena, k * (size_t)q->draws->count * sizeof *q->drawn);
    else q->corp = cal_arena_alloc(arena, k * sizeof *q->corp);
    for (int w = 0; q->own && w < workers; w++) {
        if (is_counted(q)) {
            cal_resampled_take(&q->own[w].counted, arena, n);
            continue;
        }
        q->own[w].level = cal_arena_alloc(arena, n * sizeof *q->own->level);
        if (!q->draws) continue;
        q->own[w].weight = cal_arena_alloc(arena, n * sizeof *q->own->weight);
        q->own[w].correct = cal_arena_alloc(arena, n);
        q->own[w].order = cal_arena_alloc(arena, n * sizeof *q->own->order);
    }
    return !arena->refused;
}

static void decompose(void *context, int j, const cal_scores *column, int worker) {
    const job *q = context;
    cal_corp *corp = &q->corp[j];
    cal_corp_of(corp, q->own[worker].level, column, column->order, column->n, q->log);
    corp->level = NULL; // other classes use the memory
}

// Draws differ in the samples' numbers or in their labels; the order along the probabilities is the same.
static void decompose_draws(void *context, int j, const cal_scores *column, int worker) {
    const job *q = context;
    const scratch *own = &q->own[worker];
    const size_t count = (size_t)q->draws->count;
    if (is_counted(q)) {
        cal_resampled_corp(q->drawn + (size_t)j * count, column, j, q->draws->weight, q->draws->label,
                           q->draws->count, &own->counted);
        return;
    }
    for (size_t d = 0; d < count; d++) {
        cal_scores drawn = *column;
        cal_corp corp;
        int used = 0;
        drawn.weight = own->weight, drawn.correct = own->correct;
        for (int i = 0; i < column->n; i++) {
            const size_t at = (size_t)i * count + d;
            own->weight[i] = cal_scores_weight(column, i) * (q->draws->weight ? q->draws->weight[at] : 1);
            own->correct[i] = q->draws->label ? q->draws->label[at] == j : column->correct[i];
        }
        for (int at = 0; at < column->n; at++)
            if (own->weight[column->order[at]] > 0) own->order[used++] = column->order[at];
        cal_corp_of(&corp, own->level, &drawn, own->order, used, q->log);
        q->drawn[(size_t)j * count + d] = cal_corp_value(&corp);
    }
}

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    job q = {.scores = s, .log = cal_choice_integer(choice, "score")};
    cal_corp sum = {.score = 0};
    *out = (cal_figure){.value = __builtin_nan("")};
    if (!s->fill || !begin(&q, arena) || !cal_class_columns(arena, s, decompose, &q)) return;
    out->value = 0;
    for (int j = 0; j < s->k; j++) {
        out->value += cal_corp_value(&q.corp[j]);
        sum.recalibrated += q.corp[j].recalibrated, sum.uncertainty += q.corp[j].uncertainty;
        sum.impossible += q.corp[j].impossible, sum.certain += q.corp[j].certain / s->k;
    }
    cal_corp_parts(out, &sum, q.log);
}

static void draws(double *value, cal_arena *arena, const cal_scores *s, const cal_choice *choice,
                  const cal_draws *of) {
    job q = {.scores = s, .draws = of, .log = cal_choice_integer(choice, "score")};
    if (!begin(&q, arena) || !cal_class_columns(arena, s, decompose_draws, &q)) return;
    for (int d = 0; d < of->count; d++) value[d] = 0;
    for (int j = 0; j < s->k; j++)
        for (int d = 0; d < of->count; d++) value[d] += q.drawn[(size_t)j * (size_t)of->count + (size_t)d];
}

const cal_metric cal_metric_cwcorp = {
    .entry = {.id = "cwcorp",
              .label = "Class-wise miscalibration (CORP)",
              .tex = "\\mathrm{MCB} = \\frac1n\\sum_i\\sum_j \\big[(p_{ij} - \\mathbf 1[j = y_i])^2 - "
                     "(\\hat p_{ij} - \\mathbf 1[j = y_i])^2\\big]",
              .source = "Dimitriadis, Gneiting and Jordan 2021, summed over each class against all others: "
                        "the Brier score is MCB - DSC + UNC",
              .help = "By how much isotonic recalibration of every class's probability would lower the Brier "
                      "score of these samples, or the sum of the classes' log scores, which is not the nll",
              .params = (const cal_param[]){CAL_CORP_SCORE_PARAM, {.name = NULL}}},
    .kind = CAL_CALIBRATION,
    .needs = CAL_NEEDS_CLASSES,
    .on_request = true,
    .weighted = true,
    .compute = compute,
    .draws = draws,
    .gaps = cal_figure_no_gaps,
};
