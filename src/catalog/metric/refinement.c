#include "base/maths/maths.h"
#include "base/maths/student.h"
#include "catalog/metric/metric.h"
#include "catalog/scores/figures.h"

// The loss of a sample is convex in b = 1/T: log sum exp(b z) - b z_y. Newton's steps find the b of the least
// mean, between these bounds.
static const double LEAST = 1.0 / 64, MOST = 64;
enum { ROWS = 256, STEPS = 60 };

// Sums over samples of the loss and of its first two derivatives by b.
typedef struct sums {
    double loss, slope, bend;
} sums;

typedef struct job {
    const cal_scores *scores;
    double b;
    double *z;    // [workers][k]
    double *loss; // [n], or null: not wanted
    sums *part;   // [chunks]
} job;

// Fills z[k] with log probabilities, up to a constant: the logits if there are any.
static void log_row(double *z, const cal_scores *s, int i) {
    const int row = s->from ? s->from[i] : i;
    const float *logits = s->logits ? s->logits + (size_t)row * (size_t)s->k : NULL;
    if (logits)
        for (int j = 0; j < s->k; j++) z[j] = logits[j] / s->temperature;
    else {
        cal_scores_row(z, s, i);
        for (int j = 0; j < s->k; j++) z[j] = !(z[j] > 0) && s->log_p ? s->log_p(s, row, j) : cal_log(z[j]);
    }
}

static void add(sums *to, double *loss, const double *z, int k, int label, double b, double weight) {
    double top = z[0], all = 0, mean = 0, square = 0;
    for (int j = 1; j < k; j++) top = z[j] > top ? z[j] : top;
    for (int j = 0; j < k; j++) {
        const double off = z[j] - top; // -infinity for a probability of 0
        if (!(off > -__builtin_inf())) continue;
        const double p = cal_exp(b * off);
        all += p, mean += p * off, square += p * off * off;
    }
    mean /= all, square /= all;
    *loss = cal_log(all) - b * (z[label] - top);
    to->loss += weight * *loss;
    to->slope += weight * (mean - (z[label] - top));
    to->bend += weight * (square - mean * mean);
}

static void add_chunk(void *context, int chunk, int worker) {
    const job *q = context;
    const cal_scores *s = q->scores;
    const int begin = chunk * ROWS, end = begin + ROWS < s->n ? begin + ROWS : s->n;
    double *z = q->z + (size_t)worker * (size_t)s->k, loss;
    q->part[chunk] = (sums){0, 0, 0};
    for (int i = begin; i < end; i++) {
        log_row(z, s, i);
        add(&q->part[chunk], &loss, z, s->k, s->labels[i], q->b, cal_scores_weight(s, i));
        if (q->loss) q->loss[i] = loss;
    }
}

static sums total(job *q, double b) {
    const int chunks = (q->scores->n + ROWS - 1) / ROWS;
    sums all = {0, 0, 0};
    q->b = b;
    cal_pool_run(q->scores->how.pool, chunks, add_chunk, q);
    for (int c = 0; c < chunks; c++)
        all.loss += q->part[c].loss, all.slope += q->part[c].slope, all.bend += q->part[c].bend;
    return all;
}

// Returns the b of the least mean loss, by Newton's steps that stay between bounds on both sides of it.
static double least(job *q) {
    double low = LEAST, high = MOST, b = 1;
    for (int step = 0; step < STEPS; step++) {
        const sums at = total(q, b);
        if (at.slope > 0) high = b;
        else low = b;
        double next = b - at.slope / at.bend;
        if (!(next > low && next < high)) next = cal_sqrt(low * high);
        if (__builtin_fabs(next - b) <= 1e-9 * b) return next;
        b = next;
    }
    return b;
}

static bool begin(job *q, cal_arena *arena, const cal_scores *s, bool each) {
    const size_t chunks = ((size_t)s->n + ROWS - 1) / ROWS;
    *q = (job){.scores = s};
    q->z = cal_arena_alloc(arena, (size_t)cal_pool_workers(s->how.pool) * (size_t)s->k * sizeof *q->z);
    q->part = cal_arena_alloc(arena, chunks * sizeof *q->part);
    if (each) q->loss = cal_arena_alloc(arena, (size_t)s->n * sizeof *q->loss);
    return !arena->refused;
}

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    job q;
    int impossible = 0;
    (void)choice;
    *out = (cal_figure){.value = __builtin_nan("")};
    if (!s->fill) {
        out->note = "it needs the outputs of every sample, not sums over them";
        return;
    }
    if (!begin(&q, arena, s, false)) return;
    const double n = cal_scores_total(s), given = total(&q, 1).loss / n;
    for (int i = 0; given == __builtin_inf() && i < s->n; i++) {
        log_row(q.z, s, i);
        impossible += q.z[s->labels[i]] == -__builtin_inf();
    }
    out->value = given;
    if (impossible) {
        cal_figure_part(out, CAL_IMPOSSIBLE, impossible);
        return;
    }
    const double b = least(&q);
    out->value = total(&q, b).loss / n;
    cal_figure_part(out, "calibration", given - out->value);
    cal_figure_part(out, "temperature", 1 / b);
}

// Computes the losses at the temperature of the whole set. That of a draw differs little, and the effect of
// the difference is of second order, since the loss is least there.
static bool losses(job *q, cal_arena *arena, const cal_scores *s) {
    if (!s->fill || !begin(q, arena, s, true)) return false;
    if (total(q, 1).loss == __builtin_inf()) return false;
    total(q, least(q));
    return true;
}

static void draws(double *value, cal_arena *arena, const cal_scores *s, const cal_choice *choice,
                  const cal_draws *of) {
    job q;
    (void)choice;
    const bool known = losses(&q, arena, s);
    for (int d = 0; d < of->count; d++) {
        double sum = 0, all = 0;
        for (int i = 0; known && of->weight && i < s->n; i++) {
            const double weight =
                cal_scores_weight(s, i) * of->weight[(size_t)i * (size_t)of->count + (size_t)d];
            sum += weight * q.loss[i], all += weight;
        }
        value[d] = all > 0 ? sum / all : __builtin_nan("");
    }
}

static void interval(double *low, double *high, cal_arena *arena, const cal_scores *s,
                     const cal_choice *choice) {
    job q;
    double mean = 0, variance = 0;
    (void)choice;
    *low = *high = __builtin_nan("");
    if (s->n < 2 || !losses(&q, arena, s)) return;
    for (int i = 0; i < s->n; i++) mean += q.loss[i] / s->n;
    for (int i = 0; i < s->n; i++) variance += (q.loss[i] - mean) * (q.loss[i] - mean);
    const double reach = cal_student_975(s->n - 1) * cal_sqrt(variance / (s->n - 1) / s->n);
    *low = mean > reach ? mean - reach : 0, *high = mean + reach;
}

const cal_metric cal_metric_refinement = {
    .entry = {.id = "refinement",
              .label = "Refinement by temperature",
              .tex = "\\min_T -\\frac1n\\sum_i \\log \\mathrm{softmax}(z_i / T)_{y_i}",
              .source = "Berta, Holzm\u00fcller, Jordan and Bach 2025, with temperature scaling; T from 1/64 "
                        "to 64, fitted to the same samples",
              .help = "Negative log-likelihood after the best temperature, in nats: what is left once a "
                      "network is calibrated. The nll less this is its calibration part"},
    .unit = "nats",
    .kind = CAL_SCORE,
    .needs = CAL_NEEDS_ROWS,
    .on_request = true,
    .weighted = true,
    .compute = compute,
    .draws = draws,
    .interval = interval,
};
