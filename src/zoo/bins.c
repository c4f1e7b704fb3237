#include "zoo/bins.h"
#include <string.h>

int cal_bin_index(double confidence, int bins) {
    int i = (int)(confidence * bins);
    if (i > bins - 1) i = bins - 1;
    // The product is rounded; the edges decide.
    while (i > 0 && confidence <= (double)i / bins) i--;
    while (i < bins - 1 && confidence > (double)(i + 1) / bins) i++;
    return i;
}

static void add(cal_bin *bin, double confidence, double outcome) {
    bin->count++;
    bin->confidence += confidence;
    bin->accuracy += outcome;
}

static void finish(cal_bin *bin) {
    if (!bin->count) return;
    bin->confidence /= bin->count;
    bin->accuracy /= bin->count;
}

void cal_bins_equal_width(cal_bin *out, const cal_binning *in) {
    for (int b = 0; b < in->bins; b++)
        out[b] = (cal_bin){.low = (double)b / in->bins, .high = (double)(b + 1) / in->bins};
    for (int i = 0; i < in->n; i++)
        add(&out[cal_bin_index(in->confidence[i], in->bins)], in->confidence[i], in->outcome[i]);
    for (int b = 0; b < in->bins; b++) finish(&out[b]);
}

void cal_bins_equal_mass(cal_bin *out, const cal_binning *in) {
    int at = 0, longer = in->n % in->bins;
    double edge = 0;
    for (int b = 0; b < in->bins; b++) {
        int count = in->n / in->bins + (b < longer);
        // An empty bin (fewer samples than bins) sits where the last one ended.
        double low = count ? in->confidence[in->order[at]] : edge;
        edge = count ? in->confidence[in->order[at + count - 1]] : edge;
        out[b] = (cal_bin){.low = low, .high = edge};
        for (int end = at + count; at < end; at++)
            add(&out[b], in->confidence[in->order[at]], in->outcome[in->order[at]]);
        finish(&out[b]);
    }
}

static double gap(const cal_bin *bin) {
    double difference = bin->confidence - bin->accuracy;
    return difference < 0 ? -difference : difference;
}

double cal_bins_mean_gap(const cal_bin *bin, int bins, int n) {
    double sum = 0;
    for (int b = 0; b < bins; b++)
        if (bin[b].count) sum += (double)bin[b].count / n * gap(&bin[b]);
    return sum;
}

double cal_bins_largest_gap(const cal_bin *bin, int bins) {
    double largest = 0;
    for (int b = 0; b < bins; b++)
        if (bin[b].count && gap(&bin[b]) > largest) largest = gap(&bin[b]);
    return largest;
}

// Merge sort, bottom up.
void cal_sort_order(int32_t *order, int32_t *scratch, const double *key, int n) {
    int32_t *from = order, *to = scratch;
    for (int i = 0; i < n; i++) order[i] = i;
    for (int64_t width = 1; width < n; width *= 2) {
        for (int64_t start = 0; start < n; start += 2 * width) {
            int64_t middle = start + width < n ? start + width : n;
            int64_t end = middle + width < n ? middle + width : n;
            int64_t a = start, b = middle;
            for (int64_t k = start; k < end; k++)
                to[k] = b == end || (a < middle && key[from[a]] <= key[from[b]]) ? from[a++] : from[b++];
        }
        int32_t *swap = from;
        from = to, to = swap;
    }
    if (from != order) memcpy(order, from, (size_t)n * sizeof *order);
}

double *cal_outcomes(cal_arena *arena, const cal_scores *scores) {
    double *outcome = cal_arena_alloc(arena, (size_t)scores->n * sizeof *outcome);
    for (int i = 0; outcome && i < scores->n; i++) outcome[i] = scores->correct[i];
    return outcome;
}

bool cal_figure_equal_width(cal_figure *out, cal_arena *arena, const cal_scores *scores, int bins) {
    cal_binning in = {.bins = bins, .n = scores->n, .confidence = scores->confidence};
    *out = (cal_figure){.value = __builtin_nan("")};
    in.outcome = cal_outcomes(arena, scores);
    out->bin = cal_arena_alloc(arena, (size_t)bins * sizeof *out->bin);
    if (!in.outcome || !out->bin) return false;
    cal_bins_equal_width(out->bin, &in);
    out->bins = bins;
    return true;
}

bool cal_figure_equal_mass(cal_figure *out, cal_arena *arena, const cal_scores *scores, const double *outcome,
                           int bins) {
    cal_binning in = {.bins = bins,
                      .n = scores->n,
                      .confidence = scores->confidence,
                      .outcome = outcome,
                      .order = scores->order};
    *out = (cal_figure){.value = __builtin_nan("")};
    out->bin = cal_arena_alloc(arena, (size_t)bins * sizeof *out->bin);
    if (!in.outcome || !out->bin) return false;
    cal_bins_equal_mass(out->bin, &in);
    out->bins = bins;
    return true;
}
