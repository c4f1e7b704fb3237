// Focal temperature scaling: the confidence-raising map of the focal loss after a temperature. A focal loss
// is a proper loss of raised probabilities, so that its network under-states them. The map of q =
// softmax(z/T) gives class j a weight of q (1-q)^-gamma / (1 - gamma q log q / (1-q)): q for gamma = 0.
#include "base/maths/maths.h"
#include "catalog/calibrator/shared/fit.h"

static const double bound = 100; // T is from 1/bound to bound

// Gammas that are tried: those of the authors' code above -1, where weights of q near 1 stay bounded.
static const double gammas[] = {0, 0.25, 0.5, 0.75, 1, 2, 3, 5, -0.25, -0.5, -0.75};
enum { GAMMAS = sizeof gammas / sizeof *gammas, PIECE = 64, TERMS = 12 };
static const double series = 0.05; // below it TERMS terms are exact

// A row: its most probable class has q = 1 - r. Others are related to it, so that no weight overflows.
typedef struct row_sums {
    double b, gamma;
    float first;     // largest logit
    int at;          // its class
    double log_sum;  // log of the sum of e^(b (z - first))
    double r;        // probability of all other classes
    double distance; // mean of first - z over the others, weighted by q
    double log_top;  // log of the top's weight
    double bend;     // (log q + r) q / (r^2 A) of the top
} row_sums;

// (1-q)^-gamma / A for q of at most 1/2; *a = A.
static double raised(double *a, double gamma, double q, double log_q) {
    double power = 1;
    *a = 1 - gamma * q * log_q / (1 - q);
    if (q < 1e-3)
        for (int m = 5; m > 0; m--) power = 1 + power * q * (gamma + m - 1) / m;
    else power = cal_exp(-gamma * cal_log1p(-q));
    return power / *a;
}

// Adds the classes other than the top: *mass of e^(b (z - from)), *moment of that times first - z.
static void add_others(double *mass, double *moment, const row_sums *row, const float *z, int k, float from) {
    double e[PIECE];
    *mass = *moment = 0;
    for (int begin = 0; begin < k; begin += PIECE) {
        const int count = k - begin < PIECE ? k - begin : PIECE;
        for (int j = 0; j < count; j++) e[j] = 0;
        if (from == row->first) cal_exp_row(e, z + begin, count, from, 1 / row->b);
        for (int j = 0; j < count; j++) {
            if (begin + j == row->at) continue;
            if (from != row->first) e[j] = cal_exp(row->b * ((double)z[begin + j] - from));
            *mass += e[j], *moment += e[j] * ((double)row->first - z[begin + j]);
        }
    }
}

static row_sums sums_of(const float *z, int k, double b, double gamma) {
    row_sums row = {.b = b, .gamma = gamma, .at = cal_row_largest(z, k)};
    double mass, moment, log_mass, product = 0, curve = 0;
    row.first = z[row.at];
    add_others(&mass, &moment, &row, z, k, row.first);
    if (mass > 1e-290) log_mass = cal_log(mass);
    else { // relative to the second largest
        int second = row.at ? 0 : 1;
        for (int j = 0; j < k; j++)
            if (j != row.at && z[j] > z[second]) second = j;
        add_others(&mass, &moment, &row, z, k, z[second]);
        log_mass = b * ((double)z[second] - row.first) + cal_log(mass);
    }
    row.distance = moment / mass;
    row.log_sum = cal_log1p(cal_exp(log_mass));
    row.r = cal_exp(log_mass - row.log_sum);
    // q log q / r + 1 and (log q + r) / r^2
    if (row.r < series)
        for (int m = TERMS; m > 0; m--) product = row.r * (product + 1.0 / (m * (m + 1.0)));
    else product = 1 - (1 - row.r) * row.log_sum / row.r;
    if (row.r < series)
        for (int m = TERMS; m >= 0; m--) curve = row.r * curve - 1.0 / (m + 2.0);
    else curve = (row.r - row.log_sum) / (row.r * row.r);
    const double a = 1 + gamma - gamma * product;
    row.log_top = -row.log_sum - gamma * (log_mass - row.log_sum) - cal_log(a);
    row.bend = (1 - row.r) * curve / a;
    return row;
}

