#include <string.h>
#include "catalog/scores/bins.h"
#include "catalog/calibrator/calibrator.h"
#include "catalog/scores/temperature_grid/grid.h"
#include "catalog/view/view.h"

// The temperatures fitted on validation, by each criterion. Those by calibration errors are of the prediction; the errors of
// labels are of p, and have none.
static void add_facts(cal_table *out, const cal_fit *fit, int fits, bool labels) {
    for (int w = 0; w < fits; w++)
        if (!labels || strstr(fit[w].way, "nll")) cal_table_fact(out, fit[w].way, *fit[w].found[0].number);
}

static double mean_nll(const cal_scores *s) {
    double sum = 0;
    for (int i = 0; i < s->n; i++) sum -= s->log_p_label[i];
    return sum / s->n;
}

// Of labels by themselves: each p at each temperature against the outcome.
static bool search_labels(cal_temperature_grid *out, const cal_scores *pair, int bins) {
    bool held = true;
    for (int g = 0; held && g < CAL_GRID; g++) {
        cal_arena own = {0};
        cal_scores at, positive;
        cal_figure width, mass;
        out->at[g] = (g + 1) / 10.0;
        held = !cal_scores_at(&at, &own, pair, out->at[g], NULL) &&
               !cal_scores_positive(&positive, &own, &at, NULL) &&
               cal_figure_equal_width(&width, &own, &positive, bins, CAL_EDGES_RIGHT) &&
               cal_figure_equal_mass(&mass, &own, &positive, NULL, bins, CAL_MASS_SPLIT);
        if (held) {
            out->score[CAL_GRID_BY_NLL][g] = mean_nll(&positive);
            out->score[CAL_GRID_BY_ECE][g] = cal_bins_norm(width.bin, width.bins, pair->n, CAL_NORM_1);
            out->score[CAL_GRID_BY_ADAECE][g] = cal_bins_norm(mass.bin, mass.bins, pair->n, CAL_NORM_1);
        }
        cal_arena_free(&own);
    }
    return held;
}

static bool search(cal_temperature_grid *out, const cal_scores *scores, const cal_scores *pair, int bins) {
    return pair ? search_labels(out, pair, bins) : cal_temperature_grid_search(out, scores, bins);
}

// The test set's figures at a temperature that is between two of the grid's.
static void add_figures(cal_table *out, cal_arena *arena, const cal_scores *before, const cal_fit *fit,
                        int fits, int bins, bool labels) {
    for (int w = 0; w < fits; w++) {
        cal_scores scores, at;
        cal_figure figure;
        if (strcmp(fit[w].way, "by_nll") != 0) continue;
        if (cal_calibrator_temperature.apply(&scores, arena, &fit[w], before, NULL)) return;
        if (labels) {
            at = scores;
            if (cal_scores_positive(&scores, arena, &at, NULL)) return;
        }
        cal_table_fact(out, "nll_by_nll", mean_nll(&scores));
        if (cal_figure_equal_width(&figure, arena, &scores, bins, CAL_EDGES_RIGHT))
            cal_table_fact(out, "ece_by_nll", cal_bins_norm(figure.bin, figure.bins, scores.n, CAL_NORM_1));
    }
}

static void build(cal_table *out, cal_arena *arena, const cal_view_input *in, const cal_choice *choice) {
    const int ways[] = {CAL_GRID_BY_NLL, CAL_GRID_BY_ECE, CAL_GRID_BY_ADAECE};
    int bins = cal_choice_integer(choice, "bins"), fits = 0;
    cal_fit fit[CAL_FITS_MAX];
    cal_temperature_grid *test = cal_arena_alloc(arena, sizeof *test);
    cal_temperature_grid *validation = cal_arena_alloc(arena, sizeof *validation);
    if (arena->refused) return;
    const cal_scores *const fitted = in->pair ? in->validation_pair : in->validation;
    bool found = search(test, in->before, in->pair, bins);
    if (found && in->validation) {
        found = search(validation, in->validation, in->validation_pair, bins);
        // It asks the choice for `bins` alone.
        fits = cal_calibrator_temperature.fit(fit, arena, fitted, choice);
    }
    if (!found) arena->refused = true;
    if (arena->refused) return;
    out->begin(out->to, CAL_GRID);
    for (int g = 0; g < CAL_GRID; g++) {
        double cell[7] = {test->at[g]};
        for (int w = 0; w < 3; w++) {
            cell[1 + w] = test->score[ways[w]][g];
            cell[4 + w] = in->validation ? validation->score[ways[w]][g] : __builtin_nan("");
        }
        out->row(out->to, cell);
    }
    add_facts(out, fit, fits, in->pair != NULL);
    add_figures(out, arena, in->pair ? in->pair : in->before, fit, fits, bins, in->pair != NULL);
}

const cal_view cal_view_temperature = {
    .entry =
        {.id = "temperature",
         .label = "Errors over temperature",
         .tex = "\\mathrm{softmax}(z / T)",
         .source = "Guo et al. 2017, section 4.2; grid as Mukhoti et al. 2020",
         .help =
             "Likelihood and calibration errors at each temperature, and which one validation would choose",
         .params = (const cal_param[]){CAL_BINS_PARAM, {.name = NULL}}},
    .columns = (const cal_column[]){{"T", "Temperature", ""},
                                    {"nll", "NLL", "nats"},
                                    {"ece", "ECE", "%"},
                                    {"adaece", "Adaptive ECE", "%"},
                                    {"val_nll", "NLL on validation", "nats"},
                                    {"val_ece", "ECE on validation", "%"},
                                    {"val_adaece", "Adaptive ECE on validation", "%"},
                                    {NULL}},
    .each_label = true,
    .build = build,
};
