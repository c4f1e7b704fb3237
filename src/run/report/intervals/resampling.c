#include "run/report/intervals/resampling.h"
#include "base/random/random.h"
#include "catalog/scores/binary/binary.h"
#include "run/report/intervals/bootstrap.h"
#include "run/report/intervals/class_draws.h"
#include "run/report/intervals/mean.h"

// Draws are made in blocks, so that memory does not grow with the number of draws. A reduced set, whose
// outputs do not fit into memory, has smaller blocks and fewer concurrent draws. Draws are numbered, so their
// bits are the same.
enum { BLOCK = 32, BLOCK_BYTES = 1 << 24, SIDE_BYTES = 160000000, DRAW_ROW = 56, FLOOR_SEED = 1 };

// Returns the draws of a block with this number of bytes per row.
static int block_of(const cal_scores *scores, size_t rows, int bytes) {
    const size_t fit = (size_t)BLOCK_BYTES / (rows * (size_t)bytes);
    if (!scores->columns || fit >= BLOCK) return BLOCK;
    return fit ? (int)fit : 1;
}

// Returns the number of concurrent draws. Each needs DRAW_ROW bytes per row, including a metric's memory.
static int side_by_side(const cal_scores *scores) {
    const int workers = cal_pool_workers(scores->how.pool);
    const size_t fit = (size_t)SIDE_BYTES / ((size_t)scores->n * DRAW_ROW);
    if (!scores->columns || fit >= (size_t)workers) return workers;
    return fit ? (int)fit : 1;
}

cal_resampling cal_resampling_default(int n, int k) {
    double work = (double)n * (k + 50), most = 1e6;
    double fraction = work > most ? most / work : 1;
    int interval = (int)(CAL_INTERVAL_DRAWS * fraction);
    if (interval < 40) interval = 40;
    return (cal_resampling){interval / (CAL_INTERVAL_DRAWS / CAL_FLOOR_DRAWS), interval, 0};
}

// Returns true if the metric can be drawn again. Some need the rows, but a reduced set has only sums.
static bool can_draw(const cal_metric *metric, const cal_scores *scores) {
    return !(scores->columns && metric->draws && metric->needs == CAL_NEEDS_CLASSES);
}

static bool has_floor(const cal_metric *metric, const cal_scores *scores) {
    return metric->kind == CAL_CALIBRATION && metric->needs != CAL_NEEDS_POSTERIOR &&
           can_draw(metric, scores);
}

// A worker's buffers for one draw.
typedef struct scratch {
    cal_scores drawn;
    int32_t *from, *labels;
    double *weight; // [n], or null
    double *p;      // [k], or null
    bool refused;
} scratch;

typedef struct block {
    cal_measured *measured;
    int count;
    double **value; // [count][draws] of all blocks
    int first;      // first draw of this block
    bool floors;
    cal_draws draws;
    const cal_scores *scores;
    scratch *scratch; // [side]
    int side;         // concurrent draws: at most the number of workers
    int from;         // the first of those, if they are fewer
    int32_t *label;
    const cal_progress_range *progress;
    int done, all; // draws of floors and intervals together
} block;

// ---- floor

// Draws labels from the model's own probabilities, for which it is perfectly calibrated. One number decides
// all rows of a case, since their dependence is unknown. No dependence makes the mean magnitude of a sum of
// residuals larger (convex order of comonotone sums, Meilijson and Nadas 1979). So the floor is the largest
// possible one, and exact for copies of a row.
enum { ROWS = 256 }; // rows of a chunk

