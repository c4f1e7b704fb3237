#include "catalog/scores/temperature_grid/grid.h"
#include "base/maths/exp_row.h"
#include "base/maths/maths.h"
#include "catalog/scores/bins.h"
#include "catalog/scores/sort.h"
#include "catalog/scores/temperature_grid/scan.h"

// ---- in double, with the arithmetic of the scores

typedef struct exact {
    const cal_scores *scores;
    cal_bin *bin;
    cal_binning in;
    double temperature;
    double *confidence, *log_p; // [n]; binary task: confidence is the probability of class 1
    int32_t *order, *scratch;
} exact;

enum { CHUNK = 1 << 13 }; // numbers in a chunk of rows

static int chunk_rows(int k) { return k < CHUNK ? CHUNK / k : 1; }

static void evaluate_rows(void *context, int chunk, int worker) {
    (void)worker;
    const exact *e = context;
    const cal_scores *s = e->scores;
    int first = chunk * chunk_rows(s->k), end = first + chunk_rows(s->k);
    for (int i = first; i < end && i < s->n; i++) {
        const float *z = s->logits + (size_t)i * s->k;
        double top = z[s->predicted[i]], p[2];
        double sum = cal_exp_row(s->how.binary ? p : NULL, z, s->k, z[s->predicted[i]], e->temperature);
        if (s->how.binary) cal_row_divide(p, 2, sum);
        e->confidence[i] = s->how.binary ? p[1] : 1 / sum;
        e->log_p[i] = (z[s->labels[i]] - top) / e->temperature - cal_log(sum);
    }
}

static void evaluate(cal_temperature_grid *out, exact *e, int g) {
    const cal_scores *s = e->scores;
    int rows = chunk_rows(s->k);
    double nll = 0;
    e->temperature = out->at[g];
    cal_pool_run(s->how.pool, (s->n + rows - 1) / rows, evaluate_rows, e);
    for (int i = 0; i < s->n; i++) nll -= e->log_p[i];
    out->score[CAL_GRID_BY_NLL][g] = nll / s->n;
    cal_bins_equal_width(e->bin, &e->in);
    out->score[CAL_GRID_BY_ECE][g] = cal_bins_mean_gap(e->bin, e->in.bins, s->n);
    cal_sort_order(e->order, e->scratch, e->confidence, s->n);
    cal_bins_equal_mass(e->bin, &e->in);
    out->score[CAL_GRID_BY_ADAECE][g] = cal_bins_mean_gap(e->bin, e->in.bins, s->n);
}

static int smallest(const double score[CAL_GRID]) {
    int best = 0;
    for (int g = 1; g < CAL_GRID; g++)
        if (score[g] < score[best]) best = g;
    return best;
}

// Evaluates every temperature whose score, less its bound, does not exceed the best exact one so far.
static void refine(cal_temperature_grid *out, double slack[CAL_GRID_WAYS][CAL_GRID], exact *e) {
    bool done[CAL_GRID] = {false};
    for (int way = 0; way < CAL_GRID_WAYS; way++) {
        const double *score = out->score[way];
        double best = __builtin_inf();
        for (int g = 0; g < CAL_GRID; g++)
            if (done[g] && score[g] < best) best = score[g];
        for (;;) {
            int next = -1;
            for (int g = 0; g < CAL_GRID; g++)
                if (!done[g] && (next < 0 || score[g] - slack[way][g] < score[next] - slack[way][next]))
                    next = g;
            if (next < 0 || score[next] - slack[way][next] > best) break;
            evaluate(out, e, next);
            done[next] = true;
            if (score[next] < best) best = score[next];
        }
        out->best[way] = smallest(score);
    }
}

typedef struct scan {
    cal_temperature_grid *out;
    double (*slack)[CAL_GRID]; // [CAL_GRID_WAYS]
    const float *sums;
    cal_grid_scan shared;
    double margin, rounding;
} scan;

// Computes the scan's scores and bounds on their errors. A sample in a wrong bin changes two sums by at most
// 1/n each, and a few may be wrong unnoticed.
static void scan_one(void *context, int g, int worker) {
    const scan *c = context;
    cal_grid_worker *own = &c->shared.worker[worker];
    int n = c->shared.n;
    cal_grid_interpolate(own->s, c->sums, n, g);
    cal_grid_found found = cal_grid_scan_run(own, &c->shared);
    double nll = found.log_all - c->margin / c->out->at[g];
    c->out->score[CAL_GRID_BY_NLL][g] = nll;
    c->out->score[CAL_GRID_BY_ECE][g] = found.ece;
    c->out->score[CAL_GRID_BY_ADAECE][g] = found.adaece;
    c->slack[CAL_GRID_BY_NLL][g] = c->rounding * (1 + nll);
    c->slack[CAL_GRID_BY_ECE][g] = c->rounding + (8 + 2.0 * found.near_width) / n;
    c->slack[CAL_GRID_BY_ADAECE][g] = c->rounding + (8 + 4.0 * found.near_mass) / n;
}

