#include "base/maths/row_sums.h"
#include "catalog/metric/metric.h"
#include "catalog/scores/figures.h"

static int classes_of(const cal_scores *scores, const cal_choice *choice) {
    if (!cal_choice_integer(choice, "classes")) return scores->k;
    int classes = 0;
    for (int i = 0; i < scores->n; i++)
        if (scores->labels[i] >= classes) classes = scores->labels[i] + 1;
    return classes;
}

// ---- by predicted class: the mean of the ECE over the predictions of each class

// Residuals of [k][bins] cells of the samples, by predicted class and confidence, and samples of each class.
typedef struct by_predicted {
    const cal_scores *scores;
    cal_edges edges;
    int bins;       // including an extra one, if the edges have one
    cal_bin *bin;   // [bins] their edges
    double *sum;    // [k][bins] sums of confidence - right
    double *count;  // [k]
    int *cell;      // [n] cell of each sample
    double classes; // divisor of the sum over the classes
} by_predicted;

static bool group_samples(by_predicted *out, cal_arena *arena, const cal_scores *scores,
                          const cal_choice *choice) {
    *out = (by_predicted){.scores = scores, .edges = (cal_edges)cal_choice_integer(choice, "edges")};
    out->bins = cal_choice_integer(choice, "bins") + (out->edges == CAL_EDGES_EXTRA);
    out->classes = cal_choice_integer(choice, "over") ? 1 : classes_of(scores, choice);
    out->bin = cal_arena_alloc(arena, (size_t)out->bins * sizeof *out->bin);
    out->sum = cal_arena_alloc(arena, (size_t)scores->k * (size_t)out->bins * sizeof *out->sum);
    out->count = cal_arena_alloc(arena, (size_t)scores->k * sizeof *out->count);
    out->cell = cal_arena_alloc(arena, (size_t)scores->n * sizeof *out->cell);
    if (arena->refused) return false;
    cal_bins_lay(out->bin, out->bins, out->edges);
    for (int i = 0; i < scores->n; i++)
        out->cell[i] = scores->predicted[i] * out->bins +
                       cal_bins_find(out->bin, out->bins, out->edges, scores->confidence[i]);
    return true;
}

// Uses the weights and labels of draw d; without draws, the original samples.
static double measure(by_predicted *q, const cal_draws *draws, int d) {
    const cal_scores *s = q->scores;
    const size_t draw = (size_t)d, all = draws ? (size_t)draws->count : 0;
    double value = 0;
    for (int g = 0; g < s->k * q->bins; g++) q->sum[g] = 0;
    for (int c = 0; c < s->k; c++) q->count[c] = 0;
    for (int i = 0; i < s->n; i++) {
        const size_t at = (size_t)i * all + draw;
        const bool right = draws && draws->label ? draws->label[at] == s->predicted[i] : (bool)s->correct[i];
        const double weight = draws && draws->weight ? draws->weight[at] : 1;
        q->sum[q->cell[i]] += weight * (s->confidence[i] - right);
        q->count[s->predicted[i]] += weight;
    }
    for (int g = 0; g < s->k * q->bins; g++)
        if (q->count[g / q->bins] > 0) value += __builtin_fabs(q->sum[g]) / q->count[g / q->bins];
    return value / q->classes;
}

static int predicted_gaps(cal_gap **out, cal_arena *arena, by_predicted *q) {
    const cal_scores *s = q->scores;
    cal_gap *gap = *out = cal_arena_alloc(arena, (size_t)s->k * (size_t)q->bins * sizeof *gap);
    if (arena->refused) return 0;
    measure(q, NULL, 0);
    for (int i = 0; i < s->n; i++)
        cal_gap_add(&gap[q->cell[i]], s->confidence[i], s->correct[i],
                    1 / q->count[s->predicted[i]] / q->classes);
    return s->k * q->bins;
}

static bool by_prediction(const cal_choice *choice) { return cal_choice_integer(choice, "of"); }

// ---- by the probability of every class

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    by_predicted q;
    *out = (cal_figure){.value = __builtin_nan("")};
    if (by_prediction(choice)) {
        if (group_samples(&q, arena, scores, choice)) out->value = measure(&q, NULL, 0);
        return;
    }
    int bins = cal_choice_integer(choice, "bins"), classes = classes_of(scores, choice);
    const cal_bin *bin = cal_class_bins(&bins, arena, scores, (cal_edges)cal_choice_integer(choice, "edges"));
    if (!bin) return;
    double sum = 0;
    for (int j = 0; j < classes; j++)
        sum += cal_bins_mean_gap(bin + (size_t)j * (size_t)bins, bins, scores->n);
    out->value = cal_choice_integer(choice, "over") ? sum : sum / classes;
}