static void draw_labels(void *context, int chunk, int worker) {
    const block *b = context;
    const cal_scores *scores = b->scores;
    int begin = chunk * ROWS, end = begin + ROWS < scores->n ? begin + ROWS : scores->n;
    double *p = b->scratch[worker].p;
    for (int i = begin; i < end; i++) {
        cal_class_draws others = {.p = NULL};
        for (int d = 0; d < b->draws.count; d++) {
            uint32_t word[4];
            cal_random_words(word, FLOOR_SEED, CAL_STREAM_RESAMPLE, (uint64_t)(b->first + d),
                             (uint64_t)(scores->cases ? scores->cases[i] : i));
            double u = (double)(((uint64_t)word[1] << 32 | word[0]) >> 11) * 0x1p-53;
            int32_t *to = &b->label[(size_t)i * (size_t)b->draws.count + (size_t)d];
            *to = scores->predicted[i];
            if (u < scores->confidence[i]) continue;
            if (!p) *to = -1; // any class except the predicted one
            else {
                if (!others.p) {
                    cal_scores_row(p, scores, i);
                    others = cal_class_draws_of(p, scores->k, scores->predicted[i]);
                }
                *to = cal_class_draws_next(&others, word[2] * 0x1p-32);
            }
        }
    }
}

static void draw_floor(cal_scores *drawn, const cal_scores *scores, const cal_draws *draws, int d) {
    for (int i = 0; i < scores->n; i++)
        drawn->correct[i] =
            draws->label[(size_t)i * (size_t)draws->count + (size_t)d] == scores->predicted[i];
}

// ---- bootstrap

// Draws a bootstrap sample in ascending order of confidence, so that it need not be sorted.
static void draw_sample(scratch *to, const cal_scores *s, const cal_draws *draws, int d) {
    cal_scores *drawn = &to->drawn;
    int used = 0;
    for (int at = 0; at < s->n; at++) {
        int i = s->order[at];
        for (int times = draws->weight[(size_t)i * (size_t)draws->count + (size_t)d]; times > 0; times--) {
            to->from[used] = i;
            if (to->labels) to->labels[used] = s->labels[i];
            if (to->weight) to->weight[used] = s->weight[i];
            drawn->confidence[used] = s->confidence[i];
            drawn->correct[used] = s->correct[i];
            drawn->predicted[used] = s->predicted[i];
            if (s->fill || s->columns) {
                drawn->log_p_label[used] = s->log_p_label[i];
                drawn->square[used] = s->square[i];
            }
            used++;
        }
    }
    drawn->n = used; // n, unless a sample was drawn more than 255 times
}

// ---- both

static void compute(void *context, int d, int worker) {
    block *b = context;
    scratch *at = &b->scratch[worker];
    cal_binary_memo memo = {.fitted = false};
    at->drawn.memo = &memo;
    if (b->floors) draw_floor(&at->drawn, b->scores, &b->draws, d);
    else draw_sample(at, b->scores, &b->draws, d);
    for (int m = 0; m < b->count; m++) {
        const cal_metric *metric = b->measured[m].metric;
        if (metric->draws || metric->kind == CAL_TEST || (b->floors && !has_floor(metric, b->scores)))
            continue;
        cal_arena own = {0};
        cal_figure figure;
        metric->compute(&figure, &own, &at->drawn, b->measured[m].choice);
        b->value[m][b->first + d] = figure.value;
        if (own.refused) at->refused = true;
        cal_arena_free(&own);
    }
    at->drawn.memo = NULL;
    cal_binary_memo_free(&memo);
}

static void compute_side(void *context, int chunk, int worker) {
    (void)worker;
    compute(context, ((block *)context)->from + chunk, chunk);
}

static void compute_all(block *b, cal_arena *arena) {
    cal_pool *pool = b->scores->how.pool;
    if (b->side == cal_pool_workers(pool)) cal_pool_run(pool, b->draws.count, compute, b);
    else
        for (b->from = 0; b->from < b->draws.count; b->from += b->side) {
            const int left = b->draws.count - b->from;
            cal_pool_run(pool, left < b->side ? left : b->side, compute_side, b);
        }
    for (int l = 0; l < b->side; l++)
        if (b->scratch[l].refused) arena->refused = true;
    for (int m = 0; m < b->count; m++) {
        const cal_metric *metric = b->measured[m].metric;
        if (!metric->draws || !can_draw(metric, b->scores) || (b->floors && !has_floor(metric, b->scores)))
            continue;
        cal_arena own = {0};
        metric->draws(b->value[m] + b->first, &own, b->scores, b->measured[m].choice, &b->draws);
        if (own.refused) arena->refused = true;
        cal_arena_free(&own);
    }
    b->done += b->draws.count;
    cal_progress_range_report(b->progress, (double)b->done / b->all);
}

