// Temperature scaling: softmax(z/T) with one T for all samples. The ranking of classes stays, so the error
// does.
//
// The papers take T from the grid 0.1, 0.2 .. 10.0; the likelihood also has a continuous optimum, since
// f(b) = mean of lse(b z) - b z_y is convex in b = 1/T: f' = mean of E_p[z] - z_y, f'' = mean of Var_p[z].
#include "base/maths.h"
#include "zoo/bins.h"
#include "zoo/calibrator.h"

enum { GRID = 100, BY_ECE = 0, BY_ADAECE, BY_NLL_GRID, BY_NLL, WAYS };
static const char *const ways[WAYS] = {"by_ece", "by_adaece", "by_nll_grid", "by_nll"};
static const double coldest = 0.01, hottest = 100; // bounds of the continuous search

// Confidences at one temperature; returns the mean of -log p_y. The same arithmetic as the scores'.
static double rescale(double *confidence, const cal_scores *s, double temperature) {
    double nll = 0;
    for (int i = 0; i < s->n; i++) {
        const float *z = s->logits + (size_t)i * s->k;
        double top = z[s->predicted[i]], sum = 0;
        for (int j = 0; j < s->k; j++) sum += cal_exp((z[j] - top) / temperature);
        confidence[i] = 1 / sum;
        nll -= (z[s->labels[i]] - top) / temperature - cal_log(sum);
    }
    return nll / s->n;
}

// f'(b) and f''(b).
static double slope(double *curvature, const cal_scores *s, double b) {
    double first = 0, second = 0;
    for (int i = 0; i < s->n; i++) {
        const float *z = s->logits + (size_t)i * s->k;
        double top = z[s->predicted[i]], e0 = 0, e1 = 0, e2 = 0;
        for (int j = 0; j < s->k; j++) {
            double d = z[j] - top, e = cal_exp(b * d);
            e0 += e, e1 += e * d, e2 += e * d * d;
        }
        double mean = e1 / e0;
        first += mean - (z[s->labels[i]] - top);
        second += e2 / e0 - mean * mean;
    }
    *curvature = second / s->n;
    return first / s->n;
}

// Newton's method on f' = 0, halving the bracket whenever a step would leave it.
static void fit_nll(cal_fit *fit, const cal_scores *s) {
    double low = 1 / hottest, high = 1 / coldest, b = 1, curvature;
    double first = slope(&curvature, s, low), last = slope(&curvature, s, high);
    if (first == 0 && last == 0) return; // every T is as good: logits that are constant in each row
    if (first >= 0 || last <= 0) {
        fit->temperature = first >= 0 ? hottest : coldest;
        fit->at_bound = true;
        return;
    }
    for (int step = 0; step < 100; step++) {
        double f = slope(&curvature, s, b);
        if (f > 0) high = b;
        else if (f < 0) low = b;
        else break;
        double next = b - f / curvature;
        if (!(next > low && next < high)) next = low + (high - low) / 2;
        double moved = next - b;
        b = next;
        if (moved * moved < 1e-28 * b * b) break;
    }
    fit->temperature = 1 / b;
}

static int fit(cal_fit *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    int bins = cal_choice_integer(choice, "bins");
    size_t rows = (size_t)s->n;
    double *confidence = cal_arena_alloc(arena, rows * sizeof *confidence);
    double *at = cal_arena_alloc(arena, GRID * sizeof *at);
    double *score = cal_arena_alloc(arena, 3 * GRID * sizeof *score);
    cal_bin *bin = cal_arena_alloc(arena, (size_t)bins * sizeof *bin);
    cal_binning in = {.bins = bins, .n = s->n, .confidence = confidence};
    in.outcome = cal_outcomes(arena, s);
    int32_t *order = cal_arena_alloc(arena, rows * sizeof *order);
    int32_t *scratch = cal_arena_alloc(arena, rows * sizeof *scratch);
    in.order = order;
    if (arena->refused) return 0;

    for (int w = 0; w < WAYS; w++) {
        out[w] = (cal_fit){.temperature = 1};
        for (int i = 0; ways[w][i]; i++) out[w].way[i] = ways[w][i];
        if (w != BY_NLL) out[w].points = GRID, out[w].at = at, out[w].score = score + w * GRID;
    }
    for (int g = 0; g < GRID; g++) {
        at[g] = (g + 1) / 10.0;
        out[BY_NLL_GRID].score[g] = rescale(confidence, s, at[g]);
        cal_bins_equal_width(bin, &in);
        out[BY_ECE].score[g] = cal_bins_mean_gap(bin, bins, s->n);
        cal_sort_order(order, scratch, confidence, s->n);
        cal_bins_equal_mass(bin, &in);
        out[BY_ADAECE].score[g] = cal_bins_mean_gap(bin, bins, s->n);
    }
    for (int w = 0; w < BY_NLL; w++) {
        int best = 0;
        for (int g = 1; g < GRID; g++)
            if (out[w].score[g] < out[w].score[best]) best = g;
        out[w].temperature = at[best];
        out[w].at_bound = best == 0 || best == GRID - 1;
    }
    fit_nll(&out[BY_NLL], s);
    return WAYS;
}

const cal_calibrator cal_calibrator_temperature = {
    .entry = {.id = "temperature",
              .label = "Temperature scaling",
              .tex = "\\mathrm{softmax}(z / T)",
              .source = "Guo et al. 2017, section 4.2; grid as Mukhoti et al. 2020",
              .help = "Divides all logits by one number, fitted on validation samples",
              .params = (const cal_param[]){CAL_BINS_PARAM, {.name = NULL}}},
    .fit = fit,
};