static bool scan_all(cal_temperature_grid *out, double slack[CAL_GRID_WAYS][CAL_GRID], const cal_scores *s,
                     int bins) {
    cal_arena arena = {0};
    int workers = cal_pool_workers(s->how.pool);
    scan c = {.out = out, .slack = slack, .rounding = 5e-6 * (s->k > 1000 ? s->k / 1000.0 : 1)};
    float *sums = cal_arena_alloc(&arena, (size_t)s->n * CAL_GRID_SUMS * sizeof *sums);
    float *scratch = cal_arena_alloc(&arena, (size_t)workers * cal_grid_scratch(s->k) * sizeof *scratch);
    bool done = cal_grid_scan_begin(&c.shared, &arena, s, bins, workers);
    for (int i = 0; done && i < s->n; i++) {
        const float *z = s->logits + (size_t)i * s->k;
        c.margin += ((double)z[s->labels[i]] - z[s->predicted[i]]) / s->n;
    }
    if (done) {
        cal_grid_sums(sums, scratch, s);
        c.sums = sums;
        cal_pool_run(s->how.pool, CAL_GRID, scan_one, &c);
    }
    cal_arena_free(&arena);
    return done;
}

static void take_exact(exact *e, cal_arena *arena, int n, int bins) {
    const size_t rows = (size_t)n;
    e->confidence = cal_arena_alloc(arena, rows * sizeof *e->confidence);
    e->log_p = cal_arena_alloc(arena, rows * sizeof *e->log_p);
    e->order = cal_arena_alloc(arena, rows * sizeof *e->order);
    e->scratch = cal_arena_alloc(arena, rows * sizeof *e->scratch);
    e->bin = cal_arena_alloc(arena, (size_t)bins * sizeof *e->bin);
}

size_t cal_temperature_grid_bytes(int n, int k, int bins, int workers) {
    cal_arena scanning = {.counts = true}, refining = {.counts = true}; // in sequence
    cal_grid_scan shared;
    exact e;
    const cal_scores s = {.n = n, .k = k};
    cal_arena_alloc(&scanning, (size_t)n * CAL_GRID_SUMS * sizeof(float));
    cal_arena_alloc(&scanning, (size_t)workers * cal_grid_scratch(k) * sizeof(float));
    cal_grid_scan_begin(&shared, &scanning, &s, bins, workers);
    take_exact(&e, &refining, n, bins);
    return scanning.taken > refining.taken ? scanning.taken : refining.taken;
}

// Evaluates every temperature in double. A binary task bins the probability of class 1, which the scan does
// not have.
static bool search_positive(cal_temperature_grid *out, exact *e, cal_arena *arena) {
    const cal_scores *s = e->scores;
    uint8_t *happened = cal_arena_alloc(arena, (size_t)s->n);
    if (arena->refused) return false;
    for (int i = 0; i < s->n; i++) happened[i] = s->labels[i] == 1;
    e->in.correct = happened;
    for (int g = 0; g < CAL_GRID; g++) evaluate(out, e, g);
    for (int way = 0; way < CAL_GRID_WAYS; way++) out->best[way] = smallest(out->score[way]);
    return true;
}

bool cal_temperature_grid_search(cal_temperature_grid *out, const cal_scores *s, int bins) {
    double slack[CAL_GRID_WAYS][CAL_GRID];
    cal_arena arena = {0};
    for (int g = 0; g < CAL_GRID; g++) out->at[g] = (g + 1) / 10.0;
    bool done = s->how.binary || scan_all(out, slack, s, bins);
    exact e = {.scores = s};
    take_exact(&e, &arena, s->n, bins);
    e.in = (cal_binning){
        .bins = bins, .n = s->n, .confidence = e.confidence, .correct = s->correct, .order = e.order};
    done = done && !arena.refused;
    if (done && s->how.binary) done = search_positive(out, &e, &arena);
    else if (done) refine(out, slack, &e);
    cal_arena_free(&arena);
    return done;
}