static bool any_blockwise(const block *b) {
    for (int m = 0; m < b->count; m++)
        if (b->measured[m].metric->draws) return true;
    return false;
}

static void take_floor(scratch *to, cal_arena *own, size_t n, size_t k) {
    if (k) to->p = cal_arena_alloc(own, k * sizeof *to->p);
    to->drawn.correct = cal_arena_alloc(own, n);
}

static void take_interval(scratch *to, cal_arena *own, size_t n, bool labels, bool weights) {
    to->from = cal_arena_alloc(own, n * sizeof *to->from);
    to->labels = labels ? cal_arena_alloc(own, n * sizeof *to->labels) : NULL;
    to->weight = weights ? cal_arena_alloc(own, n * sizeof *to->weight) : NULL;
    to->drawn.confidence = cal_arena_alloc(own, n * sizeof(double));
    to->drawn.log_p_label = cal_arena_alloc(own, n * sizeof(double));
    to->drawn.square = cal_arena_alloc(own, n * sizeof(double));
    to->drawn.predicted = cal_arena_alloc(own, n * sizeof(int32_t));
    to->drawn.correct = cal_arena_alloc(own, n);
}

size_t cal_chance_bytes(int n, int k, int figures, int workers) {
    size_t most = 0;
    for (int floors = 1; floors >= 0; floors--) {
        cal_arena own = {.counts = true};
        scratch to = {.p = NULL};
        cal_arena_alloc(&own, (size_t)workers * sizeof(scratch));
        cal_arena_alloc(&own, (size_t)figures * sizeof(double *));
        cal_arena_alloc(&own, (size_t)n * BLOCK * (floors ? sizeof(int32_t) : 1));
        if (!floors) cal_arena_alloc(&own, (size_t)n * sizeof(int32_t));
        for (int l = 0; l < workers; l++)
            if (floors) take_floor(&to, &own, (size_t)n, (size_t)k);
            else take_interval(&to, &own, (size_t)n, true, false);
        if (own.taken > most) most = own.taken;
    }
    return most;
}

static void run_floor(block *b, cal_arena *own, int draws) {
    const cal_scores *scores = b->scores;
    size_t n = (size_t)scores->n;
    bool whole = scores->fill && any_blockwise(b);
    const int each = block_of(scores, n, sizeof *b->label);
    b->label = cal_arena_alloc(own, n * (size_t)each * sizeof *b->label);
    for (int l = 0; l < b->side; l++) take_floor(&b->scratch[l], own, n, whole ? (size_t)scores->k : 0);
    for (b->first = 0; b->first < draws && !own->refused; b->first += each) {
        int count = draws - b->first < each ? draws - b->first : each;
        b->draws = (cal_draws){.first = b->first, .count = count, .label = b->label};
        cal_pool_run(scores->how.pool, (scores->n + ROWS - 1) / ROWS, draw_labels, b);
        compute_all(b, own);
    }
}

static void run_interval(block *b, cal_arena *own, int draws) {
    const cal_scores *scores = b->scores;
    size_t n = cal_bootstrap_rows(own, scores, draws);
    const int each = block_of(scores, n, 1);
    uint8_t *weight = cal_arena_alloc(own, n * (size_t)each);
    int32_t *times = scores->cases ? cal_arena_alloc(own, (size_t)scores->case_count * sizeof *times) : NULL;
    int32_t *order = cal_arena_alloc(own, n * sizeof *order);
    for (int l = 0; l < b->side; l++) {
        scratch *to = &b->scratch[l];
        take_interval(to, own, n, scores->labels != NULL, scores->weight != NULL);
        to->drawn.from = to->from, to->drawn.labels = to->labels, to->drawn.weight = to->weight,
        to->drawn.order = order;
    }
    if (own->refused) return;
    for (size_t i = 0; i < n; i++) order[i] = (int32_t)i;
    for (b->first = 0; b->first < draws && !own->refused; b->first += each) {
        int count = draws - b->first < each ? draws - b->first : each;
        if (times) cal_bootstrap_cases(weight, times, scores, b->first, count);
        else cal_bootstrap_weights(weight, scores->n, b->first, count);
        b->draws = (cal_draws){.first = b->first, .count = count, .weight = weight};
        compute_all(b, own);
    }
}