typedef struct job {
    const cal_scores *scores;
    const cal_draws *draws;
    const double *p; // [rows][k], from sample `first` on
    int first, rows, classes, bins;
    cal_edges edges;
    const cal_bin *bin;
    double *sum;  // [k][bins][draws]
    double *all;  // [k][bins] sums of the probabilities, if every draw contains each sample once
    cal_gap *gap; // [classes][bins]
    double unit;  // weight of a sample in the gaps
} job;

// New labels for the same samples: the probabilities are summed once, and each draw subtracts its labels.
static void add_labels(const job *q, const double *p, int i, int begin, int end) {
    size_t count = (size_t)q->draws->count;
    for (int j = begin; j < end; j++)
        q->all[(size_t)j * (size_t)q->bins + (size_t)cal_bins_find(q->bin, q->bins, q->edges, p[j])] += p[j];
    for (size_t d = 0; d < count; d++) {
        int j = q->draws->label[(size_t)i * count + d];
        if (j < begin || j >= end) continue;
        size_t b = (size_t)j * (size_t)q->bins + (size_t)cal_bins_find(q->bin, q->bins, q->edges, p[j]);
        q->sum[b * count + d] -= 1;
    }
}

enum { CLASSES = 32 }; // classes per chunk

// Adds each probability to the sums of all draws at once.
static void add_row(const job *q, const double *p, int i, int begin, int end) {
    enum { DRAWS = 64 };
    int count = q->draws->count, bin[CLASSES];
    double weight[DRAWS], residual[CLASSES];
    for (int j = begin; j < end; j++) {
        bin[j - begin] = j * q->bins + cal_bins_find(q->bin, q->bins, q->edges, p[j]);
        residual[j - begin] = p[j] - (j == q->scores->labels[i]);
    }
    for (int from = 0; from < count; from += DRAWS) {
        int some = count - from < DRAWS ? count - from : DRAWS;
        for (int d = 0; d < some; d++)
            weight[d] = q->draws->weight[(size_t)i * (size_t)count + (size_t)(from + d)];
        cal_add_outer(q->sum + from, bin, residual, end - begin, weight, some, (size_t)count);
    }
}

static void add_classes(void *context, int chunk, int worker) {
    (void)worker;
    const job *q = context;
    int k = q->classes, begin = chunk * CLASSES, end = begin + CLASSES < k ? begin + CLASSES : k;
    for (int r = 0; r < q->rows; r++)
        (q->draws->label ? add_labels : add_row)(q, q->p + (size_t)r * (size_t)q->scores->k, q->first + r,
                                                 begin, end);
}

// Adds every sample's probabilities, in batches of rows that fit in `p`. Threads share the classes.
static void add_all(job *q, double *p, cal_chunk_run *add) {
    const int n = q->scores->n, batch = cal_scores_batch(q->scores);
    for (q->first = 0; q->first < n; q->first += batch) {
        q->rows = n - q->first < batch ? n - q->first : batch;
        cal_scores_rows(p, q->scores, q->first, q->rows);
        cal_pool_run(q->scores->how.pool, (q->classes + CLASSES - 1) / CLASSES, add, q);
    }
}

