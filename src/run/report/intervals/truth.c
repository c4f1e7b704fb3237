#include "run/report/intervals/truth.h"
#include "base/maths/maths.h"

// Standard deviations beyond which 2.5 % of the draws are: 1.96, and a little more because the draws are not
// exactly normal and their standard deviation is estimated.
static const double BELOW = 2.05, ABOVE = 2.2;
enum { HALVINGS = 60 };

cal_moments cal_moments_of(const double *value, int count) {
    cal_moments m = {0, 0};
    for (int d = 0; d < count; d++) m.mean += value[d] / count;
    for (int d = 0; d < count; d++) m.sd += (value[d] - m.mean) * (value[d] - m.mean);
    m.sd = count > 1 ? cal_sqrt(m.sd / (count - 1)) : 0;
    return m;
}

void cal_draws_sort(double *value, int count) { // insertion sort, since there are few
    for (int i = 1; i < count; i++) {
        double kept = value[i];
        int at = i;
        for (; at > 0 && value[at - 1] > kept; at--) value[at] = value[at - 1];
        value[at] = kept;
    }
}

double cal_draws_percentile(const double *sorted, int count, double fraction) {
    double place = fraction * (count - 1);
    int at = (int)place;
    if (at + 1 >= count) return sorted[count - 1];
    double step = (sorted[at + 1] - sorted[at]) * (place - at); // NaN between two infinite values
    return step == step ? sorted[at] + step : sorted[at];
}

// A hypothesis about the true error, and the figures that it would lead to.
typedef struct hypothesis {
    const cal_truth *truth;
    const double *shape;   // [gaps], the true error of each group; the magnitudes sum to 1
    double noise, spreads; // ratios of the floor's mean and standard deviation to those of the normal model
} hypothesis;

// Returns the mean of |X| for a normal X (folded normal distribution, Leone et al. 1961).
static double mean_magnitude(double mean, double sd) {
    if (!(sd > 0)) return __builtin_fabs(mean);
    double u = mean / sd;
    return sd * 0.7978845608028653559 * cal_exp(-u * u / 2) + // sqrt(2 / pi)
           mean * cal_erf(u * 0.7071067811865475244);         // sqrt(1 / 2)
}

static cal_moments grouped(const hypothesis *w, double size) {
    cal_moments all = {0, 0};
    for (int g = 0; g < w->truth->gaps; g++) {
        const cal_gap *gap = &w->truth->gap[g];
        if (!(gap->size > 0)) continue;
        double error = size * w->shape[g], each = error / gap->size; // each: per sample
        double variance = gap->variance + each * gap->lean - each * each * gap->square;
        if (variance < gap->variance / 20) variance = gap->variance / 20; // beyond 0 or 1
        variance *= w->noise * w->noise;
        double mean = mean_magnitude(error, cal_sqrt(variance));
        all.mean += mean;
        all.sd += error * error + variance - mean * mean;
    }
    all.sd = all.sd > 0 ? w->spreads * cal_sqrt(all.sd) : 0;
    return all;
}

static cal_moments normed(const hypothesis *w, double size) {
    const cal_truth *t = w->truth;
    double part = size < t->value ? size / t->value : 1;
    return (cal_moments){cal_sqrt(t->floor.mean * t->floor.mean + size * size),
                         t->floor.sd + part * (t->sample.sd - t->floor.sd)};
}

static cal_moments figures_of(const hypothesis *w, double size) {
    cal_moments m = w->truth->gaps ? grouped(w, size) : normed(w, size);
    m.sd = cal_sqrt(m.sd * m.sd + w->truth->fits);
    return m;
}

// Returns the smallest size of the true error at which the mean figure minus `sds` standard deviations
// reaches `value`. The mean grows with the size.
static double crossing(const hypothesis *w, double value, double sds) {
    double low = 0, high = value > 0 ? value : 0x1p-10;
    cal_moments m = figures_of(w, 0);
    if (m.mean - sds * m.sd >= value) return 0;
    for (int doubled = 0; doubled < 30; doubled++, high *= 2) {
        m = figures_of(w, high);
        if (m.mean - sds * m.sd >= value) break;
    }
    for (int i = 0; i < HALVINGS; i++) {
        double middle = (low + high) / 2;
        m = figures_of(w, middle);
        if (m.mean - sds * m.sd >= value) high = middle;
        else low = middle;
    }
    return high;
}

