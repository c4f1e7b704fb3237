// Accuracies of all bins would cost O(n) for each number of bins. Prefix sums of right samples give the
// accuracy of a bin in O(1). Accuracy can only fall next to a bin in which it falls from one confidence to
// the next, so other bins are skipped. Samples of equal confidence count with their mean accuracy, so that
// the order of tied rows does not matter.
#include "catalog/metric/metric.h"
#include "catalog/scores/figures.h"

enum { SHOWN = 1000 }; // bins that a report lists; a set that stays monotonic has n - 1

typedef enum cut { MASS, WIDTH, CEIL } cut; // the choices of `edges`

typedef struct sorted_set {
    int n;
    cut how;
    const double *confidence; // [n], ascending
    const double *right;      // [n+1] right samples among the first i
    const int32_t
        *fall; // [n+1] the first index from i on that is less accurate than the previous one; n: none
} sorted_set;

// The bin of an index: the run, or the samples between two edges.
static void bin_of(int *start, int *end, const sorted_set *s, int at, int bins) {
    int64_t n = s->n;
    if (s->how == CEIL) {
        int64_t b = at * (int64_t)bins / n;
        *start = (int)((b * n + bins - 1) / bins);
        *end = (int)(((b + 1) * n + bins - 1) / bins);
        return;
    }
    if (s->how == MASS) {
        int shorter = s->n / bins, longer = s->n % bins;
        int in_longer = longer * (shorter + 1);
        int b = at < in_longer ? at / (shorter + 1) : longer + (at - in_longer) / shorter;
        *start = b * shorter + (b < longer ? b : longer);
        *end = *start + shorter + (b < longer);
        return;
    }
    int b = (int)(s->confidence[at] * bins), low = at, high = s->n;
    if (b > bins - 1) b = bins - 1;
    // As published, a sample's bin is the whole part of its confidence times `bins`.
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (b < bins - 1 && (int)(s->confidence[middle] * bins) > b) high = middle;
        else low = middle + 1;
    }
    *end = low;
    for (low = 0, high = at; low < high;) {
        int middle = low + (high - low) / 2;
        if ((int)(s->confidence[middle] * bins) < b) low = middle + 1;
        else high = middle;
    }
    *start = low;
}

// Returns true if the bin that ends at `middle` is more accurate than the one that begins there, beyond
// rounding.
static bool falls(const sorted_set *s, int middle, int bins) {
    int start, end, unused;
    const double rounding = 4e-16 * bins;
    if (middle <= 0 || middle >= s->n) return false;
    bin_of(&start, &unused, s, middle - 1, bins);
    bin_of(&unused, &end, s, middle, bins);
    const double before = (s->right[middle] - s->right[start]) / (middle - start);
    return (s->right[end] - s->right[middle]) / (end - middle) < before - rounding;
}

static bool monotonic(const sorted_set *s, int bins) {
    for (int at = s->fall[0]; at < s->n;) {
        int start, end;
        bin_of(&start, &end, s, at, bins);
        if (falls(s, start, bins) || falls(s, end, bins)) return false;
        at = s->fall[end];
    }
    return true;
}

// The number of bins before the first at which accuracies fall somewhere.
static int sweep(const sorted_set *s) {
    const int most = s->n > 2 ? s->n - 1 : 1;
    if (s->fall[0] == s->n) return most; // accuracies never fall, whatever the edges
    for (int bins = 2; bins < s->n; bins++)
        if (!monotonic(s, bins)) return bins - 1;
    return most;
}

// Fills in `right` and `fall`.
static void learn(double *right, int32_t *fall, const double *confidence, const cal_scores *scores) {
    const int n = scores->n;
    double before = 0;
    int total = 0;
    for (int first = 0, end; first < n; first = end) {
        int found = 0;
        for (end = first; end < n && confidence[end] == confidence[first]; end++)
            found += scores->correct[scores->order[end]];
        const int size = end - first;
        for (int at = first; at < end; at++) {
            right[at + 1] = total + (double)found * (at + 1 - first) / size;
            fall[at] = -1; // not at this index
        }
        const double here = (double)found / size;
        if (here < before) fall[first] = first;
        total += found, before = here;
    }
    fall[n] = n;
    for (int at = n; at-- > 0;)
        if (fall[at] < 0) fall[at] = fall[at + 1];
}

static int sweep_scores(cal_arena *arena, const cal_scores *scores, cut how) {
    size_t n = (size_t)scores->n;
    cal_arena own = {0};
    double *confidence = cal_arena_alloc(&own, n * sizeof *confidence);
    double *right = cal_arena_alloc(&own, (n + 1) * sizeof *right);
    int32_t *fall = cal_arena_alloc(&own, (n + 1) * sizeof *fall);
    if (own.refused) {
        cal_arena_free(&own);
        return arena->refused = true, 0;
    }
    for (size_t at = 0; at < n; at++) confidence[at] = scores->confidence[scores->order[at]];
    learn(right, fall, confidence, scores);
    const int bins = sweep(&(sorted_set){scores->n, how, confidence, right, fall});
    cal_arena_free(&own);
    return bins;
}

static void compute(cal_figure *out, cal_arena *arena, const cal_scores *scores, const cal_choice *choice) {
    const cut how = (cut)cal_choice_integer(choice, "edges");
    int bins = sweep_scores(arena, scores, how);
    *out = (cal_figure){.value = __builtin_nan("")};
    if (!bins) return;
    if (how == WIDTH ? !cal_figure_equal_width(out, arena, scores, bins, CAL_EDGES_LEFT)
                     : !cal_figure_equal_mass(out, arena, scores, NULL, bins,
                                              how == CEIL ? CAL_MASS_CEIL : CAL_MASS_SPLIT))
        return;
    out->value = cal_bins_norm(out->bin, out->bins, scores->n, (cal_norm)cal_choice_integer(choice, "norm"));
    cal_figure_part(out, "chosen_bins", bins);
    if (bins > SHOWN) out->bins = 0;
}

const cal_metric cal_metric_ece_sweep = {
    .entry = {.id = "ece_sweep",
              .label = "ECE by monotonic sweep",
              .tex = "\\mathrm{ECE}_{M^*},\\quad M^* = \\max\\{ M : \\mathrm{acc}_1 \\le \\dots \\le "
                     "\\mathrm{acc}_{M'} \\ \\text{for all}\\ M' \\le M \\}",
              .source = "Roelofs et al. 2021, algorithm 1, with bins cut as numpy's array_split does",
              .help = "Calibration error with the most bins for which accuracy still rises with confidence",
              .params =
                  (const cal_param[]){{.name = "edges",
                                       .help = "Bins of equal mass, of equal width, or of equal mass as the "
                                               "authors' code rounds their lengths",
                                       .type = CAL_CHOICE,
                                       .choices = "mass/width/ceil"},
                                      {.name = "norm",
                                       .help = "The mean gap, or the root of the mean squared gap",
                                       .type = CAL_CHOICE,
                                       .choices = "1/2"},
                                      {.name = NULL}}},
    .unit = "%",
    .kind = CAL_CALIBRATION,
    .needs = CAL_NEEDS_TOP,
    .compute = compute,
    .gaps = cal_figure_no_gaps,
};
