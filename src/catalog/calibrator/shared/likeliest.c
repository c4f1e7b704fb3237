#include "catalog/calibrator/shared/likeliest.h"

static const double coldest = 0.01, hottest = 100;

// With `f(b) = mean of lse(b z) - b z_y` and b = 1/T: `f' = mean of E_p[z] - z_y` and `f'' = mean of
// Var_p[z]` of rows.
static void slope_rows(double *sum, const void *context, const cal_scores *s, int begin, int end) {
    for (int i = begin; i < end; i++) {
        const cal_row_sums of = cal_row_sums_of(s, i, *(const double *)context, false);
        const double mean = of.e[1] / of.e[0];
        sum[0] += mean - cal_label_distance(s, i);
        sum[1] += of.e[2] / of.e[0] - mean * mean;
    }
}

// The likelihood is convex in b, so the optimum is between the neighbours of the grid's best. Beyond the
// grid, the slope at the bounds shows if there is one.
double cal_likeliest_temperature(bool *at_bound, const cal_scores *s, const cal_temperature_grid *grid) {
    const int g = grid ? grid->best[CAL_GRID_BY_NLL] : 0;
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
    return 1 / cal_flat_point(slope_rows, s, low, grid ? 1 / grid->at[g] : 1, high);
}