static void finish_floor(cal_measured *m, const double *value, int draws, const cal_scores *scores) {
    if (!has_floor(m->metric, scores)) return;
    m->below = cal_moments_of(value, draws);
    m->floor = m->below.mean;
}

static bool is_finite(double x) { return x - x == 0; }

// Computes the bootstrap interval. Draws may be infinite, like a loss that gave a label probability 0; a
// bound may then be infinite, too. Draws without a value are left out.
static void finish_interval(cal_measured *m, cal_arena *own, int draws, const cal_scores *scores,
                            double fits) {
    const char *const constant = m->metric->kind == CAL_CALIBRATION
                                     ? "no spread, since every resample gives the same value"
                                     : "no interval, since every resample gives the same value";
    // Wilson's interval and those of metrics assume independent samples of equal weight. Rows of one case are
    // not independent.
    const bool plain = !scores->clustered && !scores->weight;
    if (m->metric->kind == CAL_PROPORTION && plain) {
        cal_wilson(&m->low, &m->high, m->figure.value, scores->n);
        return;
    }
    if (m->metric->kind == CAL_TEST || !can_draw(m->metric, scores)) return;
    if (m->metric->interval && plain) {
        m->metric->interval(&m->low, &m->high, own, scores, m->choice);
        return;
    }
    // An infinite or missing value has no spread.
    if (m->figure.value == __builtin_inf() || m->figure.value != m->figure.value) return;
    if (m->metric->kind == CAL_SCORE && m->metric->term) {
        if (!cal_mean_interval(&m->low, &m->high, own, m->metric, m->choice, scores, m->figure.value, fits))
            m->no_interval = constant;
        return;
    }
    double *value = cal_arena_alloc(own, (size_t)draws * sizeof *value), mean = 0;
    int known = 0;
    if (!value) return;
    for (int d = 0; d < draws; d++)
        if (m->draw[d] == m->draw[d]) value[known++] = m->draw[d];
    // Draws of one outcome alone have no slope and no area. If more of them are missing than are beyond a
    // bound, that bound is unknown.
    if ((draws - known) * 40 > draws) return;
    for (int d = 0; d < known; d++) mean += value[d] / known;
    cal_draws_sort(value, known);
    const bool centred = is_finite(m->figure.value) && is_finite(mean);
    double by = centred ? m->figure.value - mean : 0;
    m->low = by + cal_draws_percentile(value, known, 0.025);
    m->high = by + cal_draws_percentile(value, known, 0.975);
    const bool proportion = m->metric->kind == CAL_PROPORTION;
    // A debiased error and its draws may all be below 0.
    if ((m->metric->kind == CAL_CALIBRATION || proportion) && m->low < 0 && m->high >= 0) m->low = 0;
    if ((proportion || m->metric->larger_is_better) && m->high > 1) m->high = 1; // fractions and areas
    // Draws that do not vary tell nothing about other samples.
    if (!(value[known - 1] - value[0] > 1e-12 * __builtin_fabs(m->figure.value)))
        m->low = m->high = __builtin_nan(""), m->no_interval = constant;
}

