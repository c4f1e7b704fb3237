// Temperature scaling: softmax(z/T) with one T for all samples. The ranking of classes stays the same, and so
// does the error.
//
// The papers take T from the grid 0.1, 0.2 .. 10.0. The likelihood also has a continuous optimum, since `f(b)
// = mean of lse(b z) - b z_y` is convex in b = 1/T. Its derivatives are `f' = mean of E_p[z] - z_y` and `f''
// = mean of Var_p[z]`.
#include "catalog/scores/bins.h"
#include "catalog/calibrator/shared/fit.h"
#include "catalog/scores/temperature_grid/grid.h"

enum { BY_NLL = CAL_GRID_WAYS, WAYS };
static const char *const ways[WAYS] = {"by_ece", "by_adaece", "by_nll_grid", "by_nll"};
static const double coldest = 0.01, hottest = 100; // bounds of the continuous search

// f'(b) and f''(b) of rows.
static void slope_rows(double *sum, const void *context, const cal_scores *s, int begin, int end) {
    for (int i = begin; i < end; i++) {
        const float *z = s->logits + (size_t)i * s->k;
        const cal_row_sums of = cal_row_sums_of(s, i, *(const double *)context, false);
        const double mean = of.e[1] / of.e[0];
        sum[0] += mean - ((double)z[s->labels[i]] - z[s->predicted[i]]);
        sum[1] += of.e[2] / of.e[0] - mean * mean;
    }
}

// The likelihood is convex in b, so the optimum is between the neighbours of the grid's best. Beyond the
// grid, the slope at the bounds shows if there is one.
static double continuous_optimum(bool *at_bound, const cal_scores *s, const cal_temperature_grid *grid) {
    int g = grid->best[CAL_GRID_BY_NLL];
    double low = 1 / hottest, high = 1 / coldest, curvature;
    *at_bound = false;
    if (g > 0 && g < CAL_GRID - 1) low = 1 / grid->at[g + 1], high = 1 / grid->at[g - 1];
    else {
        double first = cal_slope(&curvature, slope_rows, s, low),
               last = cal_slope(&curvature, slope_rows, s, high);
        if (first == 0 && last == 0) return 1; // all T are equally good: logits that are constant in each row
        *at_bound = first >= 0 || last <= 0;
        if (*at_bound) return first >= 0 ? hottest : coldest;
    }
    return 1 / cal_flat_point(slope_rows, s, low, 1 / grid->at[g], high);
}

static size_t counts(cal_arena *kept, const cal_choice *choice, int n, int k, int workers) {
    cal_arena_alloc(kept, sizeof(cal_temperature_grid));
    for (int w = 0; w < WAYS; w++) cal_found_count(kept, 1);
    return cal_temperature_grid_bytes(n, k, cal_choice_integer(choice, "bins"), workers);
}

static int fit(cal_fit *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    cal_temperature_grid *grid = cal_arena_alloc(arena, sizeof *grid);
    if (!grid) return 0;
    if (!cal_temperature_grid_search(grid, s, cal_choice_integer(choice, "bins"))) arena->refused = true;
    if (arena->refused) return 0;
    for (int w = 0; w < WAYS; w++) {
        double found;
        out[w] = (cal_fit){.way = ways[w]};
        if (w == BY_NLL) found = continuous_optimum(&out[w].at_bound, s, grid);
        else {
            int best = grid->best[w];
            out[w].points = CAL_GRID, out[w].at = grid->at, out[w].score = grid->score[w];
            out[w].at_bound = best == 0 || best == CAL_GRID - 1;
            found = grid->at[best];
        }
        out[w].found[0] = cal_found_number(arena, "T", found);
    }
    return arena->refused ? 0 : WAYS;
}

static cal_status apply(cal_scores *out, cal_arena *arena, const cal_fit *found, const cal_scores *s,
                        cal_error *err) {
    return cal_scores_at(out, arena, s, *found->found[0].number, err);
}

const cal_calibrator cal_calibrator_temperature = {
    .entry = {.id = "temperature",
              .label = "Temperature scaling",
              .tex = "\\mathrm{softmax}(z / T)",
              .source = "Guo et al. 2017, section 4.2; grid as Mukhoti et al. 2020",
              .help = "Divides all logits by one number, fitted on validation samples",
              .params = (const cal_param[]){CAL_BINS_PARAM, {.name = NULL}}},
    .fit = fit,
    .counts = counts,
    .apply = apply,
};
