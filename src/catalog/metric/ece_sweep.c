// Accuracies of all bins would cost O(n) for each number of bins. Prefix sums of right samples give one bin's
// in O(1), and only bins with a wrong sample can be less accurate than the bin before them: the rest are
// skipped.
#include "catalog/metric/metric.h"
#include "catalog/scores/figures.h"

enum { SHOWN = 1000 }; // bins that a report lists; a set that stays monotonic has as many as samples

typedef enum cut { MASS, WIDTH, CEIL } cut; // the choices of `edges`

typedef struct sorted_set {
    int n;
    cut how;
    const double *confidence; // [n], ascending
    const int32_t *right;     // [n+1] right ones among the first
    const int32_t *wrong;     // [n+1] the first wrong one from here on; n for none
} sorted_set;

// The bin that a place is in: the run, or the samples between two edges.
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
    // The samples of a bin are those whose product with `bins` has its whole part, as published.
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

static double accuracy(const sorted_set *s, int start, int end) {
    return (double)(s->right[end] - s->right[start]) / (end - start);
}

static bool monotonic(const sorted_set *s, int bins) {
    for (int at = s->wrong[0]; at < s->n;) {
        int start, end, before, unused;
        bin_of(&start, &end, s, at, bins);
        if (start > 0) {
            bin_of(&before, &unused, s, start - 1, bins);
            if (accuracy(s, start, end) < accuracy(s, before, start)) return false;
        }
        at = s->wrong[end];
    }
    return true;
}

// The number of bins before the first for which accuracies fall somewhere.
static int sweep(const sorted_set *s) {
    int sorted = s->n; // all wrong ones before all right ones: accuracies never fall, however they are cut
    if (s->wrong[s->n - s->right[s->n]] == s->n) return sorted > 2 ? sorted - 1 : 1;
    for (int bins = 2; bins < s->n; bins++)
        if (!monotonic(s, bins)) return bins - 1;
    return s->n > 2 ? s->n - 1 : 1;
}

static int sweep_scores(cal_arena *arena, const cal_scores *scores, cut how) {
    size_t n = (size_t)scores->n;
    cal_arena own = {0};
    double *confidence = cal_arena_alloc(&own, n * sizeof *confidence);
    int32_t *right = cal_arena_alloc(&own, (n + 1) * sizeof *right);
    int32_t *wrong = cal_arena_alloc(&own, (n + 1) * sizeof *wrong);
    if (own.refused) {
        cal_arena_free(&own);
        return arena->refused = true, 0;
    }
    for (size_t at = 0; at < n; at++) {
        confidence[at] = scores->confidence[scores->order[at]];
        right[at + 1] = right[at] + scores->correct[scores->order[at]];
    }
    wrong[n] = scores->n;
    for (size_t at = n; at-- > 0;) wrong[at] = right[at + 1] > right[at] ? wrong[at + 1] : (int32_t)at;
    const int bins = sweep(&(sorted_set){scores->n, how, confidence, right, wrong});
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
