#include "catalog/scores/binary/logistic.h"
#include "base/maths/maths.h"

enum { MOST = CAL_LOGISTIC_TERMS + 1, STEPS = 100, HALVINGS = 40 };

static double at(const cal_logistic *f, const double *b, int i) {
    double z = b[0] + (f->offset ? f->offset[i] : 0);
    for (int t = 0; t < f->terms; t++) z += b[t + 1] * f->x[t][i];
    return z;
}

static double weight(const cal_logistic *f, int i) { return f->weight ? f->weight[i] : 1; }
static double target(const cal_logistic *f, int i) { return f->target ? f->target[i] : f->outcome[i]; }

// The mean negative log-likelihood, log(1 + e^z) - y z without overflow, with its gradient g and Hessian h.
// One pass for all, since e^-|z| takes most of the time of each.
static double loss(double g[MOST], double h[MOST][MOST], const cal_logistic *f, const double *b) {
    const int m = f->terms + 1;
    double sum = 0;
    for (int r = 0; r < m; r++) {
        g[r] = 0;
        for (int c = 0; c < m; c++) h[r][c] = 0;
    }
    for (int i = 0; i < f->n; i++) {
        const double z = at(f, b, i), y = target(f, i), e = cal_exp(-__builtin_fabs(z));
        const double p = (z >= 0 ? 1 : e) / (1 + e), q = (z <= 0 ? 1 : e) / (1 + e);
        const double residual = weight(f, i) * (p - y), spread = weight(f, i) * (p * q);
        double x[MOST] = {1};
        sum += weight(f, i) * ((z > 0 ? z * (1 - y) : -z * y) + cal_log1p(e));
        for (int t = 0; t < f->terms; t++) x[t + 1] = f->x[t][i];
        for (int r = 0; r < m; r++) {
            g[r] += residual * x[r];
            for (int c = 0; c <= r; c++) h[r][c] += spread * x[r] * x[c];
        }
    }
    for (int r = 0; r < m; r++) {
        g[r] /= f->n;
        for (int c = 0; c <= r; c++) h[c][r] = h[r][c] = h[r][c] / f->n;
    }
    return sum / f->n;
}

// Solves h step = g by Cholesky decomposition; false if h is not positive definite.
static bool solve(double step[MOST], double h[MOST][MOST], const double g[MOST], int m) {
    double l[MOST][MOST] = {{0}};
    for (int r = 0; r < m; r++)
        for (int c = 0; c <= r; c++) {
            double sum = h[r][c];
            for (int j = 0; j < c; j++) sum -= l[r][j] * l[c][j];
            if (r == c && !(sum > 1e-13 * h[r][r])) return false;
            l[r][c] = r == c ? cal_sqrt(sum) : sum / l[c][c];
        }
    for (int r = 0; r < m; r++) {
        step[r] = g[r];
        for (int j = 0; j < r; j++) step[r] -= l[r][j] * step[j];
        step[r] /= l[r][r];
    }
    for (int r = m - 1; r >= 0; r--) {
        for (int j = r + 1; j < m; j++) step[r] -= l[j][r] * step[j];
        step[r] /= l[r][r];
    }
    return true;
}

// Returns true if a step is too small to matter. Each Newton step squares the error, so the next one is
// exact.
static bool small(const double step[MOST], const double *b, int m) {
    for (int r = 0; r < m; r++)
        if (!(__builtin_fabs(step[r]) <= 1e-9 * (1 + __builtin_fabs(b[r])))) return false;
    return true;
}

bool cal_logistic_fit(double *b, const cal_logistic *f) {
    const int m = f->terms + 1;
    const double far = 1e6; // coefficients beyond it diverge because the outcomes are separated
    double g[MOST], h[MOST][MOST], step[MOST], next[MOST];
    bool found = false;
    for (int r = 0; r < m; r++) b[r] = 0;
    double now = f->n ? loss(g, h, f, b) : 0;
    for (int s = 0; f->n && s < STEPS && !found; s++) {
        if (!solve(step, h, g, m)) break;
        double scale = 1, then = now;
        for (int halved = 0; halved < HALVINGS; halved++, scale /= 2) {
            for (int r = 0; r < m; r++) next[r] = b[r] - scale * step[r];
            then = loss(g, h, f, next);
            if (then <= now + 1e-15 * (1 + now)) break;
        }
        found = small(step, b, m);
        for (int r = 0; r < m; r++) b[r] = next[r];
        now = then;
        // The loss of separated outcomes goes to 0 while the steps keep their length.
        if (!(__builtin_fabs(b[m - 1]) < far && __builtin_fabs(b[0]) < far) || now < 1e-10)
            found = false, s = STEPS;
    }
    for (int r = 0; !found && r < m; r++) b[r] = __builtin_nan("");
    return found;
}

void cal_outcome_ranges_add(cal_outcome_ranges *to, double x, bool outcome) {
    const bool first = to->count[outcome]++ == 0;
    if (first || x < to->low[outcome]) to->low[outcome] = x;
    if (first || x > to->high[outcome]) to->high[outcome] = x;
}

const char *cal_logistic_reason(const cal_outcome_ranges *of, bool slope) {
    const int *count = of->count;
    const double *low = of->low, *high = of->high;
    if (!count[0] && !count[1]) return "no row has a p between 0 and 1";
    if (!count[0] || !count[1]) return "all rows have the same outcome: the likelihood has no finite maximum";
    if (slope && low[0] == high[0] && low[1] == high[1] && low[0] == low[1])
        return "all rows have the same p";
    if (slope && (high[0] <= low[1] || high[1] <= low[0]))
        return "p separates the outcomes: the likelihood has no finite maximum";
    return "the likelihood has no unique finite maximum";
}
