#include <string.h>
#include "catalog/scores/bins.h"
#include "catalog/scores/figures.h"
#include "catalog/calibrator/calibrator.h"
#include "catalog/scores/temperature_grid/grid.h"
#include "catalog/view/view.h"

// Adds the temperatures fitted on validation, by each criterion.
static void add_facts(cal_table *out, const cal_fit *fit, int fits) {
    for (int w = 0; w < fits; w++) cal_table_fact(out, fit[w].way, *fit[w].found[0].number);
}

static double mean_nll(const cal_scores *s) {
    double sum = 0;
    for (int i = 0; i < s->n; i++) sum -= s->log_p_label[i];
    return sum / s->n;
}

// Adds the test set's figures at a temperature between two of the grid's.
static void add_figures(cal_table *out, cal_arena *arena, const cal_scores *before, const cal_fit *fit,
                        int fits, int bins, bool labels) {
    for (int w = 0; w < fits; w++) {
        cal_scores scores, at;
        cal_figure figure;
        if (strcmp(fit[w].way, "by_nll") != 0) continue;
        if (cal_calibrator_apply(&scores, arena, &cal_calibrator_temperature, &fit[w], before, NULL)) return;
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
    bool found = cal_temperature_grid_search(test, in->pair ? in->pair : in->before, bins);
    if (found && in->validation) {
        found = cal_temperature_grid_search(validation, fitted, bins);
        const cal_entry *entry = &cal_calibrator_temperature.entry;
        cal_choice all = {.entry = entry}; // in all ways, with the view's bins
        all.value[cal_param_find(entry, "bins")] = *cal_choice_value(choice, "bins");
        fits = cal_calibrator_temperature.fit(fit, arena, fitted, &all);
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
    add_facts(out, fit, fits);
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