// A bin of a class adds |sum of p - number of its labels| / n, so that a draw needs only sums of residuals.
static void draws(double *value, cal_arena *arena, const cal_scores *scores, const cal_choice *choice,
                  const cal_draws *of) {
    by_predicted grouped;
    if (by_prediction(choice)) {
        const bool had = group_samples(&grouped, arena, scores, choice);
        for (int d = 0; d < of->count && had; d++) value[d] = measure(&grouped, of, d);
        return;
    }
    cal_edges edges = (cal_edges)cal_choice_integer(choice, "edges");
    int bins = cal_choice_integer(choice, "bins") + (edges == CAL_EDGES_EXTRA), n = scores->n, k = scores->k;
    int batch = cal_scores_batch(scores);
    size_t count = (size_t)of->count, all = (size_t)k * (size_t)bins;
    double *sum = cal_arena_alloc(arena, all * count * sizeof *sum);
    double *once = cal_arena_alloc(arena, all * sizeof *once);
    double *p = cal_arena_alloc(arena, (size_t)batch * (size_t)k * sizeof *p);
    cal_bin *bin = cal_arena_alloc(arena, (size_t)bins * sizeof *bin);
    if (arena->refused) return;
    cal_bins_lay(bin, bins, edges);
    job q = {.scores = scores,
             .draws = of,
             .p = p,
             .classes = k,
             .bins = bins,
             .edges = edges,
             .bin = bin,
             .sum = sum,
             .all = once};
    add_all(&q, p, add_classes);
    // In every draw, `seen` means the classes of the whole set.
    double scale = cal_choice_integer(choice, "over") ? n : (double)n * classes_of(scores, choice);
    size_t used = (size_t)classes_of(scores, choice) * (size_t)bins;
    for (size_t d = 0; d < count; d++) value[d] = 0;
    for (size_t b = 0; b < used; b++)
        for (size_t d = 0; d < count; d++) value[d] += __builtin_fabs(once[b] + sum[b * count + d]);
    for (size_t d = 0; d < count; d++) value[d] /= scale;
}

static void add_gaps(void *context, int chunk, int worker) {
    (void)worker;
    const job *q = context;
    int begin = chunk * CLASSES, end = begin + CLASSES < q->classes ? begin + CLASSES : q->classes;
    for (int r = 0; r < q->rows; r++)
        for (int j = begin; j < end; j++) {
            double own = q->p[(size_t)r * (size_t)q->scores->k + (size_t)j];
            int b = cal_bins_find(q->bin, q->bins, q->edges, own);
            cal_gap_add(&q->gap[(size_t)j * (size_t)q->bins + (size_t)b], own,
                        j == q->scores->labels[q->first + r], q->unit);
        }
}

static int gaps(cal_gap **out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    by_predicted grouped;
    if (by_prediction(choice))
        return group_samples(&grouped, arena, scores, choice) ? predicted_gaps(out, arena, &grouped) : 0;
    cal_edges edges = (cal_edges)cal_choice_integer(choice, "edges");
    int bins = cal_choice_integer(choice, "bins") + (edges == CAL_EDGES_EXTRA), n = scores->n, k = scores->k;
    int batch = cal_scores_batch(scores), classes = classes_of(scores, choice);
    cal_gap *gap = *out = cal_arena_alloc(arena, (size_t)classes * (size_t)bins * sizeof *gap);
    double *p = cal_arena_alloc(arena, (size_t)batch * (size_t)k * sizeof *p);
    cal_bin *bin = cal_arena_alloc(arena, (size_t)bins * sizeof *bin);
    if (arena->refused) return 0;
    cal_bins_lay(bin, bins, edges);
    job q = {.scores = scores,
             .p = p,
             .classes = classes,
             .bins = bins,
             .edges = edges,
             .bin = bin,
             .unit = 1.0 / n / (cal_choice_integer(choice, "over") ? 1 : classes),
             .gap = gap};
    add_all(&q, p, add_gaps);
    return classes * bins;
}

const cal_metric cal_metric_cwece = {
    .entry = {.id = "cwece",
              .label = "Class-wise calibration error",
              .tex = "\\frac1k\\sum_{j=1}^k \\sum_{b=1}^M \\frac{n_{bj}}{n}\\,"
                     "\\lvert \\mathrm{conf}_{bj} - \\mathrm{acc}_{bj} \\rvert",
              .source = "Kull et al. 2019, section 2; Nixon et al. 2019 (static calibration error)",
              .help = "Mean over the classes of the calibration error of each class's probability",
              .params =
                  (const cal_param[]){
                      CAL_BINS_PARAM,
                      CAL_EDGES_PARAM,
                      {.name = "over",
                       .help = "The mean over the classes or their sum",
                       .type = CAL_CHOICE,
                       .choices = "mean/sum"},
                      {.name = "classes",
                       .help = "All classes, or only those up to the largest label in the set",
                       .type = CAL_CHOICE,
                       .choices = "all/seen"},
                      {.name = "of",
                       .help = "Each class's probability of all samples, or the confidence of those that are "
                               "predicted as the class",
                       .type = CAL_CHOICE,
                       .choices = "probability/predicted"},
                      {.name = NULL}}},
    .unit = "%",
    .kind = CAL_CALIBRATION,
    .needs = CAL_NEEDS_CLASSES,
    .compute = compute,
    .draws = draws,
    .gaps = gaps,
};