// Derivatives by b of the log of a class's weight, at the top and elsewhere.
static double top_slope(const row_sums *row) {
    return row->gamma * (1 - row->r) * row->distance + row->r * row->distance * (1 + row->gamma * row->bend);
}

static double slope_of(const row_sums *row, double q, double log_q, double a, double below) {
    const double rest = 1 - q;
    const double bend = q * (row->gamma / rest + row->gamma * (log_q + rest) / (rest * rest * a));
    return (1 + bend) * (row->r * row->distance - below);
}

// Weights relative to that of the top; those that it is too small for are 0.
static double scale_of(const row_sums *row) { return cal_exp(row->log_top < -700 ? 700 : -row->log_top); }

typedef struct point {
    double b, gamma;
} point;

// Adds to sum[0] -log p of the label, to sum[1] its derivative by b. With a soft label, soft[k], adds their
// means.
static void add_row(double *sum, const row_sums *row, const float *z, int k, int label, const double *soft) {
    double e[PIECE], others = 0, moment = 0;
    const double slope = top_slope(row);
    double log_label = soft ? soft[row->at] * row->log_top : row->log_top,
           label_slope = soft ? soft[row->at] * slope : slope;
    const double unit = cal_exp(-row->log_sum), scale = scale_of(row);
    for (int begin = 0; begin < k; begin += PIECE) {
        const int count = k - begin < PIECE ? k - begin : PIECE;
        cal_exp_row(e, z + begin, count, row->first, 1 / row->b);
        for (int j = 0; j < count; j++) {
            if (begin + j == row->at) continue;
            const double below = (double)row->first - z[begin + j], q = e[j] * unit;
            const double log_q = -row->b * below - row->log_sum;
            double a;
            const double factor = raised(&a, row->gamma, q, log_q), each = slope_of(row, q, log_q, a, below);
            others += q * factor, moment += q * factor * each;
            const double share = soft ? soft[begin + j] : 0;
            if (share > 0) log_label += share * (log_q + cal_log(factor)), label_slope += share * each;
            if (!soft && begin + j == label) log_label = log_q + cal_log(factor), label_slope = each;
        }
    }
    sum[0] += row->log_top + cal_log1p(others * scale) - log_label;
    sum[1] += (slope + moment * scale) / (1 + others * scale) - label_slope;
}

static void add_rows(double *sum, const void *context, const cal_scores *s, int begin, int end) {
    const point *at = context;
    for (int i = begin; i < end; i++) {
        const float *z = s->logits + (size_t)i * s->k;
        const row_sums row = sums_of(z, s->k, at->b, at->gamma);
        add_row(sum, &row, z, s->k, s->labels[i], s->soft ? s->soft + (size_t)i * (size_t)s->k : NULL);
    }
}

// ---- the fit

// Returns the slope of the NLL in log b, which is x.
static double slope_at(double *nll, const cal_scores *s, double gamma, double x) {
    const point at = {cal_exp(x), gamma};
    double sum[2];
    cal_sum_rows(sum, 2, s, add_rows, &at);
    *nll = sum[0] / s->n;
    return sum[1] / s->n * at.b;
}

// Finds the x nearest to `start` where the slope turns from negative to positive, or a bound. Steps double
// until the sign changes, then regula falsi (Illinois variant) follows.
static double lowest(double *nll, bool *at_bound, const cal_scores *s, double gamma, double start) {
    const double most = cal_log(bound);
    double x = start, f = slope_at(nll, s, gamma, x), other = x, g = f, step = f < 0 ? 0.125 : -0.125;
    *at_bound = false;
    while (f != 0 && g * f > 0) {
        if (other == most || other == -most) return *at_bound = true, other;
        x = other, f = g, other += step, step *= 2;
        other = other > most ? most : other < -most ? -most : other;
        g = slope_at(nll, s, gamma, other);
    }
    for (int i = 0; i < 60 && f != 0 && g != 0; i++) {
        const double middle = other - g * (other - x) / (g - f), before = other;
        const double h = slope_at(nll, s, gamma, middle);
        if (h * g < 0) x = other, f = g;
        else f /= 2;
        other = middle, g = h;
        if (__builtin_fabs(other - before) < 1e-10) break;
    }
    return g == 0 || f != 0 ? other : x;
}