// Puts the error into the groups whose gaps exceed twice the noise or, if none does, into the group that
// comes closest.
static void sharp_shape(double *shape, const cal_truth *t) {
    double sum = 0, furthest = -1;
    int best = 0;
    for (int g = 0; g < t->gaps; g++) {
        double residual = __builtin_fabs(t->gap[g].residual), noise = cal_sqrt(t->gap[g].variance);
        bool stands_out = t->gap[g].size > 0 && residual > 2 * noise;
        shape[g] = stands_out ? t->gap[g].residual : 0;
        sum += __builtin_fabs(shape[g]);
        if (noise > 0 && residual / noise > furthest) furthest = residual / noise, best = g;
    }
    if (sum > 0)
        for (int g = 0; g < t->gaps; g++) shape[g] /= sum;
    else shape[best] = t->gap[best].residual < 0 ? -1 : 1;
}

// Makes the error equal in all groups, in units of their noise.
static void even_shape(double *shape, const cal_truth *t) {
    double sum = 0;
    for (int g = 0; g < t->gaps; g++) {
        shape[g] = cal_sqrt(t->gap[g].variance);
        sum += shape[g];
        if (t->gap[g].residual < 0) shape[g] = -shape[g];
    }
    if (sum > 0)
        for (int g = 0; g < t->gaps; g++) shape[g] /= sum;
    else sharp_shape(shape, t); // all confidences are 0 or 1
}

// Corrects the normal model by the floor's draws, which reflect small groups and the dependence between
// classes.
static void learn_from_floor(hypothesis *w) {
    w->noise = w->spreads = 1;
    cal_moments plain = grouped(w, 0);
    if (plain.mean > 0 && w->truth->floor.mean > 0) w->noise = w->truth->floor.mean / plain.mean;
    plain = grouped(w, 0);
    if (plain.sd > 0 && w->truth->floor.sd > 0) w->spreads = w->truth->floor.sd / plain.sd;
    if (w->spreads < 0.5) w->spreads = 0.5;
    if (w->spreads > 2) w->spreads = 2;
}

bool cal_truth_interval(double *low, double *high, const cal_truth *truth, cal_arena *arena) {
    double *shape = cal_arena_alloc(arena, ((size_t)truth->gaps + 1) * sizeof *shape);
    hypothesis w = {.truth = truth, .shape = shape};
    if (!shape) return false;
    if (truth->gaps) sharp_shape(shape, truth), learn_from_floor(&w);
    *low = crossing(&w, truth->value, -ABOVE);
    if (truth->gaps) even_shape(shape, truth);
    // A figure below the floor's range, by luck, is treated like one at the range's lower end.
    const cal_moments floor = figures_of(&w, 0);
    double least = floor.mean - floor.sd, value = truth->value > least ? truth->value : least;
    if (truth->gaps) *high = crossing(&w, value, BELOW);
    else {
        // Near 0 a norm varies less than the residuals that it sums up, so the bootstrap may be too narrow.
        double own = truth->sample.sd, least_own = 1.5 * truth->floor.sd;
        if (own < least_own) own = least_own;
        *high = value + ABOVE * cal_sqrt(own * own + truth->fits);
    }
    double most = truth->gaps ? 0 : 1; // the error if every sample is wrong by 1
    for (int g = 0; g < truth->gaps; g++) most += truth->gap[g].size;
    if (*high > most) *high = most;
    if (*low > *high) *low = *high;
    return true;
}

void cal_truth_widen(double *low, double *high, double value, double fits) {
    const double below = value - *low, above = *high - value, reach = 1.96 * 1.96 * fits;
    if (!(fits > 0) || !(*high >= *low)) return;
    if (below > 0) *low = value - cal_sqrt(below * below + reach);
    if (*low < 0) *low = 0;
    *high = value + cal_sqrt((above > 0 ? above * above : 0) + reach);
    if (*high > 1) *high = 1;
}
