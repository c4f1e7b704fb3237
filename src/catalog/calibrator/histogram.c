// Histogram binning, each class against all others. Bins have equal width. A probability becomes the
// frequency of the class among the samples whose probability is in the same bin.
#include "catalog/scores/bins.h"
#include "catalog/calibrator/shared/classes.h"

static void take(int32_t **count, double **p, cal_arena *own, int k, int cells) {
    *count = cal_arena_alloc(own, (size_t)cells * sizeof **count);
    *p = cal_arena_alloc(own, (size_t)k * sizeof **p);
}

static size_t counts(cal_arena *kept, const cal_choice *choice, int n, int k, int workers) {
    cal_arena own = {.counts = true};
    const int cells = k * cal_choice_integer(choice, "bins");
    int32_t *count;
    double *p;
    (void)n, (void)workers;
    take(&count, &p, &own, k, cells);
    cal_found_count(kept, 1), cal_found_count(kept, cells);
    return own.taken;
}

static int fit(cal_fit *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    int bins = cal_choice_integer(choice, "bins"), cells = s->k * bins;
    cal_arena own = {0};
    int32_t *count;
    double *p, *fraction;
    take(&count, &p, &own, s->k, cells);
    *out = (cal_fit){.way = "by_class"};
    out->found[0] = cal_found_number(arena, "bins", bins);
    out->found[1] = cal_found_list(&fraction, arena, "shares", cells);
    if (own.refused) arena->refused = true;
    if (!arena->refused) {
        for (int i = 0; i < s->n; i++) {
            cal_scores_row(p, s, i);
            for (int j = 0; j < s->k; j++) {
                int cell = j * bins + cal_bin_index(p[j], bins);
                count[cell]++;
                fraction[cell] += j == s->labels[i];
            }
        }
        for (int c = 0; c < cells; c++) fraction[c] = count[c] ? fraction[c] / count[c] : __builtin_nan("");
    }
    cal_arena_free(&own);
    return arena->refused ? 0 : 1;
}

// An empty bin leaves the probability unchanged.
static double map(const cal_fit *found, int class_index, double probability) {
    int bins = (int)*found->found[0].number;
    double fraction = found->found[1].number[class_index * bins + cal_bin_index(probability, bins)];
    return fraction == fraction ? fraction : probability;
}

static void row(double *p, const cal_fit *found, const float *z, int k) {
    cal_classes_row(p, found, z, k, map);
}

static bool restore(cal_fit *fit, cal_arena *arena, int k) {
    (void)arena;
    return fit->found[1].count == k * (int)*fit->found[0].number;
}

static int parameters(const cal_fit *fit) { return fit->found[1].count; }

const cal_calibrator cal_calibrator_histogram = {
    .entry = {.id = "histogram",
              .label = "Histogram binning",
              .tex = "p_j \\mapsto \\frac{\\#\\{i : y_i = j,\\, p_{ij} \\in B_m\\}}{\\#\\{i : p_{ij} \\in "
                     "B_m\\}},\\quad p_j \\in B_m",
              .source = "Zadrozny and Elkan 2001; each class against all others as Guo et al. 2017, "
                        "section 4.2; shares in the order class, bin",
              .help = "Replaces each probability of a class by how often that class was the label in the "
                      "same probability bin",
              .params = (const cal_param[]){CAL_BINS_PARAM, {.name = NULL}}},
    .note = CAL_CLASSES_NOTE,
    .fit = fit,
    .parameters = parameters,
    .counts = counts,
    .saved = (const cal_saved[]){{"bins", 1, 1, 1000}, {"shares", CAL_SAVED_ANY, 0, 1, true}, {.name = NULL}},
    .restore = restore,
    .row = row,
};