static bool by_name(int n, int k) { return (int64_t)n * k > 20000; }

static size_t counts(cal_arena *kept, const cal_choice *choice, int n, int k, int workers) {
    (void)choice, (void)n, (void)k, (void)workers;
    cal_found_count(kept, 1), cal_found_count(kept, 1);
    return 0;
}

static int fit(cal_fit *out, cal_arena *arena, const cal_scores *s, const cal_choice *choice) {
    const double given = cal_choice_number(choice, "gamma");
    double best = __builtin_inf(), best_x = 0, best_gamma = given, x = 0, middle = 0;
    bool best_bound = false;
    for (int g = 0; g < (given != 0 ? 1 : GAMMAS); g++) {
        const double gamma = given != 0 ? given : gammas[g];
        double nll;
        bool at_bound;
        x = lowest(&nll, &at_bound, s, gamma, g && gammas[g - 1] * gamma < 0 ? middle : x);
        if (!g) middle = x;
        if (nll < best) best = nll, best_x = x, best_gamma = gamma, best_bound = at_bound;
    }
    *out = (cal_fit){.way = "by_nll", .at_bound = best_bound};
    out->found[0] = cal_found_number(arena, "T", cal_exp(-best_x));
    out->found[1] = cal_found_number(arena, "gamma", best_gamma);
    return arena->refused ? 0 : 1;
}

// ---- the map

static void row(double *p, const cal_fit *found, const float *z, int k) {
    const row_sums row = sums_of(z, k, 1 / *found->found[0].number, *found->found[1].number);
    const double unit = cal_exp(-row.log_sum), scale = scale_of(&row);
    double sum = 1, a;
    cal_exp_row(p, z, k, row.first, 1 / row.b);
    for (int j = 0; j < k; j++) {
        const double q = p[j] * unit, log_q = row.b * ((double)z[j] - row.first) - row.log_sum;
        if (j == row.at) p[j] = 1;
        else sum += p[j] = q * raised(&a, row.gamma, q, log_q) * scale;
    }
    cal_row_divide(p, k, sum);
}

static double log_label(const cal_fit *found, const float *z, int k, int label) {
    const row_sums row = sums_of(z, k, 1 / *found->found[0].number, *found->found[1].number);
    double sum[2] = {0, 0};
    add_row(sum, &row, z, k, label, NULL);
    return -sum[0];
}

const cal_calibrator cal_calibrator_focal_temperature = {
    .entry =
        {.id = "focal-temperature",
         .label = "Focal temperature scaling",
         .tex =
             "p_j \\propto \\frac{q_j\\,(1-q_j)^{-\\gamma}}{1 - \\gamma\\, q_j \\log q_j / (1-q_j)},\\quad "
             "q = \\mathrm{softmax}(z/T)",
         .source =
             "Komisarenko and Kull 2024, the reciprocal derivative of the focal loss after a temperature; "
             "gamma and T by NLL, gamma among those of their code above -1",
         .help = "Raises the confidence as the focal loss lowers it, after a temperature",
         .params = (const cal_param[]){{.name = "gamma",
                                        .help = "Gamma of the focal loss; 0 fits it together with T, "
                                                "since gamma 0 is temperature scaling",
                                        .type = CAL_REAL,
                                        .value = 0,
                                        .min = -1,
                                        .max = 10,
                                        .open_min = true},
                                       {.name = NULL}}},
    .soft = true,
    .fit = fit,
    .by_name = by_name,
    .counts = counts,
    .saved = (const cal_saved[]){{"T", 1, 1e-3, 1e3}, {"gamma", 1, -0.999999, 10}, {.name = NULL}},
    .row = row,
    .log_label = log_label,
};