static void finish_truth(cal_measured *m, cal_arena *own, const cal_scores *scores, int draws, double fits) {
    cal_gap *gap = NULL;
    if (!has_floor(m->metric, scores) || !is_finite(m->figure.value) || scores->clustered) return;
    if (m->metric->truth) {
        m->metric->truth(&m->truth_low, &m->truth_high, own, scores, m->choice);
        cal_truth_widen(&m->truth_low, &m->truth_high, m->figure.value, fits);
        return;
    }
    int gaps = m->metric->gaps ? m->metric->gaps(&gap, own, scores, m->choice) : 0;
    if (gaps == CAL_NO_TRUTH || own->refused) return;
    double magnitude = 0;
    for (int g = 0; g < gaps; g++) magnitude += __builtin_fabs(gap[g].residual);
    const bool debiased = m->metric->debiased; // the floor's draws are of the value, not of the sum
    cal_truth truth = {.value = debiased ? magnitude : m->figure.value,
                       .floor = debiased ? (cal_moments){0, 0} : m->below,
                       .sample = cal_moments_of(m->draw, draws),
                       .fits = fits,
                       .gaps = gaps,
                       .gap = gap};
    cal_truth_interval(&m->truth_low, &m->truth_high, &truth, own);
    if (debiased && m->truth_low > m->figure.value) m->truth_low = m->figure.value;
}

static void finish(cal_measured *m, int at, cal_arena *own, const cal_scores *scores, cal_resampling chance,
                   const cal_refits *refits) {
    const double *by = refits ? refits->value[at] : NULL;
    cal_moments moved = by ? cal_moments_of(by, refits->count) : (cal_moments){0, 0};
    if (!is_finite(moved.mean)) moved.sd = 0;
    if (chance.floor) finish_truth(m, own, scores, chance.interval, moved.sd * moved.sd);
    for (int d = 0; by && d < chance.interval && is_finite(moved.mean); d++)
        m->draw[d] += by[d % refits->count] - moved.mean;
    finish_interval(m, own, chance.interval, scores, moved.sd * moved.sd);
}

void cal_resampling_measure(cal_measured *measured, int count, cal_arena *arena, const cal_scores *scores,
                            cal_resampling chance, const cal_refits *refits,
                            const cal_progress_range *progress) {
    const double none = __builtin_nan("");
    for (int m = 0; m < count; m++) {
        cal_measured *at = &measured[m];
        at->floor = at->low = at->high = at->truth_low = at->truth_high = none;
        at->draw = cal_arena_alloc(arena, (size_t)chance.interval * sizeof *at->draw);
        at->floor_draw = cal_arena_alloc(arena, (size_t)chance.floor * sizeof *at->floor_draw);
        for (int d = 0; at->draw && !can_draw(at->metric, scores) && d < chance.interval; d++)
            at->draw[d] = none;
    }
    if (arena->refused) return;
    for (int floors = 1; floors >= 0; floors--) {
        int draws = floors ? chance.floor : chance.interval;
        cal_arena own = {0};
        block b = {.measured = measured,
                   .count = count,
                   .floors = floors,
                   .scores = scores,
                   .side = side_by_side(scores),
                   .progress = progress,
                   .done = floors ? 0 : chance.floor,
                   .all = chance.floor + chance.interval};
        // One per worker, not per concurrent draw: draw_labels uses the worker's p.
        b.scratch = cal_arena_alloc(&own, (size_t)cal_pool_workers(scores->how.pool) * sizeof *b.scratch);
        for (int l = 0; b.scratch && l < b.side; l++) {
            b.scratch[l].drawn = *scores;
            b.scratch[l].drawn.is_draw = true, b.scratch[l].drawn.classes = NULL;
            b.scratch[l].drawn.how = (cal_scores_options){0}; // a draw runs on one thread
        }
        b.value = cal_arena_alloc(&own, (size_t)count * sizeof *b.value);
        for (int m = 0; b.value && m < count; m++)
            b.value[m] = floors ? measured[m].floor_draw : measured[m].draw;
        if (draws && !own.refused) (floors ? run_floor : run_interval)(&b, &own, draws);
        for (int m = 0; draws && !own.refused && m < count; m++)
            if (floors) finish_floor(&measured[m], b.value[m], draws, scores);
            else finish(&measured[m], m, &own, scores, chance, refits);
        if (own.refused) arena->refused = true;
        cal_arena_free(&own);
    }
}
