#include "catalog/scores/bins.h"
#include "base/maths/maths.h"

static void add(cal_bin *bin, const cal_binning *in, int i) {
    const double weight = in->weight ? in->weight[i] : 1;
    bin->count++;
    if (in->weight) bin->weight += weight;
    bin->confidence += weight * in->confidence[i];
    bin->accuracy += weight * (in->outcome ? in->outcome[i] : in->correct[i]);
}

static void finish(cal_bin *bin) {
    if (!bin->count) return;
    bin->confidence /= cal_bins_mass(bin);
    bin->accuracy /= cal_bins_mass(bin);
}

// ---- equal width

void cal_bins_lay(cal_bin *out, int bins, cal_edges edges) {
    int even = bins - (edges == CAL_EDGES_EXTRA);
    for (int b = 0; b < even; b++)
        out[b] = (cal_bin){.low = (double)b / even, .high = (double)(b + 1) / even};
    if (even < bins) out[even] = (cal_bin){.low = 1, .high = 1};
}

int cal_bins_equal_width(cal_bin *out, const cal_binning *in) {
    cal_bins_lay(out, in->bins, in->edges);
    for (int b = 0; b < in->bins; b++)
        out[b].low = in->low + (1 - in->low) * out[b].low,
        out[b].high = in->low + (1 - in->low) * out[b].high;
    for (int i = 0; i < in->n; i++)
        add(&out[cal_bins_find(out, in->bins, in->edges, in->confidence[i])], in, i);
    for (int b = 0; b < in->bins; b++) finish(&out[b]);
    return in->bins;
}

// ---- equal mass

static double sorted(const cal_binning *in, int at) { return in->confidence[in->order[at]]; }

// Samples of equal confidence: indices first to end - 1 of the order, and their mean outcome.
typedef struct tie {
    int first, end;
    double mean;
} tie;

// Finds the tie at an index, which must not be before that of the last call. All calls together are O(n).
static void find_tie(tie *t, const cal_binning *in, int at) {
    if (at < t->end) return;
    const double p = sorted(in, at);
    double sum = 0;
    for (t->first = at; t->first > t->end && sorted(in, t->first - 1) == p;) t->first--;
    for (t->end = t->first; t->end < in->n && sorted(in, t->end) == p; t->end++) {
        const int i = in->order[t->end];
        sum += in->outcome ? in->outcome[i] : in->correct[i];
    }
    t->mean = sum / (t->end - t->first);
}

// Adds the samples of a tie at indices `at` to end - 1, each with the tie's mean outcome.
static void add_share(cal_bin *out, const cal_binning *in, const tie *t, int at, int end) {
    for (; at < end; at++) {
        out->count++;
        out->confidence += sorted(in, at);
        out->accuracy += t->mean;
    }
}

// Fills a bin with the samples at indices `at` to end - 1. An empty bin is placed at the end of the last one.
// A tie that an edge cuts gives each side a part with its mean outcome: the order of tied rows does not
// matter.
static void take_run(cal_bin *out, tie *t, const cal_binning *in, int at, int end) {
    double edge = at ? sorted(in, at - 1) : 0;
    *out = (cal_bin){.low = at < end ? sorted(in, at) : edge, .high = at < end ? sorted(in, end - 1) : edge};
    if (at < end && at > 0 && sorted(in, at - 1) == sorted(in, at)) {
        find_tie(t, in, at);
        const int stop = t->end < end ? t->end : end;
        add_share(out, in, t, at, stop), at = stop;
    }
    int whole = end;
    if (at < end && end < in->n && sorted(in, end - 1) == sorted(in, end)) {
        find_tie(t, in, end - 1);
        whole = t->first;
    }
    for (; at < whole; at++) add(out, in, in->order[at]);
    add_share(out, in, t, at, end);
    finish(out);
}

// Adds samples from `at` on that are not above `high`; returns the end.
static int take_up_to(cal_bin *out, const cal_binning *in, int at, double low, double high) {
    *out = (cal_bin){.low = low, .high = high};
    for (; at < in->n && sorted(in, at) <= high; at++) add(out, in, in->order[at]);
    finish(out);
    return at;
}

static int start_of(const cal_binning *in, int b) {
    int64_t n = in->n, m = in->bins;
    if (in->mass == CAL_MASS_FLOOR) return (int)(b * n / m);
    if (in->mass == CAL_MASS_CEIL) return (int)((b * n + m - 1) / m);
    return (int)(b * (n / m) + (b < n % m ? b : n % m));
}

// The confidence at a fractional index of the order, by linear interpolation.
static double at_place(const cal_binning *in, double place) {
    int i = (int)place;
    if (i >= in->n - 1) return sorted(in, in->n - 1);
    return sorted(in, i) + (sorted(in, i + 1) - sorted(in, i)) * (place - i);
}

static int interpolated(cal_bin *out, const cal_binning *in) {
    bool mukhoti = in->mass == CAL_MASS_MUKHOTI;
    double step = (double)(mukhoti ? in->n : in->n - 1) / in->bins, low = sorted(in, 0);
    int at = 0;
    while (mukhoti && at < in->n && sorted(in, at) <= low) at++;
    for (int b = 0; b < in->bins; b++) {
        double high = b + 1 < in->bins ? at_place(in, (b + 1) * step) : sorted(in, in->n - 1);
        at = take_up_to(&out[b], in, at, low, high);
        low = high;
    }
    return in->bins;
}

// Edges halfway between neighbouring runs. If both runs end in the same confidence, the edge is that
// confidence, and all of its samples stay below it.
static int tied(cal_bin *out, const cal_binning *in) {
    cal_binning runs = *in;
    if (runs.bins > in->n) runs.bins = in->n;
    int at = 0, used = 0;
    double low = 0;
    for (int b = 1; b <= runs.bins; b++) {
        int start = start_of(&runs, b);
        double high = b < runs.bins ? (sorted(in, start - 1) + sorted(in, start)) / 2 : 1;
        if (used && high <= low) continue;
        at = take_up_to(&out[used++], in, at, low, high);
        low = high;
    }
    for (int b = used; b < in->bins; b++) out[b] = (cal_bin){.low = 1, .high = 1};
    return used;
}

int cal_bins_equal_mass(cal_bin *out, const cal_binning *in) {
    if (in->mass == CAL_MASS_TIES) return tied(out, in);
    if (in->mass == CAL_MASS_MUKHOTI || in->mass == CAL_MASS_QUANTILE) return interpolated(out, in);
    tie t = {0, 0, 0};
    for (int b = 0; b < in->bins; b++) take_run(&out[b], &t, in, start_of(in, b), start_of(in, b + 1));
    return in->bins;
}

// ---- figures

double cal_bins_gap(const cal_bin *bin) { return __builtin_fabs(bin->confidence - bin->accuracy); }

double cal_bins_mean_gap(const cal_bin *bin, int bins, double n) {
    double sum = 0;
    for (int b = 0; b < bins; b++)
        if (bin[b].count) sum += cal_bins_mass(&bin[b]) / n * cal_bins_gap(&bin[b]);
    return sum;
}

double cal_bins_norm(const cal_bin *bin, int bins, double n, cal_norm norm) {
    if (norm == CAL_NORM_1) return cal_bins_mean_gap(bin, bins, n);
    double sum = 0, largest = 0;
    for (int b = 0; b < bins; b++) {
        double gap = bin[b].count ? cal_bins_gap(&bin[b]) : 0;
        sum += cal_bins_mass(&bin[b]) / n * (gap * gap);
        if (gap > largest) largest = gap;
    }
    return norm == CAL_NORM_2 ? cal_sqrt(sum) : largest;
}
