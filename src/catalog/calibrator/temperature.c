// Temperature scaling: softmax(z/T) with one T for all samples. The ranking of classes stays the same, and so
// does the error.
//
// The papers take T from the grid 0.1, 0.2 .. 10.0. The likelihood also has a continuous optimum, since it is
// convex in 1/T.
#include "catalog/scores/bins.h"
#include "catalog/calibrator/shared/likeliest.h"

enum { BY_NLL = CAL_GRID_WAYS, WAYS };
static const char *const ways[WAYS] = {"by_ece", "by_adaece", "by_nll_grid", "by_nll"};

static size_t counts(cal_arena *kept, const cal_choice *choice, int n, int k, int workers) {
    cal_arena_alloc(kept, sizeof(cal_temperature_grid));
    const int by = cal_choice_integer(choice, "by");
    for (int w = 0; w < (by ? 1 : WAYS); w++) cal_found_count(kept, 1);
    return cal_temperature_grid_bytes(n, k, cal_choice_integer(choice, "bins"), workers);
}

static int fit(cal_fit *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    cal_temperature_grid *grid = cal_arena_alloc(arena, sizeof *grid);
    if (!grid) return 0;
    if (!cal_temperature_grid_search(grid, s, cal_choice_integer(choice, "bins"))) arena->refused = true;
    const int by = cal_choice_integer(choice, "by"); // 0: in all ways
    int fits = 0;
    for (int w = by ? by - 1 : 0; !arena->refused && w < (by ? by : WAYS); w++) {
        if (s->soft && w != BY_NLL) continue; // the other criteria need a class for each sample
        cal_fit *to = &out[fits++];
        double found;
        *to = (cal_fit){.way = ways[w]};
        if (w == BY_NLL) found = cal_likeliest_temperature(&to->at_bound, s, s->soft ? NULL : grid);
        else {
            int best = grid->best[w];
            to->points = CAL_GRID, to->at = grid->at, to->score = grid->score[w];
            to->at_bound = best == 0 || best == CAL_GRID - 1;
            found = grid->at[best];
        }
        to->found[0] = cal_found_number(arena, "T", found);
    }
    return arena->refused ? 0 : fits;
}

static void left_out(cal_text *why, int fits, const cal_scores *s) {
    if (s->soft && fits < WAYS) cal_text_add(why, "soft labels leave only the fit by=nll");
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
              .params = (const cal_param[]){CAL_BINS_PARAM,
                                            {.name = "by",
                                             .help = "The criterion that T minimises on the validation set",
                                             .unit = "",
                                             .type = CAL_CHOICE,
                                             .choices = "all/ece/adaece/nll_grid/nll",
                                             .max = WAYS},
                                            {.name = NULL}}},
    .soft = true,
    .fit = fit,
    .left_out = left_out,
    .counts = counts,
    .saved = (const cal_saved[]){{"T", 1, 0.01, 100}, {.name = NULL}},
    .apply = apply,
};
